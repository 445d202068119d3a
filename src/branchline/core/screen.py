"""What a game shows on a screen that people click: pictures in panels, choices with their texts, accounts.

A game's `screen()` gives a `Screen`. It deals in drawings and words and knows nothing of browsers: a page,
a notebook or another program can show the same. All words come in the language of the context (`branchline.languages`).

A **target** is the name of a shape in the pictures that can be pointed at, such as `border:FUE-GOS` or `card:2.3`;
the shape carries it as `data-target`. Choices, refusals and log entries speak of shapes by these names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from branchline.core.orders import StandingOrders
from branchline.core.protocols import Theme

StateT = TypeVar("StateT", contravariant=True)


class Layout(msgspec.Struct, frozen=True):
    """How a page shows a panel."""

    place: Literal["large", "beside", "further", "legend"] = (
        "beside"  # on a wide page; "legend": only on request
    )
    zoom: bool = False  # it is detailed: the page offers zooming
    small: bool = False  # it is drawn small: a click enlarges it
    hide_empty: bool = False  # it is hidden while all its parts are empty


class Panel(msgspec.Struct, frozen=True):
    """One picture of the table, such as the map or the auction."""

    name: str
    title: str
    box: str  # the viewBox of the picture
    printed: str  # markup that never changes during a match
    parts: dict[str, str]  # markup that moves change: small groups by name, in drawing order
    layout: Layout = Layout()


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that the player to move may do."""

    move: str  # the notation to send; may stand for several steps
    words: str  # for a button: "Build to Gostenhof"
    group: str = ""  # the heading that groups such choices: "Build"
    target: str = ""  # the shape that stands for it
    shows: tuple[str, ...] = ()  # shapes to highlight on hover, such as the path of an item
    price: tuple[str, ...] = ()  # what it costs, itemised, and what is left afterwards
    warning: str = (
        ""  # why the player might regret it: "2 coins would find no space"; the page asks for confirmation
    )


class Account(msgspec.Struct, frozen=True):
    """A small statement: one row per source, one number per seat."""

    title: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    total: tuple[int, ...]


def laid_out(panels: list[Panel], layouts: Mapping[str, Layout]) -> list[Panel]:
    """The panels with their layouts, by name; a name may end in `*`."""

    def layout(name: str) -> Layout:
        return next((found for pattern, found in layouts.items() if fnmatch(name, pattern)), Layout())

    return [msgspec.structs.replace(panel, layout=layout(panel.name)) for panel in panels]


class Screen(Protocol[StateT]):
    secrets: bool  # whether seats have secrets, so that a shared screen has to be handed over
    standing_orders: StandingOrders | None  # what a player may leave to the table, if anything

    def definitions(self, view: Any, theme: Theme) -> str:
        """The shapes that all panels share, as the content of one `<defs>`."""

    def panels(self, view: Any, names: Sequence[str], theme: Theme) -> list[Panel]:
        """All pictures of the table, the most important first. Equal views have the same panel names."""

    def now(self, view: Any, names: Sequence[str]) -> str:
        """Whose turn it is and what they may do, in one sentence."""

    def choices(self, state: StateT, names: Sequence[str]) -> list[Choice]:
        """Everything the player to move may do; together the choices cover every legal move."""

    def meant(self, state: StateT, target: str) -> list[int]:
        """The moves that a click on a shape could mean, legal or not, likeliest first."""

    def touched(self, state: StateT, move: int, seat: int | None) -> list[str]:
        """The targets that a move about to be played involves, as far as a seat may know."""

    def round(self, state: StateT) -> int:
        """The current round, from 1."""

    def tally(self, before: StateT, move: int, after: StateT) -> dict[str, tuple[int, ...]]:
        """Where the points of a move came from: by source, in words, the points by seat."""

    def accounts(self, before: StateT, move: int, after: StateT) -> list[Account]:
        """Statements due after a move, such as each round's profit and loss; mostly none."""
