"""What contracts require and game-end cards count, as glyphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from branchline.drawing.place import Place
from branchline.games.firstclass.data import opcodes as w
from branchline.games.firstclass.data.codes import Atom, Measure, Requirement, Term
from branchline.games.firstclass.drawing.cards.effects import NUMBER, coach, seal, short
from branchline.games.firstclass.drawing.cards.glyphs import (
    Glyph,
    arranged,
    beside,
    figure,
    icon,
    over,
    scaled,
    stacked,
    stroke,
)

OR: Final = figure("/", 30, "soft")
ASKED: Final = Place(13, 31, 74, 46)  # where a card shows its requirement


def times(count: int, glyph: Glyph) -> Glyph:
    """`4 ×` something; no number for a single one."""
    return glyph if count == 1 else beside(figure(f"{count}×", NUMBER - 3), glyph, gap=3)


def train(which: int) -> Glyph:
    """Two bars, with the chosen train filled: 0 upper, 1 lower."""
    full, empty = ("M-7-10H7V-2H-7z", "M-7 2.5H7V10H-7z")[:: 1 if which == 0 else -1]
    return over(stroke(full, 16, 24, "ink", 1.4, "ink"), stroke(empty, 16, 24, "soft", 1.4))


def slot(number: int) -> Glyph:
    """A place in a train, by its number."""
    frame = stroke("M-13-13H13V13H-13z", 28, 28, "ink", 1.6, "card")
    return over(frame, figure(str(number), 20))


def standing_on(glyph: Glyph) -> Glyph:
    """A conductor on something."""
    return stacked(icon("bust", 30), glyph, gap=-5)


def _levels(found: int) -> list[int]:
    return [level for level in range(found.bit_length()) if found >> level & 1]


def _pair() -> Glyph:
    star, card = scaled(icon("celebrity", 32), 0.8), scaled(icon("postcard", 40, 28), 0.8)
    return beside(star, card, gap=2)


def _suspect(who: str) -> Glyph:
    """A card with that mark."""
    frame = stroke("M-33-22H33V22H-33z", 68, 46, "ink", 1.6, "paper")
    return over(frame, beside(scaled(icon("fingerprint", 30), 0.85), icon(who, 34, 36), gap=3))


def _clusters() -> Glyph:
    """Any card that a module lays down."""
    names = ("celebrity", "postcard", "passenger", "switch", "mechanic", "destroy")
    small = [scaled(icon(name, 38, 38), 0.55) for name in names]
    return stacked(beside(*small[:3], gap=2), beside(*small[3:], gap=2), gap=2)


SIMPLE: Final[dict[int, Callable[[], Glyph]]] = {
    w.FILLED: lambda: icon("filled", 42, 32),
    w.MAIL_PLACED: lambda: icon("mail", 42, 34),
    w.MAIL_REACHED: lambda: standing_on(icon("mail", 42, 34)),
    w.RAIL_CARDS: lambda: icon("rail", 38),
    w.CONSTANTINOPLE: lambda: icon("constantinople", 42),
    w.TILES: lambda: icon("tile", 38),
    w.ON_TILE: lambda: standing_on(icon("tile", 38, 36)),
    w.COMPLETED: lambda: icon("done", 36),
    w.STARS_AND_CARDS: _pair,
    w.PASSENGERS: lambda: icon("passenger", 36),
    w.LUGGAGE: lambda: icon("luggage", 38, 34),
    w.SUSPECT_SELF: lambda: _suspect("self"),
    w.SUSPECT_OTHERS: lambda: _suspect("others"),
    w.DESTROY: lambda: icon("destroy", 34),
    w.COINS: lambda: icon("coin", 36),
    w.GAME_END_CARDS: lambda: icon("game-end", 34),
    w.MODULE_CARDS: _clusters,
}


def thing(measure: Measure, values: Sequence[int]) -> Glyph:
    """What a measure counts."""
    if measure.what == w.CARS:
        return _cars(measure, values)
    if measure.what == w.CONDUCTORS:
        return beside(icon("bust", 30), slot(measure.a), figure("+", 20), gap=2)
    if measure.what == w.CONDUCTORS_LAST:
        return beside(standing_on(icon("filled", 42, 32)), stroke("M0-16V16", 5, 34, "ox", 4.5), gap=2)
    if measure.what == w.LOCO_POS:
        return beside(icon("loco", 44), over(icon("milestone", 34), figure("1", 20, "print")), gap=2)
    if measure.what == w.CAR_VALUE:
        return beside(train(measure.a), over(icon("coach-2", 41, 34), figure("Σ", 15, "print")), gap=3)
    if measure.what == w.DIFFERENT:
        found = [scaled(short(level, values[level]), 0.9) for level in _levels(measure.a)]
        rows = [beside(*found[i : i + 3], gap=1) for i in range(0, len(found), 3)]
        return stacked(*rows, gap=1)
    return SIMPLE[measure.what]()


def _cars(measure: Measure, values: Sequence[int]) -> Glyph:
    levels = _levels(measure.a)
    first, reached = divmod(measure.c, 2)
    shown = [levels[0]] if levels[-1] == len(values) - 1 else levels  # up to the highest value: a minimum
    if shown == [0]:
        cars = icon("filled", 42, 32) if first > 2 or reached else coach(0, values[0])
    elif len(shown) == 1:
        cars = coach(shown[0], values[shown[0]])
        cars = beside(cars, figure("+", 20), gap=1) if len(levels) > 1 else cars
    else:
        cars = beside(*(scaled(coach(level, values[level]), 0.8) for level in shown), gap=1)
    if reached:
        cars = beside(scaled(icon("bust", 30), 0.8), cars, gap=1)
    if first > 2:
        cars = beside(slot(first), figure("+", 18), cars, gap=2)
    return cars if measure.b == 3 else beside(train(measure.b - 1), cars, gap=3)


def atom(need: Atom, values: Sequence[int]) -> Glyph:
    """One condition: how much of what."""
    measure = need.measure
    if measure.what == w.RUN:
        found = [measure.a >> 3 * place & 7 for place in reversed(range(measure.b))]
        return beside(*(short(level, values[level]) for level in found), gap=-1)
    if measure.what == w.CONDUCTOR_AT:
        return beside(icon("bust", 32), train(measure.a), slot(need.least), gap=3)
    if measure.what == w.LOCO_POS:
        stone = over(icon("milestone", 34), figure(str(need.least), 24, "print"))
        return beside(icon("loco", 46), stone, gap=2)
    if measure.what == w.CARS:
        levels = _levels(measure.a)
        car = times(need.least, coach(levels[0], values[levels[0]]))
        return car if measure.b == 3 else beside(train(measure.b - 1), car, gap=4)
    return times(need.least, thing(measure, values))


def requirement(found: Requirement, values: Sequence[int]) -> Glyph:
    """Groups, one of which must hold, with a stroke between them."""
    groups = [_group(atoms, values) for atoms in found]
    first, *rest = groups
    if not rest:
        return first
    indented = beside(Glyph(OR.w, 1), first, gap=3)
    return arranged([indented, *(beside(OR, group, gap=3) for group in rest)], ASKED, 3)


def _group(atoms: Sequence[Atom], values: Sequence[int]) -> Glyph:
    kinds = {one.measure.what for one in atoms}
    if w.MAIL_REACHED in kinds:  # what has been reached has been placed
        atoms = [one for one in atoms if one.measure.what != w.MAIL_PLACED]
    if kinds == {w.CONDUCTOR_AT}:
        rows = (beside(train(one.measure.a), slot(one.least), gap=3) for one in atoms)
        return beside(icon("bust", 32), stacked(*rows, gap=3), gap=3)
    drawn = [atom(one, values) for one in atoms]
    if len(drawn) == 1:
        return drawn[0]
    same = len(kinds) == 1
    return stacked(*drawn, gap=4) if same else beside(*drawn, gap=8)


def term(found: Term, values: Sequence[int]) -> Glyph:
    """Points of a game-end card: a number per thing counted."""
    points = seal(found.points)
    drawn = points
    if found.measure.what != w.ONE:
        counted = thing(found.measure, values)
        if found.divisor > 1:
            counted = beside(figure(str(found.divisor), 26), counted, gap=2)
        drawn = beside(points, figure(":", 26, "soft"), counted, gap=3)
    if found.most:
        limit = beside(figure("≤", 22, "soft"), scaled(seal(found.most), 0.75), gap=2)
        drawn = stacked(drawn, limit, gap=2)
    if found.condition and not found.otherwise:
        drawn = beside(requirement(found.condition, values), scaled(icon("then", 34, 28), 0.7), drawn, gap=4)
    return beside(OR, drawn, gap=4) if found.otherwise else drawn
