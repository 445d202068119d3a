"""Cards, headings and small counts: the parts of a table."""

from __future__ import annotations

from branchline.drawing.markup import element, label, num, use
from branchline.drawing.palette import Ground, Style
from branchline.drawing.place import Place


def card(style: Style[Ground], place: Place, **attributes: str | float | None) -> str:
    drawn: dict[str, str | float | None] = {
        "fill": style.palette.card, "stroke": style.palette.line, "stroke_width": 1, "rx": 6, **attributes,
    }  # fmt: skip
    return element("rect", x=place.x, y=place.y, width=place.w, height=place.h, **drawn)


def heading(style: Style[Ground], text: str, x: float, y: float, **attributes: str | float | None) -> str:
    """Capitals, spaced as on a timetable."""
    return label(
        text.upper(), x, y, 10.5, font_weight="700", letter_spacing=1.8, fill=style.palette.soft, **attributes
    )


def small(ref: str, x: float, y: float, scale: float, *content: str, **attributes: str | float | None) -> str:
    """A piece, scaled."""
    if scale == 1:
        return use(ref, x, y, *content, **attributes)
    at = f"translate({num(x)} {num(y)}) scale({scale:g})"
    return element("use", *content, href=ref, transform=at, **attributes)
