"""One match for environments: makes due draws, gives observations and legal moves as arrays, and rewards at the end."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from operator import index
from typing import Any, Final, Literal, TypeAlias

from branchline.core.compiled.batch import DEAL, WAIT, Lanes
from branchline.core.compiled.engine import Position, ranked_rewards
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
    """`to_move` is a seat, or None once the match is over; then `rewards()` says what each seat gets. A copy continues
    exactly as the original would, luck included. It is a batch of one: a step is one compiled call."""

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
        self._lanes = lanes = Lanes(self.engine, 1, 0, observing=True, renewing=False, picking=False)
        self.position: Any = lanes.positions[0]
        self._mask: Mask = np.frombuffer(memoryview(lanes.masks), np.int8)
        self._seen: NDArray[np.int16] = np.frombuffer(memoryview(lanes.observations), np.int16)

    def __getstate__(self) -> tuple[Any, ...]:
        numbers, luck = self.game.numbers(self.position), self._lanes.rngs[0].state
        return self.setup, self.players, self.reward, self.features.kind, luck, numbers

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.setup, self.players, self.reward, features, luck, numbers = state
        self._prepare(features)
        self.position = self.game.restore(self.setup.setting, numbers)
        self._lanes.resume(
            [self.position], self._lanes.finished, [resumed(luck)], [max(self.position.active, 0)], [WAIT], [0],
            [0] * self.players, [0.0] * self.players,
        )  # fmt: skip
        self._note_turn()

    def deal(self, seed: int) -> None:
        """Start a new match."""
        self._lanes.rngs[0] = Rng(seed)
        self._lanes.play(0, DEAL)
        self._note_turn()

    def step(self, move: int) -> None:
        """Play a move of the seat to move; raises `ValueError` if it is illegal."""
        if not self.allows(move):
            raise ValueError(f"Move {move} is not legal now: look at the mask.")
        self._lanes.play(0, move)
        self._note_turn()

    def _note_turn(self) -> None:
        active = self.position.active
        self.to_move: int | None = active if active >= 0 else None

    @property
    def legal(self) -> list[int]:
        """The moves of the seat to move."""
        return list(self._lanes.legal[0])

    def allows(self, move: int) -> bool:
        return 0 <= move < self.move_count and self._mask[move] == 1

    def mask(self, seat: int) -> Mask:
        """1 for every move the seat may make now."""
        return self._mask.copy() if seat == self.to_move else np.zeros(self.move_count, np.int8)

    def observation(self, seat: int) -> Observation:
        """What a seat may know, as numbers; docs/features.md names its pieces."""
        self._lanes.observer = seat
        self._lanes.observe()
        return self.features(self._seen.copy())

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
    """A generator that continues from the state of another one."""
    rng = Rng(0)
    rng.state = luck
    return rng


def checked_move(move: Any) -> int:
    """A move as a plain int; raises `ValueError` for anything else. Whether it is legal is another question."""
    try:
        return index(move)
    except TypeError:
        raise ValueError(f"A move is a whole number, one that the mask allows, not {move!r}.") from None


def checked_seed(seed: Any) -> int:
    """A seed as a plain int; raises `ValueError` for anything else."""
    if isinstance(seed, Integral) and int(seed) >= 0:
        return int(seed)
    raise ValueError(f"A seed is a whole number, 0 or more, not {seed!r}.")


def refuse_unknown(what: str, given: object, known: Sequence[str | None]) -> None:
    if given not in known:
        raise OptionError(f"The {what} is {' or '.join(map(repr, known))}, not {given!r}.")
