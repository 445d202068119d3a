"""N7: building a line, link by link."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, lowest
from branchline.games.nuremberg.rules import furth, paying, refusals
from branchline.games.nuremberg.rules.board import BORDERS, GREEN, LANDLORD, NOWHERE, PARTS, RED, WHITE, Board
from branchline.games.nuremberg.rules.moves import (
    BUILD,
    STOP,
    border_of,
    build,
    build_link,
    link_from,
    link_to,
    pay_unit,
)
from branchline.games.nuremberg.rules.state import (
    BUILDING_ORDER,
    LAID,
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
    starts = _starts(s)
    part: i64
    for part in range(PARTS):
        free = _around(s.setting.board, starts, part) & ~s.reach[LAID + part]  # N7.2
        found = _add_links(s, found, starts, free, part * BORDERS)
    return found


def _starts(s: State) -> i64:
    """Bit set of the plots that the next link may leave: N7.4 for a line in progress, else N7.3."""
    return bit(s.head) if s.head != NOWHERE else s.touched[s.active] | s.stations[0] | s.stations[1]


def _around(board: Board, plots: i64, part: i64) -> i64:
    """Bit set of the borders of some plots where track is allowed (N7.6, N7.7), those of one part."""
    found: i64 = 0
    while plots != 0:
        found |= board.around[lowest(plots) * PARTS + part]
        plots &= plots - 1
    return found


def _add_links(s: State, found: vec[i64], starts: i64, borders: i64, first: i64) -> vec[i64]:
    """The links that leave some plots over some borders, counted from the first, in rising order."""
    end_a = s.setting.board.end_a
    end_b = s.setting.board.end_b
    means = _means(s)
    while borders != 0:
        border = first + lowest(borders)
        borders &= borders - 1
        a = end_a[border]
        b = end_b[border]
        if starts & bit(a) != 0 and _why_not_onward(s, border, a, b, means) == refusals.ALLOWED:
            found = append(found, build(2 * border))
        if starts & bit(b) != 0 and _why_not_onward(s, border, b, a, means) == refusals.ALLOWED:
            found = append(found, build(2 * border + 1))
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
    if _starts(s) & bit(start) == 0:
        return refusals.NO_START if s.head == NOWHERE else refusals.NOT_FROM_HEAD  # N7.3, N7.4
    return _why_not_onward(s, border, start, end, _means(s))


def _why_not_onward(s: State, border: i64, start: i64, end: i64, means: i64) -> i64:
    """The conditions that are left where a line may go on, over a free border that takes track."""
    board = s.setting.board
    if s.head != NOWHERE:
        if s.visited & bit(end) != 0:
            return refusals.PLOT_TWICE  # N7.4
        if board.south & bit(start) != 0:
            return refusals.THROUGH_SOUTH  # N7.8
    if s.setting.south_start_only and board.south & bit(end) != 0:
        return refusals.SOUTH_ONLY_START  # N16: south=start
    return _why_unpaid(s, border, start, end, means)


def _means(s: State) -> i64:
    """All that the player to move can pay with: cubes, and influence of every colour."""
    influence = s.influence
    base = s.active * 4
    of_colours = influence[base] + influence[base + 1] + influence[base + 2] + influence[base + 3]
    return s.cubes[s.active] + of_colours


def _why_unpaid(s: State, border: i64, start: i64, end: i64, means: i64) -> i64:
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
    if means - red - green - white < s.setting.board.cost[border]:
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
    if stations & bit(end) != 0:
        toll += 1
    if s.head == NOWHERE and stations & bit(start) != 0:
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
        s.visited = bit(s.start)
    border = border_of(link)
    lay(s, border, seat)
    s.links[seat] += 1
    s.head = link_to(board, link)
    s.visited |= bit(s.head)
    if landlords > 0:
        s.stale |= s.visited
    s.touched[seat] |= bit(link_from(board, link)) | bit(s.head)
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
