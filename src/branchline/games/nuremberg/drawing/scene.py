"""What all panels of a match share. There is one scene per map, theme and language, and parts of the panels are
cached under it: a move redraws only what it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, ParamSpec, TypeVar

import msgspec

from branchline.core.protocols import Theme
from branchline.drawing.cards import heading
from branchline.drawing.lettering import width
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import MapFile, built_in
from branchline.games.nuremberg.drawing.map.placement import Layout, layout
from branchline.games.nuremberg.drawing.palette import Palette, Style, style
from branchline.games.nuremberg.text.naming import named
from branchline.games.nuremberg.text.screen_words import in_words
from branchline.games.nuremberg.views.view import Company, View
from branchline.languages import language

WIDE: Final = 400.0  # width of every panel except the map: a column on a desktop, the full width of a phone
EDGE: Final = 8.0

P = ParamSpec("P")
T = TypeVar("T")


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
        return self.plots[plot].name

    def company_name(self, company: Company) -> str:
        return str(getattr(self.source.companies, company))


def scene(view: View, theme: Theme) -> Scene:
    if view.own_map is not None:
        return _own_scene(msgspec.json.encode(view.own_map), theme, language())
    return _scene(view.board, theme, language())


@lru_cache(maxsize=32)
def _scene(board: str, theme: Theme, language: str) -> Scene:
    return Scene(named(built_in(board)), theme)


@lru_cache(maxsize=16)
def _own_scene(encoded: bytes, theme: Theme, language: str) -> Scene:
    return Scene(named(msgspec.json.decode(encoded, type=MapFile)), theme)


def remembered(draw: Callable[P, T]) -> Callable[P, T]:
    """Caches a drawing function whose result depends only on its arguments, the scene first if it needs one."""
    return lru_cache(maxsize=1024)(draw)  # type: ignore[return-value]


# Targets


def target(name: str, words: str, *content: str, **attributes: str | float | None) -> str:
    """Shapes that stand for something, by the name of a target. If pages are to highlight it, one of them is an
    `area`: printed, where possible, so that a move does not replace it. The words may have tokens: `3 :brown:`."""
    spoken = in_words(words)
    return group(title(spoken, words if words != spoken else ""), *content, data_target=name, **attributes)


def area(place: Place, around: float = 0, rx: float = 6) -> str:
    return element(
        "rect", x=place.x - around, y=place.y - around, width=place.w + 2 * around, height=place.h + 2 * around,
        rx=rx, fill="transparent", class_="area",
    )  # fmt: skip


def over(*content: str, **attributes: str | float | None) -> str:
    """Something drawn over an area that lets clicks through to it."""
    return group(*content, pointer_events="none", **attributes)


def numbers(scene: Scene, found: Sequence[int], x: float, y: float, step: float, size: float) -> str:
    """Numbers beside printed pieces; faint if there are none."""
    ink = scene.palette.ink
    texts = (
        element("text", str(count), x=x + i * step, y=y, opacity=None if count else 0.4)
        for i, count in enumerate(found)
    )
    return group(*texts, fill=ink, font_weight="700", font_size=size)


# Text, in languages that need more room than others


def fitted(text: str, x: float, y: float, size: float, room: float, **attributes: str | float | None) -> str:
    """A line of text, condensed if it is too long for its room."""
    bold = attributes.get("font_weight") is not None
    squeezed = _squeezed(width(text, size, bold), room)
    return label(text, x, y, size, **squeezed, **attributes)


def headed(scene: Scene, text: str, x: float, y: float, room: float) -> str:
    """A heading fitted to its room; its letters are spaced."""
    capitals = text.upper()
    wide = width(capitals, 10.5, bold=True) + 1.8 * len(capitals)
    return heading(scene.style, text, x, y, **_squeezed(wide, room))


def _squeezed(wide: float, room: float) -> dict[str, str | float | None]:
    return {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if wide > room else {}
