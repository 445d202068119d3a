"""The auction as a panel: the top row's boxes on the left, the bottom row's on the right, and what everybody holds."""

from __future__ import annotations

import math
from typing import Final

from branchline.drawing.cards import card, small
from branchline.drawing.lettering import shortened
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.palette import shade
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.drawing.investment_cubes import row_of
from branchline.games.nuremberg.drawing.scene import (
    EDGE,
    WIDE,
    Scene,
    area,
    headed,
    numbers,
    over,
    remembered,
    target,
)
from branchline.games.nuremberg.text.picture_words import say, tell
from branchline.games.nuremberg.text.screen_words import PICTURES, fill
from branchline.games.nuremberg.text.sentences import COLOURS as COLOUR_WORDS
from branchline.games.nuremberg.text.sentences import box_name
from branchline.games.nuremberg.views.view import COLOURS, Box, Influence, View

ROWS: Final = ("top", "bottom")
TOP: Final = 30.0
GAP: Final = 7.0
BOX_WIDE: Final = (WIDE - 2 * EDGE - GAP) / 2
BOX_HIGH: Final = 66.0
HANDS: Final = 34.0
MOST: Final = 11  # cubes side by side

Printed = tuple[str, Influence, int]  # name, points, minimum


def box(view: View) -> Place:
    return _size(tuple(found.name for found in view.boxes))


def _size(names: tuple[str, ...]) -> Place:
    rows = max(sum(name.startswith(row) for name in names) for row in ROWS)
    return Place(0, 0, WIDE, TOP + rows * (BOX_HIGH + GAP) + HANDS)


def _place(name: str) -> Place:
    row, number = name.startswith("bottom"), int(name[-1]) - 1
    return Place(EDGE + row * (BOX_WIDE + GAP), TOP + number * (BOX_HIGH + GAP), BOX_WIDE, BOX_HIGH)


def _hand(seat: int, high: float) -> tuple[float, float]:
    """Where a player's number of cubes is shown."""
    return EDGE + 96 + seat * (WIDE - 2 * EDGE - 84) / 4, high - HANDS / 2 - 2


def printed(scene: Scene, view: View) -> str:
    boxes = tuple((found.name, found.printed, found.minimum) for found in view.boxes)
    return _printed(scene, boxes, len(view.players))


@remembered
def _printed(scene: Scene, boxes: tuple[Printed, ...], players: int) -> str:
    style = scene.style
    size = _size(tuple(name for name, _, _ in boxes))
    shown = [card(style, size, stroke="none")]
    for i, row in enumerate(ROWS):
        least = min(minimum for name, _, minimum in boxes if name.startswith(row))
        words = fill(PICTURES, f"{row}_row", minimum=least)
        shown.append(headed(scene, words, EDGE + i * (BOX_WIDE + GAP) + 2, 20, BOX_WIDE - 6))
    shown += [_printed_box(scene, found) for found in boxes]
    y = _hand(0, size.h)[1]
    shown.append(headed(scene, PICTURES["in_hand"], EDGE + 2, y + 4, 78))
    for seat in range(players):
        x, y = _hand(seat, size.h)
        shown += [
            small(style.ref(f"emblem-{seat}"), x, y, 1),
            small(style.ref(f"invest-{seat}"), x + 22, y, 1.2),
        ]
    return group(*shown)


def _printed_box(scene: Scene, found: Printed) -> str:
    """The points of a box, with room for its disc and for the minimum bid."""
    name, points, minimum = found
    p, place = scene.palette, _place(name)
    given = [colour for colour in COLOURS for _ in range(getattr(points, colour))]
    x, y = place.right - 20, place.y + 18
    ground = shade(p.card, 1.06) if scene.style.dark else shade(p.card, 0.965)
    return target(
        targets.box(name), tell("box", box=box_name(name), points=points_of(points), minimum=minimum),
        card(scene.style, place, fill=ground, rx=5),
        area(place, rx=5),
        label(box_name(name), place.x + 16, place.y + 24, 15, text_anchor="middle", font_weight="700", fill=p.soft),
        *(small(scene.style.ref(f"disc-{colour}"), place.x + 44 + i * 21, y, 1.1) for i, colour in enumerate(given)),
        label("+", x - 22, y + 5, 16, text_anchor="middle", fill=p.soft),
        element("circle", cx=x, cy=y, r=11.5, fill="none", stroke=p.line, stroke_width=1.2, stroke_dasharray="3 2.4"),
        row_of(scene.style, "no-invests", place.x + 8, place.y + 33, minimum),
    )  # fmt: skip


def points_of(printed: Influence) -> str:
    return ", ".join(
        f"{count} {COLOUR_WORDS[colour]}" for colour in COLOURS if (count := getattr(printed, colour))
    )


# Parts


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for one in view.boxes:
        found[f"disc-{one.name}"] = _disc(scene, one)
        found[one.name] = (
            "" if one.seat is None else _bid(scene, one.name, one.seat, one.cubes, names[one.seat])
        )
    held = tuple(player.held for player in view.players)
    return {**found, "hands": _hands(scene, held, names, box(view).h)}


def _disc(scene: Scene, found: Box) -> str:
    if not found.disc:
        return ""
    place = _place(found.name)
    words = title(tell("disc", colour=COLOUR_WORDS[found.disc]))
    disc = small(scene.style.ref(f"disc-{found.disc}"), place.right - 20, place.y + 18, 1.2, words)
    return group(disc, data_target=targets.box(found.name))


@remembered
def _bid(scene: Scene, name: str, seat: int, cubes: int, bidder: str) -> str:
    """The cubes on a box and their owner."""
    p, place = scene.palette, _place(name)
    rows = math.ceil(cubes / MOST)
    per_row = math.ceil(cubes / rows)
    x, top = place.x + 8, place.y + 33  # over the space printed for the minimum bid
    shown = [
        row_of(scene.style, f"invests-{seat}", x, top + row * 12.4, min(per_row, cubes - row * per_row))
        for row in range(rows)
    ]
    frame = card(scene.style, place, fill="none", stroke=p.players[seat], stroke_width=2, rx=5)
    who = label(shortened(bidder, 12, place.w - 50), x + 1, place.bottom - 6, 12, fill=p.ink)
    count = label(str(cubes), place.right - 9, place.bottom - 7, 21, text_anchor="end", font_weight="700",
                  fill=p.ink)  # fmt: skip
    words = tell("standing", name=bidder, cubes=cubes)
    return target(targets.box(name), words, frame, *shown, who if rows == 1 else "", count)


@remembered
def _hands(scene: Scene, held: tuple[int, ...], names: tuple[str, ...], high: float) -> str:
    """What each player has left to bid with."""
    words = "; ".join(f"{name}: {say('held', count=count)}" for name, count in zip(names, held, strict=True))
    (x, y), (second, _) = _hand(0, high), _hand(1, high)
    return over(title(words), numbers(scene, held, x + 32, y + 5.5, second - x, 16))
