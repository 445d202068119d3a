"""Cards, headings and small counts: what the places of a table are made of."""

from __future__ import annotations

from branchline.drawing.markup import element, group, label, num
from branchline.drawing.palette import Ground, Style
from branchline.drawing.sheet import Place


def card(style: Style[Ground], place: Place, **attributes: str | float | None) -> str:
    drawn: dict[str, str | float | None] = {
        "fill": style.palette.card, "stroke": style.palette.line, "stroke_width": 1, "rx": 6, **attributes,
    }  # fmt: skip
    return element("rect", x=place.x, y=place.y, width=place.w, height=place.h, **drawn)


def heading(style: Style[Ground], text: str, x: float, y: float, **attributes: str | float | None) -> str:
    """Capitals, spaced like on a timetable."""
    return label(
        text.upper(), x, y, 10.5, font_weight="700", letter_spacing=1.8, fill=style.palette.soft, **attributes
    )


def small(ref: str, x: float, y: float, scale: float, *content: str, **attributes: str | float | None) -> str:
    """A piece, smaller or larger than it is defined."""
    at = f"translate({num(x)} {num(y)}) scale({scale:g})"
    return element("use", *content, href=ref, transform=at, **attributes)


def counted(
    style: Style[Ground], ref: str, x: float, y: float, scale: float, count: int, size: float = 13
) -> str:
    """A piece and how many of it; faint when there is none."""
    return group(
        small(ref, x, y, scale),
        label(str(count), x + 11, y + size * 0.34, size, fill=style.palette.ink, font_weight="700"),
        opacity=None if count else 0.42,
    )
