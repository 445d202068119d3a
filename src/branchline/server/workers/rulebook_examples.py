"""Pictures of positions for the rulebook and the pages about boards: short stories that a game provides.

A picture shows one panel of a table after some moves. The game itself draws it, so it looks like the table that people
play at, and a story that the rules don't allow can't be told (the tests draw all of them).
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
MARGIN: Final = 34.0  # of a part of the map, around the plots that it shows


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the moves made at it, after those of the story that it continues."""

    players: int = 2
    seed: int = 1
    options: dict[str, Any] = {}
    begins: str = ""  # the story that it continues
    moves: list[str] = []


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture: which panel of which story, and what it says."""

    name: str
    story: str
    panel: str
    say: str
    size: tuple[int, int]  # width and height, so that a page can reserve the space
    clause: str = ""  # of the rulebook, where it is shown; empty: elsewhere
    plots: list[str] = []  # for a map: the plots to show
    part: tuple[float, float, float, float] | None = (
        None  # of the panel: left, top, right, bottom, from 0 to 1
    )
    numbers: list[str] = []  # for a map: plots (`FUE`) and borders (`FUE-GOS`) to number
    seat: int | None = None  # who sees it


class Album(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stories: dict[str, Story]
    pictures: list[Example]


@cache
def album(game: str) -> Album:
    """The pictures of a game, if it has any."""
    path = registry.game(game).presentation().examples
    if path is None:
        return Album({}, [])
    return msgspec.json.decode(path.read_bytes(), type=Album)


def find(game: str, name: str) -> Example:
    """Raises `KeyError`."""
    return {example.name: example for example in album(game).pictures}[name]


@lru_cache(32)
def picture(game: str, name: str, language: str, dark: bool) -> str:
    """An example as a standalone SVG; raises `KeyError`."""
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


# Which part of a panel is shown


def _box(example: Example, panel: Panel, view: Any, shown: Presentation) -> Place:
    whole = place_of(panel)
    if example.plots:
        return _around(shown.around(view, example.plots), whole)
    left, top, right, bottom = example.part or (0.0, 0.0, 1.0, 1.0)
    x, y = whole.x + left * whole.w, whole.y + top * whole.h
    return Place(x, y, (right - left) * whole.w, (bottom - top) * whole.h)


def _around(box: Box, panel: Place) -> Place:
    left, top = max(box[0] - MARGIN, panel.x), max(box[1] - MARGIN, panel.y)
    right, bottom = min(box[2] + MARGIN, panel.right), min(box[3] + MARGIN, panel.bottom)
    return Place(round(left), round(top), round(right - left), round(bottom - top))


def _numbers(example: Example, view: Any, shown: Presentation) -> str:
    """Plates with 1, 2, 3 on the map, for the text below it to refer to."""
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
