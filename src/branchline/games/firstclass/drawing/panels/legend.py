"""The legend: every icon with a few words, in one column."""

from __future__ import annotations

from functools import cache
from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.cards import heading
from branchline.drawing.lettering import width
from branchline.drawing.markup import group, joined, label, title
from branchline.drawing.place import Place
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.codes import Atom, Measure
from branchline.games.firstclass.drawing.cards import needs
from branchline.games.firstclass.drawing.cards.card import evidence
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import conductor, part, seal, short
from branchline.games.firstclass.drawing.cards.glyphs import (
    Glyph,
    beside,
    figure,
    fitted,
    icon,
    over,
    stroke,
)
from branchline.games.firstclass.drawing.painter import Painter, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import GROUPS, LEGEND

ROW: Final = 50.0
COLUMN: Final = 396.0
ICON: Final = Place(8, 4, 84, 42)
MARGIN: Final = 18.0
VALUES: Final = (0, 1, 2, 4, 7, 12)


def panel(paint: Painter) -> Panel:
    return Panel("legend", PANELS["legend"], _box().view_box, paint(_printed), {})


@cache
def _box() -> Place:
    return Place(0, 0, COLUMN + 2 * MARGIN, len(_lines()) * ROW + 2 * MARGIN)


def _printed(look: Style, deck: Deck) -> str:
    cells = (_cell(look, name, glyph, MARGIN, MARGIN + i * ROW) for i, (name, glyph) in enumerate(_lines()))
    return ground(look, _box()) + joined(cells)


@cache
def _lines() -> list[tuple[str, Glyph | None]]:
    """Heads and entries."""
    lines: list[tuple[str, Glyph | None]] = []
    for name, found in entries().items():
        lines += [(name, None), *found.items()]
    return lines


def _count(what: int, least: int = 2) -> Glyph:
    return needs.atom(Atom(Measure(what), least), VALUES)


def _ring(status: str) -> Glyph:
    """The mark of provenance, drawn in ink rather than as on the head of a card."""
    ring = "M8 0A8 8 0 1 1 8-.01z"
    if status == "partly":
        return over(
            stroke(ring, 20, 20, "ink", 2.6), stroke("M0-7.4A7.4 7.4 0 0 0 0 7.4z", 20, 20, "ink", 0.1, "ink")
        )
    dashes = "".join(f"M{x} {y}A8 8 0 0 1 {a} {b}" for x, y, a, b in (
        (7.7, 2.1, 5.7, 5.7), (2.1, 7.7, -2.1, 7.7), (-5.7, 5.7, -7.7, 2.1), (-7.7, -2.1, -5.7, -5.7),
        (-2.1, -7.7, 2.1, -7.7), (5.7, -5.7, 7.7, -2.1)))  # fmt: skip
    return stroke(dashes, 20, 20, "ink", 3)


def _lit() -> Glyph:
    car = over(icon("coach-3", 41, 34), figure("4", 15.5, "print"))
    dark = over(icon("coach-3", 41, 34), icon("unlit", 41, 34), figure("4", 15.5, "print"))
    return beside(car, dark, gap=4)


def _effects() -> dict[str, Glyph]:
    found = {name: part(name, 1, 0) for name in ("car", "upgrade")}
    found |= {
        f"conductor-{mover}": conductor(i) for i, mover in enumerate(("upper", "lower", "either", "both"))
    }
    found |= {
        "loco": part("loco", 2, 0),
        "coin": part("coin", 2, 0),
        "points": seal(5),
        "game-end": icon("game-end", 34),
    }
    return found


def _cards() -> dict[str, Glyph]:
    names = (
        "rail",
        "clock",
        "contract",
        "celebrity",
        "postcard",
        "passenger",
        "luggage",
        "switch",
        "mechanic",
    )
    return {name: icon(name) for name in names}


def _needs() -> dict[str, Glyph]:
    each = [Atom(Measure(w.CARS, 62, 1 << train, 2), 2) for train in range(2)]
    at = [Atom(Measure(w.CONDUCTOR_AT, train), 4) for train in range(2)]
    return {
        "cars": needs.atom(Atom(Measure(w.CARS, 60, 3, 2), 3), VALUES),
        "each-train": needs.requirement((tuple(each),), VALUES),
        "run": beside(short(3, 4), short(2, 2), short(1, 1), gap=-1),
        "filled": _count(w.FILLED, 5),
        "conductor-at": needs.requirement((tuple(at),), VALUES),
        "mail": _count(w.MAIL_PLACED),
        "mail-reached": _count(w.MAIL_REACHED),
        "loco-pos": _count(w.LOCO_POS, 3),
        "rail-cards": _count(w.RAIL_CARDS, 3),
        "constantinople": icon("constantinople", 42),
        "tile": icon("tile", 38),
        "on-tile": _count(w.ON_TILE, 1),
        "completed": _count(w.COMPLETED),
        "stars-and-cards": _count(w.STARS_AND_CARDS),
        "suspect-self": _count(w.SUSPECT_SELF, 1),
        "suspect-others": _count(w.SUSPECT_OTHERS, 1),
        "car-value": needs.thing(Measure(w.CAR_VALUE, 0), VALUES),
        "module-cards": needs.thing(Measure(w.MODULE_CARDS), VALUES),
    }


def _signs() -> dict[str, Glyph]:
    return {
        "train": beside(needs.train(0), needs.train(1), gap=10),
        "per": beside(seal(3), figure(":", 26, "soft"), icon("done", 36), gap=3),
        "or": needs.OR,
        "partly": _ring("partly"),
        "reconstructed": _ring("reconstructed"),
        "start": icon("start"),
        "lit": _lit(),
    }


def entries() -> dict[str, dict[str, Glyph]]:
    """All marks, by group; their texts are in `picture_words.LEGEND`."""
    return {
        "effects": _effects(),
        "cards": _cards(),
        "evidence": {
            "evidence-self": evidence("self", 1),
            "evidence-others": evidence("others", 1),
            "destroy": icon("destroy", 34),
        },
        "needs": _needs(),
        "signs": _signs(),
    }


def _cell(look: Style, name: str, glyph: Glyph | None, x: float, y: float) -> str:
    p = look.palette
    if glyph is None:
        return heading(look, GROUPS[name], x + 8, y + 34)
    place = Place(x + ICON.x, y + ICON.y, ICON.w, ICON.h)
    lines = _in_lines(LEGEND[name], 15.5, COLUMN - 110)
    first = y + 30 - (len(lines) - 1) * 9
    texts = [label(line, x + 104, first + i * 18, 15.5, fill=p.ink) for i, line in enumerate(lines)]
    return group(title(LEGEND[name]), fitted(look, glyph, place, 1), *texts, data_legend=name)


def _in_lines(text: str, size: float, room: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
