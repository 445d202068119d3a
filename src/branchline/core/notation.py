"""What the notations of all games share."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """A move of one word, or a word and its argument: `stop`, `pay white`, `spend 2`."""

    id: int
    verb: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.what}".rstrip()
