"""A scoring phase, in place of the market: what each player's trains are worth, car by car."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards import card as cards
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.glyphs import Glyph, fitted, icon
from branchline.games.firstclass.drawing.cards.needs import train as train_glyph
from branchline.games.firstclass.drawing.painter import Painter, area, head
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.text.captions import SHAPES
from branchline.games.firstclass.text.picture_words import tell
from branchline.games.firstclass.views.view import Player, Slot, View

LEFT: Final = 24.0
RIGHT: Final = 622.0
TOP: Final = 46.0
HIGH: Final = 122.0
Sum = tuple[str, int]  # how it is counted, and the result


def rows(paint: Painter, view: View, names: Sequence[str]) -> dict[str, str]:
    """The players in the order of scoring (F10.1)."""
    count = len(view.players)
    first = view.start or 0
    parts = {"standing": paint(_heading, view.round)}
    for place in range(count):
        player = view.players[(first + place) % count]
        parts[f"standing-{place + 1}"] = paint(
            _row, player.seat, names[player.seat], sums(player, paint.deck), place, place < view.place,
            place == view.place,
        )  # fmt: skip
    return parts


def sums(player: Player, deck: Deck) -> tuple[Sum, Sum, Sum]:
    """F10.2: both trains; F15.2: switches."""
    upper = list(_cars(player.upper[: player.conductors[0]], deck))
    lower = list(_cars(player.lower[: player.conductors[1]], deck))
    return _sum(upper), _sum(lower), _sum(list(_switches(player, deck)))


def _sum(found: Sequence[Sum]) -> Sum:
    return " + ".join(words for words, _ in found), sum(points for _, points in found)


def _cars(reached: Sequence[Slot], deck: Deck) -> Iterator[Sum]:
    """What the conductor has reached: values, doubled by a celebrity, and the locomotive tile."""
    for slot in reached:
        if slot.tile is not None:
            yield str(slot.tile), slot.tile
        elif slot.value:
            star = slot.card is not None and deck.faces[slot.card].card.placed == cards.CELEBRITY
            yield (f"{slot.value}×2", 2 * slot.value) if star else (str(slot.value), slot.value)


def _switches(player: Player, deck: Deck) -> Iterator[Sum]:
    """The upper train's left car and, separately, the lower train's right car."""
    for number, gap in enumerate(player.gaps):
        found = deck.faces[gap.card].card
        if found.placed == cards.SWITCH:
            sides = ((player.upper, player.conductors[0], int(e.LEFT[number]), found.arrows[0]),
                     (player.lower, player.conductors[1], int(e.RIGHT[number]), found.arrows[1]))  # fmt: skip
            for slots, reached, place, points in sides:
                if 0 <= place < reached and (slots[place].value or 0) >= deck.values[found.need]:
                    yield str(points), points


def _heading(look: Style, deck: Deck, number: int) -> str:
    return head(look, SHAPES["scoring"].format(round=number), LEFT, 30, RIGHT - LEFT)


def _row(
    look: Style,
    deck: Deck,
    seat: int,
    name: str,
    found: tuple[Sum, Sum, Sum],
    place: int,
    done: bool,
    now: bool,
) -> str:
    p = look.palette
    y = TOP + place * HIGH
    total = sum(points for _, points in found)
    lamp = element("rect", x=LEFT - 12, y=y, width=RIGHT - LEFT + 24, height=HIGH - 6, rx=6, fill="none",
                   stroke=p.lamp, stroke_width=3)  # fmt: skip
    at = f"translate({num(LEFT + 10)} {num(y + 22)}) scale(1.4)"
    colour = p.ink if done or now else p.soft
    tick = RIGHT - width(str(total), 34, bold=True) - 12
    parts = [
        lamp if now else "",
        element("use", href=look.ref(f"emblem-{seat}"), transform=at),
        label(shortened(name, 21, 380, bold=True), LEFT + 28, y + 29, 21, font_weight="700", fill=p.ink),
        label("✓", tick, y + 36, 26, text_anchor="end", font_weight="700", fill=p.good) if done else "",
        label(str(total), RIGHT, y + 38, 34, text_anchor="end", font_weight="700", fill=colour),
        area(targets.player(seat), Place(LEFT - 8, y + 4, 420, 34), tell("standing", name=name, score=total)),
    ]  # fmt: skip
    signs = (train_glyph(0), train_glyph(1), icon("switch", 42, 36))
    lines = [(sign, one) for sign, one in zip(signs, found, strict=True) if one[0]]
    parts += [_line(look, sign, one, y + 41 + i * 24) for i, (sign, one) in enumerate(lines)]
    return group(*parts)


def _line(look: Style, sign: Glyph, found: Sum, y: float) -> str:
    words, points = found
    said = f"{words} = {points}" if "+" in words or "×" in words else words
    size = min(19.0, 19 * 540 / width(said, 19))
    return fitted(look, sign, Place(LEFT + 8, y, 26, 22), 0.95) + label(
        said, LEFT + 44, y + 17, size, fill=look.palette.ink
    )
