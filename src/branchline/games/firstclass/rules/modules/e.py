"""F15: module E, switches and mechanics in the gaps between the trains."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import bit
from branchline.games.firstclass.data.opcodes import LOWER, MECHANIC, SWITCH, UPPER
from branchline.games.firstclass.rules import refusals, trains
from branchline.games.firstclass.rules.state import (
    EMPTY,
    FURTHER,
    NOTHING,
    OWED,
    State,
    is_car,
    reached,
    slot,
)

GAPS: Final[i64] = 5
# F15.1: the slots left and right of each gap, from 0. Slot 6 is the mail car's, slot 10 the tile's.
LEFT: Final = vec[i64]([0, 2, 4, 6, 8])
RIGHT: Final = vec[i64]([1, 3, 6, 7, -1])


def top(s: State, seat: i64, gap: i64) -> i64:
    return i64(s.gaps[seat * GAPS + gap])


def why_no_gap(s: State, seat: i64, gap: i64) -> i64:
    """F15.1: the next free gap, or on top of an older gap card."""
    if top(s, seat, gap) == NOTHING and gap > 0 and top(s, seat, gap - 1) == NOTHING:
        return refusals.NOT_NEXT_GAP
    return refusals.ALLOWED


def place(s: State, seat: i64, gap: i64, card: i64) -> None:
    """F15.1: a covered mechanic earns nothing more; what it has earned keeps waiting (F15.3)."""
    train: i64
    for train in range(2):
        mark = bit(gap * 2 + train)
        if s.setting.rules == 1:  # one upgrade kept waiting, and only if it could have been done before
            if why_no_upgrade(s, seat, gap, train) == refusals.ALLOWED:
                s.mechanics[OWED + seat] |= mark
        elif earned(s, seat, gap, train):
            owe(s, seat, gap, train)
        s.mechanics[seat] &= ~mark
    s.gaps[seat * GAPS + gap] = i16(card)


# Mechanics


def is_mechanic(s: State, card: i64) -> bool:
    return card != NOTHING and s.setting.card_place[card] == MECHANIC


def earned(s: State, seat: i64, gap: i64, train: i64) -> bool:
    """F15.3: whether the mechanic on top has earned an upgrade in a train."""
    if not _works(s, seat, gap, train):
        return False
    level = slot(s, seat, train, LEFT[gap])
    return is_car(level) and level >= s.setting.need_level[top(s, seat, gap)]


def _works(s: State, seat: i64, gap: i64, train: i64) -> bool:
    """Whether the card on top is a mechanic that is not done in a train. Gap 5 has no right car."""
    return (
        RIGHT[gap] != EMPTY
        and is_mechanic(s, top(s, seat, gap))
        and s.mechanics[seat] & bit(gap * 2 + train) == 0
    )


def owed(s: State, seat: i64, gap: i64, train: i64) -> i64:
    """How many upgrades of covered mechanics are waiting."""
    place = gap * 2 + train
    found = s.mechanics[OWED + seat]
    return 0 if found & bit(place) == 0 else 1 + ((found >> (FURTHER + 5 * place)) & 31)


def all_owed(s: State, seat: i64) -> i64:
    """How many upgrades of covered mechanics a seat has."""
    found: i64 = 0
    place: i64
    if s.mechanics[OWED + seat] != 0:
        for place in range(2 * GAPS):
            found += owed(s, seat, place // 2, place % 2)
    return found


def owe(s: State, seat: i64, gap: i64, train: i64) -> None:
    place = gap * 2 + train
    if s.mechanics[OWED + seat] & bit(place) == 0:
        s.mechanics[OWED + seat] |= bit(place)
    else:
        s.mechanics[OWED + seat] += bit(FURTHER + 5 * place)


def waiting(s: State, seat: i64, gap: i64, train: i64) -> i64:
    """F15.3: the upgrades that have been earned but not done yet."""
    return owed(s, seat, gap, train) + (1 if earned(s, seat, gap, train) else 0)


def why_no_upgrade(s: State, seat: i64, gap: i64, train: i64) -> i64:
    """F15.3: why the mechanic of a gap has no upgrade to do in a train; 0 if it has one."""
    mark = bit(gap * 2 + train)
    if s.mechanics[OWED + seat] & mark == 0:
        card = top(s, seat, gap)
        if not is_mechanic(s, card) or s.mechanics[seat] & mark != 0:
            return refusals.NO_MECHANIC
        level = slot(s, seat, train, LEFT[gap])
        if not is_car(level) or level < s.setting.need_level[card]:
            return refusals.MECHANIC_WAITS
    if RIGHT[gap] == EMPTY:
        return refusals.MECHANIC_WAITS
    allowed = trains.why_no_upgrade(s, seat, train, RIGHT[gap]) == refusals.ALLOWED
    return refusals.ALLOWED if allowed else refusals.MECHANIC_WAITS


def upgrade(s: State, seat: i64, gap: i64, train: i64) -> None:
    """Once for each train and card, the oldest card first."""
    place = gap * 2 + train
    waits = owed(s, seat, gap, train)
    if waits > 1:
        s.mechanics[OWED + seat] -= bit(FURTHER + 5 * place)
    elif waits == 1:
        s.mechanics[OWED + seat] &= ~bit(place)
    else:
        s.mechanics[seat] |= bit(place)
    trains.upgrade(s, seat, train, RIGHT[gap])


def loses_work(s: State, seat: i64, gap: i64, train: i64) -> bool:
    """F15.1: whether the mechanic on top could still earn an upgrade, which covering it would prevent."""
    return _works(s, seat, gap, train) and (s.setting.rules == 1 or not earned(s, seat, gap, train))


# Switches


def switch_points(s: State, seat: i64) -> i64:
    """F15.2: every scoring phase, the arrows of all switches."""
    found: i64 = 0
    gap: i64
    for gap in range(GAPS):
        card = top(s, seat, gap)
        if card != NOTHING and s.setting.card_place[card] == SWITCH:
            found += points_in(s, seat, gap, card)
    return found


def points_in(s: State, seat: i64, gap: i64, card: i64) -> i64:
    """What the arrows of a switch bring in a gap."""
    found: i64 = 0
    need = s.setting.need_level[card]
    if _counts(s, seat, UPPER, LEFT[gap], need):
        found += s.setting.upper_points[card]
    if RIGHT[gap] != EMPTY and _counts(s, seat, LOWER, RIGHT[gap], need):
        found += s.setting.lower_points[card]
    return found


def _counts(s: State, seat: i64, train: i64, place: i64, need: i64) -> bool:
    level = slot(s, seat, train, place)
    return is_car(level) and level >= need and reached(s, seat, train, place)


def gap_cards(s: State, seat: i64) -> i64:
    """Top cards, face down or not."""
    found: i64 = 0
    gap: i64
    for gap in range(GAPS):
        if top(s, seat, gap) != NOTHING:
            found += 1
    return found
