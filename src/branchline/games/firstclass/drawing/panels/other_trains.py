"""The trains of another player's board."""

from __future__ import annotations

from typing import Final

import msgspec

from branchline.drawing.markup import element, group, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards import card as cards
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import seal
from branchline.games.firstclass.drawing.cards.glyphs import fitted
from branchline.games.firstclass.drawing.painter import WIDE, InPlay, Painter, area
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels import train_slots
from branchline.games.firstclass.drawing.panels.train_slots import MAIL_SLOT, SLOTS, TILE_SLOT
from branchline.games.firstclass.views.view import TRAINS, Gap, Player, Slot

LEFT: Final = 44.0  # of slot 1
PITCH: Final = 50.5
HEAD: Final = 62.0  # how high a conductor rises over the rail
COACH: Final = 1.17
GAPS: Final = 5


class Layout(msgspec.Struct, frozen=True):
    """How much room there is under the cars, and between the trains."""

    under: float
    strip: float

    def rail(self, train: int) -> float:
        return 42 + HEAD + train * (self.under + self.strip + HEAD)

    @property
    def foot(self) -> float:
        return self.rail(1) + self.under + 4


def layout(found: InPlay) -> Layout:
    return Layout(26.0 if found.celebrities or found.guests else 8.0, 34.0 if found.gaps else 0.0)


def parts(paint: Painter, lay: Layout, player: Player) -> dict[str, str]:
    found: dict[str, str] = {}
    both = zip(TRAINS, (player.upper, player.lower), player.conductors, strict=True)
    for train, (name, slots, at) in enumerate(both):
        found[f"way-{name}"] = paint(_way, lay, train, at) if at else ""
        for number in range(1, SLOTS + 1):
            slot = slots[number - 1] if number <= len(slots) else None
            drawn = paint(_slot, lay, player.seat, train, number, slot, number <= at) if slot else ""
            found[f"{name}-{number}"] = drawn
    for number in range(1, GAPS + 1):
        laid = number <= len(player.gaps)
        found[f"gap-{number}"] = (
            paint(_gap, lay, player.seat, number, player.gaps[number - 1]) if laid else ""
        )
    for train, at in enumerate(player.conductors):
        found[f"conductor-{TRAINS[train]}"] = paint(_conductor, lay, train, at)
    return found


def _x(slot: int) -> float:
    return LEFT - 14 if slot == 0 else LEFT + (slot - 0.5) * PITCH


def printed(look: Style, lay: Layout) -> str:
    p = look.palette
    rails = "".join(f"M22 {num(lay.rail(train))}H{WIDE - 8:g}" for train in range(2))
    holes = "".join(
        f"M{num(_x(slot) - 22)} {num(lay.rail(train) - 34)}h44v30h-44z"
        for train in range(2)
        for slot in range(1, SLOTS + 1)
    )
    hints = [
        element("use", href=look.ref(name), opacity=0.28,
                transform=f"translate({num(_x(slot))} {num(lay.rail(train) - 19)}) scale(.75)")
        for train in range(2) for slot, name in ((MAIL_SLOT, "mail"), (TILE_SLOT, "tile"))
    ]  # fmt: skip
    return group(
        element("path", d=holes, fill=p.halo, stroke=p.line, stroke_width=0.8, stroke_dasharray="2 3"),
        element("path", d=rails, stroke=p.soft, stroke_width=1.6),
        *hints,
    )


def _way(look: Style, deck: Deck, lay: Layout, train: int, at: int) -> str:
    y = lay.rail(train) + 2.5
    way = f"M{num(LEFT)} {num(y)}H{num(_x(at) + PITCH / 2 - 2)}"
    return element("path", d=way, stroke=look.palette.ox, stroke_width=3.4)


def _slot(
    look: Style, deck: Deck, lay: Layout, seat: int, train: int, number: int, slot: Slot, reached: bool
) -> str:
    x, y = _x(number), lay.rail(train)
    words = train_slots.told(deck, train, number, slot, reached)
    at = f"translate({num(x)} {num(y - 19)}) scale({COACH:g})"
    if slot.value is None:
        drawn = element("use", href=look.ref("mail" if slot.mail_car is not None else "tile"), transform=at)
        if slot.tile is not None:
            drawn += fitted(look, seal(slot.tile), Place(x + 1, y - 23, 25, 25))
    else:
        drawn = _car(look, deck, slot.value, reached, x, y, at)
    if slot.card is not None:
        words = f"{words}; {train_slots.under_told(deck, slot.card, slot.boarded)}"
        drawn += _under(look, deck, slot.card, slot.boarded, train, x, y)
    place = Place(x - PITCH / 2 + 0.5, y - 42, PITCH - 1, 44 + lay.under)
    return drawn + area(targets.slot(seat, train, number), place, words, rx=4)


def _car(look: Style, deck: Deck, value: int, reached: bool, x: float, y: float, at: str) -> str:
    level = deck.level(value)
    drawn = element("use", href=look.ref(f"coach-{level}"), transform=at)
    if level and not reached:
        drawn += element("use", href=look.ref("unlit"), transform=at)
    return drawn + label(
        str(value), x, y - 12.6, 19.5, text_anchor="middle", font_weight="700", fill=look.palette.print
    )


def _under(look: Style, deck: Deck, card: str, boarded: bool, train: int, x: float, y: float) -> str:
    """A guest that has not boarded is faint."""
    star = deck.faces[card].card.guest is None
    name = "celebrity" if star else ("passenger", "luggage")[train]
    drawn = element("use", href=look.ref(name), transform=f"translate({num(x)} {num(y + 15)}) scale(.55)")
    return drawn if star or boarded else group(drawn, opacity=0.5)


def _conductor(look: Style, deck: Deck, lay: Layout, train: int, at: int) -> str:
    y = lay.rail(train) - (50 if at else 12)
    bust = f"translate({num(_x(at))} {num(y)}) scale(.6)"
    return element("use", href=look.ref("bust"), transform=bust, pointer_events="none")


def _gap(look: Style, deck: Deck, lay: Layout, seat: int, number: int, gap: Gap) -> str:
    p = look.palette
    shown = deck.faces[gap.card]
    down = shown.card.placed == cards.MECHANIC and all(gap.done) and not any(gap.owed)
    x, y = LEFT + (2 * number - 1) * PITCH, lay.rail(0) + lay.under + 2
    place = Place(x - 30, y, 60, lay.strip - 4)
    frame = element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=4, fill=p.paper,
                    stroke=p.stages[shown.stage - 1], stroke_width=1.6)  # fmt: skip
    room = Place(place.x + 2, place.y + 2, place.w - 4, place.h - 4)
    inside = group(fitted(look, train_slots.gap_glyph(deck, gap), room), opacity=0.35 if down else None)
    return (
        frame + inside + area(targets.gap(seat, number), place, train_slots.gap_told(deck, number, gap), rx=4)
    )
