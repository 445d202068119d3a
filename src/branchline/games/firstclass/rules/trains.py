"""F5 and F7: cars, mail cars, locomotive tiles and conductors."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.games.firstclass.data.opcodes import BOTH, LOWER, UPPER
from branchline.games.firstclass.rules import refusals
from branchline.games.firstclass.rules.cards import FROM_MAIL
from branchline.games.firstclass.rules.modules import b, d
from branchline.games.firstclass.rules.state import (
    CONDUCTORS,
    EMPTY,
    MAIL_PLACE,
    MAIL_SLOT,
    SLOTS,
    TILE_PLACE,
    TILE_SLOT,
    TOP_LEVEL,
    State,
    card_under,
    fill_slot,
    is_car,
    is_tile,
    slot,
    wait,
)

# Cars


def has_room(s: State, seat: i64, train: i64) -> bool:
    return s.length[seat * 2 + train] < SLOTS


def takes_mail(s: State, seat: i64, train: i64) -> bool:
    """Whether the next slot is the one for a mail car."""
    return s.length[seat * 2 + train] == MAIL_PLACE


def add_car(s: State, seat: i64, train: i64) -> None:
    """F5.1: a value-0 car, or in slot 10 the top locomotive tile."""
    place = s.length[seat * 2 + train]
    content: i64 = 0
    if place == TILE_PLACE:
        content = TILE_SLOT + s.tiles
        s.tiles += 1
    fill_slot(s, seat, train, place, content)
    s.length[seat * 2 + train] = place + 1


def add_mail_car(s: State, seat: i64, train: i64, mail_car: i64) -> None:
    """F5.3: its bonus becomes a waiting action."""
    fill_slot(s, seat, train, MAIL_PLACE, MAIL_SLOT + mail_car)
    s.length[seat * 2 + train] = MAIL_PLACE + 1
    s.mail[seat] &= ~bit(mail_car)
    wait(s, seat, FROM_MAIL + mail_car, 1)


# Upgrades


def why_no_upgrade(s: State, seat: i64, train: i64, place: i64) -> i64:
    """F5.2: by one step, and never above the nearest value car on the left."""
    base = seat * 20 + train * SLOTS
    level = i64(s.slots[base + place])
    if not is_car(level):
        return refusals.NO_CAR_THERE if level == EMPTY else refusals.NOT_UPGRADED
    if level == TOP_LEVEL:
        return refusals.TOP_VALUE
    if place == 0:
        return refusals.ALLOWED
    neighbour = place - 2 if place - 1 == MAIL_PLACE else place - 1  # F5.3: the mail car is skipped
    return refusals.ALLOWED if level < i64(s.slots[base + neighbour]) else refusals.LEFT_FIRST


def upgradable(s: State, seat: i64, train: i64) -> i64:
    """Bit set of the places of a train whose cars can be upgraded (F5.2), those with a car on the left that is worth
    more."""
    slots = s.slots
    base = seat * 20 + train * SLOTS
    found: i64 = 0
    left = TOP_LEVEL
    place: i64
    for place in range(s.length[seat * 2 + train]):
        level = i64(slots[base + place])
        if is_car(level):
            if level < left:
                found |= bit(place)
            left = level
    return found


def can_upgrade(s: State, seat: i64) -> bool:
    """Whether any car can be upgraded."""
    return upgradable(s, seat, UPPER) != 0 or upgradable(s, seat, LOWER) != 0


def upgrade(s: State, seat: i64, train: i64, place: i64) -> None:
    s.slots[seat * 20 + train * SLOTS + place] += 1
    if s.setting.has_guests:
        d.board(s, seat, train, place)


# Conductors


def can_step(s: State, seat: i64, train: i64) -> bool:
    """F5.4: as far as the train goes."""
    return s.length[CONDUCTORS + seat * 2 + train] < s.length[seat * 2 + train]


def can_walk(s: State, seat: i64, which: i64) -> bool:
    """Whether a part that moves conductors can move one."""
    return (which != LOWER and can_step(s, seat, UPPER)) or (which != UPPER and can_step(s, seat, LOWER))


def step(s: State, seat: i64, train: i64) -> None:
    s.length[CONDUCTORS + seat * 2 + train] += 1
    if s.setting.has_guests:
        d.board(s, seat, train, s.length[CONDUCTORS + seat * 2 + train] - 1)


def walk(s: State, seat: i64, which: i64, steps: i64) -> None:
    """F5.4: the conductors of one or both trains, that many steps each; surplus steps are lost."""
    train: i64
    for train in range(2):
        if which in (BOTH, train):
            left = steps
            while left > 0 and can_step(s, seat, train):
                step(s, seat, train)
                left -= 1


# Points


def points(s: State, seat: i64, train: i64) -> i64:
    """F10.2: reached cars, a celebrity's car twice; F7.1: the tile, once the conductor stands on it."""
    found: i64 = 0
    place: i64
    for place in range(s.length[CONDUCTORS + seat * 2 + train]):
        content = slot(s, seat, train, place)
        if is_car(content):
            value = s.setting.car_value[content]
            found += 2 * value if b.is_celebrity(s, card_under(s, seat, train, place)) else value
        elif is_tile(content):
            found += s.setting.tile_number[content - TILE_SLOT]
    return found
