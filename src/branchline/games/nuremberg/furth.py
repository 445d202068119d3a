"""N8: the bonus for joining Fürth and Nuremberg, once a game.

The link just laid is part of every joining line: before it there was none. Nothing here is in a hurry.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.nuremberg.board import BIT, MAX_BORDERS, NOWHERE
from branchline.games.nuremberg.state import COMPANY, NO_LINK, State


def score_if_joined(s: State) -> None:
    board = s.setting.board
    if s.joined != 0 or board.bonus_from == NOWHERE:
        return
    if _reach(s, BIT[board.bonus_from], 0) & board.bonus_to == 0:
        return
    s.joined = 1
    if s.setting.furth_own:
        _score_own_fewest(s)
    else:
        _score_shortest(s)


def _reach(s: State, plots: i64, avoid: i64) -> i64:
    """Bit set of the plots that laid track of any owner leads to."""
    board = s.setting.board
    grown = True
    border: i64
    while grown:
        grown = False
        for border in range(board.borders):
            if s.owner[border] != NO_LINK:
                ends = BIT[board.end_a[border]] | BIT[board.end_b[border]]
                if ends & plots != 0 and ends & ~plots & ~avoid != 0:
                    plots |= ends & ~avoid
                    grown = True
    return plots


def _score_shortest(s: State) -> None:
    """N8.1: on the joining line with the fewest links every player scores 1 a link; the companies nothing."""
    line = _best_line(s)
    place: i64
    for place in range(len(line)):
        owner = s.owner[line[place]]
        if owner < COMPANY:
            s.score[owner] += 1


def _best_line(s: State) -> vec[i64]:
    """The fewest links; then most links of the builder; then the first by sorted border numbers."""
    length: i64 = 1
    while True:
        best = _better_line(s, s.setting.board.bonus_from, 0, vec[i64](), vec[i64](), length)
        if len(best) > 0:
            return best
        length += 1


def _better_line(s: State, plot: i64, seen: i64, line: vec[i64], best: vec[i64], length: i64) -> vec[i64]:
    """The better of `best` and all joining lines of a length that go on from `line` at a plot."""
    board = s.setting.board
    if board.bonus_to & BIT[plot] != 0:
        return line if len(line) == length and _is_better(s, line, best) else best
    if len(line) == length:
        return best
    seen |= BIT[plot]
    place: i64
    for place in range(board.near[plot], board.near[plot + 1]):
        border = board.near_border[place]
        onward = board.near_plot[place]
        if s.owner[border] != NO_LINK and seen & BIT[onward] == 0:
            best = _better_line(s, onward, seen, append(line[:], border), best, length)
    return best


def _is_better(s: State, line: vec[i64], best: vec[i64]) -> bool:
    if len(best) == 0:
        return True
    more = _links_of(s, line, s.active) - _links_of(s, best, s.active)
    if more != 0:
        return more > 0
    border: i64
    for border in range(MAX_BORDERS):
        if (border in line) != (border in best):
            return border in line
    return False


def _links_of(s: State, line: vec[i64], seat: i64) -> i64:
    count: i64 = 0
    place: i64
    for place in range(len(line)):
        if s.owner[line[place]] == seat:
            count += 1
    return count


def _score_own_fewest(s: State) -> None:
    """N16, furth=own: each player scores the smallest number of own links above zero on any joining line."""
    seat: i64
    for seat in range(s.setting.players):
        fewest = _fewest(s, seat, s.setting.board.bonus_from, 0, 0, MAX_BORDERS)
        if fewest < MAX_BORDERS:
            s.score[seat] += fewest


def _fewest(s: State, seat: i64, plot: i64, seen: i64, own: i64, fewest: i64) -> i64:
    """The smallest number of a seat's links above zero on joining lines that go on from a plot."""
    board = s.setting.board
    if board.bonus_to & BIT[plot] != 0:
        return own if own > 0 else fewest
    seen |= BIT[plot]
    if _reach(s, BIT[plot], seen & ~BIT[plot]) & board.bonus_to == 0:
        return fewest  # a dead end: spares walking through it
    place: i64
    for place in range(board.near[plot], board.near[plot + 1]):
        border = board.near_border[place]
        onward = board.near_plot[place]
        if s.owner[border] != NO_LINK and seen & BIT[onward] == 0:
            count = own + 1 if s.owner[border] == seat else own
            if count < fewest:
                fewest = _fewest(s, seat, onward, seen, count, fewest)
    return fewest
