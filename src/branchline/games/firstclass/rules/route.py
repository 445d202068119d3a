"""F6: the route. Spaces are counted from 1: three stations, two for each rail card, and Constantinople."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from branchline.games.firstclass.rules.cards import RAILS, STATIONS
from branchline.games.firstclass.rules.state import NOTHING, State, rail_card

CONSTANTINOPLE: Final[i64] = STATIONS + 2 * RAILS + 1


def rail_cards(s: State, seat: i64) -> i64:
    found: i64 = 0
    while found < RAILS and rail_card(s, seat, found) != NOTHING:
        found += 1
    return found


def has_room(s: State, seat: i64) -> bool:
    """F6.4: at most five rail cards."""
    return rail_card(s, seat, RAILS - 1) == NOTHING


def lay_rail(s: State, seat: i64, card: i64) -> None:
    """F6.1: at the far end."""
    s.rails[seat * RAILS + rail_cards(s, seat)] = i16(card)


def last_space(s: State, seat: i64) -> i64:
    """How far the built route goes; F6.3: Constantinople is part of it once the fifth rail card is laid."""
    laid = rail_cards(s, seat)
    return CONSTANTINOPLE if laid == RAILS else STATIONS + 2 * laid


def can_move(s: State, seat: i64) -> bool:
    return s.loco[seat] < last_space(s, seat)


def move(s: State, seat: i64, spaces: i64) -> None:
    """F6.2: as far as the route goes; every points stop pays when it is entered."""
    end = min(s.loco[seat] + spaces, last_space(s, seat))
    while s.loco[seat] < end:
        s.loco[seat] += 1
        s.score[seat] += _points(s, seat, s.loco[seat])


def _points(s: State, seat: i64, space: i64) -> i64:
    """What a space pays when it is entered."""
    if space <= STATIONS:
        return s.setting.station_points[space - 1]
    if space == CONSTANTINOPLE:
        s.arrivals += 1
        reward = s.arrivals - 1
        return s.setting.arrival_points[reward] if reward < len(s.setting.arrival_points) else 0  # F6.3
    rail = (space - STATIONS - 1) // 2
    is_points_stop = (space - STATIONS) % 2 == 1
    return s.setting.rail_points[rail_card(s, seat, rail)] if is_points_stop else 0


# Clock stops


def clock_box(s: State, seat: i64, space: i64) -> i64:
    """The action of a space's clock stop, NOTHING if it has none."""
    if space <= STATIONS:
        return s.setting.station_clock[space - 1]
    if space == CONSTANTINOPLE or (space - STATIONS) % 2 == 1:
        return NOTHING
    return s.setting.clock_box[rail_card(s, seat, rail_at(space))]


def rail_at(space: i64) -> i64:
    """The rail card a space lies on, NOTHING for a printed station and for Constantinople."""
    return (space - STATIONS - 1) // 2 if STATIONS < space < CONSTANTINOPLE else NOTHING


def next_clock(s: State) -> i64:
    """F10.1: the next clock stop outwards that the locomotive has reached; NOTHING if there is none."""
    space = s.clock + 1
    while space <= s.loco[s.seat]:
        if clock_box(s, s.seat, space) != NOTHING:
            return space
        space += 1
    return NOTHING
