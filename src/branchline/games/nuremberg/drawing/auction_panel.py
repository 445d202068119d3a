"""The auction as a panel: the top row's boxes on the left, the bottom row's on the right, and what everybody holds."""

from __future__ import annotations

import math
from typing import Final

from branchline.drawing.cards import card, heading, small
from branchline.drawing.lettering import shortened
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.palette import shade
from branchline.drawing.sheet import Place
from branchline.games.nuremberg import targets
from branchline.games.nuremberg.drawing.auction_boxes import told
from branchline.games.nuremberg.drawing.investments import row_of
from branchline.games.nuremberg.drawing.scene import EDGE, WIDE, Scene, area, remembered, target
from branchline.games.nuremberg.drawing.words import say
from branchline.games.nuremberg.view import COLOURS, Box, View
from branchline.games.nuremberg.words import PICTURES, fill

ROWS: Final = ("top", "bottom")
TOP: Final = 30.0
GAP: Final = 7.0
BOX_WIDE: Final = (WIDE - 2 * EDGE - GAP) / 2
BOX_HIGH: Final = 66.0
HANDS: Final = 34.0


def box(view: View) -> Place:
    """The size of the panel."""
    rows = max(sum(found.name.startswith(row) for found in view.boxes) for row in ROWS)
    return Place(0, 0, WIDE, TOP + rows * (BOX_HIGH + GAP) + HANDS)


def _place(found: Box) -> Place:
    row, number = found.name.startswith("bottom"), int(found.name[-1]) - 1
    return Place(EDGE + row * (BOX_WIDE + GAP), TOP + number * (BOX_HIGH + GAP), BOX_WIDE, BOX_HIGH)


@remembered
def printed(scene: Scene, high: float, minimum: tuple[int, int]) -> str:
    style = scene.style
    heads = (
        heading(style, fill(PICTURES, f"{row}_row", minimum=least), EDGE + i * (BOX_WIDE + GAP) + 2, 20)
        for i, (row, least) in enumerate(zip(ROWS, minimum, strict=True))
    )
    return group(card(style, Place(0, 0, WIDE, high), stroke="none"), *heads)


def panel_printed(scene: Scene, view: View) -> str:
    least = tuple(min(found.minimum for found in view.boxes if found.name.startswith(row)) for row in ROWS)
    return printed(scene, box(view).h, (least[0], least[1]))


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    found = {one.name: _box(scene, one, "" if one.seat is None else names[one.seat]) for one in view.boxes}
    held = tuple(player.held for player in view.players)
    return {**found, "hands": _hands(scene, held, box(view).h, names)}


@remembered
def _box(scene: Scene, found: Box, bidder: str) -> str:
    p = scene.palette
    place = _place(found)
    edge = p.line if found.seat is None else p.players[found.seat]
    ground = shade(p.card, 1.06) if scene.style.dark else shade(p.card, 0.965)
    return target(
        targets.box(found.name), told(found, bidder),
        card(scene.style, place, fill=ground, stroke=edge, stroke_width=1 if found.seat is None else 2, rx=5),
        area(place, rx=5),
        label(found.name[-1], place.x + 13, place.y + 24, 17, text_anchor="middle", font_weight="700", fill=p.soft),
        _gives(scene, found, place),
        row_of(scene.style, "no-invests", place.x + 8, place.y + 40, found.minimum) if found.seat is None
        else _bid(scene, found, bidder, place),
    )  # fmt: skip


def _gives(scene: Scene, found: Box, place: Place) -> str:
    """The printed points, and the disc drawn for it on its own spot."""
    given = [colour for colour in COLOURS for _ in range(getattr(found.printed, colour))]
    y = place.y + 18
    discs = [
        small(scene.style.ref(f"disc-{colour}"), place.x + 38 + i * 22, y, 1.1)
        for i, colour in enumerate(given)
    ]
    x = place.right - 20
    spot = element("circle", cx=x, cy=y, r=11.5, fill="none", stroke=scene.palette.line, stroke_width=1.2,
                   stroke_dasharray="3 2.4")  # fmt: skip
    disc = small(scene.style.ref(f"disc-{found.disc}"), x, y, 1.2) if found.disc else ""
    plus = label("+", x - 22, y + 5, 16, text_anchor="middle", fill=scene.palette.soft)
    return "".join([*discs, plus, spot, disc])


def _bid(scene: Scene, found: Box, bidder: str, place: Place) -> str:
    p = scene.palette
    per_row = math.ceil(found.cubes / math.ceil(found.cubes / 11))
    rows = math.ceil(found.cubes / per_row)
    top = place.y + 33 - (rows > 1) * 2
    cubes = [
        row_of(scene.style, f"invests-{found.seat}", place.x + 8, top + i / per_row * 12.4,
               min(per_row, found.cubes - i))
        for i in range(0, found.cubes, per_row)
    ]  # fmt: skip
    name = label(shortened(bidder, 12, place.w - 50), place.x + 9, place.bottom - 6, 12, fill=p.ink)
    count = label(str(found.cubes), place.right - 9, place.bottom - 7, 21, text_anchor="end", font_weight="700",
                  fill=p.ink)  # fmt: skip
    return "".join([*cubes, name if rows == 1 else "", count])


@remembered
def _hands(scene: Scene, held: tuple[int, ...], high: float, names: tuple[str, ...]) -> str:
    """What each player has left to bid with."""
    p = scene.palette
    y = high - HANDS / 2 - 2
    step = (WIDE - 2 * EDGE - 84) / 4
    words = "; ".join(f"{name}: {say('held', count=count)}" for name, count in zip(names, held, strict=True))
    shown = [
        small(scene.style.ref(f"emblem-{seat}"), EDGE + 96 + seat * step, y, 1)
        + small(scene.style.ref(f"invest-{seat}"), EDGE + 118 + seat * step, y, 1.2)
        + label(str(count), EDGE + 128 + seat * step, y + 5.5, 16, font_weight="700", fill=p.ink)
        for seat, count in enumerate(held)
    ]
    return group(title(words), heading(scene.style, PICTURES["in_hand"], EDGE + 2, y + 4), *shown)
