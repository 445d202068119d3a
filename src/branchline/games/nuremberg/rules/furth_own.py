"""N16, furth=own: each player scores the shortest unbroken run of own links on any joining line. Under rules
version 1 it was the smallest number of own links on one.

A joining line over a run consists of the run and two paths from its ends, one to Fürth and one to Nuremberg, that
share no plot with it or with each other. Two such paths are a flow of two units, where every plot lets one unit
through: trying all lines would take forever on a dense network. The runs themselves are few, since nobody has more
than 15 links (N1.2)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.games.nuremberg.rules.board import Board
from branchline.games.nuremberg.rules.state import NO_LINK, State

FAR: Final[i64] = 1_000_000


class Flow:
    """Arcs with capacity 1; every arc is followed by its reverse arc."""

    def __init__(self, nodes: i64) -> None:
        self.nodes: i64 = nodes
        self.start: vec[i64] = vec[i64]()
        self.end: vec[i64] = vec[i64]()
        self.room: vec[i64] = vec[i64]()
        self.cost: vec[i64] = vec[i64]()

    def add(self, start: i64, end: i64, cost: i64) -> None:
        self.start = append(append(self.start, start), end)
        self.end = append(append(self.end, end), start)
        self.room = append(append(self.room, 1), 0)
        self.cost = append(append(self.cost, cost), -cost)

    def push(self, source: i64, sink: i64) -> i64:
        """Send one unit along the cheapest path (Bellman-Ford). Returns its cost, `FAR` if there is no path."""
        distance = vec[i64]([FAR] * self.nodes)
        arrived_by = vec[i64]([-1] * self.nodes)
        distance[source] = 0
        changed = True
        arc: i64
        while changed:
            changed = False
            for arc in range(len(self.start)):
                through = distance[self.start[arc]] + self.cost[arc]
                if self.room[arc] > 0 and through < distance[self.end[arc]]:
                    distance[self.end[arc]] = through
                    arrived_by[self.end[arc]] = arc
                    changed = True
        node = sink
        while distance[sink] < FAR and node != source:
            arc = arrived_by[node]
            self.room[arc] -= 1
            self.room[arc ^ 1] += 1
            node = self.start[arc]
        return distance[sink] if distance[sink] < FAR else FAR


def score(s: State) -> None:
    seat: i64
    for seat in range(s.setting.players):
        points = _fewest_links(s, seat) if s.setting.rules == 1 else _shortest_run(s, seat)
        if points < FAR:
            s.score[seat] += points


# The shortest run


def _shortest_run(s: State, seat: i64) -> i64:
    """`FAR` if no own link is on a joining line."""
    plot: i64
    length: i64
    for length in range(1, _links(s, seat) + 1):
        for plot in range(s.setting.board.plots):
            if _runs_on(s, seat, plot, plot, bit(plot), length):
                return length
    return FAR


def _links(s: State, seat: i64) -> i64:
    found: i64 = 0
    border: i64
    for border in range(s.setting.board.borders):
        if s.owner[border] == seat:
            found += 1
    return found


def _runs_on(s: State, seat: i64, start: i64, plot: i64, visited: i64, left: i64) -> bool:
    """Whether a run from `start` to a plot can continue for exactly that many links and then be a run of a connecting
    line."""
    board = s.setting.board
    if left == 0:
        return start < plot and _is_on_a_line(s, seat, start, plot, visited)
    if start != plot and _ends_a_line(board, plot):
        return False
    place: i64
    for place in range(board.near[plot], board.near[plot + 1]):
        onward = board.near_plot[place]
        if (
            s.owner[board.near_border[place]] == seat
            and visited & bit(onward) == 0
            and _runs_on(s, seat, start, onward, visited | bit(onward), left - 1)
        ):
            return True
    return False


def _ends_a_line(board: Board, plot: i64) -> bool:
    return plot == board.bonus_from or board.bonus_to & bit(plot) != 0


def _is_on_a_line(s: State, seat: i64, start: i64, end: i64, visited: i64) -> bool:
    """Whether paths lead from both ends of a run to Fürth and Nuremberg. They start with another owner's link:
    otherwise the run would be longer."""
    board = s.setting.board
    ends = bit(start) | bit(end)
    flow = Flow(2 * board.plots + 3)
    plot: i64
    for plot in range(board.plots):
        if visited & bit(plot) == 0 or ends & bit(plot) != 0:
            _add_plot(flow, s, seat, plot, others_only=ends & bit(plot) != 0, but=NO_LINK)
    return _two_ways(flow, board, start, end) < FAR


# The fewest links (rules version 1)


def _fewest_links(s: State, seat: i64) -> i64:
    board = s.setting.board
    fewest = FAR
    link: i64
    plot: i64
    for link in range(board.borders):
        if s.owner[link] == seat:
            flow = Flow(2 * board.plots + 3)
            for plot in range(board.plots):
                _add_plot(flow, s, seat, plot, others_only=False, but=link)
            fewest = min(fewest, 1 + _two_ways(flow, board, board.end_a[link], board.end_b[link]))
    return fewest


# The network of laid track. A plot is two nodes with an arc between them, so that only one unit passes; one unit #
# ends at Fürth and one at Nuremberg, where no line continues.


def _two_ways(flow: Flow, board: Board, start: i64, end: i64) -> i64:
    """The fewest own links on two paths from these plots to Fürth and Nuremberg; `FAR` if there are none."""
    source = 2 * board.plots
    sink = source + 1
    flow.add(source + 2, sink, 0)
    flow.add(source, 2 * start, 0)
    flow.add(source, 2 * end, 0)
    first = flow.push(source, sink)
    return min(FAR, first + flow.push(source, sink))


def _add_plot(flow: Flow, s: State, seat: i64, plot: i64, others_only: bool, but: i64) -> None:
    """Add a plot with its outgoing links: those of other owners only, or all but one."""
    board = s.setting.board
    if _ends_a_line(board, plot):
        flow.add(2 * plot, 2 * board.plots + (1 if plot == board.bonus_from else 2), 0)
        return
    place: i64
    flow.add(2 * plot, 2 * plot + 1, 0)
    for place in range(board.near[plot], board.near[plot + 1]):
        border = board.near_border[place]
        owner = i64(s.owner[border])
        if owner != NO_LINK and border != but and not (others_only and owner == seat):
            flow.add(2 * plot + 1, 2 * board.near_plot[place], 1 if owner == seat else 0)
