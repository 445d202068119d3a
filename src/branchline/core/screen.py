"""What a game shows on a screen that people click: pictures in panels, choices with their texts, accounts.

A game's `screen()` gives a `Screen`. It deals in drawings and words and knows nothing of browsers: a page,
a notebook or another program can show the same. All words come in the language of the context (`branchline.languages`).

A **sign** is a kind of token or number that choices change: a cube, white influence, points. A text of the screen shows
one as `:white:`; the page draws it with its mark, and a screen reader says its label.

A **target** is the name of a shape in the pictures that can be pointed at, such as `border:FUE-GOS` or `card:2.3`;
the shape carries it as `data-target`. Choices, refusals and log entries speak of shapes by these names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from branchline.core.orders import StandingOrders
from branchline.core.protocols import Theme

StateT = TypeVar("StateT", contravariant=True)
# Something that a player has: the id of a shape in the definitions, a short text, and all of it in words
Token: TypeAlias = tuple[str, str, str]


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


class Sign(msgspec.Struct, frozen=True):
    """How a page shows a kind of token or number."""

    name: str
    label: str  # in words, for screen readers and where there is no picture
    picture: str = ""  # markup in a box of 20 by 20 around the origin


def plain(text: str, signs: Sequence[Sign]) -> str:
    """A text whose tokens, named between colons, are written out: `2 :white:` becomes `2 white`."""
    labels = {sign.name: sign.label for sign in signs}
    return re.sub(r":(\w+):", lambda found: labels.get(found[1], found[1]), text)


Effect: TypeAlias = tuple[str, int, int]  # a sign, its change, and how much there is afterwards


class Payment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a choice makes its player pay. Its move ends with a proposal: how much of each unit, in this order."""

    owed: int
    units: tuple[tuple[str, int], ...]  # the signs that can be paid with, and how much of each there is
    buys: tuple[str, ...] = ()  # what each unit is good for otherwise, where its sign does not say it


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that the player to move may do."""

    move: str  # the notation to send; may stand for several steps
    words: str  # for a button: "Build to Gostenhof"
    group: str = ""  # the heading that groups such choices: "Build"
    target: str = ""  # the shape that stands for it
    many: int = 0  # how many of the same thing: choices in a row that differ only in this become one field
    shows: tuple[str, ...] = ()  # shapes to highlight on hover, such as the path of an item
    effects: tuple[Effect, ...] = ()  # what it changes for the player; if it is a payment, with the proposal
    pays: Payment | None = None
    price: tuple[str, ...] = ()  # why it costs that, and what else it brings about
    note: str = ""  # what is about to be lost or to drop, in words; the page does not ask
    warning: str = (
        ""  # why the player might regret it: "2 coins would find no space"; the page asks for confirmation
    )
    ends: bool = False  # it ends, passes or confirms: the page shows it in a fixed place
    poorer: bool = (
        False  # a makeshift, such as trading a card: highlighted less, and never what a click means first
    )


class AccountRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of an account: a source, and a number per seat."""

    words: str
    numbers: tuple[int, ...]
    part: bool = False  # it itemises the row above it, and is not added again


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement of what the players gained and lost. The rows change a `result`, such as the score: `before` says
    what it was, by seat, and the total is added to it."""

    title: str
    rows: tuple[AccountRow, ...]
    total: tuple[int, ...]
    before: tuple[int, ...]
    result: str
    score: bool = False  # the result is the score: the player with the most is in the lead


def account(
    title: str, rows: Sequence[AccountRow], before: Sequence[int], result: str, *, score: bool = False
) -> Account:
    """An account whose total is the sum of its rows."""
    total = tuple(sum(row.numbers[seat] for row in rows if not row.part) for seat in range(len(before)))
    return Account(title, tuple(rows), total, tuple(before), result, score)


class Focus(msgspec.Struct, frozen=True, omit_defaults=True):
    """The panels that matter now, by name."""

    main: tuple[
        str, ...
    ] = ()  # shown as large as the page allows, one below the other; none: the page decides
    beside: tuple[str, ...] = ()  # shown small


class PlayerRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody may know about a player, at a glance."""

    tokens: tuple[Token, ...] = ()
    panel: str = ""  # the panel that says more


class Overview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a page says about a position besides its pictures."""

    todo: str = ""  # for the player to move: "bid on a box"
    focus: Focus = Focus()
    rows: tuple[PlayerRow, ...] = ()  # by seat


def laid_out(panels: list[Panel], layouts: Mapping[str, Layout]) -> list[Panel]:
    """The panels with their layouts, by name; `board:*` stands for all names that start with `board:`."""

    def layout(name: str) -> Layout | None:
        kind, colon, _ = name.partition(":")
        return layouts.get(f"{kind}:*" if colon else name)

    return [
        panel if (found := layout(panel.name)) is None else msgspec.structs.replace(panel, layout=found)
        for panel in panels
    ]


class Screen(Protocol[StateT]):
    """A class that derives from this need not have its own `overview`."""

    secrets: bool  # whether seats have secrets, so that a shared screen has to be handed over
    standing_orders: StandingOrders | None  # decisions that a player may leave to the table, if any

    def definitions(self, view: Any, theme: Theme) -> str:
        """The shapes that all panels share, as the content of one `<defs>`."""

    def panels(self, view: Any, names: Sequence[str], theme: Theme) -> list[Panel]:
        """All pictures of the table, the most important first. Equal views have the same panel names."""

    def now(self, view: Any, names: Sequence[str]) -> str:
        """Whose turn it is and what they may do, in one sentence."""

    def overview(self, state: StateT, view: Any) -> Overview:
        """What matters at this position. The state is there for the rules' own calculations and reveals no more than
        the view."""
        return Overview()

    def signs(self, view: Any, theme: Theme) -> tuple[Sign, ...]:
        """The signs of effects, payments, texts and rows."""
        return ()

    def choices(self, state: StateT, names: Sequence[str]) -> list[Choice]:
        """Everything the player to move may do; together the choices cover every legal move."""

    def meant(self, state: StateT, target: str) -> list[int]:
        """The moves that a click on a shape could mean, legal or not, likeliest first."""

    def touched(self, state: StateT, move: int, seat: int | None) -> list[str]:
        """The targets that a move about to be played involves, as far as a seat may know."""

    def midway(self, state: StateT) -> bool:
        """Whether the player is in the middle of one decision, such as a payment: an undone step starts before it."""

    def round(self, state: StateT) -> int:
        """The current round, from 1."""

    def tally(self, before: StateT, move: int, after: StateT) -> dict[str, tuple[int, ...]]:
        """Where the points of a move came from: by source, in words, the points by seat."""

    def accounts(self, start: StateT, moves: Sequence[int], before: StateT, after: StateT) -> list[Account]:
        """Statements due after a move, such as each round's profit and loss; usually none. `moves` are all those of the
        phase (as the headings of the log divide the match) from the position `start` on; the last of them was played on
        `before`."""
