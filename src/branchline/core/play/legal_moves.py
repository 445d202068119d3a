"""The legal moves of a position, as `Table` gives them, and what people may write for a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from branchline.core.errors import Refusal
from branchline.core.protocols import Game, Move

# A move object, its id, its notation, or a longer notation that stands for several steps: `build FUE GOS; pay white`.
Playable: TypeAlias = str | int | Move


def steps_of(game: Game[Any], state: Any, move: Playable) -> list[int]:
    """The ids of the steps; raises `NotationError`."""
    if not isinstance(move, str):
        return [move if isinstance(move, int) else move.id]
    parts = move.split(";")
    if len(parts) == 1:
        return game.expand(state, move)
    trial, steps = game.clone(state), list[int]()
    for part in parts:  # what a text means may depend on the steps before it
        steps += (found := game.expand(trial, part))
        for step in found:
            if game.refusal(trial, step) is None:
                game.apply(trial, step)
    return steps


def first_refused(game: Game[Any], state: Any, steps: Sequence[int]) -> tuple[int, Refusal] | None:
    """The first step that is not legal when its turn comes, and why; None if all can be played."""
    trial = game.clone(state)
    for step in steps:
        refusal = game.refusal(trial, step)
        if refusal is not None:
            return step, refusal
        game.apply(trial, step)
    return None


class LegalMoves:
    """The legal moves of a position. It has a length, can be iterated, and `in` takes whatever `Table.push` takes. It
    does not change when play continues."""

    ids: Sequence[int]  #: the ids of the moves, rising

    def __init__(self, game: Game[Any], setting: Any, state: Any) -> None:
        self._game = game
        self._setting = setting
        self._state = game.clone(state)
        self.ids = game.legal(state)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Move]:
        return (self._game.move(self._setting, move) for move in self.ids)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            steps = steps_of(self._game, self._state, move)
            return first_refused(self._game, self._state, steps) is None
        return (move if isinstance(move, int) else getattr(move, "id", None)) in self.ids

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(str(move) for move in self)}>"
