"""Actions as glyphs: each part of a box an icon with its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.place import Place
from branchline.games.firstclass.data.codes import MOVERS, PARTS, Box
from branchline.games.firstclass.drawing.cards.glyphs import (
    EMPTY,
    Glyph,
    arranged,
    beside,
    figure,
    fitted,
    icon,
    over,
)
from branchline.games.firstclass.drawing.palette import Style

NUMBER: Final = 35.0  # the size of a number beside an icon
ICONS: Final = {"car": "car", "upgrade": "upgrade", "loco": "loco", "coin": "coin", "gameEnd": "game-end"}
WIDTHS: Final = {"upgrade": 34.0, "coin": 36.0, "game-end": 34.0}
LANES: Final = tuple(f"lane-{mover}" for mover in MOVERS)


def coach(level: int, value: int) -> Glyph:
    """A car of some value."""
    return over(icon(f"coach-{level}", 41, 34), figure(str(value), 15.5, "print"))


def short(level: int, value: int) -> Glyph:
    """The same as part of a train: little more than its number."""
    return over(icon(f"short-{level}", 30, 36), figure(str(value), 21 if value < 10 else 18, "print"))


def seal(points: int) -> Glyph:
    return over(icon("points", 40, 40), figure(str(points), 21 if points < 100 else 16, "cream"))


def conductor(which: int) -> Glyph:
    return beside(icon("bust", 31), icon(LANES[which], 22), gap=2)


def amount(count: int, glyph: Glyph) -> Glyph:
    return beside(figure(str(count), NUMBER), glyph, gap=3)


def part(name: str, count: int, which: int) -> Glyph:
    """One part of a box."""
    if name == "points":
        return seal(count)
    if name == "conductor":
        return amount(count, conductor(which))
    drawn = icon(ICONS[name], WIDTHS.get(ICONS[name], 42))
    return drawn if name == "gameEnd" and count == 1 else amount(count, drawn)


def parts(box: Box) -> list[Glyph]:
    found = zip(PARTS, box.amounts, strict=True)
    return [part(name, count, box.which) for name, count in found if count]


def in_a_row(box: Box) -> Glyph:
    """A whole box on one line, for tickets and coin columns."""
    found = parts(box)
    return beside(*found, gap=9) if found else EMPTY


def action(style: Style, box: Box | Sequence[Glyph], place: Place, most: float = 1.6) -> str:
    """All parts of an action, in the arrangement that makes them largest."""
    found = parts(box) if isinstance(box, Box) else list(box)
    return fitted(style, arranged(found, place), place, most)
