"""Where everything lies on the sheet. A page may show one of these places alone, as an SVG view box."""

from __future__ import annotations

import math
from typing import Final

import msgspec


class Place(msgspec.Struct, frozen=True):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def distance(self, point: tuple[float, float]) -> float:
        """How far a point lies outside."""
        dx = max(self.x - point[0], point[0] - self.right, 0.0)
        dy = max(self.y - point[1], point[1] - self.bottom, 0.0)
        return math.hypot(dx, dy)

    @property
    def view_box(self) -> str:
        return f"{self.x:g} {self.y:g} {self.w:g} {self.h:g}"


WHOLE: Final = Place(0, 0, 1600, 1124)
HEADER: Final = Place(26, 14, 1548, 74)
MAP: Final = Place(30, 104, 1090, 763)
PLAYERS: Final = Place(1144, 98, 430, 464)
ORDERS: Final = Place(1144, 570, 430, 62)
TRACKS: Final = Place(1144, 640, 430, 233)
AUCTION: Final = Place(16, 886, 728, 202)
TRAINS: Final = Place(754, 886, 820, 202)
FOOTER: Final = Place(26, 1094, 1548, 22)

PLACES: Final[dict[str, Place]] = {
    "map": Place(MAP.x - 14, MAP.y - 14, MAP.w + 28, MAP.h + 28),
    "header": HEADER, "players": PLAYERS, "orders": ORDERS, "tracks": TRACKS, "auction": AUCTION,
    "trains": TRAINS, "footer": FOOTER,
}  # fmt: skip
