"""What the marks say: every icon with a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from branchline.core.protocols import Theme
from branchline.drawing.cards import card as panel
from branchline.drawing.cards import heading
from branchline.drawing.lettering import width
from branchline.drawing.markup import element, group, joined, label, plain, title
from branchline.drawing.picture import picture
from branchline.drawing.sheet import Place
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.codes import Atom, Measure
from branchline.games.firstclass.drawing import icons, needs
from branchline.games.firstclass.drawing.card import evidence
from branchline.games.firstclass.drawing.effects import conductor, part, seal, short
from branchline.games.firstclass.drawing.glyphs import (
    Glyph,
    beside,
    figure,
    fitted,
    icon,
    over,
    stroke,
)
from branchline.games.firstclass.drawing.palette import Style, style
from branchline.games.firstclass.drawing.words import GROUPS, LEGEND, WORDS

ROW: Final = 50.0
COLUMN: Final = 396.0
ICON: Final = Place(8, 4, 84, 42)
MARGIN: Final = 18.0
VALUES: Final = (0, 1, 2, 4, 7, 12)


def _count(what: int, least: int = 2) -> Glyph:
    return needs.atom(Atom(Measure(what), least), VALUES)


def _ring(status: str) -> Glyph:
    """The mark of provenance, in ink instead of on the head of a card."""
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
    """All marks, by group; the words of each are in `words.LEGEND`."""
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


def legend_svg(theme: Theme, columns: int = 3) -> str:
    """The legend as a picture of its own; one column for a telephone."""
    look = style(theme)
    laid = list(laid_out(columns))
    high = max(y for _, _, y, _ in laid) + ROW + MARGIN
    wide = columns * COLUMN + (columns + 1) * MARGIN
    place = Place(0, 0, wide, high)
    cells = joined(cell(look, name, glyph, x, y) for name, x, y, glyph in laid)
    return picture(
        place,
        title(f"{WORDS['game']}: {WORDS['legend']}"),
        element("desc", plain(told())),
        element("defs", icons.definitions(look, icons.used(look, cells))),
        element("rect", width=wide, height=high, fill=look.palette.sheet),
        panel(look, Place(6, 6, wide - 12, high - 12), stroke=look.palette.brass, stroke_width=1.6),
        cells,
    )  # fmt: skip


def told() -> str:
    return "; ".join(
        f"{GROUPS[name]}: {', '.join(LEGEND[entry] for entry in found)}" for name, found in entries().items()
    )


def laid_out(columns: int) -> Iterable[tuple[str, float, float, Glyph | None]]:
    """Heads and entries down the columns, none of a head's entries parted from it at its start."""
    lines: list[tuple[str, Glyph | None]] = []
    for group_name, found in entries().items():
        lines += [(group_name, None), *found.items()]
    each = -(-len(lines) // columns)
    column, y = 0, 0
    for i, (name, glyph) in enumerate(lines):
        ends = y >= each or (glyph is None and y >= each - 1)
        if ends and column < columns - 1 and i:
            column, y = column + 1, 0
        yield name, MARGIN + column * (COLUMN + MARGIN), MARGIN + y * ROW, glyph
        y += 1


def cell(look: Style, name: str, glyph: Glyph | None, x: float, y: float) -> str:
    p = look.palette
    if glyph is None:
        return heading(look, GROUPS[name], x + 8, y + 34)
    place = Place(x + ICON.x, y + ICON.y, ICON.w, ICON.h)
    lines = in_lines(LEGEND[name], 15.5, COLUMN - 110)
    first = y + 30 - (len(lines) - 1) * 9
    texts = [label(line, x + 104, first + i * 18, 15.5, fill=p.ink) for i, line in enumerate(lines)]
    return group(title(LEGEND[name]), fitted(look, glyph, place, 1), *texts, data_legend=name)


def in_lines(text: str, size: float, room: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


STRIP: Final = (
    "car", "upgrade", "conductor-either", "conductor-both", "loco", "coin", "points", "game-end", "clock", "contract",
)  # fmt: skip


def strip(look: Style, place: Place) -> str:
    """The commonest marks, where the table has room to spare."""
    p = look.palette
    found = {name: glyph for entry in entries().values() for name, glyph in entry.items()}
    rows = max(1, int((place.h - 22) // 42))
    columns = 5
    parts = []
    for i, name in enumerate(STRIP[: rows * columns]):
        x, y = place.x + 10 + i % columns * (place.w - 16) / columns, place.y + 24 + i // columns * 42
        parts.append(fitted(look, found[name], Place(x, y, 50, 32), 0.8))
        lines = in_lines(LEGEND[name], 11, (place.w - 16) / columns - 62)[:3]
        top = y + 20 - (len(lines) - 1) * 6.5
        parts += [label(line, x + 55, top + j * 13, 11, fill=p.ink) for j, line in enumerate(lines)]
    return group(panel(look, place), heading(look, WORDS["legend"], place.x + 12, place.y + 16), *parts,
                 data_place="legend")  # fmt: skip
