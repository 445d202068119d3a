"""What grows on the land: hops, hills, forest, the paper itself."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from branchline.drawing.markup import Point, element, group, use
from branchline.drawing.palette import shade
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import Plot
from branchline.games.nuremberg.drawing.map.geometry import distance_inside
from branchline.games.nuremberg.drawing.map.placement import Layout, Spot
from branchline.games.nuremberg.drawing.palette import Style

GRAIN: Final = 220  # the side of the paper's pattern
# What grows on a plot, how far apart, and how much of it
GLYPHS: Final = {"hill": ("mountain", 21.0, 1.0), "empty": ("tree", 15.0, 1.0)}
MEADOW: Final = ("tuft", 30.0, 0.45)


def definitions(style: Style) -> str:
    return "".join(
        [
            _hops(style),
            _upland(style),
            _grain(style),
            _south(style),
            _mountain(style),
            _tree(style),
            _tuft(style),
        ]
    )


def _pattern(style: Style, name: str, wide: float, high: float, turn: float, *content: str) -> str:
    return element(
        "pattern", *content, id=style.id(name), width=wide, height=high, patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({turn:g})" if turn else None,
    )  # fmt: skip


def _hops(style: Style) -> str:
    """Poles with climbing bines, in rows."""
    bine = "M6 1V15M6 12Q2.5 10.5 3.6 8Q9.4 8.4 8.6 5.4Q3.2 5.6 4.2 2.6"
    cones = "M3 9.6a1.2 1.5 0 1 0 .1 0M9 6.4a1.2 1.5 0 1 0 .1 0"
    return _pattern(
        style, "hops", 12, 17, 11,
        element("path", d=bine, fill="none", stroke=style.palette.wood, stroke_width=0.9, opacity=0.6),
        element("path", d=cones, fill=style.palette.wood, opacity=0.45),
    )  # fmt: skip


def _upland(style: Style) -> str:
    tufts = "M5 9l-2-5M5 9l0-6M5 9l2-4M24 25l-2-5M24 25l0-6M24 25l2-4M31 6q4-2 8 0M9 32q4-2 8 0"
    return _pattern(
        style, "upland", 42, 38, 0,
        element("path", d=tufts, fill="none", stroke=style.palette.texture, stroke_width=0.8, opacity=0.34),
    )  # fmt: skip


def _south(style: Style) -> str:
    return _pattern(
        style, "south", 9, 9, 45,
        element("path", d="M0 4.5H9", stroke=style.palette.enamel["red"], stroke_width=1.6, opacity=0.3),
    )  # fmt: skip


def _grain(style: Style) -> str:
    """Fibres and specks."""
    rng = Random(1)
    fibres = []
    for _ in range(46):
        x, y = rng.uniform(0, GRAIN), rng.uniform(0, GRAIN)
        fibres.append(f"M{x:.0f} {y:.0f}q{rng.uniform(-9, 9):.0f} {rng.uniform(-4, 4):.0f} "
                      f"{rng.uniform(-16, 16):.0f} {rng.uniform(-10, 10):.0f}")  # fmt: skip
    specks = [f"M{rng.uniform(0, GRAIN):.0f} {rng.uniform(0, GRAIN):.0f}h.8" for _ in range(150)]
    return _pattern(
        style, "grain", GRAIN, GRAIN, 0,
        group(
            element("path", d="".join(fibres), stroke_width=0.6, opacity=0.13),
            element("path", d="".join(specks), stroke_width=0.9, opacity=0.2),
            fill="none", stroke=style.palette.grain, stroke_linecap="round",
        ),
    )  # fmt: skip


def _mountain(style: Style) -> str:
    p = style.palette
    return group(
        element("path", d="M-10 5Q-5-4-1.5-7.5Q0-9 1.5-7.2Q5-2 10 5z", fill=shade(p.hill, 1.14)),
        element("path", d="M-1.5-7.5Q0-9 1.5-7.2Q5-2 10 5H3Q3.6-2-.6-7.6z", fill=p.texture, opacity=0.35),
        element("path", d="M-10 5Q-5-4-1.5-7.5Q0-9 1.5-7.2Q5-2 10 5M-4 1l-2 3M-1.6-2.6l-1.6 3.6", fill="none",
                stroke=p.texture, stroke_width=0.9, stroke_linecap="round", opacity=0.75),
        id=style.id("mountain"),
    )  # fmt: skip


def _tree(style: Style) -> str:
    p = style.palette
    return group(
        element("path", d="M0 6.5V3", stroke=p.texture, stroke_width=1.2),
        element("path", d="M0-7.5L3.4-2.2H1.9L4.8 3.4H-4.8L-1.9-2.2H-3.4z", fill=p.wood, opacity=0.62),
        element("path", d="M0-7.5L3.4-2.2H1.9L4.8 3.4H.6z", fill=shade(p.wood, 0.6), opacity=0.4),
        id=style.id("tree"),
    )  # fmt: skip


def _tuft(style: Style) -> str:
    """A bush in a meadow."""
    p = style.palette
    return group(
        element("path", d="M-3.6 2.4Q-5.4-.6-2.6-1.6Q-1.6-4.4.8-3.2Q3.8-3.6 3.8-.8Q5.4 1.2 3.4 2.4z", fill=p.wood,
                opacity=0.34),
        element("path", d="M-6 3.4H6.4", stroke=p.texture, stroke_width=0.7, opacity=0.35),
        id=style.id("tuft"),
    )  # fmt: skip


def scattered(style: Style, made: Layout, plot: Plot) -> str:
    """Little mountains, trees or bushes over a plot, leaving its name and pieces free."""
    glyph = GLYPHS.get(plot.kind, MEADOW)[0]
    return "".join(use(style.ref(glyph), *at) for at in _strewn(made).get(plot.id, ()))


@lru_cache(maxsize=16)
def _strewn(made: Layout) -> dict[str, list[Point]]:
    """Where they stand, by plot."""
    return {
        plot.id: _over(made, plot)
        for plot in made.ground.source.plots
        if not plot.south and (plot.terrain == "lowland" or plot.kind in GLYPHS)
    }


def _over(made: Layout, plot: Plot) -> list[Point]:
    _, step, share = GLYPHS.get(plot.kind, MEADOW)
    outline = made.ground.outline(plot)
    spot, rng = made.spots[plot.id], Random(f"scatter {plot.id}")
    xs, ys = [p[0] for side in outline for p in side], [p[1] for side in outline for p in side]
    found = []
    y, row = min(ys), 0
    while y < max(ys):
        x = min(xs) + (step / 2 if row % 2 else 0)
        while x < max(xs):
            at = x + rng.uniform(-0.22, 0.22) * step, y + rng.uniform(-0.22, 0.22) * step
            if (
                rng.random() < share
                and distance_inside(at, outline) > step * 0.52
                and not _covers(spot, at, step * 0.5)
            ):
                found.append(at)
            x += step
        y, row = y + step * 0.82, row + 1
    return found


def _covers(spot: Spot, at: Point, room: float) -> bool:
    return any(_near(place, at, room) for place in (spot.name, spot.pieces))


def _near(place: Place, at: Point, room: float) -> bool:
    return (
        place.x - room < at[0] < place.right + room
        and place.y - room * 0.8 < at[1] < place.bottom + room * 0.9
    )
