"""How a game tells a match to people: what a turn did, under which heading, and what followed without a decision.

A game derives from `Storyteller` and overrides what it can tell better. All words come in the language of the context
(`branchline.languages`), as far as a seat (None: a spectator, `ALL`: somebody who may know everything) may know.
A turn is told once for all seats to which `Game.told` gives the same notation of its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from branchline.core.protocols import Game

StateT = TypeVar("StateT")


class Outcome(msgspec.Struct, frozen=True):
    """Something that followed from a move: who won an auction, what a round brought. It may stand under a heading of
    its own."""

    words: str
    seat: int | None = None
    heading: str = ""


class Storyteller(Generic[StateT]):
    """The defaults: a turn is told step by step, without headings."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def heading(self, state: StateT) -> str:
        """The round and the phase, `Round 2 · Building`; empty: none."""
        return ""

    def turn(
        self, positions: Sequence[StateT], moves: Sequence[int], names: Sequence[str], seat: int | None
    ) -> str:
        """What the moves of one turn did together, including draws and others' moves during it; also while the turn
        goes on. The positions are those before each move, and the one after the last."""
        return " ".join(
            self.game.sentence(before, move, names, seat)
            for before, move in zip(positions[:-1], moves, strict=True)
        )

    def deal(
        self, positions: Sequence[StateT], moves: Sequence[int], names: Sequence[str], seat: int | None
    ) -> str:
        """What many draws at once did; empty: the log only says that there was a deal."""
        return ""

    def outcomes(self, before: StateT, move: int, after: StateT, names: Sequence[str]) -> list[Outcome]:
        """What followed from a move, as far as everybody may know."""
        return []
