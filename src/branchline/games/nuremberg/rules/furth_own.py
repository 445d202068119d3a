"""N16, furth=own: each player scores the smallest number of own links above zero on any joining line.

A joining line over an own link consists of that link and two ways from its ends, one to Fürth and one to
Nuremberg, that share no plot. Two such ways with the fewest own links are a cheapest flow of two units, where
every plot lets one unit through; trying all lines would take for ever on a dense net."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.bits import BIT
from branchline.games.nuremberg.rules.board import Board
from branchline.games.nuremberg.rules.state import NO_LINK, State

FAR: Final[i64] = 1_000_000


class Flow:
    """Arcs with room for one unit each; every arc is followed by its way back."""

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
        """Send one unit the cheapest way (Bellman and Ford). Returns what it costs, `FAR` if there is no way."""
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
    border: i64
    for seat in range(s.setting.players):
        fewest = FAR
        for border in range(s.setting.board.borders):
            if s.owner[border] == seat:
                fewest = min(fewest, _fewest_over(s, seat, border))
        if fewest < FAR:
            s.score[seat] += fewest


def _fewest_over(s: State, seat: i64, link: i64) -> i64:
    """The fewest own links on a joining line over an own link; `FAR` if none runs there."""
    board = s.setting.board
    source = 2 * board.plots
    sink = source + 1
    flow = _net(s, seat, link)
    flow.add(source, 2 * board.end_a[link], 0)
    flow.add(source, 2 * board.end_b[link], 0)
    first = flow.push(source, sink)
    if first == FAR:
        return FAR
    second = flow.push(source, sink)
    return FAR if second == FAR else 1 + first + second


def _net(s: State, seat: i64, link: i64) -> Flow:
    """Laid track without the link. A plot is two nodes with an arc between, so that one unit passes; one unit
    ends at Fürth, and one at Nuremberg, where no line goes on."""
    board = s.setting.board
    nuremberg = 2 * board.plots + 2
    flow = Flow(nuremberg + 1)
    flow.add(nuremberg, nuremberg - 1, 0)
    plot: i64
    for plot in range(board.plots):
        if board.bonus_to & BIT[plot] != 0:
            flow.add(2 * plot, nuremberg, 0)
        elif plot == board.bonus_from:
            flow.add(2 * plot, nuremberg - 1, 0)
        else:
            _add_plot(flow, s, board, seat, link, plot)
    return flow


def _add_plot(flow: Flow, s: State, board: Board, seat: i64, link: i64, plot: i64) -> None:
    place: i64
    flow.add(2 * plot, 2 * plot + 1, 0)
    for place in range(board.near[plot], board.near[plot + 1]):
        border = board.near_border[place]
        if i64(s.owner[border]) != NO_LINK and border != link:
            flow.add(2 * plot + 1, 2 * board.near_plot[place], 1 if s.owner[border] == seat else 0)
