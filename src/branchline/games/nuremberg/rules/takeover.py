"""N12 and N13: ceding a stretch of track to a company, step by step, and the end of the round."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, lowest
from branchline.games.nuremberg.rules import refusals
from branchline.games.nuremberg.rules.board import GREEN, NOWHERE, RED, RED_PASSENGER
from branchline.games.nuremberg.rules.moves import (
    KEEP,
    SIGN,
    border_of,
    cede,
    cede_company,
    cede_link,
    directed,
    link_from,
    link_to,
    rising,
)
from branchline.games.nuremberg.rules.setup import return_discs
from branchline.games.nuremberg.rules.state import (
    BUILDING_ORDER,
    COMPANY,
    GAME_END,
    GENERAL,
    INVESTMENT,
    NOBODY,
    REMOVED,
    ROUND_END,
    TRACK,
    TRAIN_ORDER,
    State,
    begin_turn,
    gain,
    is_station_of,
    lay,
)


def begin(s: State) -> None:
    s.cursor = 0
    begin_turn(s, s.orders[GENERAL])


def legal(s: State, found: vec[i64]) -> vec[i64]:
    company: i64
    if s.ceding != NOWHERE:
        if _why_no_signature(s) == refusals.ALLOWED:
            found = append(found, SIGN)
        return _add_steps(s, found, s.ceding, s.head)
    found = append(found, KEEP)
    for company in range(RED, GREEN + 1):
        starts = s.stations[company - RED] & s.touched[s.active]
        if links_payable(s, company) > 0:
            while starts != 0:
                plot = lowest(starts)
                starts &= ~bit(plot)
                found = _add_steps(s, found, company, plot)
    return rising(found)


def _add_steps(s: State, found: vec[i64], company: i64, plot: i64) -> vec[i64]:
    board = s.setting.board
    place: i64
    for place in range(board.near[plot], board.near[plot + 1]):
        border = board.near_border[place]
        if s.owner[border] == s.active and s.visited & bit(board.near_plot[place]) == 0:
            link = directed(board, border, plot)
            if _completable(s, company, link, links_payable(s, company)):
                found = append(found, cede(company, link))
    return found


def links_payable(s: State, company: i64) -> i64:
    """N12.4: two links per point; N1.5: no more than the company has pieces for."""
    return min(2 * s.influence[s.active * 4 + company], _pieces_left(s, company))


def _pieces_left(s: State, company: i64) -> i64:
    if s.setting.company_track == 0:
        return TRACK  # as many links as anybody could cede
    return s.setting.company_track - s.links[COMPANY + company - RED]


def _completable(s: State, company: i64, link: i64, links: i64) -> bool:
    """Whether some path that continues over this link reaches a station within that many links."""
    start = s.start if s.ceding != NOWHERE else link_from(s.setting.board, link)
    return _leads_to_end(s, company, link, links, start)


def _leads_to_end(s: State, company: i64, link: i64, links: i64, start: i64) -> bool:
    board = s.setting.board
    left = links - s.way_length - 1
    visited = s.visited | bit(link_from(board, link))
    return left >= 0 and _ends_somewhere(s, company, start, link_to(board, link), visited, left)


def _ends_somewhere(s: State, company: i64, start: i64, plot: i64, visited: i64, left: i64) -> bool:
    board = s.setting.board
    if _may_end(s, company, start, plot):
        return True
    if left == 0:
        return False
    visited |= bit(plot)
    place: i64
    for place in range(board.near[plot], board.near[plot + 1]):
        onward = board.near_plot[place]
        free = s.owner[board.near_border[place]] == s.active and visited & bit(onward) == 0
        if free and _ends_somewhere(s, company, start, onward, visited, left - 1):
            return True
    return False


def _may_end(s: State, company: i64, start: i64, plot: i64) -> bool:
    """N12.3: any station. N12.5: a stretch between two stations of the company has one direction only: from the one
    that comes first in the map file."""
    if s.setting.board.stations & bit(plot) == 0:
        return False
    return start < plot or not is_station_of(s, plot, company)


# Why not


def why_not(s: State, move: i64) -> i64:
    if move == KEEP:
        return refusals.STRETCH_BEGUN if s.ceding != NOWHERE else refusals.ALLOWED
    if move == SIGN:
        return _why_no_signature(s)
    company = cede_company(move)
    link = cede_link(move)
    return _why_no_step(s, company, link)


def _why_no_signature(s: State) -> i64:
    if s.ceding == NOWHERE:
        return refusals.NO_STRETCH
    if s.setting.board.stations & bit(s.head) == 0:
        return refusals.NOT_AT_STATION
    if not _may_end(s, s.ceding, s.start, s.head):
        return refusals.NAMED_FROM_OTHER_END
    return refusals.ALLOWED


def _why_no_step(s: State, company: i64, link: i64) -> i64:
    board = s.setting.board
    start = link_from(board, link)
    if s.owner[border_of(link)] != s.active:
        return refusals.NOT_OWN_LINK
    if s.ceding == NOWHERE:
        if not is_station_of(s, start, company):
            return refusals.NOT_COMPANY_STATION
    elif s.ceding != company:
        return refusals.OTHER_COMPANY
    elif start != s.head:
        return refusals.WAY_NOT_FROM_HEAD
    elif s.visited & bit(link_to(board, link)) != 0:
        return refusals.WAY_PLOT_TWICE
    if not _completable(s, company, link, TRACK):
        any_end = _leads_to_end(s, company, link, TRACK, NOWHERE)  # as if it started before all plots
        return refusals.BEGIN_AT_OTHER_END if any_end else refusals.NO_STATION_AHEAD
    if not _completable(s, company, link, 2 * s.influence[s.active * 4 + company]):
        return refusals.TOO_LITTLE_INFLUENCE
    if not _completable(s, company, link, _pieces_left(s, company)):
        return refusals.COMPANY_TRACK_OUT
    return refusals.ALLOWED


# What moves do


def apply(s: State, move: i64) -> None:
    if move == KEEP:
        _end_turn(s)
    elif move == SIGN:
        _cede(s)
        _end_turn(s)
    else:
        _go_on(s, cede_company(move), cede_link(move))


def _go_on(s: State, company: i64, link: i64) -> None:
    board = s.setting.board
    if s.ceding == NOWHERE:
        s.ceding = company
        s.start = link_from(board, link)
        s.visited = bit(s.start)
    s.head = link_to(board, link)
    s.visited |= bit(s.head)
    s.way[s.way_length] = border_of(link)
    s.way_length += 1


def _cede(s: State) -> None:
    seat = s.active
    company = s.ceding
    place: i64
    gain(s, seat, company, -((s.way_length + 1) // 2))  # N12.4
    for place in range(s.way_length):
        lay(s, s.way[place], COMPANY + company - RED)
    s.links[seat] -= s.way_length  # N12.5: the pieces return
    s.links[COMPANY + company - RED] += s.way_length
    s.stations[company - RED] |= s.visited & s.setting.board.stations
    plots = s.visited
    while plots != 0:
        plot = lowest(plots)
        plots &= ~bit(plot)
        _clear(s, plot, company)
    _find_touched(s, seat)


def _clear(s: State, plot: i64, company: i64) -> None:
    """N12.6: all goods, and the passengers of that colour, leave the game."""
    if s.goods[plot] > 0:
        s.bags[REMOVED + s.setting.board.goods[plot]] += i64(s.goods[plot])
        s.goods[plot] = 0
    s.stale |= bit(plot)
    passengers = plot * 3 + company - RED
    s.bags[REMOVED + RED_PASSENGER + company - RED] += i64(s.pawns[passengers])
    s.pawns[passengers] = 0


def _find_touched(s: State, seat: i64) -> None:
    board = s.setting.board
    touched: i64 = 0
    border: i64
    for border in range(board.borders):
        if s.owner[border] == seat:
            touched |= bit(board.end_a[border]) | bit(board.end_b[border])
    s.touched[seat] = touched


def _end_turn(s: State) -> None:
    s.cursor += 1
    if s.cursor < s.setting.players:
        begin_turn(s, s.orders[GENERAL + s.cursor])
    else:
        s.phase = ROUND_END


def end_round(s: State) -> None:
    """N13.1; the orders were for this round only (N6.1). After the last takeovers (N12.7) the game ends."""
    return_discs(s)
    place: i64
    for place in range(4):
        s.orders[BUILDING_ORDER + place] = NOBODY
        s.orders[TRAIN_ORDER + place] = NOBODY
    if s.round == s.setting.rounds:
        s.phase = GAME_END
    else:
        s.round += 1
        s.phase = INVESTMENT
