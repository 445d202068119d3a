"""What the numbers of an observation mean: a game describes them as pieces, and a piece as items with the same fields.

`docs/features.md` shows the tables made from this; `features="compact"` keeps the numbers that a setting uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Field(NamedTuple):
    """One number of an item, or several of a kind."""

    name: str
    meaning: str
    most: int = 1  # the largest usual value; compact observations are divided by it
    size: int = 1
    used: Sequence[int] | None = None  # which of the numbers say anything in this setting; None: all of them

    @property
    def places(self) -> Sequence[int]:
        return range(self.size) if self.used is None else self.used


class Piece(NamedTuple):
    """A part of an observation: `items` rows, each with all the fields."""

    name: str
    fields: tuple[Field, ...]
    items: int = 1
    of: str = ""  # what an item is, such as "player"
    used: Sequence[int] | None = None  # which items this setting has; None: all of them

    @property
    def width(self) -> int:
        return sum(field.size for field in self.fields)

    @property
    def size(self) -> int:
        return self.items * self.width


class Number(NamedTuple):
    """One number of an observation."""

    at: int  # its index
    name: str  # `players[1].influence[2]`
    field: Field
    used: bool


def numbers(pieces: Sequence[Piece]) -> Iterator[Number]:
    """All numbers of an observation, in their order."""
    index = 0
    for piece in pieces:
        for item in range(piece.items):
            has = piece.used is None or item in piece.used
            row = f"{piece.name}[{item}]" if piece.items > 1 else piece.name
            for field in piece.fields:
                for place in range(field.size):
                    name = f"{row}.{field.name}" + (f"[{place}]" if field.size > 1 else "")
                    yield Number(index, name, field, has and place in field.places)
                    index += 1
