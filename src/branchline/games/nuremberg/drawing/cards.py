"""Cards, headings and small counts: what all places around the map are made of."""

from __future__ import annotations

from typing import Final

from branchline.games.nuremberg.drawing.markup import element, group, label, num
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.sheet import Place

INVESTMENT: Final = 13.4  # from cube to cube in a row


def card(style: Style, place: Place, **attributes: str | float | None) -> str:
    drawn: dict[str, str | float | None] = {
        "fill": style.palette.card, "stroke": style.palette.line, "stroke_width": 1, "rx": 6, **attributes,
    }  # fmt: skip
    return element("rect", x=place.x, y=place.y, width=place.w, height=place.h, **drawn)


def heading(style: Style, text: str, x: float, y: float, **attributes: str | float | None) -> str:
    """Capitals, spaced like on a timetable."""
    return label(
        text.upper(), x, y, 10.5, font_weight="700", letter_spacing=1.8, fill=style.palette.soft, **attributes
    )


def small(ref: str, x: float, y: float, scale: float, *content: str, **attributes: str | float | None) -> str:
    """A piece, smaller or larger than it is on the land."""
    at = f"translate({num(x)} {num(y)}) scale({scale:g})"
    return element("use", *content, href=ref, transform=at, **attributes)


def counted(style: Style, ref: str, x: float, y: float, scale: float, count: int, size: float = 13) -> str:
    """A piece and how many of it; faint when there is none."""
    return group(
        small(ref, x, y, scale),
        label(str(count), x + 11, y + size * 0.34, size, fill=style.palette.ink, font_weight="700"),
        opacity=None if count else 0.42,
    )


def row_of(style: Style, name: str, x: float, y: float, count: int, **attributes: str | float | None) -> str:
    """Several investment cubes side by side: one rectangle, however many there are."""
    if count <= 0:
        return ""
    return element(
        "rect", transform=f"translate({num(x)} {num(y)})", width=count * INVESTMENT, height=INVESTMENT,
        fill=style.url(name), **attributes,
    )  # fmt: skip
