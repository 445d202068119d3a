"""One match for environments: makes due draws, gives observations and legal moves as arrays, and rewards at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.core.setup import Setup

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.int8]
Observation: TypeAlias = NDArray[np.int16]
Reward = Literal["rank", "margin"]

REWARDS: Final = ("rank", "margin")


class Match:
    """`to_move` is a seat, or None once the match is over; then `rewards()` says what each seat gets."""

    def __init__(self, game: str, players: int, reward: Reward = "rank", **options: Any) -> None:
        if reward not in REWARDS:
            raise OptionError(f"The reward is 'rank' or 'margin', not {reward!r}.")
        self.setup = Setup.local(game, players, options)
        self.game = self.setup.game
        self.players = players
        self.reward = reward
        self.engine = self.setup.engine
        self.move_count: int = self.game.move_count
        self.features = int(self.engine.features)
        self.deal(0)

    def deal(self, seed: int) -> None:
        """Start a new match."""
        self._rng = Rng(seed)
        self.position = self.engine.start()
        self._draw()

    def step(self, move: int) -> None:
        """Play a move of the seat to move; raises `ValueError` if it is illegal."""
        if not self.allows(move):
            raise ValueError(f"Move {move} is not legal now: look at the mask.")
        self.engine.apply(self.position, move)
        self._draw()

    def _draw(self) -> None:
        engine, position = self.engine, self.position
        while position.active == CHANCE:
            draw(engine, position, self._rng)
        active = int(position.active)
        self.to_move: int | None = None if active == OVER else active
        self._legal = engine.legal(position) if active != OVER else vec[i64]()

    @property
    def legal(self) -> list[int]:
        """The moves of the seat to move."""
        return list(self._legal)

    def allows(self, move: int) -> bool:
        return move in self._legal

    def mask(self, seat: int) -> Mask:
        """1 for every move the seat may make now."""
        mask = np.zeros(self.move_count, dtype=np.int8)
        if seat == self.to_move:
            mask[np.frombuffer(memoryview(self._legal), dtype=np.int64)] = 1
        return mask

    def observation(self, seat: int) -> Observation:
        """What a seat may know, as numbers; docs/environments.md names its pieces."""
        return np.frombuffer(memoryview(self.engine.seen(self.position, seat)), dtype=np.int16).copy()

    def scores(self) -> tuple[int, ...]:
        return self.game.scores(self.position)

    def rewards(self) -> list[float]:
        """By `rank`: 1 for the first place, -1 for the last, evenly spaced in between, with ties sharing. By `margin`:
        points above the mean of the others. Zero while the match runs."""
        if self.to_move is not None:
            return [0.0] * self.players
        if self.reward == "margin":
            return margins(self.scores())
        return ranks(self.game.ranking(self.position), self.players)


def ranks(ranking: Sequence[Sequence[int]], players: int) -> list[float]:
    found = [0.0] * players
    place = 0 if ranking[0] else players - sum(map(len, ranking))
    for seats in ranking:
        if seats:
            middle = place + (len(seats) - 1) / 2
            for seat in seats:
                found[seat] = 1 - 2 * middle / (players - 1)
            place += len(seats)
    return found


def margins(scores: Sequence[int]) -> list[float]:
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]
