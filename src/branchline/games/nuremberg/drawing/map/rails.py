"""Paths over borders, and the links laid on them."""

from __future__ import annotations

from branchline.drawing.markup import Point, element, num
from branchline.games.nuremberg.data.map_file import Border
from branchline.games.nuremberg.drawing.map.placement import Layout
from branchline.games.nuremberg.drawing.palette import Style

SLEEPERS = ((5.2, "butt"), (2.6, "butt"), (3.2, "round"), (5.2, "butt"))  # width and cap, per seat


def way_path(made: Layout, border: Border) -> str:
    """From station to station, roughly perpendicular over the middle of the border."""
    a, b = made.spots[border.a].anchor, made.spots[border.b].anchor
    m = made.ground.middle(border)
    dx, dy = (b[0] - a[0]) * 0.16, (b[1] - a[1]) * 0.16
    first = a[0] + (m[0] - a[0]) * 0.4, a[1] + (m[1] - a[1]) * 0.4
    last = b[0] + (m[0] - b[0]) * 0.4, b[1] + (m[1] - b[1]) * 0.4
    return f"M{_at(a)}C{_at(first)} {_at((m[0] - dx, m[1] - dy))} {_at(m)}S{_at(last)} {_at(b)}"


def _at(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def laid(style: Style, name: str, colour: str, wide: float, opacity: float | None = None) -> str:
    return element("use", href=style.ref(name), stroke=colour, stroke_width=wide, stroke_opacity=opacity)


def rails_of(style: Style, name: str, owner: int | str) -> str:
    if isinstance(owner, str):
        colour = style.palette.enamel[owner]
        return (
            laid(style, name, colour, 7.4) + laid(style, name, "#fff6e4", 4) + laid(style, name, colour, 1.8)
        )
    wide, cap = SLEEPERS[owner] if style.marks else SLEEPERS[0]
    sleepers = element(
        "use", href=style.ref(name), stroke="#fffaf0", stroke_width=wide, stroke_linecap=cap,
        stroke_dasharray=style.pattern(owner),
    )  # fmt: skip
    return laid(style, name, style.palette.players[owner], 7.2) + sleepers
