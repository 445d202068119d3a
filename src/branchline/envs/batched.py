"""Many matches at once, in NumPy arrays: one call steps them all.

    batch = Batch("nuremberg", 256, players=4, seed=1)
    while training:
        moves = choose(batch.observations, batch.masks)   # one move id per match
        batch.step(moves)

The arrays are views of the engine's own memory: they are never copied, always current, and read-only. A
match that ends is replaced by a new one in the same step; `ended` marks it, and `scores` and
`rewards` have its result: 1 for the first place by the game's own ranking, -1 for the last, and shared places share.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias, TypeGuard

from branchline.core.compiled.batch import DEAL, WAIT, Lanes
from branchline.core.compiled.heuristics import Heuristics
from branchline.core.compiled.rng import Rng
from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.core.setup import Setup
from branchline.envs.features import Kind, features_of
from branchline.envs.match import checked_seed, resumed

with extra("rl"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
ByteArray: TypeAlias = NDArray[np.uint8]
BoolArray: TypeAlias = NDArray[np.bool_]
Seeds: TypeAlias = Sequence[int | None] | NDArray[np.integer[Any]]


def is_list(seed: object) -> TypeGuard[Seeds]:
    return isinstance(seed, (Sequence, np.ndarray)) and not isinstance(seed, str)


class Matches:
    """Many matches of one game as arrays, however they are stepped: `Batch` in this process, `SharedBatch` in
    several."""

    to_move: IntArray  #: the seat to move, by match
    masks: ByteArray  #: by match and move: 1 where the move is legal
    ended: ByteArray  #: 1 where a match ended in the last step
    scores: IntArray  #: points of the last match that ended, by match and seat
    rewards: FloatArray  #: its rewards by rank, by match and seat
    _rows: IntArray  # where each mask starts

    def __init__(
        self,
        game: str,
        matches: int,
        players: int = 2,
        *,
        seed: int | Seeds = 0,
        observe: bool = True,
        seat: int | None = None,
        random_seats: Collection[int] = (),
        renew: bool = True,
        features: Kind = "full",
        **options: Any,
    ) -> None:
        if matches < 1:
            raise OptionError("A batch has at least 1 match.")
        self.setup = Setup.local(game, players, options)
        self.features = features_of(self.setup, features)
        for number in (*random_seats, *([] if seat is None else [seat])):
            if number not in range(players):
                raise OptionError(f"Seats are 0 to {players - 1}; there is no seat {number}.")
        if len(set(random_seats)) == players:
            raise OptionError("At least one seat has to be asked: not all can be random.")
        bits = sum(1 << number for number in set(random_seats))
        self._shape = (matches, observe, renew, -1 if seat is None else seat, bits)
        self._open(0 if is_list(seed) else checked_seed(seed))
        if is_list(seed):
            self.deal(seed)

    def _open(self, seed: int) -> None:
        """Deal all matches, and show them."""
        raise NotImplementedError

    @property
    def observations(self) -> NDArray[Any]:
        """What the seats may know, by match."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.to_move)

    @property
    def renews(self) -> bool:
        """Whether a match that ends is replaced by a new one in the same step."""
        return self._shape[2]

    def deal(self, seeds: Seeds | None = None, which: BoolArray | None = None) -> None:
        """Deal new matches: all, or those that `which` marks. A seed restarts the luck of its match."""
        chosen = np.ones(len(self), bool) if which is None else which
        known: list[int | None] = [None] * len(self)
        if seeds is not None:
            if len(seeds) != len(self):
                raise ValueError(
                    f"{len(self)} matches take one seed, or a list of {len(self)}, not of {len(seeds)}."
                )
            known = [None if seed is None else checked_seed(seed) % 2**32 for seed in seeds]
        self._deal(known, chosen)

    def _deal(self, seeds: list[int | None], which: BoolArray) -> None:
        raise NotImplementedError

    def legal(self, moves: ArrayLike) -> BoolArray:
        """Whether each of the moves, one per match, is legal."""
        given = np.asarray(moves)
        if given.shape != self.to_move.shape:
            raise ValueError(
                f"{len(self)} matches take {len(self)} moves, not an array of shape {given.shape}."
            )
        if given.dtype.kind not in "iu":
            raise ValueError(f"Moves are whole numbers, not {given.dtype}.")
        given = given.astype(np.int64, copy=False)
        within = (given >= 0) & (given < self.masks.shape[1])
        found: BoolArray = within & self.masks.take(self._rows + given, mode="clip").view(bool)
        return found

    def step(self, moves: ArrayLike) -> None:
        """Play one legal move in each match; if any is illegal, raises `ValueError` and plays none."""
        legal = self.legal(moves)
        given = np.asarray(moves)
        if not legal.all():
            match = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"Move {given[match]} is not legal in match {match}: look at masks[{match}].")
        self.play(given)

    def play(self, moves: NDArray[Any]) -> None:
        """The same, unchecked. Instead of a move, -1 deals a new match, and -2 leaves a match as it is."""
        raise NotImplementedError

    def step_random(self, steps: int = 1) -> None:
        """Play that many random moves in each match."""
        raise NotImplementedError


class Batch(Matches):
    """Many matches of one game, stepped together.

    `seat` observes every position, rather than the seat that has the turn. `random_seats` move at random inside the
    engine. Without `renew`, a match that ends stays as it is until `deal` replaces it. `observe=False` saves the time
    for observations; `features="compact"` keeps only the numbers that these options use, scaled. Further keywords
    are options of the game. A copy continues exactly as the original would, luck included."""

    def _open(self, seed: int) -> None:
        engine = self.setup.engine
        matches, observe, renew, seat, random_seats = self._shape
        self._lanes = lanes = Lanes(engine, matches, seed % 2**32, observe, renew, seat, random_seats)

        def shown(array: Any, kind: Any, *shape: int) -> Any:
            return np.frombuffer(memoryview(array), kind).reshape(shape)

        players = self.setup.players
        self.to_move = shown(lanes.to_move, np.int64, matches)
        self.masks = shown(lanes.masks, np.uint8, matches, engine.move_count)
        self._rows = np.arange(matches) * self.masks.shape[1]
        self.ended = shown(lanes.ended, np.uint8, matches)
        self.scores = shown(lanes.scores, np.int64, matches, players)
        self.rewards = shown(lanes.rewards, np.float64, matches, players)
        self._full: NDArray[np.int16] = shown(
            lanes.observations, np.int16, matches if observe else 0, engine.features
        )

    def __getstate__(self) -> tuple[Any, ...]:
        lanes, numbers = self._lanes, self.setup.game.numbers
        return (
            self.setup, self.features.kind, self._shape, [rng.state for rng in lanes.rngs],
            [(numbers(now), numbers(end)) for now, end in zip(lanes.positions, lanes.finished, strict=True)],
            *(list(array) for array in (lanes.to_move, lanes.picked, lanes.ended, lanes.scores, lanes.rewards)),
        )  # fmt: skip

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.setup, features, self._shape, luck, positions, *arrays = state
        self.features = features_of(self.setup, features)
        self._open(0)
        restore, setting = self.setup.game.restore, self.setup.setting
        self._lanes.resume(
            [restore(setting, now) for now, _ in positions],
            [restore(setting, end) for _, end in positions],
            [resumed(state) for state in luck],
            *arrays,
        )

    @property
    def observations(self) -> NDArray[Any]:
        """What the seats may know, by match; compact observations are computed on demand."""
        return self.features(self._full)

    def _deal(self, seeds: list[int | None], which: BoolArray) -> None:
        for lane in np.flatnonzero(which):
            if (seed := seeds[lane]) is not None:
                self._lanes.rngs[lane] = Rng(seed)
        self.play(np.where(which, int(DEAL), int(WAIT)))

    def seen(self, match: int) -> dict[str, NDArray[Any]]:
        """The observation and the mask of one match, copied."""
        return {
            "observation": self.features(self._full[match]).copy(),
            "action_mask": self.masks[match].view(np.int8).copy(),
        }

    def seen_at_end(self, match: int, seat: int) -> dict[str, NDArray[Any]]:
        """The same for a seat at the end of the last match there."""
        seen = self._lanes.engine.seen(self._lanes.finished[match], seat)
        return {
            "observation": self.features(np.frombuffer(memoryview(seen), np.int16)).copy(),
            "action_mask": np.zeros(self.masks.shape[1], np.int8),
        }

    def view(self, match: int) -> Any:
        """The view of the seat to move in a match, from which a bot chooses."""
        return self.setup.game.view(self._lanes.positions[match], int(self.to_move[match]))

    def rated_best(self, heuristics: Heuristics) -> list[int]:
        """The move that heuristics rate best in each match: a teacher that may know more than the seat does."""
        lanes, rng = self._lanes, Rng(0)
        both = zip(lanes.positions, lanes.legal, strict=True)
        return [int(heuristics.pick(position, legal, rng, 0.0)) for position, legal in both]

    def play(self, moves: NDArray[Any]) -> None:
        """As `step`, unchecked. Instead of a move, -1 deals a new match, and -2 leaves a match as it is."""
        self._lanes.step(moves.tolist())

    def step_random(self, steps: int = 1) -> None:
        """Play that many random moves in each match."""
        self._lanes.step_random(steps)
