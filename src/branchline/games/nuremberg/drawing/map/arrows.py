"""Arrows: which stations serve a field or a hill (N9.8)."""

from __future__ import annotations

import math

from branchline.drawing.markup import Point, element, group
from branchline.games.nuremberg.data.map_file import Border
from branchline.games.nuremberg.drawing.map.geometry import between
from branchline.games.nuremberg.drawing.map.placement import Layout, clearest
from branchline.games.nuremberg.drawing.palette import Style


def arrows(style: Style, made: Layout) -> str:
    """From fields and hills to the stations that serve them."""
    source = made.ground.source
    shared = {frozenset((border.a, border.b)): border for border in source.borders}
    found = "".join(
        _arrow(made, shared.get(frozenset((field, station))), field, station)
        for field, stations in source.fields.items()
        for station in stations
    )
    if not found:
        return ""
    p = style.palette
    return group(
        element("path", d=found, stroke=p.halo, stroke_width=5, opacity=0.75),
        element("path", d=found, stroke=p.ink, stroke_width=1.7, opacity=0.85),
        fill="none", stroke_linejoin="round", stroke_linecap="round", pointer_events="none",
    )  # fmt: skip


def _arrow(made: Layout, border: Border | None, field: str, station: str) -> str:
    start, end = made.spots[field].anchor, made.spots[station].anchor
    x, y = clearest(made, border) if border else between(start, end, 0.5)
    dx, dy = _square_to(made, border, (end[0] - start[0], end[1] - start[1]))
    a = x - dx * 11, y - dy * 11
    b = x + dx * 11, y + dy * 11
    bend = x - dy * 3.5, y + dx * 3.5
    hx, hy = b[0] - bend[0], b[1] - bend[1]
    far = math.hypot(hx, hy)
    hx, hy = hx / far, hy / far
    barb = [(b[0] - hx * 6 - s * hy * 4, b[1] - hy * 6 + s * hx * 4) for s in (1, -1)]
    return (
        f"M{a[0]:.1f} {a[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {b[0]:.1f} {b[1]:.1f}"
        f"M{barb[0][0]:.1f} {barb[0][1]:.1f}L{b[0]:.1f} {b[1]:.1f}L{barb[1][0]:.1f} {barb[1][1]:.1f}"
    )


def _square_to(made: Layout, border: Border | None, ahead: Point) -> Point:
    """The direction perpendicular to a border, pointing forwards."""
    dx, dy = ahead
    if border:
        (ax, ay), (bx, by) = (made.ground.points[i] for i in border.edge[0])
        nx, ny = -(by - ay), bx - ax
        if nx * dx + ny * dy < 0:
            nx, ny = -nx, -ny
        dx, dy = nx, ny
    far = math.hypot(dx, dy) or 1.0
    return dx / far, dy / far
