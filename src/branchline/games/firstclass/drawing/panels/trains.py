"""A player's two trains, large: slots, cars, cards under them, conductors, gap cards between the trains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from branchline.core.screen import Panel
from branchline.drawing.markup import element, group, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards import card as cards
from branchline.games.firstclass.drawing.cards import needs
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import in_a_row, seal, short
from branchline.games.firstclass.drawing.cards.glyphs import (
    Glyph,
    beside,
    figure,
    fitted,
    icon,
    scaled,
    stacked,
)
from branchline.games.firstclass.drawing.painter import InPlay, Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels import train_slots
from branchline.games.firstclass.drawing.panels.train_slots import MAIL_SLOT, SLOTS, TICK, TILE_SLOT
from branchline.games.firstclass.text.captions import SHAPES
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.views.view import TRAINS, Gap, Slot, View

PITCH: Final = 88.0
COACH: Final = 2.0
LEFT: Final = 44.0  # of slot 1
WIDE: Final = LEFT + SLOTS * PITCH + 8
HEAD: Final = 106.0  # how high a conductor rises over the rail
GAPS: Final = 5
NUMBERS: Final = 34.0  # the height of the numbers of the slots


class Layout(msgspec.Struct, frozen=True):
    """How much room there is under the cars, and between the trains."""

    under: float
    strip: float

    def rail(self, train: int) -> float:
        """The height of the rail under the wheels."""
        return HEAD + 4 + train * (self.under + self.strip + HEAD + 8)

    @property
    def top(self) -> float:
        """Of the strip between the trains."""
        return self.rail(0) + self.under + 6

    @property
    def box(self) -> Place:
        return Place(0, 0, WIDE, self.rail(1) + self.under + 10)


def layout(found: InPlay) -> Layout:
    """Celebrities and guests lie under cars, gap cards between trains."""
    under = 66.0 if found.guests else 44.0 if found.celebrities else 30.0
    return Layout(under, NUMBERS + 72.0 if found.gaps else NUMBERS)


def panel(paint: Painter, view: View, seat: int) -> Panel:
    in_play = paint.in_play(view.options.modules)
    lay = layout(in_play)
    player = view.players[seat]
    gaps = player.gaps if in_play.gaps else None
    parts = paint.parts(_parts, lay, seat, (player.upper, player.lower), player.conductors, gaps)
    return Panel("trains", PANELS["trains"], lay.box.view_box, paint(_printed, lay), parts)


def _parts(
    paint: Painter,
    lay: Layout,
    seat: int,
    trains: tuple[tuple[Slot, ...], tuple[Slot, ...]],
    conductors: tuple[int, int],
    gaps: tuple[Gap, ...] | None,
) -> dict[str, str]:
    parts: dict[str, str] = {}
    for train, (name, slots, at) in enumerate(zip(TRAINS, trains, conductors, strict=True)):
        parts[f"way-{name}"] = paint(_way, lay, train, at) if at else ""
        for number in range(1, SLOTS + 1):
            slot = slots[number - 1] if number <= len(slots) else None
            parts[f"{name}-{number}"] = paint(_slot, lay, seat, train, number, slot, number <= at)
    if gaps is not None:
        for number in range(1, GAPS + 1):
            gap = gaps[number - 1] if number <= len(gaps) else None
            parts[f"gap-{number}"] = paint(_gap, lay, seat, number, gap)
    for train, at in enumerate(conductors):
        parts[f"conductor-{TRAINS[train]}"] = paint(_conductor, lay, seat, train, at)
    return parts


def slot_x(slot: int) -> float:
    """The middle of a slot; 0 is where a conductor waits before the first."""
    return 22 if slot == 0 else LEFT + (slot - 0.5) * PITCH


def _printed(look: Style, deck: Deck, lay: Layout) -> str:
    """Track and empty slots, with what goes there."""
    p = look.palette
    parts = [ground(look, lay.box)]
    for train in range(2):
        y = lay.rail(train)
        sleepers = "".join(f"M{x} {y - 2:g}v7" for x in range(12, int(WIDE) - 8, 11))
        parts.append(element("path", d=sleepers, stroke=p.wood, stroke_width=4, opacity=0.55))
        parts.append(element("path", d=f"M6 {y:g}H{WIDE - 6:g}", stroke=p.soft, stroke_width=2))
        parts += [_empty(look, slot, y) for slot in range(1, SLOTS + 1)]
    middle = lay.top + 25
    parts += [
        label(str(slot), slot_x(slot), middle, 26, text_anchor="middle", fill=p.soft)
        for slot in range(1, SLOTS + 1)
    ]
    return group(*parts)


def _empty(look: Style, slot: int, y: float) -> str:
    p = look.palette
    x = slot_x(slot)
    frame = element("rect", x=x - 39, y=y - 62, width=78, height=56, rx=6, fill=p.halo, stroke=p.line, stroke_width=1.2,
                    stroke_dasharray="4 4")  # fmt: skip
    names = {MAIL_SLOT: "mail", TILE_SLOT: "tile"}
    if slot not in names:
        return frame
    at = f"translate({num(x)} {num(y - 34)}) scale(1.3)"
    return frame + element("use", href=look.ref(names[slot]), transform=at, opacity=0.28)


def _way(look: Style, deck: Deck, lay: Layout, train: int, at: int) -> str:
    """The carpet that the conductor has come along."""
    y = lay.rail(train) + 4
    carpet = f"M{num(LEFT)} {num(y)}H{num(slot_x(at) + PITCH / 2 - 4)}"
    return element("path", d=carpet, stroke=look.palette.ox, stroke_width=5) + element(
        "path", d=carpet, stroke=look.palette.gold, stroke_width=1.4
    )


def _slot(
    look: Style, deck: Deck, lay: Layout, seat: int, train: int, number: int, slot: Slot | None, reached: bool
) -> str:
    x, y = slot_x(number), lay.rail(train)
    place = Place(x - PITCH / 2 + 1, y - HEAD, PITCH - 2, HEAD + lay.under + 6)
    target = targets.slot(seat, train, number)
    if slot is None:
        words = SHAPES[f"empty_{TRAINS[train]}"].format(slot=number)
        return area(target, place, words)
    words = train_slots.told(deck, train, number, slot, reached)
    if slot.card is not None:
        words = f"{words}; {train_slots.under_told(deck, slot.card, slot.boarded)}"
    return _content(look, deck, lay, train, slot, reached, x, y) + area(target, place, words)


def _content(
    look: Style, deck: Deck, lay: Layout, train: int, slot: Slot, reached: bool, x: float, y: float
) -> str:
    below = Place(x - 42, y + 11, 84, lay.under - 6)
    if slot.value is not None:
        drawn = _car(look, deck, slot.value, reached, x, y)
        if slot.card is not None:
            drawn += _under(look, deck, slot.card, slot.boarded, train, below)
        return drawn
    if slot.mail_car is not None:
        return fitted(look, icon("mail", 41, 34), Place(x - 41, y - 66, 82, 68)) + _paid(
            look, deck, slot.mail_car, Place(x - 40, y + 9, 80, lay.under - 6)
        )
    return fitted(look, icon("tile", 38, 40), Place(x - 38, y - 70, 76, 74)) + fitted(
        look, seal(slot.tile or 0), Place(x + 2, y - 36, 40, 40)
    )


def _under(look: Style, deck: Deck, card: str, boarded: bool, train: int, place: Place) -> str:
    """The edge of a card under a car. A waiting guest has a broken frame and shows what it will bring (F14.2)."""
    p = look.palette
    guest = deck.faces[card].card.guest
    waits = guest is not None and not boarded
    frame = element("rect", x=place.x, y=place.y - 4, width=place.w, height=place.h + 4, rx=5, fill=p.paper,
                    stroke=p.good if boarded else p.brass, stroke_width=1.8,
                    stroke_dasharray="5 3" if waits else None)  # fmt: skip
    inside = _hidden(deck, card, train, boarded)
    if guest is not None and waits:
        inside = stacked(
            scaled(icon(("passenger", "luggage")[train], 38), 0.8), in_a_row(guest[train]), gap=2
        )
    return frame + fitted(look, inside, Place(place.x + 2, place.y - 2, place.w - 4, place.h), 1.2)


def _car(look: Style, deck: Deck, value: int, reached: bool, x: float, y: float) -> str:
    """Its windows are lit once the conductor has been there (F5.5)."""
    level = deck.level(value)
    place = f"translate({num(x)} {num(y - 33)}) scale({COACH:g})"
    drawn = element("use", href=look.ref(f"coach-{level}"), transform=place)
    if level and not reached:
        drawn += element("use", href=look.ref("unlit"), transform=place)
    return drawn + label(
        str(value), x, y - 22.6, 32, text_anchor="middle", font_weight="700", fill=look.palette.print
    )


def _conductor(look: Style, deck: Deck, lay: Layout, seat: int, train: int, at: int) -> str:
    x, y = slot_x(at), lay.rail(train) - (84 if at else 19)
    badge = f"translate({num(x + 15)} {num(y + 11)}) scale(.9)"
    return group(
        element("use", href=look.ref("bust"), transform=f"translate({num(x)} {num(y)}) scale(1.1)"),
        element("use", href=look.ref(f"emblem-{seat}"), transform=badge),
        pointer_events="none",
    )


def _gap(look: Style, deck: Deck, lay: Layout, seat: int, number: int, gap: Gap | None) -> str:
    """F15: between the two slots that a gap joins, below their numbers."""
    p = look.palette
    x = LEFT + (2 * number - 1) * PITCH
    place = Place(x - 82, lay.top + NUMBERS, 164, lay.strip - NUMBERS - 4)
    target = targets.gap(seat, number)
    if gap is None:
        empty = element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=5, fill="none", stroke=p.line,
                        stroke_dasharray="3 4")  # fmt: skip
        return empty + area(target, place, SHAPES["gap_empty"].format(gap=number))
    shown = deck.faces[gap.card]
    down = shown.card.placed == cards.MECHANIC and all(gap.done) and not any(gap.owed)
    frame = element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=5, fill=p.paper,
                    stroke=p.stages[shown.stage - 1], stroke_width=2)  # fmt: skip
    room = Place(place.x + 4, place.y + 4, place.w - 8, place.h - 8)
    inside = group(fitted(look, _gap_glyph(deck, gap), room), opacity=0.35 if down else None)
    return frame + inside + area(target, place, train_slots.gap_told(deck, number, gap))


def _gap_glyph(deck: Deck, gap: Gap) -> Glyph:
    """The required value; then for each train the points of a switch and the mechanics' work."""
    found = deck.faces[gap.card].card
    car = short(found.need, deck.values[found.need])
    if found.placed == cards.SWITCH:
        arrows = (beside(needs.train(t), seal(found.arrows[t]), gap=3) for t in range(2))
        return beside(car, *arrows, *_work(gap, [t for t in range(2) if gap.owed[t]]), gap=6)
    return beside(icon("mechanic", 38), car, *_work(gap, range(2)), gap=6)


def _work(gap: Gap, of: Iterable[int]) -> list[Glyph]:
    return [beside(needs.train(t), scaled(train_slots.work(gap, t), 0.8), gap=3) for t in of]


def _paid(style: Style, deck: Deck, mail_car: str, place: Place) -> str:
    """What a mail car brought, drawn faintly: it comes only once."""
    return group(fitted(style, in_a_row(deck.mail[mail_car]), place, 0.5), opacity=0.5)


def _hidden(deck: Deck, card: str, train: int, boarded: bool) -> Glyph:
    """What the edge of a card under a car shows."""
    guest = deck.faces[card].card.guest
    if guest is None:
        return beside(icon("celebrity", 32), figure("×2", 32), gap=5)
    person = icon(("passenger", "luggage")[train], 38)
    if boarded:
        return beside(person, TICK, gap=6)
    return beside(person, in_a_row(guest[train]), gap=8)
