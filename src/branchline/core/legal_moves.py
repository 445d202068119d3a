"""The legal moves of a position, as `Table` gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from branchline.core.protocols import Game, Move


class LegalMoves:
    """The legal moves of a position: `in` takes a move, its notation or its id; iterating gives moves."""

    def __init__(self, game: Game[Any], setting: Any, ids: Sequence[int]) -> None:
        self._game = game
        self._setting = setting
        self.ids = ids

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Move]:
        return (self._game.move(self._setting, move) for move in self.ids)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return self._game.read(self._setting, move).id in self.ids
        return (move if isinstance(move, int) else getattr(move, "id", None)) in self.ids

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(str(move) for move in self)}>"
