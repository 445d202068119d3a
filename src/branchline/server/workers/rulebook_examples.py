"""Pictures of positions, for the rulebook and the pages about boards: small stories that a game brings along.

A picture shows one panel of a table to which some moves were made. It is drawn by the game itself, so it looks like the
table that people play at, and a story that the rules no longer allow can't be told (the tests draw all of them).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from branchline.core import registry
from branchline.core.play.table import Table
from branchline.core.presentation import Box, Presentation
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.markup import Point, element, group, label
from branchline.drawing.picture import panel_picture, place_of
from branchline.drawing.place import Place
from branchline.languages import _, speaking

NAMES: Final = ("Ann", "Bob", "Clara", "Dan")
AROUND: Final = 34.0  # what a piece of the map shows beyond the plots that it is about


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the moves that were made at it, those of another story first."""

    players: int = 2
    seed: int = 1
    options: dict[str, Any] = {}
    begins: str = ""  # the story that it goes on from
    moves: list[str] = []


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture: which panel of which story, and what it says."""

    name: str
    story: str
    panel: str
    say: str
    size: tuple[int, int]  # width and height, known before it is drawn: a page keeps room for it
    clause: str = ""  # where it stands in the rulebook; empty: elsewhere
    plots: list[str] = []  # of a map: the plots to show
    part: tuple[float, float, float, float] | None = None  # of a panel: left, top, right, bottom, from 0 to 1
    numbers: list[str] = []  # of a map: plots (`FUE`) and borders (`FUE-GOS`) that are numbered
    seat: int | None = None  # who sees it


class Album(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stories: dict[str, Story]
    pictures: list[Example]


@cache
def album(game: str) -> Album:
    """The pictures of a game; none where it has no file."""
    path = registry.game(game).presentation().examples
    if path is None:
        return Album({}, [])
    return msgspec.json.decode(path.read_bytes(), type=Album)


def find(game: str, name: str) -> Example:
    """Raises `KeyError`."""
    return {example.name: example for example in album(game).pictures}[name]


@lru_cache(32)
def picture(game: str, name: str, language: str, dark: bool) -> str:
    """An example as an SVG that stands alone; raises `KeyError`."""
    example = find(game, name)
    table = _table(game, example.story)
    view, theme = table.view(example.seat), Theme(dark=dark)
    shown = table.game.presentation()
    with speaking(language):
        screen = table.game.screen()
        panel = next(
            panel for panel in screen.panels(view, table.seats, theme) if panel.name == example.panel
        )
        box = _box(example, panel, view, shown)
        return panel_picture(
            panel, screen.definitions(view, theme), _(example.say), box, _numbers(example, view, shown)
        )


@cache
def _table(game: str, story: str) -> Table:
    told = album(game).stories[story]
    first, moves = told, list(told.moves)
    while first.begins:
        first = album(game).stories[first.begins]
        moves = [*first.moves, *moves]
    seats = NAMES[: first.players]
    table = Table.from_options(game, first.players, first.options, seed=first.seed, seats=seats)
    for move in moves:
        table.push(move)
    return table


# What of a panel is shown


def _box(example: Example, panel: Panel, view: Any, shown: Presentation) -> Place:
    whole = place_of(panel)
    if example.plots:
        return _around(shown.around(view, example.plots), whole)
    left, top, right, bottom = example.part or (0.0, 0.0, 1.0, 1.0)
    x, y = whole.x + left * whole.w, whole.y + top * whole.h
    return Place(x, y, (right - left) * whole.w, (bottom - top) * whole.h)


def _around(box: Box, panel: Place) -> Place:
    left, top = max(box[0] - AROUND, panel.x), max(box[1] - AROUND, panel.y)
    right, bottom = min(box[2] + AROUND, panel.right), min(box[3] + AROUND, panel.bottom)
    return Place(round(left), round(top), round(right - left), round(bottom - top))


def _numbers(example: Example, view: Any, shown: Presentation) -> str:
    """Enamel plates with 1, 2, 3 on the map, for the words below it to speak of."""
    if not example.numbers:
        return ""
    return group(
        *(_plate(number, shown.spot(view, name)) for number, name in enumerate(example.numbers, start=1)),
        text_anchor="middle", font_weight="700",
    )  # fmt: skip


def _plate(number: int, spot: Point) -> str:
    x, y = spot
    return element("circle", cx=x, cy=y, r=10.5, fill="#23426f", stroke="#fffaf0", stroke_width=2) + label(
        str(number), x, y + 5, 15, fill="#fffaf0"
    )
