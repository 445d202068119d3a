"""Where everything lies on the sheet. A page may show one of these places alone, as an SVG view box."""

from __future__ import annotations

from typing import Final

from branchline.drawing.sheet import Place

WHOLE: Final = Place(0, 0, 1600, 1124)
HEADER: Final = Place(26, 14, 1548, 74)
MARKET: Final = Place(24, 98, 658, 520)
SUPPLY: Final = Place(694, 98, 882, 156)
OTHERS: Final = Place(694, 262, 882, 356)
OWN: Final = Place(24, 628, 1552, 462)
FOOTER: Final = Place(26, 1096, 1548, 22)
BOARD: Final = Place(0, 0, OWN.w, OWN.h)  # a player's board, by itself
SMALL: Final = Place(0, 0, OTHERS.w, 113)  # the same for another player

PLACES: Final[dict[str, Place]] = {
    "header": HEADER,
    "market": Place(
        MARKET.x + 7, MARKET.y, MARKET.w - 14, MARKET.h
    ),  # so that a card is 56 px wide at 360 px
    "supply": SUPPLY,
    "others": OTHERS,
    "own": OWN,
    # The large board in parts, for narrow screens
    "trains": Place(OWN.x + 250, OWN.y, 946, 340),
    "route": Place(OWN.x + 250, OWN.y + 340, 946, 122),
    "coins": Place(OWN.x, OWN.y, 250, OWN.h),
    "contracts": Place(OWN.x + 1200, OWN.y, 352, OWN.h),
    "footer": FOOTER,
}
