"""What pages around the table say about a game: its poster and sentence, the form for its options, lessons,
pictures for the rulebook, reference pages, the ceremony after a game. All of it is optional; a game derives from
`Presentation` and overrides what it has.

All words come in the language of the context (`branchline.languages`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

import msgspec

from branchline.core.awards import Award
from branchline.core.coaching import Coaching
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.languages import _

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
    rare: bool = False  # shown under "further options"
    most: int = 0  # of "letters": how many may be chosen; 0: any number


class Variant(msgspec.Struct, frozen=True):
    """The option by which matches of one game differ most: lists of results are grouped by it."""

    option: str
    label: str


class ReferencePage(msgspec.Struct, frozen=True):
    """A page for looking things up: a template of the game and the data it shows."""

    template: str
    values: dict[str, Any]


class FilterLink(msgspec.Struct, frozen=True):
    words: str
    address: str
    count: int  # how many things it finds
    chosen: bool


class Filter(msgspec.Struct, frozen=True):
    """A row of links that narrow down a list. The choice is in the URL, so no script is needed."""

    label: str
    links: tuple[FilterLink, ...]


def filter_links(
    address: str,
    asked: Mapping[str, str],
    name: str,
    label: str,
    values: Mapping[str, str],
    count: Callable[[Mapping[str, str]], int],
) -> Filter:
    """A link for each value of one parameter, keeping the others as `asked`, and one for all of them; `count` says how
    many things a query finds. Values that find nothing are left out."""
    links = []
    # Translators: a filter that lets everything through: all stages, all modules
    for value, words in {"": _("all"), **values}.items():
        query = {key: given for key, given in {**asked, name: value}.items() if given}
        chosen, found = asked.get(name, "") == value, count({**asked, name: value})
        if found or chosen or not value:
            links.append(FilterLink(words, f"{address}?{urlencode(query)}".rstrip("?"), found, chosen))
    return Filter(label, tuple(links))


class Ending(msgspec.Struct, frozen=True):
    """How a game ended, for its poster."""

    names: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]  # seats, best first; the first is empty if nobody wins
    date: str = ""  # in words


class Presentation:
    sign: Literal["red", "green", "plain"] = "plain"  # the colour of its sign on the home page
    assets: Path | None = None  # a folder that is served to browsers: `poster.svg`, `table.css`
    templates: Path | None = None  # a folder with the templates of its reference pages
    tutorial: Path | None = None  # the file of its lesson
    examples: Path | None = None  # the file with the pictures of its rulebook
    illustrated: Path | None = None  # the file with the illustrated pages that its rulebook begins with
    strategy: Path | None = None  # the file with the pages about good play
    problems: Path | None = None  # the file of its problems of the day
    problem_options: Sequence[Mapping[str, object]] = (
        {},
    )  # options of the games that are searched for problems
    addresses: Sequence[str] = ()  # routes of reference pages, such as `/cards/{card}`
    souvenirs: bool = False  # whether it has a `poster` and a `replay_panel`

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

    def coaching(self) -> Coaching | None:
        """Its coach, if it has one."""
        return None

    def awards(self) -> Sequence[Award]:
        """What players can be honoured for after a game; at least six of them give everybody a chance."""
        return ()

    def celebration(self, names: Sequence[str], winners: Sequence[int], theme: Theme) -> str:
        """A picture in honour of the winners (seats), as SVG; empty: none. If there are no winners, a picture of that
        ending."""
        return ""

    def poster(self, view: Any, ending: Ending) -> str:
        """A finished game as a travel poster, as SVG; empty: none. The view is a spectator's."""
        return ""

    def replay_panel(self, view: Any, names: Sequence[str]) -> Panel | None:
        """The panel for an animated replay: something that grows during a game and is readable when small, such as a
        map with everybody's lines. It uses the definitions of the screen; None: there is no such replay."""
        return None

    def moment_panel(self, view: Any, names: Sequence[str]) -> Panel | None:
        """A moment of the game for the picture of a challenge, as the looking seat sees it."""
        return self.replay_panel(view, names)
