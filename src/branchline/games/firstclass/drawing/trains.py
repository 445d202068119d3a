"""The two trains of a player's board: slots, cars, what lies under them, conductors, gap cards between."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.sheet import Place
from branchline.games.firstclass.drawing import card as cards
from branchline.games.firstclass.drawing import needs
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import in_a_row, seal, short
from branchline.games.firstclass.drawing.glyphs import (
    Glyph,
    beside,
    figure,
    fitted,
    icon,
    scaled,
    stacked,
)
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.words import TITLES, WORDS, tell
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.views.view import TRAINS, Gap, Player, Slot
from branchline.languages import counted

SLOTS: Final = 10
MAIL_SLOT: Final = 6  # F5.1
TILE_SLOT: Final = 10
LEFT: Final = 300.0  # of slot 1
PITCH: Final = 88.0
RAIL: Final = (122.0, 306.0)  # where the wheels stand, by train
COACH: Final = 2.0
STRIP: Final = (155.0, 50.0)  # the gap cards: top, height


def slot_x(slot: int) -> float:
    """The middle of a slot; 0 is where a conductor waits before the first."""
    return LEFT - 22 if slot == 0 else LEFT + (slot - 0.5) * PITCH


def printed(style: Style) -> str:
    """Track and empty slots, with what goes there."""
    p = style.palette
    parts = []
    for y in RAIL:
        sleepers = "".join(f"M{x} {y - 2:g}v7" for x in range(270, 1186, 11))
        parts.append(element("path", d=sleepers, stroke=p.wood, stroke_width=4, opacity=0.55))
        parts.append(element("path", d=f"M264 {y:g}H1188", stroke=p.soft, stroke_width=2))
        parts += [_empty(style, slot, y) for slot in range(1, SLOTS + 1)]
    parts += [
        label(str(slot), slot_x(slot), STRIP[0] + 30, 14, text_anchor="middle", fill=p.soft)
        for slot in range(1, SLOTS + 1)
    ]
    return group(*parts, data_printed="trains")


def _empty(style: Style, slot: int, y: float) -> str:
    p = style.palette
    x = slot_x(slot)
    frame = element(
        "rect", x=x - 39, y=y - 62, width=78, height=56, rx=6, fill=p.halo, stroke=p.line, stroke_width=1.2,
        stroke_dasharray="4 4",
    )  # fmt: skip
    names = {MAIL_SLOT: "mail", TILE_SLOT: "tile"}
    if slot not in names:
        return frame
    inside = element(
        "use", href=style.ref(names[slot]), transform=f"translate({num(x)} {num(y - 34)})", opacity=0.28
    )
    return frame + inside


def trains(style: Style, player: Player, deck: Deck) -> str:
    both = (player.upper, player.lower)
    return group(
        *(_train(style, player, deck, train, both[train]) for train in range(2)),
        *(_gap(style, deck, number, gap) for number, gap in enumerate(player.gaps, start=1)),
        data_place="trains",
    )


def _train(style: Style, player: Player, deck: Deck, train: int, slots: tuple[Slot, ...]) -> str:
    at = player.conductors[train]
    y = RAIL[train]
    parts = []
    if at:  # the way the conductor has come
        carpet = f"M{num(LEFT)} {num(y + 4)}H{num(slot_x(at) + PITCH / 2 - 4)}"
        parts.append(element("path", d=carpet, stroke=style.palette.ox, stroke_width=4.5))
        parts.append(element("path", d=carpet, stroke=style.palette.gold, stroke_width=1.2))
    parts += [_slot(style, deck, train, number, slot, at) for number, slot in enumerate(slots, start=1)]
    parts.append(_conductor(style, player.seat, train, at))
    return group(*parts, data_train=TRAINS[train])


def _slot(style: Style, deck: Deck, train: int, number: int, slot: Slot, at: int) -> str:
    x, y = slot_x(number), RAIL[train]
    reached = number <= at
    parts = [title(told(deck, train, number, slot, reached))]
    if slot.value is not None:
        level = deck.level(slot.value)
        place = f"translate({num(x)} {num(y - 33)}) scale({COACH:g})"
        parts.append(element("use", href=style.ref(f"coach-{level}"), transform=place))
        if level and not reached:
            parts.append(element("use", href=style.ref("unlit"), transform=place))
        parts.append(
            label(
                str(slot.value),
                x,
                y - 22.6,
                32,
                text_anchor="middle",
                font_weight="700",
                fill=style.palette.print,
            )
        )
        if slot.card is not None:
            parts.append(under(style, deck, slot.card, slot.boarded, train, Place(x - 41, y + 6, 82, 24)))
    elif slot.mail_car is not None:
        parts.append(fitted(style, icon("mail", 41, 34), Place(x - 41, y - 66, 82, 68)))
        parts.append(paid(style, deck, slot.mail_car, Place(x - 38, y + 7, 76, 22)))
    else:
        parts.append(fitted(style, icon("tile", 38, 40), Place(x - 38, y - 70, 76, 74)))
        parts.append(fitted(style, seal(slot.tile or 0), Place(x + 8, y - 30, 34, 34)))
    return group(*parts, data_slot=f"{TRAINS[train]} {number}")


def paid(style: Style, deck: Deck, mail_car: str, place: Place) -> str:
    """What a mail car brought, faintly: it comes once."""
    return group(fitted(style, in_a_row(deck.mail[mail_car]), place, 0.5), opacity=0.5)


def under(style: Style, deck: Deck, card: str, boarded: bool, train: int, place: Place) -> str:
    """The edge of a card under a car. A guest that waits lies in a broken frame."""
    p = style.palette
    shown = deck.faces[card]
    guest = shown.card.guest
    frame = element(
        "rect", x=place.x, y=place.y - 4, width=place.w, height=place.h + 4, rx=5, fill=p.paper,
        stroke=p.good if boarded else p.brass, stroke_width=1.8,
        stroke_dasharray="5 3" if guest is not None and not boarded else None,
    )  # fmt: skip
    room = Place(place.x + 3, place.y, place.w - 6, place.h - 3)
    return group(
        title(under_told(deck, card, boarded)), frame, fitted(style, hidden(deck, card, train, boarded), room)
    )


def hidden(deck: Deck, card: str, train: int, boarded: bool) -> Glyph:
    """What the edge of a card under a car shows."""
    guest = deck.faces[card].card.guest
    if guest is None:
        return beside(icon("celebrity", 32), figure("×2", 32), gap=5)
    person = icon(("passenger", "luggage")[train], 38)
    if boarded:
        return beside(person, TICK, gap=6)
    return beside(person, in_a_row(guest[train]), gap=8)


TICK: Final = figure("✓", 38, "good")


def under_told(deck: Deck, card: str, boarded: bool) -> str:
    said = card_title(deck.faces[card], deck.values)
    if deck.faces[card].card.guest is None:
        return said
    return f"{said}; {TITLES['boarded' if boarded else 'not_boarded']}"


def told(deck: Deck, train: int, number: int, slot: Slot, reached: bool) -> str:
    where = WORDS[TRAINS[train]]
    if slot.mail_car is not None:
        effect = card_text.action(deck.mail[slot.mail_car])
        said = tell("slot_mail", train=where, slot=number, car=slot.mail_car, effect=effect)
    elif slot.tile is not None:
        said = tell("slot_tile", train=where, slot=number, number=slot.tile)
    else:
        said = tell("slot_car", train=where, slot=number, value=slot.value)
    return f"{said}, {TITLES['slot_reached']}" if reached else said


def _conductor(style: Style, seat: int, train: int, at: int) -> str:
    x, y = slot_x(at), RAIL[train] - (80 if at else 19)
    words = title(tell(f"conductor_{TRAINS[train]}", slot=at))
    badge = element(
        "use", href=style.ref(f"emblem-{seat}"), transform=f"translate({num(x + 13)} {num(y + 10)}) scale(.8)"
    )
    bust = element("use", href=style.ref("bust"), transform=f"translate({num(x)} {num(y)})")
    return group(words, bust, badge, data_conductor=TRAINS[train])


# Gap cards (F15)


def gap_x(number: int) -> float:
    """Between the two slots that a gap joins."""
    return LEFT + (2 * number - 1) * PITCH


def _gap(style: Style, deck: Deck, number: int, gap: Gap) -> str:
    p = style.palette
    shown = deck.faces[gap.card]
    down = shown.card.placed == cards.MECHANIC and all(gap.done) and not any(gap.owed)
    place = Place(gap_x(number) - 31, STRIP[0] + 1, 62, STRIP[1] - 2)
    frame = element(
        "rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=5, fill=p.paper,
        stroke=p.stages[shown.stage - 1], stroke_width=2,
    )  # fmt: skip
    inside = fitted(style, gap_glyph(deck, gap), Place(place.x + 3, place.y + 3, place.w - 6, place.h - 6))
    return group(
        title(gap_told(deck, number, gap)),
        frame,
        group(inside, opacity=0.35 if down else None),
        data_gap=str(number),
    )


def gap_told(deck: Deck, number: int, gap: Gap) -> str:
    said = [tell("gap", gap=number, card=card_title(deck.faces[gap.card], deck.values))]
    for train, done, waits in zip(TRAINS, gap.done, gap.owed, strict=True):
        said += [tell(f"gap_done_{train}")] if done else []
        said += [counted(TITLES[f"gap_waits_{train}"], waits)] if waits else []
    return "; ".join(said)


def gap_glyph(deck: Deck, gap: Gap) -> Glyph:
    found = deck.faces[gap.card].card
    car = short(found.need, deck.values[found.need])
    if found.placed == cards.SWITCH:
        arrows = stacked(scaled(seal(found.arrows[0]), 0.8), scaled(seal(found.arrows[1]), 0.8), gap=1)
        return beside(car, arrows, *([stacked(*_states(gap), gap=2)] if any(gap.owed) else []))
    return beside(scaled(icon("mechanic", 38), 0.8), scaled(car, 0.9), stacked(*_states(gap), gap=2), gap=2)


def _states(gap: Gap) -> list[Glyph]:
    return [beside(needs.train(t), scaled(work(gap, t), 0.6), gap=2) for t in range(2)]


def work(gap: Gap, train: int) -> Glyph:
    """F15.3: what mechanics have to do in a train: how many upgrades wait, or the one to come, or none any more."""
    if gap.owed[train] > 1:
        return beside(icon("upgrade", 34), figure(f"×{gap.owed[train]}", 30), gap=2)
    return TICK if gap.done[train] and not gap.owed[train] else icon("upgrade", 34)
