"""Many matches at once, in NumPy arrays: one call steps them all.

    batch = Batch("nuremberg", 256, players=4, seed=1)
    while training:
        moves = choose(batch.observations, batch.masks)   # one move id per match
        batch.step(moves)

The arrays are views of the engine's own memory: they are never copied, always current, and read-only. A
match that ends is replaced by a new one in the same step; `ended` marks it, and `scores` has its result.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from branchline.core.compiled.batch import Lanes
from branchline.core.compiled.heuristics import Heuristics
from branchline.core.compiled.rng import Rng
from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.core.setup import Setup

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]


class Batch:
    def __init__(
        self,
        game: str,
        matches: int,
        players: int = 2,
        *,
        seed: int = 0,
        observe: bool = True,
        **options: Any,
    ) -> None:
        if matches < 1:
            raise OptionError("A batch has at least 1 match.")
        self.setup = Setup.local(game, players, options)
        engine = self.setup.engine
        self._lanes = Lanes(engine, matches, seed, observe)
        self.to_move: Ints = np.frombuffer(memoryview(self._lanes.to_move), dtype=np.int64)
        self.masks: NDArray[np.uint8] = np.frombuffer(memoryview(self._lanes.masks), dtype=np.uint8).reshape(
            matches, engine.move_count
        )
        self.ended: NDArray[np.uint8] = np.frombuffer(memoryview(self._lanes.ended), dtype=np.uint8)
        self.scores: Ints = np.frombuffer(memoryview(self._lanes.scores), dtype=np.int64).reshape(
            matches, players
        )
        self.observations: NDArray[np.int16] = np.frombuffer(
            memoryview(self._lanes.observations), dtype=np.int16
        ).reshape(matches if observe else 0, engine.features)

    def __len__(self) -> int:
        return len(self.to_move)

    def view(self, match: int) -> Any:
        """What the seat to move in a match may know: what a bot chooses from."""
        return self.setup.game.view(self._lanes.positions[match], int(self.to_move[match]))

    def rated_best(self, heuristics: Heuristics) -> list[int]:
        """The move that heuristics rate best in each match: a teacher that may know more than the seat does."""
        lanes, rng = self._lanes, Rng(0)
        both = zip(lanes.positions, lanes.legal, strict=True)
        return [int(heuristics.pick(position, legal, rng, 0.0)) for position, legal in both]

    def step(self, moves: NDArray[Any]) -> None:
        """Play one legal move in each match; if any is illegal, raises `ValueError` and plays none."""
        if moves.shape != self.to_move.shape:
            raise ValueError(
                f"{len(self)} matches take {len(self)} moves, not an array of shape {moves.shape}."
            )
        within = (moves >= 0) & (moves < self.masks.shape[1])
        legal = within & (self.masks[np.arange(len(self)), np.where(within, moves, 0)] == 1)
        if not legal.all():
            match = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"Move {moves[match]} is not legal in match {match}: look at masks[{match}].")
        self._lanes.step(moves.tolist())

    def step_random(self, steps: int = 1) -> None:
        """Play that many random moves in each match."""
        self._lanes.step_random(steps)
