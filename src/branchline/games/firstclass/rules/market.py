"""F3: rounds, turns and the market of three rows."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import bit, lowest
from branchline.core.compiled.engine import CHANCE
from branchline.games.firstclass.data.opcodes import POSTCARD, RAIL
from branchline.games.firstclass.rules import effects, refusals
from branchline.games.firstclass.rules.cards import STAGE_CARDS, STAGES
from branchline.games.firstclass.rules.modules import c
from branchline.games.firstclass.rules.moves import TILE, TRADE, market_place, take, trade
from branchline.games.firstclass.rules.state import (
    GONE,
    LAID,
    NOBODY,
    NOTHING,
    ROW_TAKEN,
    SCORING,
    SHOW_CARDS,
    TURNS,
    State,
    drop_waiting,
)

ROWS: Final[i64] = 3
ROW_CARDS: Final[i64] = 6
PLACES: Final[i64] = ROWS * ROW_CARDS
TURNS_EACH: Final[i64] = 3  # F1.4

# Rounds


def begin_round(s: State) -> None:
    """F3.1: 18 cards of the stage are shown."""
    s.cursor = 0
    s.active = CHANCE


def stage(s: State) -> i64:
    """F1.4: stage 1 in rounds 1 and 2, and so on; counted from 0."""
    return (s.round - 1) // 2


def show(s: State, card: i64) -> None:
    s.unseen[stage(s)] &= ~bit(card % STAGE_CARDS)
    s.market[s.cursor] = i16(card)
    s.cursor += 1
    if s.cursor == PLACES:
        s.phase = TURNS


def begin_turns(s: State) -> None:
    row: i64
    for row in range(ROWS):
        s.unseen[ROW_TAKEN + row] = 0
    s.tile = 1
    s.successor = NOBODY
    s.cursor = 0
    _begin_turn(s)


def _begin_turn(s: State) -> None:
    """F3.2: clockwise from the start player."""
    s.seat = (s.start + s.cursor) % s.setting.players
    s.active = s.seat
    s.turn += 1
    s.done = 0
    s.columns = 0


def end_turn(s: State) -> None:
    drop_waiting(s, s.seat)
    s.cursor += 1
    if s.cursor < TURNS_EACH * s.setting.players:
        _begin_turn(s)
    else:
        _end_round(s)


def _end_round(s: State) -> None:
    """F3.4, F3.5: who starts the next round."""
    if s.successor != NOBODY:
        s.start = s.successor
    elif not s.setting.stays:
        s.start = (s.start + 1) % s.setting.players
    s.successor = NOBODY
    s.tile = 0
    s.done = 0
    if s.round % 2 == 0:
        s.phase = SCORING
    else:
        s.round += 1
        s.phase = SHOW_CARDS


# The main step


def add_moves(s: State, found: vec[i64]) -> vec[i64]:
    """The main steps of a turn, except the tile."""
    cards = s.market
    without = effects.homeless(s, s.seat)
    filled: i64 = 0
    place: i64
    for place in range(PLACES):
        card = i64(cards[place])
        if card != NOTHING:
            filled |= bit(place)
            if effects.has_place(s, card, without):
                found = append(found, take(place))
    while filled != 0:
        found = append(found, trade(lowest(filled)))
        filled &= filled - 1
    return found


def why_not(s: State, move: i64) -> i64:
    if s.phase != TURNS:
        return refusals.OTHER_PHASE
    if s.done == 1:
        return refusals.MAIN_STEP_DONE
    if move == TILE:
        return refusals.ALLOWED if s.tile == 1 else refusals.TILE_GONE
    card = i64(s.market[market_place(move)])
    if card == NOTHING:
        return refusals.NO_CARD_THERE
    if move < TRADE and not effects.has_place(s, card, effects.homeless(s, s.seat)):
        return _why_no_place(s, card)
    return refusals.ALLOWED


def _why_no_place(s: State, card: i64) -> i64:
    """F12.3"""
    if s.setting.card_place[card] == RAIL:
        return refusals.FIVE_RAILS
    return refusals.NO_FREE_RAIL if s.setting.card_place[card] == POSTCARD else refusals.NO_FREE_CAR


def apply(s: State, move: i64) -> None:
    s.done = 1
    if move == TILE:
        _take_tile(s)
    else:
        _take_card(s, market_place(move), move < TRADE)


def _take_card(s: State, place: i64, for_action: bool) -> None:
    """F3.2: take a card for its action or for an upgrade. Once used, it is turned face down (F3.6)."""
    seat = s.seat
    card = i64(s.market[place])
    mark = bit(card % STAGE_CARDS)
    where = seat * STAGES + card // STAGE_CARDS
    s.taken[where] |= mark
    _clear_place(s, place)
    if s.setting.has_evidence:
        c.suspect(s, seat, card)
    if not for_action:
        effects.begin(s, s.setting.trade_box, 1, NOTHING)
        return
    if s.setting.contract_need[card] != NOTHING:
        s.taken[LAID + where] |= mark  # F9.1
    if s.setting.destroys[card] != 0:
        c.keep_destroy_card(s, seat, card)
    effects.begin(s, s.setting.card_box[card], 1, card)


def _clear_place(s: State, place: i64) -> None:
    """F3.3: once as many cards have been taken as there are players, the rest of the row leaves the game."""
    row = place // ROW_CARDS
    column: i64
    s.market[place] = i16(NOTHING)
    s.unseen[ROW_TAKEN + row] += 1
    if s.unseen[ROW_TAKEN + row] == s.setting.players:
        for column in range(row * ROW_CARDS, row * ROW_CARDS + ROW_CARDS):
            _remove(s, column)
        if tile_row(s) == NOTHING:
            s.tile = 0


def _remove(s: State, place: i64) -> None:
    card = i64(s.market[place])
    if card != NOTHING:
        s.unseen[GONE + card // STAGE_CARDS] |= bit(card % STAGE_CARDS)
        s.market[place] = i16(NOTHING)


def tile_row(s: State) -> i64:
    """F3.3: the topmost row that is left; NOTHING if there is none."""
    place = first_place(s)
    return NOTHING if place == NOTHING else place // ROW_CARDS


def first_place(s: State) -> i64:
    """The leftmost card of the topmost row that is left."""
    place: i64
    for place in range(PLACES):
        if i64(s.market[place]) != NOTHING:
            return place
    return NOTHING


def _take_tile(s: State) -> None:
    """F3.4: a card is discarded; the taker's share first, then the others clockwise."""
    s.tile = 0
    s.successor = s.seat
    place = first_place(s)
    _remove(s, place)
    _clear_place(s, place)
    s.queue = 1
    effects.begin(s, s.setting.tile_box[0], 1, NOTHING)
