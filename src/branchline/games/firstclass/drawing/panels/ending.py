"""The end of the game, in place of the market: scores, roles, and the evidence turned up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.decks import Deck, deck
from branchline.games.firstclass.drawing.cards.effects import seal
from branchline.games.firstclass.drawing.cards.glyphs import (
    Glyph,
    beside,
    figure,
    fitted,
    icon,
    over,
    scaled,
    stroke,
)
from branchline.games.firstclass.drawing.painter import Painter, area, head
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.text.picture_words import ROLES, TITLES, WORDS, tell
from branchline.games.firstclass.views.view import Player, View
from branchline.languages import counted

PHASES: Final = ("end_cards", "draw_evidence", "discard_evidence", "game_over")
LEFT: Final = 24.0
RIGHT: Final = 622.0
TOP: Final = 50.0
HIGH: Final = 112.0


def rows(paint: Painter, view: View, names: Sequence[str]) -> dict[str, str]:
    """One row per player, best first."""
    cards = deck(view)
    caught = arrested(view, cards)
    parts = {"standing": paint(_heading)}
    for place, player in enumerate(order(view, cards)):
        parts[f"standing-{place + 1}"] = paint(
            _row, player.seat, names[player.seat], player.score, player.role, player.evidence, place,
            player.seat in caught, view.decision == "discard" and player.seat == view.to_move,
        )  # fmt: skip
    return parts


def nothing(view: View) -> dict[str, str]:
    return {"standing": ""} | {f"standing-{place + 1}": "" for place in range(len(view.players))}


def _heading(look: Style, cards: Deck) -> str:
    return head(look, WORDS["standing"], LEFT, 32, RIGHT - LEFT)


def _row(
    look: Style, cards: Deck, seat: int, name: str, score: int, role: str | None,
    evidence: tuple[tuple[str, int], ...], place: int, caught: bool, discards: bool,
) -> str:  # fmt: skip
    p = look.palette
    y = TOP + place * (HIGH + 6)
    words = tell("standing", name=name, score=score)
    parts = [
        element("path", d=f"M{num(LEFT)} {num(y + HIGH)}H{num(RIGHT)}", stroke=p.line, stroke_dasharray="1 4"),
        element("use", href=look.ref(f"emblem-{seat}"),
                transform=f"translate({num(LEFT + 16)} {num(y + 40)}) scale(1.7)"),
        label(shortened(name, 26, 170, bold=True), LEFT + 42, y + 44, 26, font_weight="700", fill=p.ink),
        label(ROLES[role], LEFT + 42, y + 70, 18, font_style="italic", fill=p.ox) if role else "",
        label(str(score), RIGHT, y + 56, 46, text_anchor="end", font_weight="700", fill=p.ink),
        area(targets.player(seat), Place(LEFT - 6, y + 4, 200, HIGH - 10), words),
        _tokens(look, cards, evidence, Place(LEFT + 220, y + 22, 270, 54), discards),
        stamp(look, LEFT + 300, y + 88) if caught else "",
    ]  # fmt: skip
    return group(*parts)


def _tokens(
    look: Style, cards: Deck, evidence: tuple[tuple[str, int], ...], place: Place, discards: bool
) -> str:
    """Each kind side by side; if the player may discard, a click on a token means its kind."""
    step = min(44.0, place.w / max(1, sum(count for _, count in evidence)))
    parts, x = [], place.x
    for kind, count in evidence:
        what, amount = cards.tokens[kind]
        shown = Place(x, place.y, (count - 1) * step + 42, place.h)
        parts += [
            fitted(look, token(what, amount), Place(x + i * step, shown.y, 42, shown.h)) for i in range(count)
        ]
        words = counted(TITLES[f"token_{what}"], amount)
        parts.append(area(targets.token(kind) if discards else None, shown, words, rx=20))
        x += count * step
    return group(*parts)


def order(view: View, deck: Deck) -> list[Player]:
    """F10.4: best first, players who are out last."""
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
    """F13.6: the players with the most fingerprints, once all discards are made."""
    if view.phase != "game_over":
        return set()
    prints = {player.seat: _fingerprints(player, deck) for player in view.players}
    most = max(prints.values())
    return {seat for seat, count in prints.items() if count == most > 0}


def _fingerprints(player: Player, deck: Deck) -> int:
    found = ((deck.tokens[kind], count) for kind, count in player.evidence)
    return sum(amount * count for (what, amount), count in found if what == "fingerprints")


def stamp(style: Style, x: float, y: float) -> str:
    """“Arrested” stamped across the row."""
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
