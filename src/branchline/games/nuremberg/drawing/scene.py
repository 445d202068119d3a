"""What all panels of a match share. There is one scene for a map, a theme and a language, and parts of the panels are
remembered by it: a move draws again only what it changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, ParamSpec

import msgspec

from branchline.core.protocols import Theme
from branchline.drawing.markup import element, group, title
from branchline.drawing.sheet import Place
from branchline.games.nuremberg.drawing.palette import Palette, Style, style
from branchline.games.nuremberg.drawing.placement import Layout, layout
from branchline.games.nuremberg.map_file import MapFile, built_in
from branchline.games.nuremberg.sentences import called
from branchline.games.nuremberg.view import Company, View
from branchline.languages import language

WIDE: Final = 400.0  # of every panel but the map: a column on a desk, the whole of a phone
EDGE: Final = 8.0

P = ParamSpec("P")


class Scene:
    def __init__(self, source: MapFile, theme: Theme) -> None:
        self.source = source
        self.style: Style = style(source, theme)
        self.made: Layout = layout(source)
        self.plots = {plot.id: plot for plot in source.plots}
        self.borders = {frozenset((border.a, border.b)): border for border in source.borders}

    @property
    def palette(self) -> Palette:
        return self.style.palette

    def plot_name(self, plot: str) -> str:
        return called(self.plots[plot].name)

    def company_name(self, company: Company) -> str:
        return called(getattr(self.source.companies, company))


def scene(view: View, theme: Theme) -> Scene:
    if view.own_map is not None:
        return _own_scene(msgspec.json.encode(view.own_map), theme, language())
    return _scene(view.board, theme, language())


@lru_cache(maxsize=32)
def _scene(board: str, theme: Theme, language: str) -> Scene:
    return Scene(built_in(board), theme)


@lru_cache(maxsize=16)
def _own_scene(encoded: bytes, theme: Theme, language: str) -> Scene:
    return Scene(msgspec.json.decode(encoded, type=MapFile), theme)


def remembered(draw: Callable[P, str]) -> Callable[P, str]:
    """Drawn once as long as it is asked for again: all that it depends on are its arguments, the scene first."""
    return lru_cache(maxsize=4096)(draw)  # type: ignore[return-value]


# What can be pointed at


def target(name: str, words: str, *content: str, **attributes: str | float | None) -> str:
    """Shapes that stand for something, by the name of a target. One of them should be an `area`, which a page lights
    by filling it."""
    return group(title(words), *content, data_target=name, **attributes)


def area(place: Place, around: float = 0, rx: float = 6) -> str:
    return element(
        "rect", x=place.x - around, y=place.y - around, width=place.w + 2 * around, height=place.h + 2 * around,
        rx=rx, fill="transparent", class_="area",
    )  # fmt: skip
