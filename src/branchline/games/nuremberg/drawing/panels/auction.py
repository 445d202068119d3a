"""The auction as a panel: the boxes of the top row above those of the bottom row, and what everybody holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from branchline.drawing.cards import card, small
from branchline.drawing.lettering import shortened
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.palette import shade
from branchline.drawing.place import Place
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.drawing.investment_cubes import row_of
from branchline.games.nuremberg.drawing.scene import (
    EDGE,
    Scene,
    area,
    numbers,
    over,
    remembered,
    target,
)
from branchline.games.nuremberg.text.picture_words import say, tell
from branchline.games.nuremberg.text.screen_words import PICTURES, fill, tokens
from branchline.games.nuremberg.text.sentences import COLOURS as COLOUR_WORDS
from branchline.games.nuremberg.text.sentences import box_name
from branchline.games.nuremberg.views.view import COLOURS, Influence, View

ROWS: Final = ("top", "bottom")
WIDE: Final = 880.0
HEAD: Final = 34.0  # above each row
GAP: Final = 10.0
BOX_WIDE: Final = 281.0  # in a row of three; in longer rows boxes are drawn smaller
BOX_HIGH: Final = 228.0
HANDS: Final = 58.0
MOST: Final = 11  # cubes side by side
STEP: Final = HEAD + BOX_HIGH + GAP
CUBE: Final = 1.8  # the scale of cubes

Printed = tuple[str, Influence, int]  # name, points, minimum


class Grid(msgspec.Struct, frozen=True):
    """Where the boxes are: the top row above the bottom row."""

    columns: int

    @property
    def scale(self) -> float:
        return (WIDE - 2 * EDGE - (self.columns - 1) * GAP) / self.columns / BOX_WIDE

    @property
    def box(self) -> Place:
        """A box before it is scaled."""
        return Place(0, 0, BOX_WIDE, BOX_HIGH / self.scale)

    @property
    def inside(self) -> Place:
        """The frame of a bid: the edge of the box shows whether it can be chosen."""
        return Place(6, 6, self.box.w - 12, self.box.h - 12)

    @property
    def size(self) -> Place:
        return Place(0, 0, WIDE, len(ROWS) * STEP + HANDS)

    def corner(self, name: str) -> tuple[float, float]:
        column = int(name[-1]) - 1
        return EDGE + column * (BOX_WIDE * self.scale + GAP), ROWS.index(name[:-1]) * STEP + HEAD

    def hand(self, seat: int) -> tuple[float, float]:
        """Where a player's number of cubes is shown."""
        return 168 + seat * 178, self.size.h - HANDS / 2 - 4

    def at(self, name: str) -> str:
        """Puts what is drawn in a full box into its place."""
        x, y = self.corner(name)
        return f"translate({num(x)} {num(y)}) scale({self.scale:.4g})"


def _grid(names: Sequence[str]) -> Grid:
    return Grid(max(sum(name.startswith(row) for name in names) for row in ROWS))


def box(view: View) -> Place:
    return _grid([found.name for found in view.boxes]).size


def printed(scene: Scene, view: View) -> str:
    boxes = tuple((found.name, found.printed, found.minimum) for found in view.boxes)
    return _printed(scene, boxes, len(view.players))


@remembered
def _printed(scene: Scene, boxes: tuple[Printed, ...], players: int) -> str:
    style, grid = scene.style, _grid([name for name, _, _ in boxes])
    shown = [card(style, grid.size, stroke="none")]
    for i, row in enumerate(ROWS):
        least = min(minimum for name, _, minimum in boxes if name.startswith(row))
        shown.append(_heading(scene, fill(PICTURES, f"{row}_row", minimum=least), i * STEP + 24))
    shown += [_printed_box(scene, grid, found) for found in boxes]
    shown.append(_heading(scene, PICTURES["in_hand"], grid.hand(0)[1] + 7))
    for seat in range(players):
        x, y = grid.hand(seat)
        shown += [
            small(style.ref(f"emblem-{seat}"), x, y, 1.7),
            small(style.ref(f"invest-{seat}"), x + 40, y, 2.2),
        ]
    return group(*shown)


def _heading(scene: Scene, words: str, y: float) -> str:
    return label(words.upper(), EDGE + 4, y, 24, letter_spacing=1, font_weight="700", fill=scene.palette.soft)


def _printed_box(scene: Scene, grid: Grid, found: Printed) -> str:
    """The points of a box, with room for its disc and for the minimum bid."""
    name, points, minimum = found
    p = scene.palette
    given = [colour for colour in COLOURS for _ in range(getattr(points, colour))]
    ground = shade(p.card, 1.06) if scene.style.dark else shade(p.card, 0.965)
    return target(
        targets.box(name), tell("box", box=box_name(name), points=points_of(points), minimum=minimum),
        card(scene.style, grid.box, fill=ground, rx=9),
        area(grid.box, rx=9),
        label(box_name(name), 38, 51, 36, text_anchor="middle", font_weight="700", fill=p.soft),
        *(small(scene.style.ref(f"disc-{colour}"), 84 + i * 38, 38, 2) for i, colour in enumerate(given)),
        label("+", 203, 49, 34, text_anchor="middle", fill=p.soft),
        element("circle", cx=247, cy=38, r=21, fill="none", stroke=p.line, stroke_width=2, stroke_dasharray="5 4"),
        _cubes(scene, "no-invests", 0, minimum),
        transform=grid.at(name),
    )  # fmt: skip


def _cubes(scene: Scene, name: str, row: int, count: int) -> str:
    cubes = row_of(scene.style, name, 0, 0, count)
    return group(cubes, transform=f"translate(10 {78 + row * 27}) scale({CUBE})")


def points_of(printed: Influence) -> str:
    return ", ".join(tokens(colour, count) for colour in COLOURS if (count := getattr(printed, colour)))


# Parts


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    grid = _grid([one.name for one in view.boxes])
    found = {}
    for one in view.boxes:
        found[f"disc-{one.name}"] = _disc(scene, grid, one.name, one.disc) if one.disc else ""
        found[one.name] = (
            "" if one.seat is None else _bid(scene, grid, one.name, one.seat, one.cubes, names[one.seat])
        )
    held = tuple(player.held for player in view.players)
    return {**found, "hands": _hands(scene, grid, held, names)}


@remembered
def _disc(scene: Scene, grid: Grid, name: str, colour: str) -> str:
    words = title(tell("disc", colour=COLOUR_WORDS[colour]))
    disc = small(scene.style.ref(f"disc-{colour}"), 247, 38, 2.2, words)
    return group(disc, data_target=targets.box(name), transform=grid.at(name))


@remembered
def _bid(scene: Scene, grid: Grid, name: str, seat: int, cubes: int, bidder: str) -> str:
    """The cubes on a box, over the space printed for the minimum bid, and their owner, who leads."""
    p, low = scene.palette, grid.box.h
    rows = math.ceil(cubes / MOST)
    per_row = math.ceil(cubes / rows)
    return target(
        targets.box(name),
        tell("standing", name=bidder, cubes=cubes),
        card(scene.style, grid.inside, fill="none", stroke=p.players[seat], stroke_width=5, rx=7),
        *(_cubes(scene, f"invests-{seat}", row, min(per_row, cubes - row * per_row)) for row in range(rows)),
        small(scene.style.ref(f"emblem-{seat}"), 30, low - 34, 1.9),
        label(shortened(bidder, 32, 150), 54, low - 23, 32, fill=p.ink),
        label(str(cubes), BOX_WIDE - 18, low - 18, 66, text_anchor="end", font_weight="700", fill=p.ink),
        transform=grid.at(name),
    )


@remembered
def _hands(scene: Scene, grid: Grid, held: tuple[int, ...], names: tuple[str, ...]) -> str:
    """What each player has left to bid with."""
    words = "; ".join(f"{name}: {say('held', count=count)}" for name, count in zip(names, held, strict=True))
    (x, y), (second, _) = grid.hand(0), grid.hand(1)
    return over(title(words), numbers(scene, held, x + 58, y + 10, second - x, 28))
