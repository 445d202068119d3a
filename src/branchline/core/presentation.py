"""What pages around the table say about a game: its poster and sentence, the form for its options, lessons,
pictures for the rulebook, reference pages. All of it is optional; a game derives from `Presentation` and
overrides what it has.

All words come in the language of the context (`branchline.languages`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

Mark = Literal["", "reconstructed", "disputed"]
Box = tuple[float, float, float, float]  # left, top, right, bottom


class Value(msgspec.Struct, frozen=True):
    value: str
    label: str
    sentence: str = ""


class Field(msgspec.Struct, frozen=True):
    """An option as a form shows it."""

    name: str
    kind: Literal["choice", "switch", "letters", "numbers"]
    label: str
    sentence: str
    default: str
    choices: tuple[Value, ...] = ()
    mark: Mark = ""
    clause: str = ""
    only_if: tuple[str, str] | None = None  # shown only while this option has this value
    rare: bool = False  # shown among the further options
    most: int = 0  # of "letters": how many may be chosen; 0: any number


class Variant(msgspec.Struct, frozen=True):
    """The option by which matches of one game differ most: lists of results are grouped by it."""

    option: str
    label: str


class ReferencePage(msgspec.Struct, frozen=True):
    """A page for looking things up: a template of the game and the data it shows."""

    template: str
    values: dict[str, Any]


class Presentation:
    sign: Literal["red", "green", "plain"] = "plain"  # the colour of its sign on the home page
    assets: Path | None = None  # a folder that is served to browsers: `poster.svg`, `table.css`
    templates: Path | None = None  # a folder with the templates of its reference pages
    tutorial: Path | None = None  # the file of its lesson
    examples: Path | None = None  # the file with the pictures of its rulebook
    addresses: Sequence[str] = ()  # routes of reference pages, such as `/cards/{card}`

    def sentence(self) -> str:
        """What players do in this game, for the home page."""
        return ""

    def option_fields(self) -> list[Field]:
        """The options as a form shows them."""
        return []

    def variant(self) -> Variant | None:
        return None

    def variant_words(self, value: str) -> str:
        """A value of the variant's option, as lists show it."""
        return value

    def reference_links(self) -> list[tuple[str, str]]:
        """Addresses and titles of reference pages, for the rulebook's contents."""
        return []

    def reference_page(
        self, address: str, path: Mapping[str, str], query: Mapping[str, str], dark: bool
    ) -> ReferencePage:
        """The page at one of the `addresses`; raises `LookupError` with a sentence if there is none."""
        raise LookupError(address)

    def around(self, view: Any, names: Sequence[str]) -> Box:
        """The part of the large picture that contains some places, for a picture in the rulebook."""
        raise LookupError(names)

    def spot(self, view: Any, name: str) -> tuple[float, float]:
        """Where to put the numbered label of a place in the large picture."""
        raise LookupError(name)
