"""Many matches side by side, stepped by one call. `branchline.envs.batched` shows the arrays to NumPy.

Lane k is one match: when it ends its result is kept and a new match is dealt in the same call. The arrays are
written in place, so a view of their memory is always current."""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i16, i64, u8

from branchline.core.compiled.engine import CHANCE, OVER, Engine, Position
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng

ROOM: Final[i64] = 64  # moves that can be listed without allocating; most positions have about a dozen


class Lanes:
    __slots__ = (
        "blank", "count", "empty", "ended", "engine", "legal", "masks", "observations", "observing", "opening",
        "picked", "positions", "rngs", "rooms", "scores", "to_move",
    )  # fmt: skip

    def __init__(self, engine: Engine, count: i64, seed: i64, observing: bool) -> None:
        self.engine: Engine = engine
        self.count: i64 = count
        self.observing: bool = observing
        self.rngs: list[Rng] = [Rng(seed * count + lane) for lane in range(count)]
        self.opening: Position = engine.start()
        self.positions: list[Position] = [engine.start() for _ in range(count)]
        self.to_move: vec[i64] = vec[i64]([0] * count)
        self.masks: vec[u8] = vec[u8]([0] * (count * engine.move_count))  # [lane * move_count + move]
        self.rooms: vec[vec[i64]] = vec[vec[i64]]([vec[i64](capacity=ROOM) for _ in range(count)])
        # The legal moves of each lane, in the memory of `rooms`.
        self.legal: vec[vec[i64]] = vec[vec[i64]]([vec[i64]() for _ in range(count)])
        # One of them, for `step_random`: picked while the list is still in the cache.
        self.picked: vec[i64] = vec[i64]([0] * count)
        self.ended: vec[u8] = vec[u8]([0] * count)  # 1: the last step ended a match
        self.scores: vec[i64] = vec[i64]([0] * (count * engine.players))  # of the last match that ended
        # An observation is a copy of the blank one, appended to the same memory step by step, and then filled in.
        self.blank: vec[i16] = engine.blank()
        self.empty: vec[i16] = vec[i16](capacity=count * engine.features if observing else 0)
        self.observations: vec[i16] = self.empty  # [lane * features + feature], as the player to move sees it
        lane: i64
        for lane in range(count):
            self._show(lane, self._deal(lane))

    def step(self, moves: list[i64]) -> None:
        """Play one move in each lane."""
        self.observations = self.empty
        lane: i64
        for lane in range(self.count):
            self._play(lane, moves[lane])

    def step_random(self, steps: i64) -> None:
        """Play that many random moves in each lane."""
        lane: i64
        for _ in range(steps):
            self.observations = self.empty
            for lane in range(self.count):
                self._play(lane, self.picked[lane])

    def _play(self, lane: i64, move: i64) -> None:
        self._clear(lane)
        position = self.positions[lane]
        legal = self.engine.advance(position, move, self.rooms[lane])
        self.ended[lane] = 0
        if position.active == OVER:
            self.ended[lane] = 1
            self._keep_result(lane, position)
            self.engine.copy(self.opening, position)
            legal = self._deal(lane)
        elif position.active == CHANCE:
            legal = self._deal(lane)
        self._show(lane, legal)

    def _deal(self, lane: i64) -> vec[i64]:
        """Make the draws that are due; returns the legal moves after them."""
        position = self.positions[lane]
        while position.active == CHANCE:
            draw(self.engine, position, self.rngs[lane])
        return self.engine.legal_in(position, self.rooms[lane])

    def _keep_result(self, lane: i64, position: Position) -> None:
        seat: i64
        players = self.engine.players
        for seat in range(players):
            self.scores[lane * players + seat] = self.engine.score(position, seat)

    def _show(self, lane: i64, legal: vec[i64]) -> None:
        """Write the player to move, the legal moves, and what that player sees."""
        position = self.positions[lane]
        self.to_move[lane] = position.active
        self._list(lane, legal)
        self.picked[lane] = legal[self.rngs[lane].below(len(legal))]
        if self.observing:
            at = len(self.observations)
            self.observations = extend(self.observations, self.blank)
            self.engine.fill(position, position.active, self.observations, at)

    def _clear(self, lane: i64) -> None:
        """Reset only the entries of a mask that are set: about a dozen of a thousand."""
        base = lane * self.engine.move_count
        masks = self.masks
        moves = self.legal[lane]
        place: i64
        for place in range(len(moves)):
            masks[base + moves[place]] = 0

    def _list(self, lane: i64, moves: vec[i64]) -> None:
        self.legal[lane] = moves
        base = lane * self.engine.move_count
        masks = self.masks
        place: i64
        for place in range(len(moves)):
            masks[base + moves[place]] = 1
