"""The events of a table that have not been undone, and the state at any point among them. Stored states never change:
every move makes a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from branchline.core.protocols import CHANCE, Game


class Step(msgspec.Struct, frozen=True):
    """An event that still stands: a deal (seat is `CHANCE`), or a move."""

    seat: int
    moves: list[int]
    forced: bool = False

    @property
    def decided(self) -> bool:
        """Whether a player chose it."""
        return self.seat != CHANCE and not self.forced


class Transition(NamedTuple):
    """A step and how it was played: the positions before each of its moves, and the one after the last."""

    line: int  # its place in the record
    step: Step
    positions: Sequence[Any]


def played_out(game: Game[Any], state: Any, moves: Sequence[int]) -> list[Any]:
    """The positions before each of some legal moves, and the one after the last."""
    positions = [state]
    for move in moves:
        positions.append(game.clone(positions[-1]))
        game.apply(positions[-1], move)
    return positions


class History:
    """The events, and checkpoints of the state from which the others are replayed."""

    def __init__(self, game: Game[Any], start: Any) -> None:
        self._game = game
        self.steps: list[Step] = []
        self.draws = 0  # draws that the dealer has made
        self._checkpoints: list[tuple[int, Any]] = [(0, start)]

    def copy(self) -> History:
        """A copy with the same past and its own future. Steps and checkpoints never change, so they are shared."""
        other = History.__new__(History)
        other._game, other.draws = self._game, self.draws
        other.steps, other._checkpoints = list(self.steps), list(self._checkpoints)
        return other

    def add(self, step: Step) -> None:
        self.steps.append(step)
        if step.seat == CHANCE:
            self.draws += len(step.moves)

    def remember(self, state: Any) -> None:
        """Keep the current state as a checkpoint."""
        self._checkpoints.append((len(self.steps), state))

    def state_at(self, depth: int) -> Any:
        """The state after the first `depth` events, replayed from the nearest earlier checkpoint."""
        start, found = next(point for point in reversed(self._checkpoints) if point[0] <= depth)
        state = self._game.clone(found)
        for step in self.steps[start:depth]:
            for move in step.moves:
                self._game.apply(state, move)
        return state

    def cut(self, depth: int) -> None:
        """Drop all but the first `depth` events."""
        self.draws -= sum(len(step.moves) for step in self.steps[depth:] if step.seat == CHANCE)
        del self.steps[depth:]
        while self._checkpoints[-1][0] > depth:
            self._checkpoints.pop()

    def last_decided(self) -> int | None:
        """The index of the last move that a player decided."""
        return next((n for n in range(len(self.steps) - 1, -1, -1) if self.steps[n].decided), None)
