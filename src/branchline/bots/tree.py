"""Search: a tree of moves over guessed positions, with a value for every seat.

Every playout starts from one of several guesses at what is hidden, and draws chance again: a node stands for the moves
that led to it, not for a position. A seat chooses what is best for itself; heuristics say which moves to
try first and play out the game from the leaves. Compiled like the rules."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.engine import CHANCE, OVER, Position
from branchline.core.compiled.heuristics import SEATS, Heuristics
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng

NONE: Final[i64] = -1
DEEPEST: Final[i64] = 200
STRAY_PRIOR: Final = 0.01  # of a move that was not legal when its node was expanded


class Tree:
    __slots__ = (
        "explore", "first", "guesses", "heuristics", "iterations", "mark", "marked", "mean", "move", "next", "noise",
        "path", "position", "prior", "rng", "root", "sharpness", "spans", "square", "through", "total", "values",
        "visits",
    )  # fmt: skip

    def __init__(
        self, heuristics: Heuristics, guesses: list[Position], seed: i64, spans: i64, explore: float, sharpness: float,
        noise: float,
    ) -> None:  # fmt: skip
        self.heuristics: Heuristics = heuristics
        self.guesses: list[Position] = guesses
        self.position: Position = heuristics.engine.clone(guesses[0])
        self.rng: Rng = Rng(seed)
        self.spans: i64 = spans
        self.explore: float = explore
        self.sharpness: float = sharpness  # points that make a move e times as likely to be tried
        self.noise: float = noise
        # Nodes: children in a chain
        self.move: vec[i64] = vec[i64]([NONE])
        self.first: vec[i64] = vec[i64]([NONE])
        self.next: vec[i64] = vec[i64]([NONE])
        self.visits: vec[i64] = vec[i64]([0])
        self.prior: vec[float] = vec[float]([1.0])
        self.total: vec[float] = vec[float]([0.0] * SEATS)  # [node * SEATS + seat]
        self.root: i64 = 0
        self.through: i64 = NONE  # a child of the root that the next playout goes through
        self.mark: vec[i64] = vec[i64]([0] * heuristics.engine.move_count)
        self.marked: i64 = 0
        self.path: vec[i64] = vec[i64]([0] * (DEEPEST + 1))
        self.values: vec[float] = vec[float]([0.0] * SEATS)
        self.iterations: i64 = 0
        # Mean and squared deviations of the values seen, by seat: how far apart values are here
        self.mean: vec[float] = vec[float]([0.0] * SEATS)
        self.square: vec[float] = vec[float]([0.0] * SEATS)

    def run(self, playouts: i64) -> None:
        for _ in range(playouts):
            self._iterate()

    def try_likeliest(self, most: i64) -> None:
        """After a search: a playout through the likeliest untried moves, until that many moves have been tried."""
        for _ in range(most - self._tried()):
            self.through = self._likeliest_untried()
            if self.through != NONE:
                self._iterate()
        self.through = NONE

    def _tried(self) -> i64:
        tried: i64 = 0
        child = self.first[self.root]
        while child != NONE:
            if self.visits[child] > 0:
                tried += 1
            child = self.next[child]
        return tried

    def _likeliest_untried(self) -> i64:
        best = NONE
        child = self.first[self.root]
        while child != NONE:
            if self.visits[child] == 0 and (best == NONE or self.prior[child] > self.prior[best]):
                best = child
            child = self.next[child]
        return best

    def _iterate(self) -> None:
        engine = self.heuristics.engine
        position = self.position
        engine.copy(self.guesses[self.rng.below(len(self.guesses))], position)
        node = self.root
        self.path[0] = node
        depth: i64 = 0
        rated = False
        while depth < DEEPEST:
            while position.active == CHANCE:
                draw(engine, position, self.rng)
            if position.active == OVER:
                break
            moves = engine.legal(position)
            if len(moves) == 1 and node != self.root:
                engine.apply(position, moves[0])
                continue
            if self.first[node] == NONE:
                if self.visits[node] == 0 and node != self.root:
                    rated = self.heuristics.at_once
                    if rated:
                        self._expand(node, position, moves)
                    break
                self._expand(node, position, moves)
            if node == self.root and self.through != NONE:
                node = self.through
            else:
                node = self._select(node, position.active, moves)
            depth += 1
            self.path[depth] = node
            engine.apply(position, self.move[node])
        self.heuristics.expect(position, rated, self.rng, self.spans, self.noise, self.values)
        self._back_up(depth)
        self.iterations += 1

    # Growing

    def _expand(self, node: i64, position: Position, moves: vec[i64]) -> None:
        """Add a child for every legal move; the better the heuristics rate it, the likelier it is tried."""
        self.heuristics.rate(position, moves)
        rates = self.heuristics.rates
        place: i64
        highest = rates[0]
        for place in range(len(moves)):
            highest = max(highest, rates[place])
        total = 0.0
        for place in range(len(moves)):
            rates[place] = math.exp((rates[place] - highest) / self.sharpness)
            total += rates[place]
        even = 0.1 / float(len(moves))
        for place in range(len(moves) - 1, -1, -1):
            self._add_child(node, moves[place], 0.9 * rates[place] / total + even)

    def _add_child(self, node: i64, move: i64, prior: float) -> i64:
        self.move = append(self.move, move)
        self.first = append(self.first, NONE)
        self.next = append(self.next, self.first[node])
        self.visits = append(self.visits, 0)
        self.prior = append(self.prior, prior)
        for _ in range(SEATS):
            self.total = append(self.total, 0.0)
        self.first[node] = len(self.move) - 1
        return self.first[node]

    # Choosing

    def _select(self, node: i64, seat: i64, moves: vec[i64]) -> i64:
        """The most promising child for the seat, among the moves that are legal this time."""
        place: i64
        legal = self.marked + 1
        seen = self.marked + 2
        self.marked = seen
        for place in range(len(moves)):
            self.mark[moves[place]] = legal
        factor = self.explore * self._spread(seat) * math.sqrt(float(self.visits[node]) + 1.0)
        fallback = self._hope(node, seat)
        best = NONE
        most = -1.0e9
        found: i64 = 0
        child = self.first[node]
        while child != NONE:
            if self.mark[self.move[child]] == legal:
                self.mark[self.move[child]] = seen
                found += 1
                visits = self.visits[child]
                value = fallback
                if visits > 0:
                    value = self.total[child * SEATS + seat] / float(visits)
                value += factor * self.prior[child] / (1.0 + float(visits))
                if value > most:
                    most = value
                    best = child
            child = self.next[child]
        if found < len(moves):
            for place in range(len(moves)):
                if self.mark[moves[place]] == legal:
                    child = self._add_child(node, moves[place], STRAY_PRIOR)
                    best = child if best == NONE else best
        return best

    def _hope(self, node: i64, seat: i64) -> float:
        """The assumed value of an untried move: a little less than its node."""
        if self.visits[node] == 0:
            return self.mean[seat]
        return self.total[node * SEATS + seat] / float(self.visits[node]) - 0.25 * self._spread(seat)

    def _spread(self, seat: i64) -> float:
        """How far apart values are for a seat."""
        if self.iterations < 2:
            return 0.1
        return math.sqrt(max(self.square[seat] / float(self.iterations), 0.0)) + 0.005

    def _back_up(self, depth: i64) -> None:
        step: i64
        seat: i64
        for step in range(depth + 1):
            node = self.path[step]
            self.visits[node] += 1
            for seat in range(self.heuristics.engine.players):
                self.total[node * SEATS + seat] += self.values[seat]
        for seat in range(self.heuristics.engine.players):  # Welford's running variance
            apart = self.values[seat] - self.mean[seat]
            self.mean[seat] += apart / float(self.iterations + 1)
            self.square[seat] += apart * (self.values[seat] - self.mean[seat])

    # Reading the result

    def children(self, node: i64) -> vec[i64]:
        found = vec[i64]()
        child = self.first[node]
        while child != NONE:
            found = append(found, child)
            child = self.next[child]
        return found

    def favourite(self, node: i64) -> i64:
        """The child tried most; NONE without one."""
        best = NONE
        child = self.first[node]
        while child != NONE:
            if self.visits[child] > 0 and (best == NONE or self.visits[child] > self.visits[best]):
                best = child
            child = self.next[child]
        return best

    def lead(self) -> i64:
        """How many playouts the favourite is ahead of the next."""
        best = self.favourite(self.root)
        second: i64 = 0
        child = self.first[self.root]
        while child != NONE:
            if child != best:
                second = max(second, self.visits[child])
            child = self.next[child]
        return 0 if best == NONE else self.visits[best] - second

    def value(self, node: i64, seat: i64) -> float:
        """A seat's chance of winning through a node, from the playouts so far."""
        if self.visits[node] == 0:
            return 0.0
        return self.total[node * SEATS + seat] / float(self.visits[node])

    def go_to(self, node: i64, guesses: list[Position]) -> None:
        """Make a node the new root; what was found below it is kept."""
        self.root = node
        self.guesses = guesses
