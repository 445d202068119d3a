"""From a view back to a state that could be behind it, with a fair guess at what is hidden."""

from __future__ import annotations

from random import Random

from mypy_extensions import i16

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import OVER
from branchline.games.firstclass.data.codes import PARTS, PLACED
from branchline.games.firstclass.rules.cards import MAX_TOKENS, STAGE_CARDS, Setting
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import (
    BOARDED,
    COMPLETED,
    CONDUCTORS,
    DESTROY,
    EMPTY,
    GONE,
    LAID,
    MAIL_SLOT,
    NOBODY,
    NOTHING,
    OTHERS,
    ROW_TAKEN,
    SELF,
    SLOTS,
    TILE_SLOT,
    TOKENS,
    State,
    fill_slot,
    new_state,
    put_postcard,
    put_under,
)
from branchline.games.firstclass.views.guess_hidden import deal_game_ends, deal_roles, deal_waiting
from branchline.games.firstclass.views.view import DRAWING, PHASES, TRAINS, Player, Slot, View


def determinize(setting: Setting, seen: View, rng: Random) -> State:
    """F2.2, F10.5, F2.5: what the view does not show is dealt at random, consistent with the view."""
    s = new_state(setting)
    _put_course(s, seen)
    _put_running(s, seen)
    _put_market(s, seen)
    for player in seen.players:
        _put_player(s, player)
    _put_unseen(s, seen)
    deal_roles(s, seen, rng)
    deal_game_ends(s, seen, rng)
    for player in seen.players:
        deal_waiting(s, player, rng)
    return s


def _put_course(s: State, seen: View) -> None:
    s.phase = PHASES.index(seen.phase)
    s.round, s.turn, s.cursor = seen.round, seen.turn, seen.place
    s.active = OVER if seen.to_move is None else seen.to_move
    s.first = NOBODY if seen.first is None else seen.first
    s.start = NOBODY if seen.start is None else seen.start
    s.successor = NOBODY if seen.successor is None else seen.successor
    s.seat = NOBODY if seen.turn_of is None else seen.turn_of
    s.tile = int(seen.tile_row is not None)
    s.done = seen.main_done
    s.columns = sum(1 << column - 1 for column in seen.columns_used)
    s.clock, s.again = seen.clock, int(seen.clock_again)
    s.queue, s.out = seen.queue, seen.out
    s.tiles, s.arrivals = seen.tiles, seen.arrivals


def _put_running(s: State, seen: View) -> None:
    running = seen.running
    if running is None:
        return
    names = s.setting.names
    s.box = names.boxes.index(running.effect)
    s.times = running.times
    s.card = NOTHING if running.card is None else names.card_number[running.card]
    s.placing = NOTHING if running.placing is None else PLACED.index(running.placing)
    s.parts = sum(1 << PARTS.index(part) for part in running.parts)
    s.part = NOTHING if running.part is None else PARTS.index(running.part)
    s.left = running.left
    s.mail_train = NOTHING if running.mail_train is None else TRAINS.index(running.mail_train)
    s.drawing = DRAWING.index(running.drawing)


def _put_market(s: State, seen: View) -> None:
    number = s.setting.names.card_number
    cards = [card for row in seen.market for card in row]
    for place, card in enumerate(cards):
        s.market[place] = i16(NOTHING) if card is None else number[card]
    for row, taken in enumerate(seen.row_taken):
        s.unseen[ROW_TAKEN + row] = taken
    for stage, gone in enumerate(_stages(s, seen.gone)):
        s.unseen[GONE + stage] = gone


def _stages(s: State, cards: tuple[str, ...]) -> list[int]:
    """Cards as three bit sets."""
    found = [0, 0, 0]
    for card in cards:
        stage, place = divmod(s.setting.names.card_number[card], int(STAGE_CARDS))
        found[stage] |= 1 << place
    return found


def _put_unseen(s: State, seen: View) -> None:
    for card in map(int, s.market):
        if card != NOTHING:
            s.unseen[card // STAGE_CARDS] &= ~bit(card % STAGE_CARDS)
    for stage in range(3):
        s.unseen[stage] &= ~s.unseen[GONE + stage]
        for player in seen.players:
            s.unseen[stage] &= ~s.taken[player.seat * 3 + stage]


def _put_player(s: State, player: Player) -> None:
    seat, names = player.seat, s.setting.names
    s.score[seat], s.loco[seat], s.taken[COMPLETED + seat] = player.score, player.loco, player.completed
    s.guests[seat], s.guests[4 + seat] = player.passengers, player.luggage
    s.evidence[SELF + seat], s.evidence[OTHERS + seat] = player.suspect_self, player.suspect_others
    s.evidence[DESTROY + seat], s.evidence[TOKENS + seat] = player.destroy, player.tokens
    s.mail[seat] = sum(1 << names.mail_cars.index(car) for car in player.mail_cars)
    for train, slots in enumerate((player.upper, player.lower)):
        s.length[seat * 2 + train] = len(slots)
        s.length[CONDUCTORS + seat * 2 + train] = player.conductors[train]
        fill_slot(s, seat, train, 0, EMPTY)
        for place, slot in enumerate(slots):
            _put_slot(s, seat, train, place, slot)
    for place, rail in enumerate(player.rails):
        s.rails[seat * 5 + place] = names.card_number[rail.card]
        if rail.postcard is not None:
            put_postcard(s, seat, place, names.card_number[rail.postcard])
    for gap, top in enumerate(player.gaps):
        s.gaps[seat * 5 + gap] = names.card_number[top.card]
        for train in range(2):
            s.mechanics[seat] |= top.done[train] * bit(gap * 2 + train)
            while e.waiting(s, seat, gap, train) < top.owed[train]:
                e.owe(s, seat, gap, train)
    for place in range(3):
        s.coins[seat * 3 + place] = player.coins[place]
        s.taken[seat * 3 + place] = _stages(s, player.cards)[place]
        s.taken[LAID + seat * 3 + place] = _stages(s, player.open)[place]
    for token, number in player.evidence:
        s.shown[seat * MAX_TOKENS + names.tokens.index(token)] = number


def _put_slot(s: State, seat: int, train: int, place: int, slot: Slot) -> None:
    names = s.setting.names
    if slot.mail_car is not None:
        content = MAIL_SLOT + names.mail_cars.index(slot.mail_car)
    elif slot.tile is not None:
        content = TILE_SLOT + list(s.setting.tile_number).index(slot.tile)
    else:
        content = list(s.setting.car_value).index(slot.value or 0)
    fill_slot(s, seat, train, place, content)
    if slot.card is not None:
        put_under(s, seat, train, place, names.card_number[slot.card])
    if slot.boarded:
        s.guests[BOARDED + seat] |= bit(train * SLOTS + place)
