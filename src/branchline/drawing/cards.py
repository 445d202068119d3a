"""Cards, headings and small counts: what the places of a table are made of."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.drawing.markup import element, group, label, num, use
from branchline.drawing.palette import Ground, Style
from branchline.drawing.place import Place


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
    if scale == 1:
        return use(ref, x, y, *content, **attributes)
    at = f"translate({num(x)} {num(y)}) scale({scale:g})"
    return element("use", *content, href=ref, transform=at, **attributes)


def counts(
    style: Style[Ground], found: Sequence[tuple[str, int]], x: float, y: float, step: float, scale: float
) -> str:
    """Pieces side by side and how many there are of each; faint where there is none."""
    size = 15.5 * scale
    parts = []
    for i, (name, count) in enumerate(found):
        at = x + i * step
        number = element("text", str(count), x=at + 11, y=y + size * 0.34)
        shown = small(style.ref(name), at, y, scale) + number
        parts.append(shown if count else group(shown, opacity=0.42))
    return group(*parts, fill=style.palette.ink, font_weight="700", font_size=size)
