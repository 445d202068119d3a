"""Where plots and borders lie on the picture of the map, for pictures that show a part of it."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.presentation import Box
from branchline.drawing.markup import Point
from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.drawing.map.placement import layout


def around(source: MapFile, plots: Sequence[str]) -> Box:
    """The bounding box of some plots."""
    ground = layout(source).ground
    corners = [
        point
        for plot in ground.source.plots
        if plot.id in plots
        for cell in plot.cells
        for point in ground.ring(cell)
    ]
    across, down = [x for x, _y in corners], [y for _x, y in corners]
    return min(across), min(down), max(across), max(down)


def spot(source: MapFile, name: str) -> Point:
    """Where to put a label: beside the pieces of a plot, or on a border."""
    made = layout(source)
    a, _dash, b = name.partition("-")
    for border in made.ground.source.borders:
        if b and {border.a, border.b} == {a, b}:
            return made.ground.middle(border)
    place = made.spots[a].name
    return place.x - 6, place.y - 8
