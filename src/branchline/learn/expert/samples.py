"""What a network learns from: positions as rows of its first layer, what a search thought of the moves, and how the
match ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from branchline.core.extras import extra

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

ROWS: Final = 400  # rows of a position; any more are dropped
MOVES: Final = 72  # moves of a position: the most visited ones
SEATS: Final = 4


class Samples(NamedTuple):
    """Samples, padded with the number after the last one of its kind."""

    rows: NDArray[np.uint16]
    moves: NDArray[np.uint16]
    things: NDArray[np.uint16]
    visits: NDArray[np.float16]  # shares, by move
    weights: NDArray[np.float16]  # 0: the search was too short to learn moves from
    values: NDArray[
        np.float16
    ]  # shares of the win, then of the margin, by seat from the one to move; negative: none

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def joined(cls, parts: Sequence[Samples]) -> Samples:
        arrays: list[Any] = [np.concatenate(each) for each in zip(*parts, strict=True)]
        return cls(*arrays)

    def part(self, which: slice) -> Samples:
        arrays: list[Any] = [array[which] for array in self]
        return Samples(*arrays)

    def save(self, path: Path) -> None:
        np.savez(path, **self._asdict())

    @classmethod
    def load(cls, path: Path) -> Samples:
        with np.load(path) as file:
            return cls(**{name: file[name] for name in cls._fields})


class Padding(NamedTuple):
    """How many rows, moves and things a network has."""

    rows: int
    moves: int
    things: int


class Notes:
    """Samples recorded during a match; the result is filled in at the end."""

    def __init__(self, padding: Padding) -> None:
        self.padding = padding
        self.lines: list[tuple[Any, ...]] = []
        self.seats: list[int] = []
        self.guessed: list[Sequence[float]] = []

    def add(
        self, rows: Sequence[int], moves: Sequence[tuple[int, int, float]], weight: float, seat: int,
        guessed: Sequence[float],
    ) -> None:  # fmt: skip
        """`moves`: a row of the policy, of the things, and a share of the visits. `guessed`: by seat, what the search
        expects."""
        kept = sorted(moves, key=lambda one: -one[2])[:MOVES]
        move_rows, thing_rows, shares = zip(*kept, strict=True)
        self.lines.append((
            _padded(rows[:ROWS], ROWS, self.padding.rows, np.uint16),
            _padded(move_rows, MOVES, self.padding.moves, np.uint16),
            _padded(thing_rows, MOVES, self.padding.things, np.uint16),
            _padded(shares, MOVES, 0, np.float16),
            weight,
        ))  # fmt: skip
        self.seats.append(seat)
        self.guessed.append(guessed)

    def close(self, wins: Sequence[float], margins: Sequence[float], trust: float) -> Samples | None:
        """`trust`: how much of the value is what the search expected, not the result."""
        if not self.lines:
            return None
        columns = list(zip(*self.lines, strict=True))
        values = np.full((len(self.lines), 2 * SEATS), -1.0, np.float16)
        for line, (seat, guessed) in enumerate(zip(self.seats, self.guessed, strict=True)):
            for place in range(len(wins)):
                other = (seat + place) % len(wins)
                values[line, place] = (1 - trust) * wins[other] + trust * guessed[other]
                values[line, SEATS + place] = margins[other]
        rows, moves, things, visits = (np.stack(column) for column in columns[:4])
        return Samples(rows, moves, things, visits, np.array(columns[4], np.float16), values)


def _padded(numbers: Sequence[Any], size: int, filler: Any, kind: Any) -> NDArray[Any]:
    found = np.full(size, filler, kind)
    found[: len(numbers)] = numbers
    return found
