"""Glyphs: icons, numbers and signs of a known size, put side by side or on top of each other, then fitted into a
place. The result is flat: one element per icon and number, however deeply nested."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from branchline.drawing.lettering import width
from branchline.drawing.markup import element, joined, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing.palette import Style

ICON: Final = 40.0
LETTERING: Final[dict[str, str]] = {"text_anchor": "middle", "font_weight": "700"}
Draw = Callable[[Style, float, float, float], str]  # at x, y, scaled


class Mark(msgspec.Struct, frozen=True):
    x: float
    y: float
    scale: float
    draw: Draw


class Glyph(msgspec.Struct, frozen=True):
    """Its origin is its middle."""

    w: float
    h: float
    marks: tuple[Mark, ...] = ()


EMPTY: Final = Glyph(0, 0)


def icon(name: str, w: float = ICON, h: float = ICON) -> Glyph:
    def draw(style: Style, x: float, y: float, scale: float) -> str:
        return element(
            "use", href=style.ref(name), transform=f"translate({num(x)} {num(y)}) scale({scale:.2f})"
        )

    return Glyph(w, h, (Mark(0, 0, 1, draw),))


def figure(text: str, size: float, colour: str = "ink") -> Glyph:
    """A number or a sign. Its baseline is a third of its size below the middle."""

    def draw(style: Style, x: float, y: float, scale: float) -> str:
        return label(
            text, x, y + size * scale * 0.34, size * scale, fill=getattr(style.palette, colour), **LETTERING,
        )  # fmt: skip

    return Glyph(width(text, size, bold=True), size * 0.8, (Mark(0, 0, 1, draw),))


def stroke(d: str, w: float, h: float, line: str, thick: float, fill: str | None = None) -> Glyph:
    """A path in the palette's colours, for shapes too plain to be icons."""

    def draw(style: Style, x: float, y: float, scale: float) -> str:
        return element(
            "path", d=d, transform=f"translate({num(x)} {num(y)}) scale({scale:.2f})",
            fill=getattr(style.palette, fill) if fill else "none", stroke=getattr(style.palette, line),
            stroke_width=thick,
        )  # fmt: skip

    return Glyph(w, h, (Mark(0, 0, 1, draw),))


def moved(glyph: Glyph, x: float, y: float, scale: float = 1) -> Glyph:
    marks = tuple(
        Mark(x + mark.x * scale, y + mark.y * scale, mark.scale * scale, mark.draw) for mark in glyph.marks
    )
    return Glyph(glyph.w * scale, glyph.h * scale, marks)


def scaled(glyph: Glyph, scale: float) -> Glyph:
    return moved(glyph, 0, 0, scale)


def over(*glyphs: Glyph) -> Glyph:
    """On top of each other, with the same centre."""
    marks = tuple(mark for glyph in glyphs for mark in glyph.marks)
    return Glyph(max(glyph.w for glyph in glyphs), max(glyph.h for glyph in glyphs), marks)


def beside(*glyphs: Glyph, gap: float = 4) -> Glyph:
    wide = sum(glyph.w for glyph in glyphs) + gap * (len(glyphs) - 1)
    marks: list[Mark] = []
    x = -wide / 2
    for glyph in glyphs:
        marks += moved(glyph, x + glyph.w / 2, 0).marks
        x += glyph.w + gap
    return Glyph(wide, max(glyph.h for glyph in glyphs), tuple(marks))


def stacked(*glyphs: Glyph, gap: float = 4) -> Glyph:
    high = sum(glyph.h for glyph in glyphs) + gap * (len(glyphs) - 1)
    marks: list[Mark] = []
    y = -high / 2
    for glyph in glyphs:
        marks += moved(glyph, 0, y + glyph.h / 2).marks
        y += glyph.h + gap
    return Glyph(max(glyph.w for glyph in glyphs), high, tuple(marks))


def arranged(glyphs: Iterable[Glyph], place: Place, gap: float = 5) -> Glyph:
    """Side by side or on top of each other, whichever makes them larger in that place."""
    found = tuple(glyphs)
    if len(found) < 2:
        return found[0] if found else EMPTY
    ways = (stacked(*found, gap=gap), beside(*found, gap=gap * 1.6))
    return max(ways, key=lambda way: room(way, place))


def room(glyph: Glyph, place: Place) -> float:
    """How large a glyph can be in a place."""
    return min(place.w / glyph.w, place.h / glyph.h)


def fitted(style: Style, glyph: Glyph, place: Place, most: float = 9) -> str:
    """The glyph in the middle of a place, as large as possible."""
    if not glyph.marks:
        return ""
    scale = min(most, room(glyph, place))
    x, y = place.x + place.w / 2, place.y + place.h / 2
    return joined(
        mark.draw(style, x + mark.x * scale, y + mark.y * scale, mark.scale * scale) for mark in glyph.marks
    )
