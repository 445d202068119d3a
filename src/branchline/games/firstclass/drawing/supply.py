"""Beside the market: open game-end cards, the stack of locomotive tiles, who arrives first in Constantinople."""

from __future__ import annotations

from typing import Final

from branchline.drawing.cards import card as panel
from branchline.drawing.cards import heading
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.sheet import Place
from branchline.games.firstclass.drawing.card import printed as printed_card
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import seal
from branchline.games.firstclass.drawing.glyphs import fitted, icon
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.sheet import SUPPLY
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.words import WORDS, say, tell
from branchline.games.firstclass.views.view import View

SCALE: Final = 0.9
STEP: Final = 96.0
TOP: Final = SUPPLY.y + 25
PILE: Final = SUPPLY.x + 14 + 4 * STEP + 4
TILES: Final = SUPPLY.x + 520
ARRIVALS: Final = SUPPLY.x + 724


def printed(style: Style) -> str:
    p = style.palette
    y = SUPPLY.y + 17
    rules = "".join(
        f"M{num(x)} {num(SUPPLY.y + 12)}V{num(SUPPLY.bottom - 12)}" for x in (TILES - 16, ARRIVALS - 14)
    )
    return group(
        panel(style, SUPPLY, stroke=p.brass, stroke_width=1.4),
        heading(style, WORDS["game_ends"], SUPPLY.x + 14, y),
        heading(style, WORDS["tiles"], TILES, y),
        heading(style, WORDS["constantinople"], ARRIVALS, y),
        element("path", d=rules, stroke=p.line, stroke_dasharray="1 4", stroke_width=1.4),
        data_printed="supply",
    )


def supply(view: View, style: Style, deck: Deck) -> str:
    return group(_game_ends(view, style, deck), _tiles(view, style, deck), _arrivals(view, style, deck),
                 data_place="supply")  # fmt: skip


def _game_ends(view: View, style: Style, deck: Deck) -> str:
    parts = []
    for i, name in enumerate(view.open_game_ends):
        shown = deck.faces[name]
        at = f"translate({num(SUPPLY.x + 14 + i * STEP)} {num(TOP)}) scale({SCALE:g})"
        words = title(tell("open_card", card=card_title(shown, deck.values)))
        parts.append(group(words, printed_card(style, shown, deck.values), transform=at, data_game_end=name))
    if view.pile:
        pile = element(
            "use", href=style.ref("back"), transform=f"translate({num(PILE)} {num(TOP)}) scale({SCALE:g})"
        )
        size = label(str(view.pile), PILE + 45, TOP + 71, 24, text_anchor="middle", font_weight="700",
                     fill=style.palette.cream)  # fmt: skip
        parts.append(group(title(say("pile", count=view.pile)), pile, size, data_game_end="pile"))
    return group(*parts)


def _tiles(view: View, style: Style, deck: Deck) -> str:
    """The top one large, the rest in their order."""
    left = deck.tiles[view.tiles :]
    words = title(tell("tiles", numbers=", ".join(str(number) for number in left) or WORDS["none_left"]))
    parts = []
    if left:
        parts.append(fitted(style, icon("tile", 38, 40), Place(TILES - 2, TOP + 6, 92, 100)))
        parts.append(fitted(style, seal(left[0]), Place(TILES + 48, TOP + 62, 48, 48)))
    for i, number in enumerate(left[1:]):
        x, y = TILES + 106 + i % 2 * 38, TOP + 4 + i // 2 * 30
        parts.append(fitted(style, seal(number), Place(x, y, 28, 28)))
    return group(words, *parts, data_place="tiles")


def _arrivals(view: View, style: Style, deck: Deck) -> str:
    said = [str(points) for points in deck.arrivals[view.arrivals :]]
    parts = [fitted(style, icon("constantinople", 42), Place(ARRIVALS, TOP, 76, 112))]
    for i, points in enumerate(deck.arrivals):
        gone = i < view.arrivals
        drawn = fitted(style, seal(points), Place(ARRIVALS + 88, TOP + i * 39, 36, 36))
        parts.append(group(drawn, opacity=0.22) if gone else drawn)
    words = title(tell("arrivals", points=", ".join(said) or WORDS["none_left"]))
    return group(words, *parts, data_place="arrivals")
