"""A compass rose, where the map has room for one."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from branchline.drawing.markup import Point, element, group, label
from branchline.games.nuremberg.drawing.map.placement import Layout
from branchline.games.nuremberg.drawing.map.rivers import where_rails_may_lie
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.text.picture_words import WORDS

RADIUS: Final = 25.0
STEP: Final = 24.0
ROOM: Final = 8.0  # around it


def compass(style: Style, made: Layout) -> str:
    at = _free_place(made)
    if at is None:
        return ""
    p = style.palette
    half = "".join(
        _half_ray(turn, RADIUS if turn % 90 == 0 else RADIUS * 0.58, 1) for turn in range(0, 360, 45)
    )
    whole = "".join(
        _half_ray(turn, RADIUS if turn % 90 == 0 else RADIUS * 0.58, side)
        for turn in range(0, 360, 45)
        for side in (1, -1)
    )
    return group(
        element("circle", r=RADIUS * 0.66, fill="none", stroke_width=0.8),
        element("circle", r=RADIUS * 0.72, fill="none", stroke_width=0.5),
        element("path", d=whole, fill=p.card, stroke_width=0.7, stroke_linejoin="round"),
        element("path", d=half, fill=p.texture, stroke="none"),
        label(WORDS["north"], 0, -RADIUS - 3, 10, text_anchor="middle", fill=p.texture, stroke="none"),
        transform=f"translate({at[0]:.1f} {at[1]:.1f})", stroke=p.texture, opacity=0.55, pointer_events="none",
    )  # fmt: skip


def _half_ray(turn: float, length: float, side: int) -> str:
    """One side of a pointed ray, from the middle to its tip."""
    angle = math.radians(turn)
    tip = math.sin(angle) * length, -math.cos(angle) * length
    elbow = angle + side * math.pi / 8
    bend = math.sin(elbow) * RADIUS * 0.24, -math.cos(elbow) * RADIUS * 0.24
    return f"M0 0L{bend[0]:.1f} {bend[1]:.1f}L{tip[0]:.1f} {tip[1]:.1f}z"


@lru_cache(maxsize=16)
def _free_place(made: Layout) -> Point | None:
    """The emptiest point of the map, if it is empty enough."""
    ground = made.ground
    places = [place for spot in made.spots.values() for place in (spot.name, spot.pieces) if place.w]
    rails = where_rails_may_lie(made)
    best, found = RADIUS + ROOM, None
    for i in range(1, int(ground.size[0] / STEP)):
        for j in range(1, int(ground.size[1] / STEP)):
            x, y = ground.left + i * STEP, ground.top + j * STEP
            room = min(x - ground.left, y - ground.top, ground.left + ground.size[0] - x,
                       ground.top + ground.size[1] - y) - 6  # fmt: skip
            if room <= best or any(place.distance((x, y)) <= best for place in places):
                continue
            room = min([room, *(place.distance((x, y)) for place in places)])
            room = min([room, *(math.dist((x, y), rail) for rail in rails)])
            if room > best:
                best, found = room, (x, y)
    return found
