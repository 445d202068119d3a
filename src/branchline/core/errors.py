"""Errors that teach: each says what is wrong and what to do, in one sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from branchline.core.text import quoted
from branchline.languages import _


class BranchlineError(Exception):
    """The base of all errors that a user can fix. The command line prints one line and exits with status 2."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not allowed: the clause of the rulebook and a sentence. `str` gives both."""

    clause: str  #: such as `N7.10`
    sentence: str  #: of the game's catalogue, with names in braces
    values: Mapping[str, object] = field(default_factory=dict)  #: what the names stand for

    @property
    def text(self) -> str:
        """The sentence in the language of the context."""
        return _(self.sentence).format_map(self.values)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class IllegalMove(BranchlineError):
    """A move that the rules don't allow in this position: `move`, its `clause` and the reason as `text`."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        self.move = move
        self.refusal = refusal
        self.clause = refusal.clause
        self.text = refusal.text
        super().__init__(f"{move}: {refusal}")


class NotationError(BranchlineError):
    """A text that is not the notation of any move of this game."""

    def __init__(self, text: str, why: str) -> None:
        self.text = text
        self.why = why
        super().__init__(f"I can't read the move {quoted(text)}: {why}")


class OptionError(BranchlineError):
    """An option that does not exist, or a value it can't have. `option` tells a form where to show the error."""

    def __init__(self, words: str, option: str = "") -> None:
        self.option = option
        super().__init__(words)


class UnknownGame(BranchlineError):
    """No game of that name is installed."""


class UnknownRules(BranchlineError):
    """The game is installed, but not the version of its rules that a match uses."""


class PositionError(BranchlineError):
    """A position that can't be set up: the rules don't allow it, or the box does not hold that many pieces."""


class GameOver(BranchlineError):
    """A move was pushed after the end of the game."""


class NothingToUndo(BranchlineError):
    """There is no move that could be undone."""


class FileError(BranchlineError):
    """A file that can't be used: which file, which line, and what to do."""

    def __init__(self, path: str | Path, line: int | None, problem: str, remedy: str) -> None:
        self.path = str(path)
        self.line = line
        self.problem = problem
        self.remedy = remedy
        place = self.path if line is None else _("{file}, line {number}", file=self.path, number=line)
        super().__init__(f"{place}: {problem} {remedy}")


class DataError(FileError):
    """A map, deck or component file with a fault."""


class RecordError(FileError):
    """A record of a game that is cut off, edited or of another rules version."""
