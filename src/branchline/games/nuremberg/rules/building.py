"""N7: building a line, link by link."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import BIT, lowest
from branchline.games.nuremberg.rules import furth, paying, refusals
from branchline.games.nuremberg.rules.board import GREEN, LANDLORD, NOWHERE, RED, WHITE
from branchline.games.nuremberg.rules.moves import (
    BUILD,
    STOP,
    border_of,
    build,
    build_link,
    directed,
    link_from,
    link_to,
    pay_unit,
    rising,
)
from branchline.games.nuremberg.rules.state import (
    BUILDING_ORDER,
    NO_LINK,
    REMOVED,
    SHIPPING,
    TRACK,
    State,
    begin_turn,
    gain,
    lay,
    spend_cubes,
)


def begin(s: State) -> None:
    s.cursor = 0
    begin_turn(s, s.orders[BUILDING_ORDER])


def legal(s: State, found: vec[i64]) -> vec[i64]:
    if s.owed > 0:
        return paying.payments(s, found)
    found = append(found, STOP)  # N7.5: the line may end anywhere
    if s.links[s.active] == TRACK:
        return found
    if s.head != NOWHERE:
        return rising(_add_links(s, found, s.head))
    starts = s.touched[s.active] | s.stations[0] | s.stations[1]  # N7.3
    while starts != 0:
        plot = lowest(starts)
        starts &= ~BIT[plot]
        found = _add_links(s, found, plot)
    return rising(found)


def _add_links(s: State, found: vec[i64], plot: i64) -> vec[i64]:
    board = s.setting.board
    near_border = board.near_border
    near_plot = board.near_plot
    owner = s.owner
    place: i64
    for place in range(board.near[plot], board.near[plot + 1]):
        border = near_border[place]
        if (
            i64(owner[border]) == NO_LINK
            and _why_not_over(s, border, plot, near_plot[place]) == refusals.ALLOWED
        ):
            found = append(found, build(directed(board, border, plot)))
    return found


def why_not(s: State, move: i64) -> i64:
    if move == STOP:
        return refusals.PAY_FIRST if s.owed > 0 else refusals.ALLOWED
    if move >= BUILD:
        return refusals.PAY_FIRST if s.owed > 0 else why_no_link(s, build_link(move))
    if s.owed == 0:
        return refusals.NOTHING_OWED
    return refusals.ALLOWED if paying.has(s, pay_unit(move)) > 0 else refusals.NOT_IN_THAT


def why_no_link(s: State, link: i64) -> i64:
    board = s.setting.board
    return _why_not_over(s, border_of(link), link_from(board, link), link_to(board, link))


def _why_not_over(s: State, border: i64, start: i64, end: i64) -> i64:
    """Every condition for a link over a border except its cost, which `_why_unpaid` checks."""
    board = s.setting.board
    if board.cost[border] == 0:
        return refusals.NORTH_SOUTH if board.forbidden[border] != 0 else refusals.HILL_OR_FIELD  # N7.7, N7.6
    if i64(s.owner[border]) != NO_LINK:
        return refusals.BORDER_TAKEN  # N7.2
    if s.links[s.active] == TRACK:
        return refusals.NO_TRACK_LEFT  # N7.1
    if s.head == NOWHERE:
        if (s.touched[s.active] | s.stations[0] | s.stations[1]) & BIT[start] == 0:
            return refusals.NO_START  # N7.3
    elif start != s.head:
        return refusals.NOT_FROM_HEAD  # N7.4
    elif s.visited & BIT[end] != 0:
        return refusals.PLOT_TWICE  # N7.4
    elif board.south & BIT[start] != 0:
        return refusals.THROUGH_SOUTH  # N7.8
    if s.setting.south_start_only and board.south & BIT[end] != 0:
        return refusals.SOUTH_ONLY_START  # N16: south=start
    return _why_unpaid(s, border, start, end)


def _why_unpaid(s: State, border: i64, start: i64, end: i64) -> i64:
    """N7.13: first the payments of N7.10 and N7.11, then the link's cost from what is left (N7.12)."""
    influence = s.influence
    base = s.active * 4
    red = _company_toll(s, start, end, RED)
    green = _company_toll(s, start, end, GREEN)
    white = _landlord_toll(s, start, end)
    if influence[base + RED] < red or influence[base + GREEN] < green:
        return refusals.COMPANY_UNPAID
    if influence[base + WHITE] < white:
        return refusals.LANDLORD_UNPAID
    left = influence[base] + influence[base + 1] + influence[base + 2] + influence[base + 3]
    if s.cubes[s.active] + left - red - green - white < s.setting.board.cost[border]:
        return refusals.LINK_UNPAID
    return refusals.ALLOWED


def company_toll(s: State, link: i64, company: i64) -> i64:
    """N7.10: 1 for each plot of the company that the line touches for the first time: its first link touches both
    ends. A station of both companies costs one of each."""
    board = s.setting.board
    return _company_toll(s, link_from(board, link), link_to(board, link), company)


def _company_toll(s: State, start: i64, end: i64, company: i64) -> i64:
    stations = s.stations[company - RED]
    toll: i64 = 0
    if stations & BIT[end] != 0:
        toll += 1
    if s.head == NOWHERE and stations & BIT[start] != 0:
        toll += 1
    return toll


def landlord_toll(s: State, link: i64) -> i64:
    """N7.11: 1 white for each landlord there."""
    board = s.setting.board
    return _landlord_toll(s, link_from(board, link), link_to(board, link))


def _landlord_toll(s: State, start: i64, end: i64) -> i64:
    pawns = s.pawns
    toll = i64(pawns[end * 3 + 2])
    if s.head == NOWHERE:
        toll += i64(pawns[start * 3 + 2])
    return toll


def apply(s: State, move: i64) -> None:
    if move == STOP:
        _end_turn(s)
    elif move < BUILD:
        paying.pay(s, pay_unit(move))
        _finish_link(s)
    else:
        _lay(s, build_link(move))


def _lay(s: State, link: i64) -> None:
    board = s.setting.board
    seat = s.active
    gain(s, seat, RED, -company_toll(s, link, RED))
    gain(s, seat, GREEN, -company_toll(s, link, GREEN))
    landlords = landlord_toll(s, link)
    gain(s, seat, WHITE, -landlords)
    s.bags[REMOVED + LANDLORD] += landlords  # N7.11: they leave the game
    s.pawns[link_to(board, link) * 3 + 2] = 0
    if s.head == NOWHERE:
        s.start = link_from(board, link)
        s.pawns[s.start * 3 + 2] = 0
        s.visited = BIT[s.start]
    border = border_of(link)
    lay(s, border, seat)
    s.links[seat] += 1
    s.head = link_to(board, link)
    s.visited |= BIT[s.head]
    if landlords > 0:
        s.stale |= s.visited
    s.touched[seat] |= BIT[link_from(board, link)] | BIT[s.head]
    s.way[s.way_length] = border
    s.way_length += 1
    cubes = min(s.cubes[seat], board.cost[border])
    spend_cubes(s, seat, cubes)
    s.owed = board.cost[border] - cubes  # N7.12: influence only with no cube left
    _finish_link(s)


def _finish_link(s: State) -> None:
    """N8.1: once paid, before the next link is built."""
    if paying.settle(s):
        furth.score_if_joined(s)


def _end_turn(s: State) -> None:
    s.cursor += 1
    if s.cursor < s.setting.players:
        begin_turn(s, s.orders[BUILDING_ORDER + s.cursor])
    else:
        s.phase = SHIPPING
