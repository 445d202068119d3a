"""Another player's board: everything public, small enough for three of them, in a form that can be enlarged."""

from __future__ import annotations

from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.emblems import band
from branchline.drawing.lettering import shortened, width, with_aside
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels import other_route, other_trains
from branchline.games.firstclass.drawing.panels.contracts import cards
from branchline.games.firstclass.drawing.panels.other_trains import Layout
from branchline.games.firstclass.drawing.panels.player_facts import counts, marks
from branchline.games.firstclass.text.picture_words import TITLES, WORDS, tell
from branchline.games.firstclass.text.sentences import EFFECTS
from branchline.games.firstclass.views.view import Player, View
from branchline.languages import counted

LOW: Final = 80.0  # height of coins, counts and contracts at the bottom


def panel(paint: Painter, view: View, seat: int, name: str) -> Panel:
    player = view.players[seat]
    lay = other_trains.layout(paint.in_play(view.options.modules))
    box = Place(0, 0, WIDE, lay.foot + other_route.HIGH + LOW + 10)
    parts = paint.parts(_parts, lay, box, player, name, marks(view, player), view.to_move == seat)
    return Panel(f"board:{seat}", name, box.view_box, paint(_printed, lay, box, seat), parts)


def _parts(
    paint: Painter, lay: Layout, box: Place, player: Player, name: str, under: str, turn: bool
) -> dict[str, str]:
    low = box.h - LOW - 4
    return {
        "turn": paint(_turn, box) if turn else "",
        "name": paint(_name, player.seat, name, player.score, under),
        **other_trains.parts(paint, lay, player),
        **other_route.parts(paint, lay.foot, player),
        "coins": paint(_coins, low, player.coins),
        "counts": paint(_counts, low, tuple(_counted(player))),
        **cards(paint, player, Place(280, low, WIDE - 296, LOW - 6), player.known_game_ends or ()),
    }


def _printed(look: Style, deck: Deck, lay: Layout, box: Place, seat: int) -> str:
    p = look.palette
    rule = f"M24 {num(lay.foot)}H{WIDE - 12:g}M24 {num(lay.foot + other_route.HIGH)}H{WIDE - 12:g}"
    return group(
        ground(look, box),
        band(look, seat, 10, 12, box.h - 12),
        element("path", d=rule, stroke=p.line, stroke_dasharray="1 4"),
        other_trains.printed(look, lay),
        other_route.printed(look, deck, lay.foot, seat),
    )


def _turn(look: Style, deck: Deck, box: Place) -> str:
    return element("rect", x=1.5, y=1.5, width=box.w - 3, height=box.h - 3, rx=6, fill="none", stroke=look.palette.lamp,
                   stroke_width=4)  # fmt: skip


def _name(look: Style, deck: Deck, seat: int, name: str, score: int, under: str) -> str:
    p = look.palette
    room = 440 - width(str(score), 30, bold=True) - width(under, 15.5)
    shown = shortened(name, 21, room, bold=True)
    return group(
        element("use", href=look.ref(f"emblem-{seat}"), transform="translate(38 24) scale(1.35)"),
        with_aside(shown, under, 56, 31, (21, 15.5), (p.ink, p.soft)),
        label(str(score), WIDE - 12, 34, 30, text_anchor="end", font_weight="700", fill=p.ink),
        area(targets.player(seat), Place(22, 4, WIDE - 28, 38), tell("standing", name=name, score=score)),
    )


def _coins(look: Style, deck: Deck, low: float, found: tuple[int, int, int]) -> str:
    """Three columns of four."""
    p = look.palette
    full = empty = ""
    for column, count in enumerate(found):
        for row in range(4):
            dot = f"M{26 + column * 20} {num(low + 64 - row * 17)}a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"
            full, empty = (full + dot, empty) if row < count else (full, empty + dot)
    said = [
        tell("column_coins", column=i + 1, coins=counted(EFFECTS["coin"], count))
        for i, count in enumerate(found)
    ]
    return group(
        title("; ".join(said)),
        element("path", d=empty, fill="none", stroke=p.line) if empty else "",
        element("path", d=full, fill=p.gold, stroke=p.ink, stroke_width=1.2) if full else "",
    )


def _counted(player: Player) -> list[tuple[str, int, str]]:
    _, *found = counts(player)
    mail = len(player.mail_cars)
    return [
        *found,
        ("game-end", player.game_ends, counted(TITLES["held"], player.game_ends)),
        ("mail", mail, f"{WORDS['mail_cars']}: {mail}"),
    ]


def _counts(look: Style, deck: Deck, low: float, found: tuple[tuple[str, int, str], ...]) -> str:
    parts = []
    for i, (name, count, words) in enumerate(found):
        x, y = 112 + i % 3 * 54, low + 20 + i // 3 * 36
        parts.append(
            group(
                title(words),
                element("use", href=look.ref(name), transform=f"translate({num(x)} {num(y)}) scale(.62)"),
                label(str(count), x + 15, y + 6, 18, font_weight="700", fill=look.palette.ink),
            )
        )
    return group(*parts)
