"""N8: the bonus for joining Fürth and Nuremberg, once per game."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.games.nuremberg.rules import furth_own
from branchline.games.nuremberg.rules.board import MAX_BORDERS, NOWHERE
from branchline.games.nuremberg.rules.state import COMPANY, NO_LINK, State


def score_if_joined(s: State) -> None:
    """Called when a link has been laid; the seat to move has built it."""
    start = s.setting.board.bonus_from
    if s.joined != 0 or start == NOWHERE:
        return
    if not _has_track(s, start):
        return
    distances = _distances(s)
    if distances[start] == NOWHERE:
        return
    s.joined = 1
    if s.setting.furth_own:
        furth_own.score(s)
    else:
        _score(s, _best_line(s, distances))


def _has_track(s: State, plot: i64) -> bool:
    board = s.setting.board
    place: i64
    for place in range(board.near[plot], board.near[plot + 1]):
        if i64(s.owner[board.near_border[place]]) != NO_LINK:
            return True
    return False


def _score(s: State, line: vec[i64]) -> None:
    """N8.1: every player scores 1 per link on the line; the companies score nothing."""
    place: i64
    for place in range(len(line)):
        owner = i64(s.owner[line[place]])
        if owner < COMPANY:
            s.score[owner] += 1


def _distances(s: State) -> vec[i64]:
    """How many links each plot is from Nuremberg, over track of any owner; `NOWHERE` if unconnected."""
    board = s.setting.board
    found = vec[i64]([NOWHERE] * board.plots)
    queue = vec[i64]()
    plot: i64
    place: i64
    for plot in range(board.plots):
        if board.bonus_to & bit(plot) != 0:
            found[plot] = 0
            queue = append(queue, plot)
    head: i64 = 0
    while head < len(queue):
        plot = queue[head]
        head += 1
        for place in range(board.near[plot], board.near[plot + 1]):
            onward = board.near_plot[place]
            if i64(s.owner[board.near_border[place]]) != NO_LINK and found[onward] == NOWHERE:
                found[onward] = found[plot] + 1
                queue = append(queue, onward)
    return found


def _best_line(s: State, distances: vec[i64]) -> vec[i64]:
    """N8.1: the fewest links; then most links of the builder; then the first by sorted border numbers.

    Of two continuations from a plot, the better one is better whatever leads to the plot, so the best line is found
    from the end, one distance after the other."""
    board = s.setting.board
    best: list[vec[i64]] = [vec[i64]() for _ in range(board.plots)]
    distance: i64
    plot: i64
    place: i64
    for distance in range(1, distances[board.bonus_from] + 1):
        for plot in range(board.plots):
            if distances[plot] != distance:
                continue
            for place in range(board.near[plot], board.near[plot + 1]):
                border = board.near_border[place]
                onward = board.near_plot[place]
                if i64(s.owner[border]) != NO_LINK and distances[onward] == distance - 1:
                    line = append(best[onward][:], border)
                    if _is_better(s, line, best[plot]):
                        best[plot] = line
    return best[board.bonus_from]


def _is_better(s: State, line: vec[i64], other: vec[i64]) -> bool:
    if len(other) == 0:
        return True
    more = _links_of(s, line, s.active) - _links_of(s, other, s.active)
    if more != 0:
        return more > 0
    border: i64
    for border in range(MAX_BORDERS):
        if (border in line) != (border in other):
            return border in line
    return False


def _links_of(s: State, line: vec[i64], seat: i64) -> i64:
    count: i64 = 0
    place: i64
    for place in range(len(line)):
        if s.owner[line[place]] == seat:
            count += 1
    return count
