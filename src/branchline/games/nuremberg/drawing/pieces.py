"""The wooden pieces: pawns, cubes, discs, markers. Each is drawn once and used by name."""

from __future__ import annotations

from typing import Final

from branchline.drawing.emblems import EMBLEMS, emblem
from branchline.drawing.markup import element, group
from branchline.drawing.palette import DOTS, shade
from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.drawing import investment_cubes
from branchline.games.nuremberg.drawing.palette import Style

# The mark of each influence colour, in a box of 6 by 6 around the origin
MARKS: Final = {
    "red": "M0-3.2L3.2 2.6H-3.2z",
    "green": "M0-3A3 3 0 1 1 0 3A3 3 0 1 1 0-3z",
    "white": "M-3.3 2.8V-2.2L-1.4-.2L0-3.2L1.4-.2L3.3-2.2V2.8z",
    "brown": "M-2.7-2.7H2.7V2.7H-2.7z",
}

# Goods symbols, in a box of 10 by 10: drawn as lines
GOODS: Final = {
    "post": "M-4.8-3.3H4.8V3.5H-4.8zM-4.8-3.3L0 .8L4.8-3.3",
    "beer": "M-3.6-2.6H2V4.6H-3.6zM2-1H4.4V2.8H2M-4.2-2.6Q-4-4.8-1.8-4.2Q-.4-5.6 1-4.2Q3-4.4 2.6-2.6",
    "cheese": "M-5 3.8V.6L3.4-4.2Q5.2-2.6 5.2.6V3.8zM-5 .6H5.2M-2 2.3h.1M2 2.2h.1M1.8-1.4h.1",
    "stone": "M-5 3.8L-4.6-.4L-1.6-3.8L2.2-3.2L4.8.4L4.6 3.8zM-4.6-.4L-.8.2L2.2-3.2M-.8.2L.2 3.8",
}

PAWN: Final = "M-5.4 8.6Q-5.6 1.4-2.1-1.7A4.6 4.6 0 1 1 2.1-1.7Q5.6 1.4 5.4 8.6Q0 10-5.4 8.6z"


def definitions(style: Style, source: MapFile) -> str:
    """All shapes used by name, for one `<defs>`."""
    colours = ("white", "brown", "red", "green")
    return "".join(
        [
            *(_pawn(style, colour) for colour in ("red", "green", "white")),
            _cube(style, "yellow", source.goods.yellow),
            _cube(style, "grey", source.goods.grey),
            *(_disc(style, colour) for colour in colours),
            *(_mark(style, colour) for colour in colours),
            *(emblem(style, seat) for seat in range(4)),
            investment_cubes.definitions(style),
            *(_token(style, seat) for seat in range(4)),
        ]
    )


def _pawn(style: Style, colour: str) -> str:
    fill = style.palette.pieces[colour]
    mark_colour = "#4a4334" if colour == "white" else "#fff"
    parts = [
        element("ellipse", cx=1.4, cy=8.4, rx=6.2, ry=2.4, fill=style.palette.shadow, opacity=0.32),
        element("path", d=PAWN, fill=fill, stroke=shade(fill, 0.45), stroke_width=0.9),
        element("path", d="M-2.4-6.2A3 3 0 0 1 .4-7.9", fill="none", stroke="#fff", stroke_width=1.1,
                stroke_linecap="round", opacity=0.6),
    ]  # fmt: skip
    if style.marks:
        parts.append(
            element("path", d=MARKS[colour], transform="translate(0 4.3) scale(.78)", fill=mark_colour)
        )
    return group(*parts, id=style.id(f"pawn-{colour}"))


def _cube(style: Style, colour: str, goods: str) -> str:
    fill = style.palette.pieces[colour]
    parts = [
        element("path", d="M-6 8.4L5 8.4L9.6 4.6V2L4 7z", fill=style.palette.shadow, opacity=0.3),
        element("path", d="M-7.5-3.5H4V8H-7.5z", fill=fill),
        element("path", d="M-7.5-3.5L-4-7.2H7.5L4-3.5z", fill=shade(fill, 1.45)),
        element("path", d="M4-3.5L7.5-7.2V4.3L4 8z", fill=shade(fill, 0.72)),
        element("path", d="M-7.5-3.5L-4-7.2H7.5V4.3L4 8H-7.5zM-7.5-3.5H4V8M4-3.5L7.5-7.2", fill="none",
                stroke=shade(fill, 0.42), stroke_width=0.7, stroke_linejoin="round"),
    ]  # fmt: skip
    if style.marks:
        parts.append(
            element("path", d=GOODS[goods], transform="translate(-1.7 2.2) scale(.8)", fill="none",
                    stroke=shade(fill, 0.4), stroke_width=1.1, stroke_linejoin="round", stroke_linecap="round")
        )  # fmt: skip
    return group(*parts, id=style.id(f"cube-{colour}"))


def _disc(style: Style, colour: str) -> str:
    """An influence disc."""
    fill = style.palette.pieces[colour]
    dark = shade(fill, 0.5)
    parts = [
        element("circle", cx=1, cy=1.6, r=8.6, fill=style.palette.shadow, opacity=0.3),
        element("circle", r=8.5, fill=fill, stroke=dark, stroke_width=1),
        element("circle", r=6.6, fill="none", stroke=dark, stroke_width=0.6, opacity=0.6),
    ]
    if style.marks:
        parts.append(element("path", d=MARKS[colour], fill="#4a4334" if colour == "white" else "#fff"))
    return group(*parts, id=style.id(f"disc-{colour}"))


def _mark(style: Style, colour: str) -> str:
    """A company's badge, on signs and along its track."""
    fill = style.palette.enamel.get(colour, style.palette.pieces[colour])
    return group(
        element("circle", r=5.6, fill="#fffdf5", stroke=fill, stroke_width=1.2),
        element("path", d=MARKS[colour], fill=fill),
        id=style.id(f"mark-{colour}"),
    )


def _token(style: Style, seat: int) -> str:
    """A player's marker lying on a track: its rim shows when others are stacked on it."""
    fill = style.palette.players[seat]
    rim = "M-9 0V5.2A9 5.4 0 0 0 9 5.2V0"
    parts = [
        element("path", d=rim, fill=shade(fill, 0.72), stroke=shade(fill, 0.42), stroke_width=0.8),
        element("ellipse", rx=9, ry=5.4, fill=fill, stroke=shade(fill, 0.42), stroke_width=0.8),
    ]
    if style.marks:
        parts.insert(
            1,
            element("path", d="M-8.4 3.9A8.6 5.1 0 0 0 8.4 3.9", fill="none", stroke="#fff", stroke_width=2.2,
                    opacity=0.85, stroke_dasharray=style.pattern(seat),
                    stroke_linecap="round" if style.pattern(seat) == DOTS else "butt"),
        )  # fmt: skip
        parts.append(element("path", d=EMBLEMS[seat], transform="scale(1.05 .72)", fill="#fff"))
    return group(*parts, id=style.id(f"token-{seat}"))


def goods_symbol(goods: str, x: float, y: float, scale: float, colour: str, opacity: float) -> str:
    """The symbol printed on a goods plot."""
    return element(
        "path", d=GOODS[goods], transform=f"translate({x:.1f} {y:.1f}) scale({scale:g})", fill="none",
        stroke=colour, stroke_width=1.1, stroke_linejoin="round", stroke_linecap="round", opacity=opacity,
    )  # fmt: skip
