"""One match for environments: makes due draws, gives observations and legal moves as arrays, and rewards at the end."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any, Final, Literal, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.engine import CHANCE, OVER, Position, ranked_rewards
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.core.protocols import Theme
from branchline.core.setup import Setup
from branchline.envs.features import Kind, features_of

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.int8]
Observation: TypeAlias = NDArray[Any]
Reward = Literal["rank", "margin"]

REWARDS: Final = ("rank", "margin")
RENDER_MODES: Final = ("svg", "rgb_array")


class Match:
    """`to_move` is a seat, or None once the match is over; then `rewards()` says what each seat gets. A copy goes on
    exactly as the original would, luck included."""

    def __init__(
        self, game: str, players: int, reward: Reward = "rank", features: Kind = "full", **options: Any
    ) -> None:
        refuse_unknown("reward", reward, REWARDS)
        self.setup = Setup.local(game, players, options)
        self.players = players
        self.reward = reward
        self._prepare(features)
        self.deal(0)

    def _prepare(self, features: Kind) -> None:
        self.game = self.setup.game
        self.engine = self.setup.engine
        self.move_count: int = self.game.move_count
        self.features = features_of(self.setup, features)

    def __getstate__(self) -> tuple[Any, ...]:
        numbers = self.game.numbers(self.position)
        return self.setup, self.players, self.reward, self.features.kind, self._rng.state, numbers

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.setup, self.players, self.reward, features, luck, numbers = state
        self._prepare(features)
        self._rng = resumed(luck)
        self.position = self.game.restore(self.setup.setting, numbers)
        self._draw()

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
        """What a seat may know, as numbers; docs/features.md names its pieces."""
        seen = np.frombuffer(memoryview(self.engine.seen(self.position, seat)), dtype=np.int16)
        return self.features(seen).copy()

    def scores(self) -> tuple[int, ...]:
        return self.game.scores(self.position)

    def rewards(self) -> list[float]:
        """By `rank`: 1 for the first place, -1 for the last, evenly spaced in between, with ties sharing. By `margin`:
        points above the mean of the others. Zero while the match runs."""
        if self.to_move is not None:
            return [0.0] * self.players
        if self.reward == "margin":
            found: list[float] = margins(np.array(self.scores())).tolist()
            return found
        return ranked_rewards(self.engine, self.position)

    def picture(self, mode: str | None, seat: int | None) -> Any:
        return picture(self.setup, self.position, mode, seat)


def margins(scores: NDArray[Any]) -> NDArray[np.float64]:
    """Points above the mean of the others, for the seats of one match or of many."""
    total, others = scores.sum(-1, keepdims=True), max(scores.shape[-1] - 1, 1)
    found: NDArray[np.float64] = scores - (total - scores) / others
    return found


def picture(setup: Setup, position: Position, mode: str | None, seat: int | None) -> Any:
    """The table as a seat (None: a spectator) sees it: SVG text, an array of pixels, or None without a mode."""
    refuse_unknown("render mode", mode, (None, *RENDER_MODES))
    if mode is None:
        return None
    names = [f"seat_{number}" for number in range(setup.players)]
    drawn = setup.game.svg(setup.game.view(position, seat), names, Theme())
    if mode == "svg":
        return drawn
    from branchline.envs.pixels import pixels

    return pixels(drawn)


def resumed(luck: int) -> Rng:
    """A generator that goes on where another one was."""
    rng = Rng(0)
    rng.state = luck
    return rng


def checked_seed(seed: Any) -> int:
    """A seed as a plain int; raises `ValueError` for anything else."""
    if isinstance(seed, Integral) and int(seed) >= 0:
        return int(seed)
    raise ValueError(f"A seed is a whole number, 0 or more, not {seed!r}.")


def refuse_unknown(what: str, given: object, known: Sequence[str | None]) -> None:
    if given not in known:
        raise OptionError(f"The {what} is {' or '.join(map(repr, known))}, not {given!r}.")
