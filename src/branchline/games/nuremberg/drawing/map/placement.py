"""Where names, pieces and rails go on each plot: inside its borders, clear of each other, near its middle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

import msgspec

from branchline.drawing.lettering import in_two_lines, width
from branchline.drawing.markup import Point
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import Border, CompanyNames, MapFile, Plot
from branchline.games.nuremberg.drawing.map.geometry import Ground, along, distance_inside

STEP: Final = 6.0  # of the search
ENOUGH: Final = 7.0  # more distance to the border than this gains nothing
PAWN: Final = (13.5, 19.0)
CUBE: Final = (18.0, 17.0)
NODE: Final = (16.0, 12.0)
SYMBOL: Final = 15.0  # room for the sign of city, town or village
SIZES: Final = {"city": 12.6, "town": 11.8, "village": 11.0, None: 12.0}
LABEL: Final = 10.4


class Lettering(msgspec.Struct, frozen=True):
    lines: tuple[str, ...]
    size: float
    w: float
    h: float
    cost: float  # penalty of this arrangement


class Spot(msgspec.Struct, frozen=True):
    """Where the parts of a plot are drawn."""

    name: Place
    lines: tuple[str, ...]
    size: float
    anchor: Point  # where rails meet
    pieces: Place
    per_row: int

    def piece(self, number: int, count: int, size: tuple[float, float]) -> Point:
        """The middle of one of `count` pieces."""
        rows = max(1, math.ceil(count / self.per_row))
        row, place = divmod(number, math.ceil(count / rows))
        here = min(math.ceil(count / rows), count - row * math.ceil(count / rows))
        x = self.pieces.x + self.pieces.w / 2 + (place - (here - 1) / 2) * size[0]
        return x, self.pieces.y + self.pieces.h / 2 + (row - (rows - 1) / 2) * size[1]


class Layout(msgspec.Struct, frozen=True, eq=False):
    """One object per map, so that caches can use it as a key."""

    ground: Ground
    spots: dict[str, Spot]


def layout(source: MapFile) -> Layout:
    """Maps that differ only in things that are not laid out share a layout, such as companies' names in different
    languages."""
    unnamed = msgspec.structs.replace(source, companies=CompanyNames("", ""), provenance="")
    return _layout(msgspec.json.encode(unnamed))


@lru_cache(maxsize=16)
def _layout(encoded: bytes) -> Layout:
    ground = Ground(msgspec.json.decode(encoded, type=MapFile))
    mids: dict[str, list[Point]] = {plot.id: [] for plot in ground.source.plots}
    for border in ground.source.borders:
        if border.cost is not None:
            mids[border.a].append(ground.middle(border))
            mids[border.b].append(ground.middle(border))
    spots = {
        plot.id: _spot(
            msgspec.json.encode(plot),
            tuple(ground.outline(plot)),
            ground.on_sheet(plot.x, plot.y),
            tuple(mids[plot.id]),
        )
        for plot in ground.source.plots
    }
    return Layout(ground, spots)


def clearest(made: Layout, border: Border) -> Point:
    """The point along a border furthest from the names and pieces on either side, preferably near the middle."""
    side = made.ground.side(*border.edge[0])
    spots = [made.spots[name] for name in (border.a, border.b)]
    places = [place for spot in spots for place in (spot.name, spot.pieces) if place.w]

    def worth(share: float) -> float:
        at = along(side, share)
        return min([20.0, *(place.distance(at) for place in places)]) - 12 * abs(share - 0.5)

    return along(side, max((i / 20 for i in range(4, 17)), key=worth))


class Room:
    """How far each point of a grid is from the plot's border."""

    def __init__(self, outline: Sequence[tuple[Point, Point]]) -> None:
        xs = [p[0] for side in outline for p in side]
        ys = [p[1] for side in outline for p in side]
        self.x, self.y = min(xs), min(ys)
        self.columns = int((max(xs) - self.x) / STEP) + 1
        self.rows = int((max(ys) - self.y) / STEP) + 1
        self.distances = [
            [distance_inside((self.x + i * STEP, self.y + j * STEP), outline) for i in range(self.columns)]
            for j in range(self.rows)
        ]

    def at(self, x: float, y: float) -> float:
        i, j = round((x - self.x) / STEP), round((y - self.y) / STEP)
        return self.distances[j][i] if 0 <= i < self.columns and 0 <= j < self.rows else -30.0

    def around(self, place: Place, best: float) -> float:
        """The smallest distance along the edge of a rectangle; stops once it is no better than `best`."""
        least = ENOUGH
        for fx, fy in RIM:
            least = min(least, self.at(place.x + place.w * fx, place.y + place.h * fy))
            if least <= best:
                break
        return least

    def candidates(self) -> Iterator[Point]:
        for j, row in enumerate(self.distances):
            for i, distance in enumerate(row):
                if distance > 6:
                    yield self.x + i * STEP, self.y + j * STEP


RIM: Final = (*product((0, 0.25, 0.5, 0.75, 1), (0, 1)), (0, 0.5), (1, 0.5))


# The map in another language differs by a few names; the other plots are arranged only once.
@lru_cache(maxsize=512)
def _spot(
    encoded: bytes, outline: tuple[tuple[Point, Point], ...], wished: Point, mids: tuple[Point, ...]
) -> Spot:
    plot = msgspec.json.decode(encoded, type=Plot)
    room = Room(outline)
    candidates = sorted((math.dist(at, wished), at) for at in room.candidates())
    arrangements = _arrangements(plot)
    best, found, at = -math.inf, arrangements[0][0], wished
    for spot, cost in arrangements:
        for far, (x, y) in candidates:
            charge = cost + 0.03 * far
            if ENOUGH - charge <= best:
                break
            moved = _moved(spot, x, y)
            value = (
                min(room.around(moved.name, best + charge), room.around(moved.pieces, best + charge)) - charge
            )
            if value > best and not plot.is_station:
                value -= 1.3 * sum(_crosses(moved.anchor, mid, moved.name) for mid in mids)
            if value > best:
                best, found, at = value, spot, (x, y)
    return _moved(found, *at)


def _crosses(a: Point, b: Point, place: Place) -> bool:
    """Does the straight line from a to b cross a rectangle?"""
    for i in range(1, 12):
        x, y = a[0] + (b[0] - a[0]) * i / 11, a[1] + (b[1] - a[1]) * i / 11
        if place.x - 3 <= x <= place.right + 3 and place.y - 2 <= y <= place.bottom + 2:
            return True
    return False


def _moved(spot: Spot, x: float, y: float) -> Spot:
    return Spot(
        Place(spot.name.x + x, spot.name.y + y, spot.name.w, spot.name.h),
        spot.lines,
        spot.size,
        (spot.anchor[0] + x, spot.anchor[1] + y),
        Place(spot.pieces.x + x, spot.pieces.y + y, spot.pieces.w, spot.pieces.h),
        spot.per_row,
    )


def _arrangements(plot: Plot) -> list[tuple[Spot, float]]:
    """Ways to lay out a plot around the origin, each with its penalty."""
    if plot.is_station:
        count, size = plot.slots, PAWN
    else:
        count, size = (2, CUBE) if plot.goods else (1, NODE if plot.takes_track else (0.0, 0.0))
    rows_of = sorted({count, math.ceil(count / 2)} if count > 3 else {count}, reverse=True)
    found = []
    for letters, per_row, above in product(_letterings(plot), rows_of, (False, True)):
        if above and count == 0:
            continue
        pieces = (per_row * size[0], math.ceil(count / per_row) * size[1] if per_row else 0.0)
        cost = letters.cost + (0.4 if per_row < count else 0) + (0.5 if above else 0)
        found.append((_stacked(plot, letters, pieces, max(1, per_row), above), cost))
        if not plot.is_station and plot.takes_track:
            found.append((_side_by_side(letters, pieces, max(1, per_row), name_first=above), cost + 0.3))
    return found


def _stacked(
    plot: Plot, letters: Lettering, pieces: tuple[float, float], per_row: int, pieces_above: bool
) -> Spot:
    gap = (2.0 if plot.is_station or not plot.takes_track else 4.0) if pieces[1] else 0.0
    top = -(letters.h + gap + pieces[1]) / 2
    name_y = top + pieces[1] + gap if pieces_above else top
    pieces_y = top if pieces_above else top + letters.h + gap
    anchor_y = name_y + letters.h / 2 if plot.is_station else pieces_y + pieces[1] / 2
    return Spot(
        Place(-letters.w / 2, name_y, letters.w, letters.h),
        letters.lines,
        letters.size,
        (0.0, anchor_y),
        Place(-pieces[0] / 2, pieces_y, pieces[0], pieces[1]),
        per_row,
    )


def _side_by_side(letters: Lettering, pieces: tuple[float, float], per_row: int, name_first: bool) -> Spot:
    """The name to the left or right of the pieces: it leaves the rails from above and below free."""
    gap = 5.0
    left = -(letters.w + gap + pieces[0]) / 2
    name_x = left if name_first else left + pieces[0] + gap
    pieces_x = left + letters.w + gap if name_first else left
    return Spot(
        Place(name_x, -letters.h / 2, letters.w, letters.h),
        letters.lines,
        letters.size,
        (pieces_x + pieces[0] / 2, 0.0),
        Place(pieces_x, -pieces[1] / 2, pieces[0], pieces[1]),
        per_row,
    )


def _letterings(plot: Plot) -> list[Lettering]:
    two = in_two_lines(plot.name)
    sizes = (
        ((SIZES[plot.symbol], 0.0), (SIZES[plot.symbol] - 1.3, 3.0)) if plot.is_station else ((LABEL, 0.0),)
    )
    found = []
    for size, cost in sizes:
        found.append(_lettering(plot, (plot.name,), size, cost))
        if two:
            found.append(_lettering(plot, two, size, cost + 1.0))
    return found


def _lettering(plot: Plot, lines: tuple[str, ...], size: float, cost: float) -> Lettering:
    bold = plot.symbol in ("city", "town")
    if plot.is_station:
        wide = max(width(line, size, bold=bold) for line in lines) + 11 + (SYMBOL if plot.symbol else 0)
        return Lettering(lines, size, wide, len(lines) * size * 1.08 + 7, cost)
    wide = max(width(line, size, italic=True) for line in lines)
    return Lettering(lines, size, wide, len(lines) * size * 1.05, cost)
