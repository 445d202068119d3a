"""Checking a map, part three: its shapes. The cells cover the canvas exactly once, and borders lie where plots meet.

If every cell is a simple ring, neighbours lie on opposite sides of the side they share, and unshared sides lie on the
edge of the canvas, then every point of the canvas is covered equally often; if the areas also add up to the canvas,
it is covered once. So it is enough to check each side and the sum of the areas.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from branchline.core.protocols import Finding
from branchline.games.nuremberg.checking.rows import label
from branchline.games.nuremberg.data.map_file import Border, MapFile, Plot

AREA_TOLERANCE: Final = 0.005
# Contacts without a border, as a fraction of the canvas's longer side: in the built-in maps (1000 wide) the
# longest contact left out has 4 units, the shortest border 27.
SHORT_CONTACT: Final = 0.01

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = tuple[int, int]  # vertex numbers, the lower first


class Use(NamedTuple):
    """A cell along a side, seen so that the cell lies on the left: from the lower vertex up, or down."""

    plot: Plot
    up: bool


def check_geometry(source: MapFile) -> Iterator[Finding]:
    for number, (x, y) in enumerate(source.vertices):
        if not _inside_canvas(source, x, y):
            yield Finding(
                f"vertex {number}", f"({x:g}, {y:g}) lies outside the canvas.", _canvas_remedy(source)
            )
    for plot in source.plots:
        yield from _check_shape(source, plot)
    sides = _sides(source)
    for side, uses in sides.items():
        yield from _check_side(source, side, uses)
    yield from _check_area(source)
    common: dict[frozenset[str], list[Side]] = defaultdict(list)
    for side, uses in sides.items():
        common[frozenset(use.plot.id for use in uses)].append(side)
    for border in source.borders:
        yield from _check_edge(border, common[frozenset((border.a, border.b))])
    yield from _check_contacts(source, sides)


def _inside_canvas(source: MapFile, x: float, y: float) -> bool:
    return 0 <= x <= source.canvas[0] and 0 <= y <= source.canvas[1]


def _canvas_remedy(source: MapFile) -> str:
    width, height = source.canvas
    return f"Move it: x goes from 0 to {width:g}, y from 0 to {height:g}."


def _points(source: MapFile, ring: Sequence[int]) -> list[Point]:
    return [source.vertices[number] for number in ring]


def _area(points: Sequence[Point]) -> float:
    """Positive or negative, depending on the direction of the ring."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _around(points)) / 2


def _around(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, [*points[1:], points[0]], strict=True))


# Each cell


def _check_shape(source: MapFile, plot: Plot) -> Iterator[Finding]:
    for number, ring in enumerate(plot.cells):
        points = _points(source, ring)
        where = f"{label(plot)}, cell {number}"
        if any(_cross(first, second) for first, second in combinations(_around(points), 2)):
            yield Finding(where, "Its outline crosses itself.", "List its vertices in order around it.")
        elif _area(points) == 0:
            yield Finding(where, "Its vertices lie on one line: it has no area.", "Choose other vertices.")
    if not _inside_canvas(source, plot.x, plot.y):
        problem = f"Its point ({plot.x:g}, {plot.y:g}) lies outside the canvas."
        yield Finding(label(plot), problem, _canvas_remedy(source))
    elif not any(_contains(_points(source, ring), plot.x, plot.y) for ring in plot.cells):
        problem = f"Its point ({plot.x:g}, {plot.y:g}) lies outside its cells."
        yield Finding(label(plot), problem, "Move x and y to where its name should stand.")


def _cross(first: tuple[Point, Point], second: tuple[Point, Point]) -> bool:
    """Whether two sides cross, other than by touching at an end."""
    return _turn(*first, second[0]) * _turn(*first, second[1]) < 0 and (
        _turn(*second, first[0]) * _turn(*second, first[1]) < 0
    )


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _contains(points: Sequence[Point], x: float, y: float) -> bool:
    """A ray to the right leaves the ring an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in _around(points):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


# All cells together


def _sides(source: MapFile) -> dict[Side, list[Use]]:
    sides: dict[Side, list[Use]] = defaultdict(list)
    for plot in source.plots:
        for ring in plot.cells:
            left = _area(_points(source, ring)) > 0
            for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
                sides[min(start, end), max(start, end)].append(Use(plot, (start < end) == left))
    return dict(sides)


def _check_side(source: MapFile, side: Side, uses: Sequence[Use]) -> Iterator[Finding]:
    where = f"side {side[0]}-{side[1]} of {_names(uses)}"
    if len(uses) > 2:
        yield Finding(
            where, f"{len(uses)} cells share it.", "At most two cells meet at a side: fix their rings."
        )
    elif len(uses) == 2 and uses[0].up == uses[1].up:
        yield Finding(where, "Both cells lie on the same side of it: they overlap.", "Fix one of the rings.")
    elif len(uses) == 1 and not _on_canvas_edge(source, side):
        a, b = _points(source, side)
        yield Finding(
            where,
            f"No other cell shares it ({a[0]:g}, {a[1]:g} to {b[0]:g}, {b[1]:g}): a gap or an overlap.",
            "Its neighbour must list the same two vertices, one after the other; only at the edge of the canvas "
            "is there none.",
        )


def _names(uses: Sequence[Use]) -> str:
    return " and ".join(dict.fromkeys(label(use.plot) for use in uses))


def _on_canvas_edge(source: MapFile, side: Side) -> bool:
    a, b = _points(source, side)
    slack = max(source.canvas) * 1e-6
    return any(
        abs(a[axis] - limit) <= slack and abs(b[axis] - limit) <= slack
        for axis in (0, 1)
        for limit in (0, source.canvas[axis])
    )


def _check_area(source: MapFile) -> Iterator[Finding]:
    covered = sum(abs(_area(_points(source, ring))) for plot in source.plots for ring in plot.cells)
    part = covered / (source.canvas[0] * source.canvas[1])
    if abs(part - 1) > AREA_TOLERANCE:
        problem = f"The cells have {part:.1%} of the canvas's area."
        remedy = (
            "They must fill it without overlapping."
            if part < 1
            else "They overlap: each point belongs to one."
        )
        yield Finding("plots", problem, remedy)


# Borders


def _check_edge(border: Border, common: list[Side]) -> Iterator[Finding]:
    """A border runs along sides that both its plots have."""
    where = f"border {border.a}-{border.b}"
    listed = " ".join(f"[{a}, {b}]" for a, b in common)
    if not common:
        yield Finding(where, "The two plots share no side.", "Remove the border, or fix the cells.")
    elif not border.edge:
        yield Finding(where, "Its edge is empty.", f"The plots meet along {listed}: list that.")
    else:
        for a, b in border.edge:
            if (min(a, b), max(a, b)) not in common:
                problem = f"[{a}, {b}] is not a side of both plots."
                yield Finding(where, problem, f"The plots meet along {listed}: list that as its edge.")


def _check_contacts(source: MapFile, sides: dict[Side, list[Use]]) -> Iterator[Finding]:
    """Plots that meet along more than a corner have a border."""
    listed = {frozenset((border.a, border.b)) for border in source.borders}
    contacts: dict[tuple[str, ...], float] = defaultdict(float)
    for side, uses in sides.items():
        pair = tuple(sorted({use.plot.id for use in uses}))
        if len(pair) == 2 and frozenset(pair) not in listed:
            contacts[pair] += math.dist(*_points(source, side))
    limit = SHORT_CONTACT * max(source.canvas)
    for pair, length in contacts.items():
        if length > limit:
            problem = f"The plots meet along {length:.0f} units, but there is no such border."
            yield Finding(
                f"border {'-'.join(pair)}", problem, "Add it, with cost null where no track may lie."
            )
