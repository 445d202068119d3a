"""Investment cubes: one by itself, and rows of them."""

from __future__ import annotations

from typing import Final

from branchline.drawing.cards import small
from branchline.drawing.emblems import EMBLEMS
from branchline.drawing.markup import element, group, num
from branchline.drawing.palette import shade
from branchline.games.nuremberg.drawing.palette import Style

INVESTMENT: Final = 13.4  # from cube to cube in a row


def definitions(style: Style) -> str:
    return "".join(
        [
            *(_cube(style, seat) for seat in range(4)),
            *(
                _row(style, f"invests-{seat}", small(style.ref(f"invest-{seat}"), 6.4, 6.4, 1.1))
                for seat in range(4)
            ),
            _row(style, "no-invests", _no_cube(style)),
        ]
    )


def row_of(style: Style, name: str, x: float, y: float, count: int, **attributes: str | float | None) -> str:
    """Several investment cubes side by side: one rectangle, however many there are."""
    if count <= 0:
        return ""
    return element(
        "rect", transform=f"translate({num(x)} {num(y)})", width=count * INVESTMENT, height=INVESTMENT,
        fill=style.url(name), **attributes,
    )  # fmt: skip


def _cube(style: Style, seat: int) -> str:
    fill = style.palette.players[seat]
    parts = [
        element("path", d="M-5-2.4L-2.6-5H5V2.6L2.6 5H-5z", fill=shade(fill, 1.5)),
        element("path", d="M-5-2.4H2.6V5H-5z", fill=fill),
        element("path", d="M2.6-2.4L5-5V2.6L2.6 5z", fill=shade(fill, 0.68)),
        element("path", d="M-5-2.4L-2.6-5H5V2.6L2.6 5H-5z", fill="none", stroke=shade(fill, 0.42),
                stroke_width=0.7, stroke_linejoin="round"),
    ]  # fmt: skip
    if style.marks:
        parts.append(
            element("path", d=EMBLEMS[seat], transform="translate(-1.2 1.3) scale(.58)", fill="#fff")
        )
    return group(*parts, id=style.id(f"invest-{seat}"))


def _row(style: Style, name: str, content: str) -> str:
    """Cubes as a pattern, so that a row of them is one rectangle."""
    return element(
        "pattern",
        content,
        id=style.id(name),
        width=INVESTMENT,
        height=INVESTMENT,
        patternUnits="userSpaceOnUse",
    )


def _no_cube(style: Style) -> str:
    return element(
        "rect",
        x=2.4,
        y=3,
        width=8,
        height=8,
        rx=1.5,
        fill="none",
        stroke=style.palette.line,
        stroke_width=0.9,
    )
