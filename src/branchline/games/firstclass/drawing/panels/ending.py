"""The end, where the market lay: scores, roles, and the evidence turned up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.lettering import shortened
from branchline.drawing.markup import element, group, label, num
from branchline.drawing.sheet import Place
from branchline.games.firstclass.drawing import ending, targets
from branchline.games.firstclass.drawing.decks import Deck, deck
from branchline.games.firstclass.drawing.glyphs import fitted
from branchline.games.firstclass.drawing.painter import Painter, area, head
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.words import ROLES, TITLES, WORDS, tell
from branchline.games.firstclass.views.view import View
from branchline.languages import counted

LEFT: Final = 24.0
RIGHT: Final = 622.0
TOP: Final = 50.0
HIGH: Final = 112.0


def rows(paint: Painter, view: View, names: Sequence[str]) -> dict[str, str]:
    """A row a player, the best first."""
    cards = deck(view)
    caught = ending.arrested(view, cards)
    parts = {"standing": paint(_heading)}
    for place, player in enumerate(ending.order(view, cards)):
        parts[f"standing-{place + 1}"] = paint(
            _row, player.seat, names[player.seat], player.score, player.role, player.evidence, place,
            player.seat in caught,
        )  # fmt: skip
    return parts


def nothing(view: View) -> dict[str, str]:
    return {"standing": ""} | {f"standing-{place + 1}": "" for place in range(len(view.players))}


def _heading(look: Style, cards: Deck) -> str:
    return head(look, WORDS["standing"], LEFT, 32, RIGHT - LEFT)


def _row(
    look: Style, cards: Deck, seat: int, name: str, score: int, role: str | None,
    evidence: tuple[tuple[str, int], ...], place: int, caught: bool,
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
        _tokens(look, cards, evidence, LEFT + 220, y + 22),
        ending.stamp(look, LEFT + 300, y + 88) if caught else "",
    ]  # fmt: skip
    return group(*parts)


def _tokens(look: Style, cards: Deck, evidence: tuple[tuple[str, int], ...], x: float, y: float) -> str:
    """Each kind side by side; pointing at one means its kind."""
    step = min(44.0, 270 / max(1, sum(count for _, count in evidence)))
    parts = []
    for kind, count in evidence:
        what, amount = cards.tokens[kind]
        parts += [
            fitted(look, ending.token(what, amount), Place(x + i * step, y, 42, 54)) for i in range(count)
        ]
        words = counted(TITLES[f"token_{what}"], amount)
        parts.append(area(targets.token(kind), Place(x, y, (count - 1) * step + 42, 54), words, rx=20))
        x += count * step
    return group(*parts)
