"""What a game tells search and planner: what moves are worth, what positions promise, how play continues.

A game fills in `expected`, `rate` and `span`; everything is counted in points. Compiled like the rules. A position
given to heuristics is a guess made from a view, never the table's own state."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.core.compiled.engine import CHANCE, OVER, Engine, Position
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng

SEATS: Final[i64] = 4
FINE: Final[i64] = 65536


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics:
    __slots__ = ("at_once", "engine", "rates", "spare", "spread", "spread_over", "spread_span")

    def __init__(self, engine: Engine) -> None:
        self.engine: Engine = engine
        self.at_once: bool = (
            False  # `rate` also finds the chances: the search then asks for both when it reaches a node
        )
        self.rates: vec[float] = vec[float]([0.0] * engine.move_count)
        self.spare: Position = engine.start()
        # Points that make a win e times as likely: at the end of the game, before it, and per span still to come.
        self.spread_over: float = 1.0
        self.spread: float = 3.0
        self.spread_span: float = 1.0

    def expected(self, position: Position, seat: i64) -> float:
        """The points a seat may expect at the end; once the game is over, its actual points."""
        return float(self.engine.score(position, seat))

    def promise(self, position: Position, seat: i64) -> float:
        """The same at the end of a span or of the game: playouts are judged by it."""
        return self.expected(position, seat)

    def span(self, position: Position) -> i64:
        """Grows as the game progresses; playouts end where it grows."""
        return 0

    def spans_left(self, position: Position) -> i64:
        return 1

    def rate(self, position: Position, moves: vec[i64]) -> None:
        """Write into `rates`, move by move, what each is worth to the player to move; only differences count."""
        seat = position.active
        place: i64
        for place in range(len(moves)):
            self.engine.copy(position, self.spare)
            self.engine.apply(self.spare, moves[place])
            self.rates[place] = self.expected(self.spare, seat)

    def pick(self, position: Position, moves: vec[i64], rng: Rng, noise: float) -> i64:
        """The move rated best, with enough noise that moves within `noise` points sometimes swap places."""
        if len(moves) == 1:
            return moves[0]
        self.rate(position, moves)
        best: i64 = 0
        most = -1.0e9
        place: i64
        for place in range(len(moves)):
            rate = self.rates[place]
            if noise > 0.0:
                rate -= noise * math.log(-math.log((float(rng.below(FINE)) + 0.5) / float(FINE)))
            if rate > most:
                most = rate
                best = place
        return moves[best]

    def choose(self, position: Position, moves: list[i64], rng: Rng, noise: float) -> i64:
        """The same, for interpreted callers."""
        return self.pick(position, vec[i64](moves), rng, noise)

    def play_on(self, position: Position, rng: Rng, spans: i64, noise: float) -> i64:
        """Play until that many spans, or the game, are over. Returns how many decisions were made."""
        end = self.span(position) + spans
        decisions: i64 = 0
        while position.active != OVER:
            if position.active == CHANCE:
                if self.span(position) >= end:
                    return decisions
                draw(self.engine, position, rng)
            else:
                if self.span(position) >= end:
                    return decisions
                moves = self.engine.legal(position)
                self.engine.apply(position, self.pick(position, moves, rng, noise))
                decisions += 1
        return decisions

    def chances(self, position: Position, out: vec[float]) -> None:
        """Each seat's chance of winning, from the points the seats may expect."""
        seat: i64
        spread = self.spread_over
        if position.active != OVER:
            spread = self.spread + self.spread_span * float(self.spans_left(position))
        highest = -1.0e9
        for seat in range(self.engine.players):
            out[seat] = self.promise(position, seat)
            highest = max(highest, out[seat])
        total = 0.0
        for seat in range(self.engine.players):
            out[seat] = math.exp((out[seat] - highest) / spread)
            total += out[seat]
        for seat in range(self.engine.players):
            out[seat] /= total

    def expect(
        self, position: Position, rated: bool, rng: Rng, spans: i64, noise: float, out: vec[float]
    ) -> None:
        """The same for a leaf of a search, after playing on from it. `rated`: `rate` has just seen this position."""
        self.play_on(position, rng, spans, noise)
        self.chances(position, out)

    def estimate(self, position: Position, rng: Rng, playouts: i64, spans: i64, noise: float) -> vec[float]:
        """Each seat's chance of winning, as the mean of that many playouts from a position."""
        seat: i64
        values = vec[float]([0.0] * SEATS)
        out = vec[float]([0.0] * SEATS)
        trial = self.engine.clone(position)
        for _ in range(playouts):
            self.engine.copy(position, trial)
            self.play_on(trial, rng, spans, noise)
            self.chances(trial, values)
            for seat in range(self.engine.players):
                out[seat] += values[seat] / float(playouts)
        return out
