"""Rivers: along borders, where crossing costs (Nuremberg), or through plots, for decoration (Wensleydale)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from branchline.drawing.lettering import width
from branchline.drawing.markup import Point, curve_path, element, group, label, line_path, title
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import River
from branchline.games.nuremberg.drawing.map.geometry import Ground, along, between, length, through
from branchline.games.nuremberg.drawing.map.placement import Layout, Spot
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.text.picture_words import say

Stream = tuple[str, list[Point], float, float]  # name, line, width at both ends


def rivers(style: Style, made: Layout) -> str:
    streams = _streams(made)
    if not streams:
        return ""
    p = style.palette
    water = group(
        *(
            element("path", title(say("river", name=name)), d=_body(line, a, b))
            for name, line, a, b in streams
        ),
        id=style.id("water"),
    )
    glints = "".join(line_path(line[::2]) for _, line, a, b in streams if len(line) > 2)
    return group(
        element("use", href=style.ref("water"), fill=p.bank, stroke=p.bank, stroke_width=5.5, opacity=0.8),
        element("use", href=style.ref("water"), fill=p.shore, stroke=p.shore, stroke_width=2.2),
        group(water, fill=p.river),
        element("path", d=glints, fill="none", stroke=p.glint, stroke_width=0.9, opacity=0.7,
                stroke_dasharray="9 7 3 11", stroke_linecap="round") if glints else "",
        _names(style, made),
        stroke_linejoin="round",
    )  # fmt: skip


@lru_cache(maxsize=16)
def _streams(made: Layout) -> list[Stream]:
    found = [*_border_rivers(made.ground), *_flowing_rivers(made)]
    return [stream for stream in found if len(stream[1]) > 1]


def _body(line: Sequence[Point], start: float, end: float) -> str:
    """A line whose width changes along its length."""
    left, right = [], []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        far = math.dist((ax, ay), (bx, by)) or 1.0
        half = (start + (end - start) * i / (len(line) - 1)) / 2
        nx, ny = -(by - ay) / far * half, (bx - ax) / far * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return curve_path([*left, *reversed(right)], closed=True)


def _border_rivers(ground: Ground) -> list[Stream]:
    """The borders along each river, joined into as few lines as possible."""
    sides: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for border in ground.source.borders:
        if border.river:
            sides[border.river] += border.edge
    return [
        (name, through(_thinned(line, 20), 5), 6.0, 6.0)
        for name, found in sides.items()
        for line in _chains(ground, found)
    ]


def _thinned(line: list[Point], gap: float) -> list[Point]:
    kept = [line[0]]
    for point in line[1:-1]:
        if math.dist(point, kept[-1]) >= gap:
            kept.append(point)
    return [*kept, line[-1]]


def _chains(ground: Ground, sides: list[tuple[int, int]]) -> list[list[Point]]:
    """Lines through sides that share corners. Corners a hair's breadth apart count as one."""
    names = [min(j for j in range(i + 1) if math.dist(ground.points[i], ground.points[j]) < 4)
             for i in range(len(ground.points))]  # fmt: skip
    at: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for side in sides:
        for corner in side:
            at[names[corner]].append(side)
    left, lines = set(sides), []
    for corner in sorted(at, key=lambda c: (len(at[c]) == 2, c)):
        while any(side in left for side in at[corner]):
            here, line = corner, [ground.points[corner]]
            while ahead := [side for side in at[here] if side in left]:
                a, b = ahead[0]
                left.discard((a, b))
                a, b = (a, b) if names[a] == here else (b, a)
                line += ground.side(a, b)[1:]
                here = names[b]
            lines.append(line)
    return lines


def _flowing_rivers(made: Layout) -> list[Stream]:
    return [(river.name, _flow(made, river), 2.0, 7.0) for river in made.ground.source.rivers]


def _flow(made: Layout, river: River) -> list[Point]:
    """From its spring through the plots it names, off the map if its last plot lies at the frame."""
    ground = made.ground
    crossings = [_crossing(made, a, b) for a, b in pairwise(river.through)]
    points: list[Point] = []
    for i, name in enumerate(river.through):
        points.append(_past(made.spots[name], [at for at in crossings[max(0, i - 1) : i + 1] if at]))
        if i < len(crossings) and (crossing := crossings[i]):
            points.append(crossing)
    plots = {plot.id: plot for plot in ground.source.plots}
    if ground.touches_frame(plots[river.through[-1]]):
        out = _way_out(ground, points[-1])
        if len(points) > 2 and _turns(points[-2], points[-1], out):
            points.pop()
        points.append(out)
    return through(points, 6)


def _turns(a: Point, b: Point, c: Point) -> bool:
    """Is the path from a over b to c a sharp corner rather than a bend?"""
    before, after = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    straight = before[0] * after[0] + before[1] * after[1]
    return straight < 0.7 * math.hypot(*before) * math.hypot(*after)


def _past(spot: Spot, crossings: Sequence[Point]) -> Point:
    """Where a river passes a plot's name and pieces: above or below, whichever is less of a detour."""
    x = spot.anchor[0]
    ways = [(x, min(spot.name.y, spot.pieces.y) - 11), (x, max(spot.name.bottom, spot.pieces.bottom) + 11)]
    if not crossings:
        return ways[1]
    mean = sum(at[0] for at in crossings) / len(crossings), sum(at[1] for at in crossings) / len(crossings)
    return between(min(ways, key=lambda way: math.dist(way, mean)), mean, 0.3)


def _crossing(made: Layout, a: str, b: str) -> Point | None:
    """Beside the middle of the border, which is for rails, on the side with the shorter path."""
    start, end = made.spots[a].anchor, made.spots[b].anchor
    for border in made.ground.source.borders:
        if {border.a, border.b} == {a, b}:
            side = made.ground.side(*border.edge[0])
            ways = [along(side, 0.24), along(side, 0.76)]
            return min(ways, key=lambda at: math.dist(start, at) + math.dist(at, end) - at[1] * 0.2)
    return None


def _way_out(ground: Ground, point: Point) -> Point:
    """The nearest point of the frame."""
    x, y = point
    right, bottom = ground.left + ground.size[0], ground.top + ground.size[1]
    ways = [(x - ground.left, (ground.left, y)), (right - x, (right, y)),
            (y - ground.top, (x, ground.top)), (bottom - y, (x, bottom))]  # fmt: skip
    return min(ways)[1]


def _names(style: Style, made: Layout) -> str:
    """Each river's name beside its straightest free part."""
    found = [
        label(
            name,
            0,
            0,
            10.5,
            transform=f"translate({x:.1f} {y:.1f}) rotate({angle:.1f})",
            text_anchor="middle",
        )
        for name, x, y, angle in _places(made)
    ]
    return group(
        *found, fill=style.palette.shore, font_style="italic", letter_spacing=1.5, stroke=style.palette.halo,
        stroke_width=2.4, paint_order="stroke", stroke_linejoin="round",
    )  # fmt: skip


@lru_cache(maxsize=16)
def _places(made: Layout) -> list[tuple[str, float, float, float]]:
    """The name of each river, where it goes and at which angle."""
    longest: dict[str, list[Point]] = {}
    for name, line, _, _ in _streams(made):
        if name not in longest or length(line) > length(longest[name]):
            longest[name] = line
    taken = [place for spot in made.spots.values() for place in (spot.name, spot.pieces)]
    rails = where_rails_may_lie(made)
    found = []
    for name, line in longest.items():
        _, x, y, angle = min(_beside(name, line, i / 40, taken, rails) for i in range(3, 38))
        found.append((name, x, y, angle))
    return found


def _beside(
    name: str, line: Sequence[Point], share: float, taken: Sequence[Place], rails: Sequence[Point]
) -> tuple[float, float, float, float]:
    """How bad a place for the name is, the place, and its angle."""
    room = (width(name, 10.5) + 14) / 2
    half = room / max(1.0, length(line))
    a, m, b = along(line, max(0.0, share - half)), along(line, share), along(line, min(1.0, share + half))
    if a[0] > b[0]:
        a, b = b, a
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    up = math.radians(angle - 90)
    x, y = m[0] + math.cos(up) * 7, m[1] + math.sin(up) * 7
    bend = math.dist(m, between(a, b, 0.5))
    crowd = sum(18 for place in taken if _within(place, x, y, room))
    crowd += sum(4 for rail in rails if abs(rail[0] - x) < 20 and abs(rail[1] - y) < 20)
    return bend * 2 + crowd + abs(angle) / 12, x, y, angle


@lru_cache(maxsize=16)
def where_rails_may_lie(made: Layout) -> list[Point]:
    """Points along every path over a border."""
    ground = made.ground
    return [
        between(made.spots[name].anchor, ground.middle(border), i / 6)
        for border in ground.source.borders
        if border.cost is not None
        for name in (border.a, border.b)
        for i in range(1, 7)
    ]


def _within(place: Place, x: float, y: float, room: float) -> bool:
    return place.x - room < x < place.right + room and place.y - 12 < y < place.bottom + 12
