"""One card, drawn from its effect code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from branchline.drawing.markup import element, group, joined, label, title
from branchline.drawing.place import Place
from branchline.games.firstclass.data.code_reader import Reader
from branchline.games.firstclass.data.codes import PLACED, Box, Card, Contract, Term
from branchline.games.firstclass.data.deck_file import CardRow, GameEndRow, Status
from branchline.games.firstclass.drawing.cards import needs
from branchline.games.firstclass.drawing.cards.effects import action, coach, parts, seal
from branchline.games.firstclass.drawing.cards.frames import GAME_END
from branchline.games.firstclass.drawing.cards.glyphs import (
    LETTERING,
    Glyph,
    arranged,
    beside,
    figure,
    fitted,
    icon,
    scaled,
    stacked,
)
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.picture_words import STATUS, tell

ALIKE: Final = ' text-anchor="middle" font-weight="700"'  # attributes that all numbers of a card share
BODY: Final = Place(9, 27, 82, 106)
RAIL, CELEBRITY, POSTCARD, GUEST, SWITCH, MECHANIC = range(len(PLACED))


class Face(msgspec.Struct, frozen=True):
    """What a card shows: its parsed code, and where it belongs."""

    id: str
    stage: int  # 0: a game-end card
    status: Status
    card: Card
    terms: tuple[Term, ...] = ()  # of a game-end card: what it counts

    @property
    def module(self) -> str:
        return self.id[0] if self.stage and self.id[0] != "X" else ""


def face(row: CardRow | GameEndRow, values: Sequence[int]) -> Face:
    return _face(msgspec.json.encode(row), isinstance(row, CardRow), tuple(values))


@lru_cache(maxsize=512)
def _face(encoded: bytes, plain: bool, values: tuple[int, ...]) -> Face:
    reader = Reader(values)
    if plain:
        row = msgspec.json.decode(encoded, type=CardRow)
        return Face(row.id, row.stage, row.status, reader.card(row.effect))
    found = msgspec.json.decode(encoded, type=GameEndRow)
    return Face(
        found.id, GAME_END, found.status, Card(box=reader.box(found.now)), tuple(reader.end(found.end))
    )


def printed(style: Style, shown: Face, values: Sequence[int]) -> str:
    """The card at the origin, 100 by 140. It has no words, so one drawing serves many places."""
    return _printed(style, shown, tuple(values))


@lru_cache(maxsize=1024)
def _printed(style: Style, shown: Face, values: tuple[int, ...]) -> str:
    letter = label(shown.module, 88, 16, 12, fill=style.palette.cream) if shown.module else ""
    return group(
        element("use", href=style.ref(f"frame-{shown.stage}")),
        letter,
        provenance(style, shown.status, 13.5, 11.6),
        body(style, shown, values).replace(ALIKE, ""),
        **LETTERING,
    )


def provenance(style: Style, status: Status, x: float, y: float) -> str:
    """How certain the print is: a broken ring for a reconstruction, a half-filled one for a partial one."""
    if status == "documented":
        return ""
    colour = style.palette.cream
    if status == "reconstructed":
        return element(
            "circle",
            cx=x,
            cy=y,
            r=3.9,
            fill="none",
            stroke=colour,
            stroke_width=1.7,
            stroke_dasharray="2.4 1.7",
        )
    half = f"M{x:g} {y - 3.6:g}a3.6 3.6 0 0 0 0 7.2z"
    return element("circle", cx=x, cy=y, r=3.9, fill="none", stroke=colour, stroke_width=1.5) + element(
        "path", d=half, fill=colour
    )


def body(style: Style, shown: Face, values: Sequence[int]) -> str:
    card = shown.card
    if shown.stage == GAME_END:
        return _game_end(style, shown, values)
    if card.contract is not None:
        return _contract(style, card.contract, values)
    if card.guest is not None:
        return _guest(style, *card.guest)
    if card.placed == RAIL:
        return _rail(style, card)
    if card.placed == SWITCH:
        return _switch(style, card, values)
    if card.placed == MECHANIC:
        return _mechanic(style, card, values)
    heads = _heads(card)
    if not heads:
        return action(style, card.box, BODY, 1.5)
    if card.box.empty:
        return fitted(style, heads[0], BODY, 1.7)
    return joined([
        fitted(style, heads[0], Place(BODY.x, 28, BODY.w, 46), 1.2),
        boxed(style, card.box, Place(BODY.x, 78, BODY.w, 55)),
    ])  # fmt: skip


def _heads(card: Card) -> list[Glyph]:
    """What a card is besides its action."""
    found = []
    if card.placed == CELEBRITY:
        found.append(beside(icon("celebrity", 32), figure("×2", 30), gap=4))
    if card.placed == POSTCARD:
        twice = stacked(scaled(icon("clock", 38), 0.6), figure("×2", 24), gap=1)
        found.append(beside(icon("postcard", 42, 30), twice, gap=4))
    if card.evidence_self:
        found.append(evidence("self", card.evidence_self))
    if card.evidence_others:
        found.append(evidence("others", card.evidence_others))
    if card.destroys:
        found.append(icon("destroy", 34))
    return found


def evidence(who: str, count: int) -> Glyph:
    drawn = beside(icon("fingerprint", 30), icon(who, 34, 36), gap=4)
    return beside(figure(str(count), 34), drawn, gap=3) if count > 1 else drawn


def boxed(style: Style, box: Box | Sequence[Glyph], place: Place, most: float = 1.2) -> str:
    """An action in its box."""
    p = style.palette
    frame = element(
        "rect",
        x=place.x,
        y=place.y,
        width=place.w,
        height=place.h,
        rx=5,
        fill=p.card,
        stroke=p.brass,
        stroke_width=1,
    )
    return frame + action(style, box, Place(place.x + 4, place.y + 4, place.w - 8, place.h - 8), most)


def reward(contract: Contract, values: Sequence[int]) -> list[Glyph]:
    found = parts(contract.reward)
    if contract.times is None:
        return found
    return [beside(*found, figure(":", 26, "soft"), needs.thing(contract.times, values), gap=3)]


def _contract(style: Style, contract: Contract, values: Sequence[int]) -> str:
    p = style.palette
    wanted = needs.requirement(contract.requirement, values)
    scroll = element(
        "path", d="M9 29H91V74Q91 80 85 80H57L50 86L43 80H15Q9 80 9 74z", fill=p.scroll, stroke=p.ox,
        stroke_width=1.4,
    )  # fmt: skip
    return joined([
        scroll,
        fitted(style, wanted, needs.ASKED, 1.3),
        boxed(style, reward(contract, values), Place(9, 88, 82, 45)),
    ])  # fmt: skip


def _rail(style: Style, card: Card) -> str:
    """Track from right to left: the points stop, then the clock stop with its action below; beside it what the card
    does at once."""
    p = style.palette
    wide = 82 if card.box.empty else 46
    track = element("path", d="M11 66V74M19 66V74M27 66V74M35 66V74M43 66V74M51 66V74M59 66V74M67 66V74M75 66V74"
                    "M83 66V74M89.5 66V74", stroke=p.wood, stroke_width=3)  # fmt: skip
    rails = element("path", d="M5 68H95M5 72H95", stroke=p.ink, stroke_width=1.6)
    return joined([
        track, rails,
        fitted(style, icon("clock", 40), Place(9, 29, 40, 40), 0.95),
        fitted(style, seal(card.points), Place(51, 29, 40, 40), 0.95),
        element("path", d="M24 81L29 75L34 81z", fill=p.brass),
        boxed(style, card.clock or Box(), Place(9, 81, wide, 52)),
        "" if card.box.empty else action(style, card.box, Place(57, 83, 36, 48), 1),
    ])  # fmt: skip


def _guest(style: Style, passenger: Box, luggage: Box) -> str:
    """Above for the upper train, below for the lower."""
    p = style.palette
    halves = []
    for which, (name, box) in enumerate((("passenger", passenger), ("luggage", luggage))):
        y = 28 + which * 54
        halves += [
            element("rect", x=8, y=y, width=84, height=51, rx=5, fill=p.card, stroke=p.brass, stroke_width=1),
            fitted(style, stacked(icon(name, 38), needs.train(which), gap=3), Place(10, y + 3, 31, 45), 0.85),
            action(style, box, Place(43, y + 4, 46, 43), 1),
        ]
    return joined(halves)


def _switch(style: Style, card: Card, values: Sequence[int]) -> str:
    """The upper train's left car, and apart from it the lower train's right car."""
    p = style.palette
    car = coach(card.need, values[card.need])
    return joined([
        fitted(style, car, Place(8, 30, 42, 34), 1.05),
        fitted(style, seal(card.arrows[0]), Place(55, 29, 36, 36), 0.9),
        fitted(style, icon("switch", 42, 36), Place(26, 64, 48, 32), 0.9),
        fitted(style, seal(card.arrows[1]), Place(9, 97, 36, 36), 0.9),
        fitted(style, car, Place(50, 99, 42, 34), 1.05),
        element("path", d="M8 81H24M76 81H92", stroke=p.brass, stroke_width=2, stroke_dasharray="3 2"),
    ])  # fmt: skip


def _mechanic(style: Style, card: Card, values: Sequence[int]) -> str:
    """What it brings now; then a car of the required value, and its upgraded right neighbour."""
    car = coach(card.need, values[card.need])
    wrench = scaled(icon("mechanic", 40), 0.85)
    then = beside(car, scaled(icon("then", 32, 26), 0.6), icon("upgrade", 34), gap=4)
    now = boxed(style, card.box, Place(39, 29, 52, 50)) if not card.box.empty else ""
    return joined([
        fitted(style, wrench, Place(8, 32, 30, 44), 1),
        now,
        fitted(style, then, Place(8, 86, 84, 46), 1),
    ])  # fmt: skip


def _game_end(style: Style, shown: Face, values: Sequence[int]) -> str:
    place = Place(9, 76, 82, 57)
    return joined([
        boxed(style, shown.card.box, Place(24, 29, 52, 34), 0.8),
        element("path", d="M14 69.5H86", stroke=style.palette.brass, stroke_width=1.4, stroke_dasharray="3 3"),
        fitted(style, arranged((needs.term(term, values) for term in shown.terms), place, 4), place, 1.25),
    ])  # fmt: skip


# In words


def card_title(shown: Face, values: Sequence[int]) -> str:
    """What it does, its stage, whether it is as printed."""
    if shown.stage:
        said = tell("card", card=card_text.card(shown.card, values), stage=shown.stage)
    else:
        said = card_text.headed("game_end", card_text.game_end(shown.card.box, shown.terms, values))
    return f"{said} ({STATUS[shown.status]})" if STATUS[shown.status] else said


def titled(style: Style, row: CardRow | GameEndRow, values: Sequence[int]) -> str:
    """One card at the origin, 100 by 140, titled with what it does; uses the shapes of `icons` and `frames`."""
    shown = face(row, values)
    return group(title(card_title(shown, values)), printed(style, shown, values), data_card=shown.id)
