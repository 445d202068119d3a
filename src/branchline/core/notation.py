"""What the notations of all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Word:
    """A move of one word, or a word and its argument: `stop`, `pay white`, `spend 2`."""

    id: int
    verb: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.what}".rstrip()


# By verb: the words that may follow it, and the function that turns the index of a word into the id of a move
Listed: TypeAlias = Mapping[str, tuple[Callable[[int], int], Sequence[str]]]


def words_by_id(listed: Listed) -> dict[int, Word]:
    return {
        pack(place): Word(pack(place), verb, word)
        for verb, (pack, words) in listed.items()
        for place, word in enumerate(words)
    }
