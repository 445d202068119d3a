"""The coin columns of a player's board: twelve spaces, filled from the first column, bottom up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.markup import element, group, num, title
from branchline.drawing.sheet import Place
from branchline.drawing.words import counted
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import in_a_row, seal
from branchline.games.firstclass.drawing.glyphs import beside, figure, fitted, icon, scaled
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.words import TITLES, tell
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.sentences import EFFECTS

ROWS: Final = 4  # F8.1
LEFT: Final = 62.0
PITCH: Final = 68.0
BOTTOM: Final = 232.0
STEP: Final = 37.0


def _at(column: int, row: int) -> tuple[float, float]:
    return LEFT + column * PITCH, BOTTOM - row * STEP


def printed(style: Style, deck: Deck) -> str:
    """The spaces, what a coin of each column buys, and what any coins buy."""
    p = style.palette
    parts = []
    for column, box in enumerate(deck.columns):
        x, _ = _at(column, 0)
        parts.append(
            element("rect", x=x - 29, y=BOTTOM - 3 * STEP - 22, width=58, height=3 * STEP + 76, rx=8, fill=p.halo,
                    stroke=p.brass, stroke_width=1.2)
        )  # fmt: skip
        holes = "".join(_hole(*_at(column, row)) for row in range(ROWS))
        parts.append(element("path", d=holes, fill=p.card, stroke=p.line, stroke_dasharray="3 3"))
        parts.append(fitted(style, in_a_row(box), Place(x - 24, BOTTOM + 22, 48, 28), 0.7))
    arrow = scaled(icon("then", 32, 26), 0.7)
    four = beside(figure("4", 34), icon("coin", 36), arrow, in_a_row(deck.four_coins), gap=5)
    one = beside(figure("1", 34), icon("coin", 36), arrow, seal(1), gap=5)
    parts.append(fitted(style, four, Place(28, BOTTOM + 64, 104, 26), 0.6))
    parts.append(fitted(style, one, Place(134, BOTTOM + 64, 96, 26), 0.6))
    return group(*parts, data_printed="coins")


def _hole(x: float, y: float) -> str:
    return f"M{num(x - 15)} {num(y)}a15 15 0 1 0 30 0a15 15 0 1 0-30 0z"


def coins(style: Style, deck: Deck, found: Sequence[int], used: Sequence[int]) -> str:
    """The coins that lie there. A column used this turn is barred."""
    parts = []
    for column, count in enumerate(found):
        box = deck.columns[column]
        said = tell(
            "column", column=column + 1, coins=counted(EFFECTS["coin"], count), effect=card_text.action(box)
        )
        drawn = [
            element("use", href=style.ref("coin"), transform=f"translate({num(x)} {num(y)}) scale(.92)")
            for x, y in (_at(column, row) for row in range(count))
        ]
        if column + 1 in used:
            said += f", {TITLES['used']}"
            x, _ = _at(column, 0)
            bar = f"M{num(x - 26)} {num(BOTTOM + 50)}L{num(x + 26)} {num(BOTTOM + 22)}"
            drawn.append(element("path", d=bar, stroke=style.palette.ox, stroke_width=3.5))
        parts.append(group(title(said), *drawn, data_coin=str(column + 1)))
    return group(*parts, data_place="coins")
