"""What can be counted on a player's board (F16): for requirements, rewards "per" something, and game-end cards."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.compiled.bits import bit, count
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.rules import coins, route
from branchline.games.firstclass.rules.modules import a as module_a
from branchline.games.firstclass.rules.modules import b as module_b
from branchline.games.firstclass.rules.modules import d as module_d
from branchline.games.firstclass.rules.modules import e as module_e
from branchline.games.firstclass.rules.state import (
    COMPLETED,
    CONDUCTORS,
    DESTROY,
    OTHERS,
    SELF,
    TILE_PLACE,
    State,
    is_car,
    slot,
)


def measure(s: State, seat: i64, what: i64, a: i64, b: i64, c: i64) -> i64:
    """How many there are; `opcodes` says what a, b and c mean."""
    if what == w.ONE:
        return 1
    if what == w.CARS:
        return _cars(s, seat, a, b, c)
    if what == w.RUN:
        return _run(s, seat, a, b)
    if what <= w.ON_TILE:
        return _place(s, seat, what, a)
    if what == w.CAR_VALUE:
        return _car_value(s, seat, a)
    if what == w.DIFFERENT:
        return _different(s, seat, a)
    return _belongings(s, seat, what)


def met(s: State, seat: i64, requirement: i64) -> bool:
    """F9.2: whether all parts of one of its groups are met."""
    needs = s.setting.needs
    place = s.setting.need_first[requirement] * 6
    end = s.setting.need_first[requirement + 1] * 6
    group = needs[place]
    holds = True
    while place < end:
        if needs[place] != group:
            if holds:
                return True
            group = needs[place]
            holds = True
        if holds:
            found = measure(s, seat, needs[place + 1], needs[place + 2], needs[place + 3], needs[place + 4])
            holds = found >= needs[place + 5]
        place += 6
    return holds


# Trains


def _cars(s: State, seat: i64, levels: i64, trains: i64, where: i64) -> i64:
    """Cars of some levels from a slot on, reached or not."""
    found: i64 = 0
    train: i64
    place: i64
    for train in range(2):
        if trains & bit(train) == 0:
            continue
        last = s.length[CONDUCTORS + seat * 2 + train] if where % 2 == 1 else s.length[seat * 2 + train]
        for place in range(where // 2 - 1, last):
            level = slot(s, seat, train, place)
            if is_car(level) and levels & bit(level) != 0:
                found += 1
    return found


def _run(s: State, seat: i64, levels: i64, length: i64) -> i64:
    """F9.3: neighbouring cars of one train, left to right, each of its level or better."""
    train: i64
    first: i64
    for train in range(2):
        for first in range(s.length[seat * 2 + train]):
            if _runs_from(s, seat, train, first, levels, length):
                return 1
    return 0


def _runs_from(s: State, seat: i64, train: i64, place: i64, levels: i64, length: i64) -> bool:
    end = s.length[seat * 2 + train]
    while length > 0:
        if place >= end:
            return False
        level = slot(s, seat, train, place)
        place += 1
        if is_car(level):
            if level < (levels >> (3 * (length - 1))) & 7:
                return False
            length -= 1
    return True


def _place(s: State, seat: i64, what: i64, a: i64) -> i64:
    """Positions: filled slots, conductors, mail cars, the locomotive."""
    upper = seat * 2
    lower = upper + 1
    if what == w.FILLED:
        return s.length[upper] + s.length[lower]
    if what == w.CONDUCTOR_AT:
        return s.length[CONDUCTORS + upper + a]
    if what == w.CONDUCTORS:
        return i64(s.length[CONDUCTORS + upper] >= a) + i64(s.length[CONDUCTORS + lower] >= a)
    if what == w.CONDUCTORS_LAST:
        return i64(s.length[CONDUCTORS + upper] == s.length[upper]) + i64(
            s.length[CONDUCTORS + lower] == s.length[lower]
        )
    if what == w.MAIL_PLACED:
        return module_a.mail_cars(s, seat)
    if what == w.MAIL_REACHED:
        return module_a.mail_cars_reached(s, seat)
    if what == w.LOCO_POS:
        return s.loco[seat]
    if what == w.RAIL_CARDS:
        return route.rail_cards(s, seat)
    if what == w.CONSTANTINOPLE:
        return i64(s.loco[seat] == route.CONSTANTINOPLE)
    if what == w.TILES:
        return i64(s.length[upper] > TILE_PLACE) + i64(s.length[lower] > TILE_PLACE)
    return i64(s.length[CONDUCTORS + upper] > TILE_PLACE) + i64(s.length[CONDUCTORS + lower] > TILE_PLACE)


def _car_value(s: State, seat: i64, train: i64) -> i64:
    """Printed values, never doubled."""
    found: i64 = 0
    place: i64
    for place in range(s.length[seat * 2 + train]):
        level = slot(s, seat, train, place)
        if is_car(level):
            found += s.setting.car_value[level]
    return found


def _different(s: State, seat: i64, levels: i64) -> i64:
    present: i64 = 0
    train: i64
    place: i64
    for train in range(2):
        for place in range(s.length[seat * 2 + train]):
            level = slot(s, seat, train, place)
            if is_car(level):
                present |= bit(level)
    return count(present & levels)


# Cards and coins


def _belongings(s: State, seat: i64, what: i64) -> i64:
    if what == w.COMPLETED:
        return s.taken[COMPLETED + seat]
    if what == w.STARS_AND_CARDS:
        return module_b.placed(s, seat)
    if what == w.PASSENGERS:
        return module_d.placed(s, seat, w.UPPER)
    if what == w.LUGGAGE:
        return module_d.placed(s, seat, w.LOWER)
    if what == w.SUSPECT_SELF:
        return s.evidence[SELF + seat]
    if what == w.SUSPECT_OTHERS:
        return s.evidence[OTHERS + seat]
    if what == w.DESTROY:
        return s.evidence[DESTROY + seat]
    if what == w.COINS:
        return coins.total(s, seat)
    if what == w.GAME_END_CARDS:
        return count(s.held[seat])
    return _module_cards(s, seat)


def _module_cards(s: State, seat: i64) -> i64:
    """Cards in the trains, under rail cards and in the gaps, and destroy cards."""
    guests = module_d.placed(s, seat, w.UPPER) + module_d.placed(s, seat, w.LOWER)
    return module_b.placed(s, seat) + guests + module_e.gap_cards(s, seat) + s.evidence[DESTROY + seat]
