"""Many matches side by side, stepped by one call. `branchline.envs.batched` shows the arrays to NumPy.

Lane k is one match: when it ends its result is kept and a new match is dealt in the same call. The arrays are
written in place, so whoever looks at their memory always sees the present."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from branchline.core.engine import CHANCE, OVER, Engine, Position
from branchline.core.playout import draw
from branchline.core.rng import Rng


class Lanes:
    __slots__ = (
        "count", "ended", "engine", "legal", "masks", "observations", "observing", "positions", "rngs",
        "scores", "to_move",
    )  # fmt: skip

    def __init__(self, engine: Engine, count: i64, seed: i64, observing: bool) -> None:
        self.engine: Engine = engine
        self.count: i64 = count
        self.observing: bool = observing
        self.rngs: list[Rng] = [Rng(seed * count + lane) for lane in range(count)]
        self.positions: list[Position] = []
        self.legal: list[vec[i64]] = []
        self.to_move: vec[i64] = vec[i64]([0] * count)
        self.masks: vec[u8] = vec[u8]([0] * (count * engine.move_count))  # [lane * move_count + move]
        self.ended: vec[u8] = vec[u8]([0] * count)  # 1: the last step ended a match
        self.scores: vec[i64] = vec[i64]([0] * (count * engine.players))  # of the match that ended last
        numbers: i64 = 0
        if observing:
            numbers = count * engine.features
        self.observations: vec[i16] = vec[i16]([0] * numbers)  # [lane * features + feature], for who moves
        lane: i64
        for lane in range(count):
            self.positions.append(engine.start())
            self.legal.append(vec[i64]())
            self._show(lane)

    def step(self, moves: vec[i64]) -> None:
        """One move in each lane."""
        lane: i64
        for lane in range(self.count):
            self._play(lane, moves[lane])

    def step_random(self, steps: i64) -> None:
        """So many random moves in each lane."""
        lane: i64
        for _ in range(steps):
            for lane in range(self.count):
                legal = self.legal[lane]
                self._play(lane, legal[self.rngs[lane].below(len(legal))])

    def _play(self, lane: i64, move: i64) -> None:
        position = self.positions[lane]
        self.engine.apply(position, move)
        self.ended[lane] = 1 if position.active == OVER else 0
        if position.active == OVER:
            self._keep_result(lane)
            self.positions[lane] = self.engine.start()
        self._show(lane)

    def _keep_result(self, lane: i64) -> None:
        seat: i64
        players = self.engine.players
        for seat in range(players):
            self.scores[lane * players + seat] = self.engine.score(self.positions[lane], seat)

    def _show(self, lane: i64) -> None:
        """Deal what is due, then write down who may do what."""
        engine = self.engine
        position = self.positions[lane]
        while position.active == CHANCE:
            draw(engine, position, self.rngs[lane])
        base = lane * engine.move_count
        before = self.legal[lane]
        now = engine.legal(position)
        place: i64
        for place in range(len(before)):
            self.masks[base + before[place]] = 0
        for place in range(len(now)):
            self.masks[base + now[place]] = 1
        self.legal[lane] = now
        self.to_move[lane] = position.active
        if self.observing:
            engine.observe(position, position.active, self.observations, lane * engine.features)
