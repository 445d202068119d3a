"""A player's name and score, coin columns with what coins buy, mail cars to place, face-down cards."""

from __future__ import annotations

from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.emblems import band
from branchline.drawing.lettering import shortened, width, with_aside
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import in_a_row, seal
from branchline.games.firstclass.drawing.cards.glyphs import beside, figure, fitted, icon, scaled
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground, head
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels.player_facts import counts, marks
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import TITLES, WORDS, tell
from branchline.games.firstclass.text.sentences import EFFECTS
from branchline.games.firstclass.views.view import View
from branchline.languages import counted

ROWS: Final = 4  # F8.1
BOX: Final = Place(0, 0, WIDE, 252)
COLUMN: Final = 74.0
BOTTOM: Final = 190.0  # the middle of the lowest coins
STEP: Final = 33.0
RIGHT: Final = 268.0  # where mail cars and prices start


def panel(paint: Painter, view: View, seat: int, name: str) -> Panel:
    player = view.players[seat]
    used = view.columns_used if view.turn_of == seat else ()
    parts = {
        "turn": paint(_turn) if view.to_move == seat else "",
        "name": paint(_name, seat, name, player.score, marks(view, player)),
    }
    for column, count in enumerate(player.coins, start=1):
        parts[f"column-{column}"] = paint(_column, column, count, column in used)
    for car in paint.deck.mail:
        parts[f"mail-{car}"] = paint(_mail_car, car) if car in player.mail_cars else ""
    parts["counts"] = paint(_counts, tuple(counts(player)))
    return Panel("coins", PANELS["coins"], BOX.view_box, paint(_printed, seat), parts)


def _x(column: int) -> float:
    """The middle of a column, counted from 1."""
    return 64 + (column - 1) * COLUMN


def _printed(look: Style, deck: Deck, seat: int) -> str:
    p = look.palette
    parts = [ground(look, BOX), band(look, seat, 12, 14, BOX.h - 14)]
    for column, box in enumerate(deck.columns, start=1):
        x = _x(column)
        parts.append(element("rect", x=x - 33, y=66, width=66, height=176, rx=8, fill=p.halo, stroke=p.brass,
                             stroke_width=1.2))  # fmt: skip
        holes = "".join(f"M{num(x - 15)} {num(BOTTOM - row * STEP)}a15 15 0 1 0 30 0a15 15 0 1 0-30 0z"
                        for row in range(ROWS))  # fmt: skip
        parts.append(element("path", d=holes, fill=p.card, stroke=p.line, stroke_dasharray="3 3"))
        parts.append(fitted(look, in_a_row(box), Place(x - 30, BOTTOM + 18, 60, 32), 0.85))
    arrow = scaled(icon("then", 32, 26), 0.7)
    four = beside(figure("4", 34), icon("coin", 36), arrow, in_a_row(deck.four_coins), gap=5)
    one = beside(figure("1", 34), icon("coin", 36), arrow, seal(1), gap=5)
    parts.append(fitted(look, four, Place(RIGHT, 66, 140, 34), 0.85))
    parts.append(fitted(look, one, Place(RIGHT + 146, 66, 140, 34), 0.85))
    parts.append(head(look, WORDS["mail_cars"], RIGHT + 4, 124, WIDE - RIGHT - 10))
    return group(*parts)


def _turn(look: Style, deck: Deck) -> str:
    return element("rect", x=1.5, y=1.5, width=BOX.w - 3, height=BOX.h - 3, rx=7, fill="none", stroke=look.palette.lamp,
                   stroke_width=4)  # fmt: skip


def _name(look: Style, deck: Deck, seat: int, name: str, score: int, under: str) -> str:
    p = look.palette
    room = 420 - width(str(score), 38, bold=True) - width(under, 16)
    shown = shortened(name, 24, room, bold=True)
    return group(
        element("use", href=look.ref(f"emblem-{seat}"), transform="translate(44 34) scale(1.6)"),
        with_aside(shown, under, 66, 42, (24, 16), (p.ink, p.soft)),
        label(str(score), WIDE - 14, 46, 38, text_anchor="end", font_weight="700", fill=p.ink),
        area(targets.player(seat), Place(28, 8, WIDE - 36, 50), tell("standing", name=name, score=score)),
    )


def _column(look: Style, deck: Deck, column: int, count: int, used: bool) -> str:
    """The coins in a column. A column used this turn is crossed out (F8.1)."""
    x = _x(column)
    words = tell("column", column=column, coins=counted(EFFECTS["coin"], count),
                 effect=card_text.action(deck.columns[column - 1]))  # fmt: skip
    drawn = [
        element("use", href=look.ref("coin"), transform=f"translate({num(x)} {num(BOTTOM - row * STEP)}) scale(.9)")
        for row in range(count)
    ]  # fmt: skip
    if used:
        words += f", {TITLES['used']}"
        bar = f"M{num(x - 29)} {num(BOTTOM + 48)}L{num(x + 29)} {num(BOTTOM + 20)}"
        drawn.append(element("path", d=bar, stroke=look.palette.ox, stroke_width=4))
    return group(*drawn, area(targets.column(column), Place(x - 36, 62, 72, 184), words))


def _mail_car(look: Style, deck: Deck, car: str) -> str:
    """A mail car still to place, with what it brings (F5.3)."""
    number = list(deck.mail).index(car)
    place = Place(RIGHT + number * 72, 130, 70, 74)
    words = tell("mail_car", effect=card_text.action(deck.mail[car]))
    return group(
        fitted(look, icon("mail", 42, 32), Place(place.x + 8, place.y + 2, 54, 38), 1.2),
        fitted(look, in_a_row(deck.mail[car]), Place(place.x + 2, place.y + 42, 66, 30), 0.8),
        area(targets.mail(car), place, words),
    )


def _counts(look: Style, deck: Deck, found: tuple[tuple[str, int, str], ...]) -> str:
    """Face-down cards, as signs with numbers."""
    parts = []
    for i, (name, count, words) in enumerate(found):
        x = RIGHT + 16 + i * 72
        scale = "scale(.24) translate(-50 -70)" if name == "back" else "scale(.8)"
        parts.append(
            group(
                title(words),
                element("use", href=look.ref(name), transform=f"translate({num(x)} 226) {scale}"),
                label(str(count), x + 18, 233, 20, font_weight="700", fill=look.palette.ink),
            )
        )
    return group(*parts)
