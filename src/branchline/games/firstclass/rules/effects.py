"""F4.1, F16: the running action. One small function for each effect word.

Coins, points and the locomotive leave no choice and don't affect other parts, so they come at once. The other parts
are started by their first step, in any order; a part once started is finished before the next.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, count, lowest
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.rules import coins, refusals, route, trains
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.cards import FROM_GAME_END, MAIL_CARS, RAILS
from branchline.games.firstclass.rules.modules import b, d, e
from branchline.games.firstclass.rules.state import (
    FROM_PILE,
    NO_DRAW,
    NOTHING,
    REFILL,
    State,
    actor,
    put_postcard,
    wait,
)

OPEN_ROW: Final[i64] = 4  # F2.2

# Whether parts can do anything


def can(s: State, seat: i64, part: i64, which: i64) -> bool:
    """Whether a part would do anything now."""
    if part == w.CAR:
        return trains.has_room(s, seat, w.UPPER) or trains.has_room(s, seat, w.LOWER)
    if part == w.UPGRADE:
        return trains.can_upgrade(s, seat)
    if part == w.CONDUCTOR:
        return trains.can_walk(s, seat, which)
    if part == w.LOCO:
        return route.can_move(s, seat)
    if part == w.COIN:
        return coins.has_room(s, seat)
    return part == w.POINTS or s.open_cards | s.pile != 0


def can_do(s: State, seat: i64, box: i64) -> bool:
    """F4.2: whether an action would do anything now."""
    parts = s.setting.box_parts[box]
    while parts != 0:
        if can(s, seat, lowest(parts), s.setting.box_which[box]):
            return True
        parts &= parts - 1
    return False


def homeless(s: State, seat: i64) -> i64:
    """F12.3: bit set of what has to be placed but has no place."""
    found: i64 = 0
    if not route.has_room(s, seat):
        found |= bit(w.RAIL)
    if b.free_car(s, seat, w.UPPER) == NOTHING and b.free_car(s, seat, w.LOWER) == NOTHING:
        found |= bit(w.CELEBRITY) | bit(w.GUEST)
    if not b.has_free_rail(s, seat):
        found |= bit(w.POSTCARD)
    return found


def has_place(s: State, card: i64, without: i64) -> bool:
    """F12.3: whether a card has a place, or needs none, where some things are `homeless`."""
    what = s.setting.card_place[card]
    return what == NOTHING or without & bit(what) == 0


# Starting


def begin(s: State, box: i64, times: i64, card: i64) -> None:
    """F4.1: an action starts, by placing its card if it has one to place; F15.3: a mechanic's bonus comes before
    that."""
    s.acted |= bit(actor(s))
    s.box = box
    s.times = times
    s.card = card
    s.parts = s.setting.box_parts[box]
    s.part = NOTHING
    s.left = 0
    s.placing = NOTHING if card == NOTHING else s.setting.card_place[card]
    if s.placing == w.RAIL:
        route.lay_rail(s, actor(s), card)
        s.placing = NOTHING
    if s.placing == NOTHING or _bonus_first(s):
        _do_sure_parts(s)


def _bonus_first(s: State) -> bool:
    """F15.3; under rules version 1, F4.1 applied to mechanics too."""
    return s.placing == w.MECHANIC and s.setting.rules > 1


def _do_sure_parts(s: State) -> None:
    """Parts without a choice that nothing else in the box depends on."""
    seat = actor(s)
    setting = s.setting
    if s.parts & bit(w.COIN) != 0:
        coins.gain(s, seat, setting.amount(s.box, w.COIN) * s.times)  # F4.5
    if s.parts & bit(w.POINTS) != 0:
        s.score[seat] += setting.amount(s.box, w.POINTS) * s.times
    if s.parts & bit(w.LOCO) != 0:
        route.move(s, seat, setting.amount(s.box, w.LOCO) * s.times)
    s.parts &= ~(bit(w.COIN) | bit(w.POINTS) | bit(w.LOCO))


def finish(s: State) -> None:
    s.box = NOTHING
    s.times = 1
    s.card = NOTHING
    s.parts = 0
    s.part = NOTHING
    s.left = 0


# The steps that can be taken


def steps(s: State, found: vec[i64]) -> vec[i64]:
    """The legal steps of the running action, in rising order; none when it is over."""
    if s.placing == NOTHING:
        return _part_steps(s, found)
    if _bonus_first(s):
        found = _part_steps(s, found)
        if len(found) > 0 or s.part != NOTHING:
            return found
    return _placings(s, found)


def _part_steps(s: State, found: vec[i64]) -> vec[i64]:
    if s.mail_train != NOTHING:
        return _mail_cars(s, found)
    if s.part == w.GAME_END:
        return _game_end_cards(s, found)
    which = s.setting.box_which[s.box]
    seat = actor(s)
    parts = s.parts if s.part == NOTHING else bit(s.part)
    if parts & bit(w.CONDUCTOR) != 0 and which != w.EITHER and trains.can_walk(s, seat, which):
        found = append(found, m.WALK)
    if parts & bit(w.GAME_END) != 0 and s.open_cards | s.pile != 0:
        found = append(found, m.CHOOSE)
    if parts & bit(w.CAR) != 0:
        found = _cars(s, seat, found)
    if parts & bit(w.UPGRADE) != 0:
        found = _upgrades(s, seat, found)
    if parts & bit(w.CONDUCTOR) != 0 and which == w.EITHER:
        found = _conductor_steps(s, seat, found)
    return found


def _cars(s: State, seat: i64, found: vec[i64]) -> vec[i64]:
    train: i64
    for train in range(2):
        if trains.has_room(s, seat, train):
            found = append(found, m.car(train))
    return found


def _upgrades(s: State, seat: i64, found: vec[i64]) -> vec[i64]:
    train: i64
    for train in range(2):
        places = trains.upgradable(s, seat, train)
        while places != 0:
            found = append(found, m.upgrade(train, lowest(places)))
            places &= places - 1
    return found


def _conductor_steps(s: State, seat: i64, found: vec[i64]) -> vec[i64]:
    train: i64
    for train in range(2):
        if trains.can_step(s, seat, train):
            found = append(found, m.step(train))
    return found


def _mail_cars(s: State, found: vec[i64]) -> vec[i64]:
    car: i64
    for car in range(MAIL_CARS):
        if s.mail[actor(s)] & bit(car) != 0:
            found = append(found, m.mail(car))
    return found


def _game_end_cards(s: State, found: vec[i64]) -> vec[i64]:
    """F10.5: blind from the pile, or one of the face-up cards."""
    if s.pile != 0:
        found = append(found, m.BLIND)
    cards = s.open_cards
    while cards != 0:
        found = append(found, m.pick(lowest(cards)))
        cards &= cards - 1
    return found


def _placings(s: State, found: vec[i64]) -> vec[i64]:
    """Where the card of the action can be placed."""
    seat = actor(s)
    place: i64
    if s.placing == w.POSTCARD:
        for place in range(RAILS):
            if b.is_free_rail(s, seat, place):
                found = append(found, m.postcard(place))
    elif s.placing == w.CELEBRITY or s.placing == w.GUEST:
        for place in range(2):
            if b.free_car(s, seat, place) != NOTHING:
                found = append(found, m.celebrity(place) if s.placing == w.CELEBRITY else m.guest(place))
    else:
        for place in range(e.GAPS):
            if e.why_no_gap(s, seat, place) == refusals.ALLOWED:
                found = append(found, m.gap(place))
    return found


# Taking a step


def apply(s: State, move: i64) -> None:
    seat = actor(s)
    s.acted |= bit(seat)
    if m.CELEBRITY <= move < m.KEEP:
        _place(s, seat, move)
    elif move == m.WALK:
        s.parts &= ~bit(w.CONDUCTOR)
        amount = s.setting.amount(s.box, w.CONDUCTOR) * s.times
        trains.walk(s, seat, s.setting.box_which[s.box], amount)
    elif move == m.CHOOSE:
        _begin_part(s, w.GAME_END)
        _refill(s)
    elif move == m.BLIND:
        s.drawing = FROM_PILE
    elif m.CAR <= move < m.MAIL:
        _begin_part(s, w.CAR)
        _add_car(s, seat, m.car_train(move))
    elif m.MAIL <= move < m.UPGRADE:
        trains.add_mail_car(s, seat, s.mail_train, m.mail_car(move))
        s.mail_train = NOTHING
        _count_down(s)
    elif m.UPGRADE <= move < m.STEP:
        _begin_part(s, w.UPGRADE)
        trains.upgrade(s, seat, m.upgrade_train(move), m.upgrade_place(move))
        _count_down(s)
    elif m.STEP <= move < m.PICK:
        _begin_part(s, w.CONDUCTOR)
        trains.step(s, seat, m.step_train(move))
        _count_down(s)
    else:
        s.open_cards &= ~bit(m.pick_card(move))
        _take_game_end(s, m.pick_card(move))


def _begin_part(s: State, part: i64) -> None:
    if s.part == NOTHING:
        s.part = part
        s.parts &= ~bit(part)
        s.left = s.setting.amount(s.box, part) * s.times


def _count_down(s: State) -> None:
    s.left -= 1
    if s.left == 0:
        s.part = NOTHING


def _add_car(s: State, seat: i64, train: i64) -> None:
    if trains.takes_mail(s, seat, train):
        s.mail_train = train
    else:
        trains.add_car(s, seat, train)
        _count_down(s)


def _place(s: State, seat: i64, move: i64) -> None:
    if s.placing == w.CELEBRITY:
        b.place_celebrity(s, seat, m.celebrity_train(move), s.card)
    elif s.placing == w.POSTCARD:
        put_postcard(s, seat, m.postcard_rail(move), s.card)
    elif s.placing == w.GUEST:
        d.place_guest(s, seat, m.guest_train(move), s.card)
    else:
        e.place(s, seat, m.gap_number(move), s.card)
    s.placing = NOTHING
    _do_sure_parts(s)


# Game-end cards (F10.5)


def _refill(s: State) -> None:
    """The face-up cards are refilled to four before the next one is taken."""
    s.drawing = REFILL if s.pile != 0 and count(s.open_cards) < OPEN_ROW else NO_DRAW


def _take_game_end(s: State, card: i64) -> None:
    """Its immediate effect becomes a waiting action; from now on nobody else knows the card."""
    s.held[actor(s)] |= bit(card)
    wait(s, actor(s), FROM_GAME_END + card, 1)
    _count_down(s)
    if s.part == w.GAME_END:
        _refill(s)


def draw(s: State, move: i64) -> None:
    s.acted |= bit(actor(s))
    if s.drawing == REFILL:
        s.pile &= ~bit(m.opened_card(move))
        s.open_cards |= bit(m.opened_card(move))
        _refill(s)
    else:
        s.pile &= ~bit(m.draw_card(move))
        s.drawing = NO_DRAW
        _take_game_end(s, m.draw_card(move))


# Why a step can't be taken


def why_not(s: State, move: i64) -> i64:
    """Why a step is not one of `steps`; only for kinds of steps that belong to actions."""
    possible = steps(s, vec[i64]())
    if move in possible:
        return refusals.ALLOWED
    if s.placing != NOTHING and possible[0] >= m.CELEBRITY:
        return _why_no_placing(s, move)
    if m.CELEBRITY <= move < m.KEEP:
        return refusals.NOTHING_TO_PLACE if s.placing == NOTHING else refusals.BONUS_FIRST
    if s.mail_train != NOTHING:
        return refusals.MAIL_USED if m.MAIL <= move < m.UPGRADE else refusals.CHOOSE_MAIL
    if m.MAIL <= move < m.UPGRADE:
        return refusals.NO_MAIL_DUE
    part = _part_of(move)
    if s.part != NOTHING and s.part != part:
        return refusals.OTHER_PART
    if s.part == NOTHING and (s.parts & bit(part) == 0 or move == m.BLIND or m.PICK <= move < m.CELEBRITY):
        return refusals.NOT_PART
    return _why_no_step(s, move)


def _part_of(move: i64) -> i64:
    if m.CAR <= move < m.MAIL:
        return w.CAR
    if m.UPGRADE <= move < m.STEP:
        return w.UPGRADE
    if move == m.WALK or m.STEP <= move < m.PICK:
        return w.CONDUCTOR
    return w.GAME_END


def _why_no_step(s: State, move: i64) -> i64:
    if m.CAR <= move < m.MAIL:
        return refusals.TRAIN_FULL
    if m.UPGRADE <= move < m.STEP:
        return trains.why_no_upgrade(s, actor(s), m.upgrade_train(move), m.upgrade_place(move))
    if m.STEP <= move < m.PICK:
        return refusals.END_OF_TRAIN if s.setting.box_which[s.box] == w.EITHER else refusals.NOT_PART
    if move == m.WALK:
        return refusals.NOT_PART if s.setting.box_which[s.box] == w.EITHER else refusals.END_OF_TRAIN
    if m.PICK <= move < m.CELEBRITY:
        return refusals.NOT_OPEN
    return refusals.PILE_EMPTY if move == m.BLIND else refusals.NOT_PART


def _why_no_placing(s: State, move: i64) -> i64:
    """The card in hand has to be placed first."""
    if m.CELEBRITY <= move < m.POSTCARD and s.placing == w.CELEBRITY:
        return refusals.NO_FREE_CAR
    if m.POSTCARD <= move < m.GUEST and s.placing == w.POSTCARD:
        return refusals.NO_FREE_RAIL
    if m.GUEST <= move < m.GAP and s.placing == w.GUEST:
        return refusals.NO_FREE_CAR
    if m.GAP <= move < m.KEEP and (s.placing == w.SWITCH or s.placing == w.MECHANIC):
        return refusals.NOT_NEXT_GAP
    return refusals.PLACE_FIRST
