"""What everybody can take: face-up game-end cards and their pile, locomotive tiles, the points of Constantinople."""

from __future__ import annotations

from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.card import card_title
from branchline.games.firstclass.drawing.cards.card import printed as printed_card
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import seal
from branchline.games.firstclass.drawing.cards.frames import H, W
from branchline.games.firstclass.drawing.cards.glyphs import fitted, icon
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground, head
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import WORDS, say, tell
from branchline.games.firstclass.views.view import View

BOX: Final = Place(0, 0, WIDE, 286)
STEP: Final = 109.0
TOP: Final = 32.0
LOW: Final = 208.0  # the lower half: tiles and Constantinople
ARRIVALS: Final = 392.0
OPEN: Final = 4


def panel(paint: Painter, view: View) -> Panel:
    parts: dict[str, str] = {}
    for i in range(OPEN):
        shown = view.open_game_ends[i] if i < len(view.open_game_ends) else None
        parts[f"open-{i + 1}"] = paint(_card, shown, i) if shown else ""
    parts["pile"] = paint(_pile, view.pile) if view.pile else ""
    parts["tiles"] = paint(_tiles, view.tiles)
    parts["arrivals"] = paint(_arrivals, view.arrivals)
    return Panel("supply", PANELS["supply"], BOX.view_box, paint(_printed), parts)


def _printed(look: Style, deck: Deck) -> str:
    p = look.palette
    rules = f"M12 {LOW - 20:g}H{WIDE - 12:g}M{ARRIVALS - 16:g} {LOW - 8:g}V{BOX.h - 12:g}"
    return group(
        ground(look, BOX),
        head(look, WORDS["game_ends"], 12, 22, WIDE - 24),
        head(look, WORDS["tiles"], 12, LOW + 4, ARRIVALS - 40),
        head(look, WORDS["constantinople"], ARRIVALS, LOW + 4, WIDE - ARRIVALS - 8),
        element("path", d=rules, stroke=p.line, stroke_dasharray="1 4", stroke_width=1.4),
    )


def _card(look: Style, deck: Deck, name: str, number: int) -> str:
    shown = deck.faces[name]
    x = 12 + number * STEP
    face = group(printed_card(look, shown, deck.values), transform=f"translate({num(x)} {TOP:g})")
    words = tell("open_card", card=card_title(shown, deck.values))
    return face + area(targets.game_end(name), Place(x, TOP, W, H), words, rx=8)


def _pile(look: Style, deck: Deck, count: int) -> str:
    x = 12 + OPEN * STEP
    return group(
        element("use", href=look.ref("back"), transform=f"translate({num(x)} {TOP:g})"),
        label(str(count), x + W / 2, TOP + 79, 26, text_anchor="middle", font_weight="700", fill=look.palette.cream),
        area(targets.PILE, Place(x, TOP, W, H), say("pile", count=count), rx=8),
    )  # fmt: skip


def _tiles(look: Style, deck: Deck, placed: int) -> str:
    """F2.4: the top one large, the rest in order."""
    left = deck.tiles[placed:]
    words = tell("tiles", numbers=", ".join(str(number) for number in left) or WORDS["none_left"])
    parts = [title(words)]
    if left:
        parts.append(fitted(look, icon("tile", 38, 40), Place(10, LOW + 12, 62, 62)))
        parts.append(fitted(look, seal(left[0]), Place(44, LOW + 40, 38, 38)))
    parts += [
        fitted(look, seal(number), Place(94 + i * 38, LOW + 24, 35, 35)) for i, number in enumerate(left[1:])
    ]
    return group(*parts)


def _arrivals(look: Style, deck: Deck, arrived: int) -> str:
    """F6.3: those already taken are faint."""
    said = [str(points) for points in deck.arrivals[arrived:]]
    parts = [title(tell("arrivals", points=", ".join(said) or WORDS["none_left"]))]
    for i, points in enumerate(deck.arrivals):
        drawn = fitted(look, seal(points), Place(ARRIVALS + i * 50, LOW + 16, 46, 46))
        parts.append(group(drawn, opacity=0.22) if i < arrived else drawn)
    return group(*parts)
