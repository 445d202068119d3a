"""The emblem of each seat: a shape beside its colour."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group
from branchline.drawing.palette import DOTS, Ground, Style, shade

# In a box of 10 by 10 around the origin
EMBLEMS: Final = (
    "M0-5L4 0L0 5L-4 0z",
    "M0-5.2L1.5-1.7L5.1-1.5L2.3.9L3.2 4.5L0 2.5L-3.2 4.5L-2.3.9L-5.1-1.5L-1.5-1.7z",
    "M-1.7-4.8H1.7V-1.7H4.8V1.7H1.7V4.8H-1.7V1.7H-4.8V-1.7H-1.7z",
    "M-4.2-4.4H4.2V.4Q3.8 3.6 0 5Q-3.8 3.6-4.2.4z",
)


def emblem(style: Style[Ground], seat: int) -> str:
    """The definition of a player's marker, seen from above; its id is `emblem-SEAT`."""
    fill = style.palette.players[seat]
    parts = [element("circle", r=8.5, fill=fill, stroke=shade(fill, 0.5), stroke_width=1)]
    if style.marks:
        parts.append(element("path", d=EMBLEMS[seat], fill="#fff"))
    return group(*parts, id=style.id(f"emblem-{seat}"))


def band(style: Style[Ground], seat: int, x: float, top: float, bottom: float, dot: float = 5) -> str:
    """A player's own rail along the edge of a panel; `dot` is the size of its sleepers if they are round."""
    rail = f"M{x:g} {top:g}V{bottom:g}"
    pattern = style.pattern(seat)
    dots = pattern == DOTS
    return element(
        "path", d=rail, stroke=style.palette.players[seat], stroke_width=11, stroke_linecap="round"
    ) + element(
        "path", d=rail, stroke="#fffaf0", stroke_width=dot if dots else 7, stroke_dasharray=pattern,
        stroke_linecap="round" if dots else None,
    )  # fmt: skip
