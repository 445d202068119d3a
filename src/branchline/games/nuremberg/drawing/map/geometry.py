"""The land as if drawn by hand: wobbly borders shared by both neighbours, and what lies inside a plot."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from branchline.drawing.markup import Point
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import Border, MapFile, Plot

MAP = Place(30, 104, 1090, 763)  # where the land lies in the map's picture
FINEST = 11.0  # the shortest piece of a drawn border
SWING = 0.10  # how far a border strays from the straight line


class Ground:
    """A map's corners on the sheet, and its sides drawn by hand."""

    def __init__(self, source: MapFile) -> None:
        self.source = source
        wide, high = source.canvas
        self.scale = min(MAP.w / wide, MAP.h / high)
        self.left = MAP.x + (MAP.w - wide * self.scale) / 2
        self.top = MAP.y + (MAP.h - high * self.scale) / 2
        self.size = (wide * self.scale, high * self.scale)
        self.points = [self.on_sheet(x, y) for x, y in source.vertices]
        self._sides: dict[tuple[int, int], list[Point]] = {}

    def on_sheet(self, x: float, y: float) -> Point:
        return self.left + x * self.scale, self.top + y * self.scale

    def side(self, a: int, b: int) -> list[Point]:
        """One side, the same line from either end."""
        low, high = min(a, b), max(a, b)
        if (low, high) not in self._sides:
            self._sides[low, high] = self._draw(low, high)
        line = self._sides[low, high]
        return line if a == low else line[::-1]

    def _draw(self, a: int, b: int) -> list[Point]:
        p, q = self.points[a], self.points[b]
        if self._on_frame(a, b):
            return [p, q]
        return [p, *_wander(p, q, 4, Random(a * 4099 + b))]

    def _on_frame(self, a: int, b: int) -> bool:
        (ax, ay), (bx, by) = self.source.vertices[a], self.source.vertices[b]
        wide, high = self.source.canvas
        return (ax == bx and ax in (0, wide)) or (ay == by and ay in (0, high))

    def ring(self, cell: Sequence[int]) -> list[Point]:
        return [point for a, b in _around(cell) for point in self.side(a, b)[:-1]]

    def outline(self, plot: Plot) -> list[tuple[Point, Point]]:
        """The straight sides around a plot; sides between two of its own cells are not part of it."""
        seen = Counter(frozenset(side) for cell in plot.cells for side in _around(cell))
        return [
            (self.points[a], self.points[b])
            for cell in plot.cells
            for a, b in _around(cell)
            if self.points[a] != self.points[b] and seen[frozenset((a, b))] == 1
        ]

    def touches_frame(self, plot: Plot) -> bool:
        return any(self._on_frame(a, b) for cell in plot.cells for a, b in _around(cell) if a != b)

    def middle(self, border: Border) -> Point:
        """Where a link crosses a border: the middle of its longest side."""
        lines = [self.side(a, b) for a, b in border.edge]
        return along(max(lines, key=length), 0.5)


def _around(cell: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(cell, [*cell[1:], cell[0]], strict=True))


def _wander(p: Point, q: Point, depth: int, rng: Random) -> list[Point]:
    if depth == 0 or math.dist(p, q) < FINEST:
        return [q]
    k = rng.uniform(-SWING, SWING)
    m = ((p[0] + q[0]) / 2 - (q[1] - p[1]) * k, (p[1] + q[1]) / 2 + (q[0] - p[0]) * k)
    return _wander(p, m, depth - 1, rng) + _wander(m, q, depth - 1, rng)


def length(line: Sequence[Point]) -> float:
    return sum(math.dist(p, q) for p, q in pairwise(line))


def along(line: Sequence[Point], share: float) -> Point:
    """The point at a given fraction of a line."""
    left = length(line) * share
    for p, q in pairwise(line):
        step = math.dist(p, q)
        if step >= left and step > 0:
            return between(p, q, left / step)
        left -= step
    return line[-1]


def between(p: Point, q: Point, share: float) -> Point:
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def through(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A smooth line through all the points (Catmull-Rom)."""
    padded = [points[0], *points, points[-1]]
    line = [points[0]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        line += [_spline(p0, p1, p2, p3, i / steps) for i in range(1, steps + 1)]
    return line


def _spline(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    def axis(i: int) -> float:
        a, b, c, d = p0[i], p1[i], p2[i], p3[i]
        linear, square, cube = c - a, 2 * a - 5 * b + 4 * c - d, -a + 3 * b - 3 * c + d
        return 0.5 * (2 * b + linear * t + square * t * t + cube * t**3)

    return axis(0), axis(1)


def distance_inside(point: Point, outline: Sequence[tuple[Point, Point]]) -> float:
    """How far a point is from the edge of a plot; negative outside."""
    x, y = point
    nearest, inside = math.inf, False
    for (ax, ay), (bx, by) in outline:
        dx, dy = bx - ax, by - ay
        t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
        ex, ey = ax + t * dx - x, ay + t * dy - y
        nearest = min(nearest, ex * ex + ey * ey)
        if (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy:
            inside = not inside
    return math.sqrt(nearest) if inside else -math.sqrt(nearest)
