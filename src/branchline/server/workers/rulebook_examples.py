"""Pictures of positions for the rulebook and the pages about boards: short stories that a game provides.

A picture shows one panel of a table after some moves. The game itself draws it, so it looks like the table that people
play at, and a story that the rules don't allow can't be told (the tests draw all of them).
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from branchline.core import registry
from branchline.core.play.arranging import arrange
from branchline.core.play.table import Table
from branchline.core.presentation import Box, Presentation
from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.markup import Point, element, group, label
from branchline.drawing.picture import body, panel_picture, place_of
from branchline.drawing.place import Place
from branchline.languages import _, speaking

NAMES: Final = ("Ann", "Bob", "Clara", "Dan")
MARGIN: Final = 34.0  # around the plots in a picture of a part of the map


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the moves made at it, after those of the story that it continues or from a position of its own."""

    players: int = 2
    seed: int = 1
    options: dict[str, Any] = {}
    begins: str = ""  # the story that it continues
    position: dict[str, Any] = {}  # as `branchline.arrange` takes it; empty: the start of a game
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
    plates: list[tuple[float, float]] = []  # points of the panel to number, from 0 to 1
    lit: list[str] = []  # the targets that it is about; a name may contain `*`
    areas: bool = False  # highlight whole areas, too, where something is drawn in them
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


def drawings(game: str) -> dict[str, Example]:
    """The pictures of a game by name."""
    return {example.name: example for example in album(game).pictures}


@lru_cache(32)
def picture(game: str, name: str, language: str, dark: bool) -> str:
    """An example as a standalone SVG; raises `KeyError`."""
    example = drawings(game)[name]
    table = _table(game, example.story)
    view, theme = table.view(example.seat), Theme(dark=dark)
    shown = table.game.presentation()
    with speaking(language):
        screen = table.game.screen()
        panel = next(
            panel for panel in screen.panels(view, table.seats, theme) if panel.name == example.panel
        )
        return panel_picture(
            _lit(panel, example),
            screen.definitions(view, theme) + _HALO,
            _(example.say),
            _box(example, panel, view, shown),
            _numbers(example, place_of(panel), view, shown),
        )


@cache
def _table(game: str, story: str) -> Table:
    told = album(game).stories[story]
    first, moves = told, list(told.moves)
    while first.begins:
        first = album(game).stories[first.begins]
        moves = [*first.moves, *moves]
    seats = NAMES[: first.players]
    if first.position:
        table = arrange(
            game, first.players, seed=first.seed, seats=seats, **first.options, **_seats(first.position)
        )
    else:
        table = Table.from_options(game, first.players, first.options, seed=first.seed, seats=seats)
    for move in moves:
        table.push(move)
    return table


def _seats(position: dict[str, Any]) -> dict[str, Any]:
    """A position from a file, where the seats that things belong to are texts."""

    def owned(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {int(name) if name.isdigit() else name: content for name, content in value.items()}

    return {name: owned(value) for name, value in position.items()}


# What a picture is about

_TARGET: Final = re.compile(r'(class="area" )?data-target="([^"]+)"( class="area")?')
_EDGE: Final = "#2c251b"
_BRIGHT: Final = "#f9d648"


def _band(inner: float, outer: float, colour: str, result: str) -> str:
    """A step of a filter: a band around the shape, from one distance to another."""
    return (
        f'<feMorphology in="SourceAlpha" operator="dilate" radius="{outer}" result="far"/>'
        f'<feMorphology in="SourceAlpha" operator="dilate" radius="{inner}" result="near"/>'
        '<feComposite in="far" in2="near" operator="out" result="band"/>'
        f'<feFlood flood-color="{colour}"/><feComposite in2="band" operator="in" result="{result}"/>'
    )


def _filter(name: str, *steps: str, layers: str) -> str:
    nodes = "".join(f'<feMergeNode in="{layer}"/>' for layer in (*layers.split(), "SourceGraphic"))
    return (
        f'<filter id="{name}" x="-30%" y="-30%" width="160%" height="160%">'
        f"{''.join(steps)}<feMerge>{nodes}</feMerge></filter>"
    )


# A bright band with a thin dark edge: seen on any ground, and on paper without colour. Invisible areas get a frame.
_HALO: Final = _filter(
    "halo", _band(0.8, 6, _EDGE, "edge"), _band(1.2, 5, _BRIGHT, "bright"), layers="edge bright"
) + _filter("frame", _band(0, 1.2, _EDGE, "edge"), layers="edge")


def _lit(panel: Panel, example: Example) -> Panel:
    """The panel with some of its targets highlighted: what is drawn, or else the area that can be clicked."""
    drawn = {target for before, target, after in _TARGET.findall(body(panel)) if not (before or after)}

    def marked(match: re.Match[str]) -> str:
        before, target, after = match.groups()
        if not any(fnmatchcase(target, pattern) for pattern in example.lit):
            return match[0]
        if not (before or after):
            return f'{match[0]} filter="url(#halo)"'
        if target in drawn and not example.areas:
            return match[0]
        return f'{match[0]} stroke="{_BRIGHT}" stroke-width="5" filter="url(#frame)"'

    return msgspec.structs.replace(
        panel,
        printed=_TARGET.sub(marked, panel.printed),
        parts={name: _TARGET.sub(marked, part) for name, part in panel.parts.items()},
    )


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


def _numbers(example: Example, panel: Place, view: Any, shown: Presentation) -> str:
    """Plates with 1, 2, 3, for the text below the picture to refer to."""
    spots = [(shown.spot(view, name), 10.5) for name in example.numbers]
    spots += [((panel.x + x * panel.w, panel.y + y * panel.h), 16.0) for x, y in example.plates]
    if not spots:
        return ""
    return group(
        *(_plate(number, *spot) for number, spot in enumerate(spots, start=1)),
        text_anchor="middle", font_weight="700",
    )  # fmt: skip


def _plate(number: int, spot: Point, radius: float) -> str:
    x, y = spot
    plate = element("circle", cx=x, cy=y, r=radius, fill="#23426f", stroke="#fffaf0", stroke_width=2)
    return plate + label(str(number), x, y + radius * 0.48, radius * 1.43, fill="#fffaf0")
