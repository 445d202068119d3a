"""The end, where the market lay: scores, roles, and the evidence turned up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import heading
from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.sheet import Place
from branchline.drawing.words import counted
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import seal
from branchline.games.firstclass.drawing.glyphs import (
    Glyph,
    beside,
    figure,
    fitted,
    icon,
    over,
    scaled,
    stroke,
)
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.sheet import MARKET
from branchline.games.firstclass.drawing.words import ROLES, TITLES, WORDS, tell
from branchline.games.firstclass.views.view import Player, View

PHASES: Final = ("end_cards", "draw_evidence", "discard_evidence", "game_over")
TOP: Final = MARKET.y + 60
HIGH: Final = 106.0


def ending(view: View, names: Sequence[str], style: Style, deck: Deck) -> str:
    p = style.palette
    back = element(
        "rect", x=MARKET.x + 8, y=MARKET.y + 6, width=MARKET.w - 16, height=MARKET.h - 12, fill=p.card
    )
    caught = arrested(view, deck)
    rows = [
        _row(style, deck, player, names[player.seat], place, player.seat in caught)
        for place, player in enumerate(order(view, deck))
    ]
    return group(
        back, heading(style, WORDS["standing"], MARKET.x + 30, MARKET.y + 38), *rows, data_place="ending"
    )


def order(view: View, deck: Deck) -> list[Player]:
    """F10.4: the best first, who is out last."""
    out = arrested(view, deck) if view.options.arrest == "out" else set()
    return sorted(
        view.players,
        key=lambda player: (
            player.seat in out,
            -player.score,
            -sum(player.coins),
            -player.completed,
            player.seat,
        ),
    )


def arrested(view: View, deck: Deck) -> set[int]:
    """F13.6: who has most fingerprints, once all discards are made."""
    if view.phase != "game_over":
        return set()
    prints = {player.seat: _fingerprints(player, deck) for player in view.players}
    most = max(prints.values())
    return {seat for seat, count in prints.items() if count == most > 0}


def _fingerprints(player: Player, deck: Deck) -> int:
    found = ((deck.tokens[kind], count) for kind, count in player.evidence)
    return sum(amount * count for (what, amount), count in found if what == "fingerprints")


def _row(style: Style, deck: Deck, player: Player, name: str, place: int, caught: bool) -> str:
    p = style.palette
    x, y = MARKET.x + 30, TOP + place * (HIGH + 6)
    right = MARKET.right - 30
    under = ROLES[player.role] if player.role else ""
    parts = [
        title(tell("standing", name=name, score=player.score)),
        element("path", d=f"M{num(x)} {num(y + HIGH)}H{num(right)}", stroke=p.line, stroke_dasharray="1 4"),
        element(
            "use",
            href=style.ref(f"emblem-{player.seat}"),
            transform=f"translate({num(x + 14)} {num(y + 40)}) scale(1.6)",
        ),
        label(shortened(name, 26, 190, bold=True), x + 40, y + 42, 26, font_weight="700", fill=p.ink),
        label(under, x + 40, y + 66, 16, font_style="italic", fill=p.ox) if under else "",
        label(str(player.score), right, y + 54, 46, text_anchor="end", font_weight="700", fill=p.ink),
    ]
    tokens = [(kind, i) for kind, count in player.evidence for i in range(count)]
    step = min(34.0, 250 / max(1, len(tokens)))
    for i, (kind, _) in enumerate(tokens):
        what, amount = deck.tokens[kind]
        drawn = fitted(style, token(what, amount), Place(x + 236 + i * step, y + 26, 32, 44))
        parts.append(group(title(counted(TITLES[f"token_{what}"], amount)), drawn, data_token=kind))
    if caught:
        parts.append(stamp(style, x + 300, y + 84))
    return group(*parts, data_seat=str(player.seat))


def stamp(style: Style, x: float, y: float) -> str:
    """Arrested: stamped across the row."""
    p = style.palette
    word = WORDS["arrested"].upper()
    wide = width(word, 15, bold=True) + 2.4 * len(word) + 24
    return group(
        element(
            "rect",
            x=-wide / 2,
            y=-13,
            width=wide,
            height=26,
            rx=3,
            fill=p.card,
            stroke=p.ox,
            stroke_width=2.4,
        ),
        label(word, 0, 5.4, 15, text_anchor="middle", font_weight="700", letter_spacing=2.4, fill=p.ox),
        transform=f"translate({num(x)} {num(y)}) rotate(-6)",
        data_stamp="arrested",
    )


def token(what: str, amount: int) -> Glyph:
    """An evidence token, turned up."""
    disc = stroke("M20 0A20 20 0 1 1 20-.1z", 44, 44, "ink", 1.6, "paper")
    if what == "points":
        return over(disc, scaled(seal(amount), 0.8))
    if what == "remove":
        return over(disc, stroke("M-9-9L9 9M9-9L-9 9", 20, 20, "ox", 5))
    return over(disc, beside(scaled(icon("fingerprint", 28), 0.62), figure(str(amount), 22), gap=1))
