"""The legal moves of a position, as `Table` gives them, and what people may write for a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

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


class Passage(NamedTuple):
    """Where a move leads."""

    steps: list[tuple[int, Any]]  # with the positions after them
    refused: tuple[int, Refusal] | None  # the step after those, if it is not legal, and why


def passage(game: Game[Any], state: Any, move: Playable) -> Passage:
    """Plays a move, without changing the state; raises `NotationError`."""
    passed: list[tuple[int, Any]] = []
    for part in (
        move.split(";") if isinstance(move, str) else [move]
    ):  # what a text means may depend on the steps before it
        for step in game.expand(state, part) if isinstance(part, str) else steps_of(game, state, part):
            refusal = game.refusal(state, step)
            if refusal is not None:
                return Passage(passed, (step, refusal))
            state = game.clone(state)
            game.apply(state, step)
            passed.append((step, state))
    return Passage(passed, None)


class LegalMoves:
    """The legal moves of a position. It has a length, can be iterated, and `in` takes whatever `Table.push` takes. It
    does not change when play continues."""

    ids: Sequence[int]  #: the ids of the moves, rising

    def __init__(self, game: Game[Any], setting: Any, state: Any) -> None:
        self._game = game
        self._setting = setting
        self._state = state
        self.ids = game.legal(state)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Move]:
        return (self._game.move(self._setting, move) for move in self.ids)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return passage(self._game, self._state, move).refused is None
        return (move if isinstance(move, int) else getattr(move, "id", None)) in self.ids

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(str(move) for move in self)}>"
