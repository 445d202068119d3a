"""What trains are made of: a locomotive, a coach of each class, a wagon, and what is loaded."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group
from branchline.drawing.palette import shade
from branchline.games.nuremberg.drawing.palette import Style

ENGINE: Final = 45.0
CAR: Final = 27.5
COACHES: Final = {1: "#6d2b3d", 2: "#3f5a3a", 3: "#7a5b35"}  # the livery of each class


def definitions(style: Style) -> str:
    return "".join(
        [
            _engine(style),
            *(_coach(style, row) for row in COACHES),
            _wagon(style),
            _rider(style),
            _crate(style),
        ]
    )


def _wheels(style: Style, *xs: float, r: float = 3.6) -> str:
    ink = style.palette.ink
    return "".join(
        element("circle", cx=x, cy=0, r=r, fill=style.palette.card, stroke=ink, stroke_width=1.5)
        + element("circle", cx=x, cy=0, r=0.9, fill=ink)
        for x in xs
    )


def _engine(style: Style) -> str:
    """Facing left; takes the colour of the player who rents it. The origin is on the rail, at the buffer behind."""
    p = style.palette
    body = "M-40-5V-17H-20V-26H-5V-5z"
    return group(
        element("path", d="M-37-17V-27L-39-30H-31L-33-27V-17z", fill=p.ink),
        element("path", d="M-27-17q0-5 3-5t3 5z", fill=shade(p.pieces["yellow"], 0.85)),
        element("path", d=body, stroke=p.ink, stroke_width=1.3, stroke_linejoin="round"),
        element("path", d="M-22-26L-23-29H-2L-3-26z", fill=p.ink),
        element("rect", x=-16, y=-23, width=8, height=7, rx=1, fill=p.card, stroke=p.ink, stroke_width=0.8),
        element("path", d="M-39-14H-21M-39-8H-6", stroke="#fff", stroke_width=0.9, opacity=0.5),
        element("path", d="M-40-6L-45-1H-38M-5-4H1", stroke=p.ink, stroke_width=1.8, fill="none"),
        group(_wheels(style, -34, -26, r=3.8), _wheels(style, -12, r=5.4), transform="translate(0 -3.6)"),
        id=style.id("engine"),
    )


def _coach(style: Style, row: int) -> str:
    p = style.palette
    paint = COACHES[row] if not style.dark else shade(COACHES[row], 1.15)
    return group(
        element("path", d="M1-6V-22Q12-26 25-22V-6z", fill=paint, stroke=p.ink, stroke_width=1),
        element(
            "rect",
            x=7,
            y=-20.5,
            width=12,
            height=10.5,
            rx=2,
            fill="#f4ecd2",
            stroke="#00000055",
            stroke_width=0.8,
        ),
        element("path", d="M1-8.4H25", stroke="#f4ecd2", stroke_width=0.8, opacity=0.7),
        element("path", d="M25-5H28", stroke=p.ink, stroke_width=1.8),
        group(_wheels(style, 7, 19), transform="translate(0 -3.6)"),
        id=style.id(f"coach-{row}"),
    )


def _wagon(style: Style) -> str:
    p = style.palette
    wood = "#a98a5c" if not style.dark else "#7d6746"
    return group(
        element("path", d="M1-6V-14H25V-6z", fill=wood, stroke=p.ink, stroke_width=1),
        element("path", d="M1-10H25M7-14V-6M13-14V-6M19-14V-6", stroke=p.ink, stroke_width=0.6, opacity=0.6),
        element("path", d="M25-5H28", stroke=p.ink, stroke_width=1.8),
        group(_wheels(style, 7, 19), transform="translate(0 -3.6)"),
        id=style.id("wagon"),
    )


def _rider(style: Style) -> str:
    """A passenger at the window."""
    return group(
        element("rect", x=7, y=-20.5, width=12, height=10.5, rx=2, fill=style.palette.lit),
        element(
            "path", d="M8.4-10Q8.6-13.4 11.4-14.4A2.9 2.9 0 1 1 14.6-14.4Q17.4-13.4 17.6-10z", fill="#2b2419"
        ),
        id=style.id("rider"),
    )


def _crate(style: Style) -> str:
    fill = style.palette.lit
    return group(
        element("path", d="M6.5-24.5H19.5V-13H6.5z", fill=fill, stroke="#2b2419", stroke_width=1),
        element(
            "path", d="M6.5-24.5L19.5-13M19.5-24.5L6.5-13", stroke="#2b2419", stroke_width=1, opacity=0.7
        ),
        id=style.id("crate"),
    )
