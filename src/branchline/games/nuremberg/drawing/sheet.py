"""Where everything lies on the sheet. A page may show one of these places alone, as an SVG view box."""

from __future__ import annotations

from typing import Final

from branchline.drawing.sheet import Place

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
