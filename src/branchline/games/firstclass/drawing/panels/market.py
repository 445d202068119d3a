"""The market: three rows of six cards, how many can still be taken from each row, the start player tile. Before the
game this panel shows the draft, in a scoring phase the value of the trains, after the game the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.markup import element, group, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.card import card_title
from branchline.games.firstclass.drawing.cards.card import printed as printed_card
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import in_a_row
from branchline.games.firstclass.drawing.cards.frames import H, W
from branchline.games.firstclass.drawing.cards.glyphs import beside, figure, fitted, icon
from branchline.games.firstclass.drawing.painter import Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels import ending, scoring
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import TITLES, WORDS, say, tell
from branchline.games.firstclass.views.view import View, can_give
from branchline.languages import counted

ROWS: Final = 3
COLUMNS: Final = 6
GAP: Final = 6.0
BAR: Final = 36.0
LEFT: Final = 8.0
BOX: Final = Place(0, 0, 2 * LEFT + COLUMNS * (W + GAP) - GAP, ROWS * (BAR + H + 4) + 6)
DRAFT: Final = ("deal_draft", "draft")


def _corner(row: int, column: int) -> tuple[float, float]:
    return LEFT + column * (W + GAP), row * (BAR + H + 4) + BAR


def panel(paint: Painter, view: View, names: Sequence[str]) -> Panel:
    over = view.phase in ending.PHASES
    counting = view.phase == "scoring"
    drafting = view.phase in DRAFT
    hidden = over or counting or drafting
    parts = {"cover": paint(_cover) if hidden else ""}
    for row, cards in enumerate(view.market):
        parts |= _row(paint, view, row, cards, hidden)
    hand = view.hand or ("",) * view.hand_size if drafting else ()
    for i in range(len(view.players) + 1):
        shown = i < len(hand)
        parts[f"draft-{i + 1}"] = paint(_drafted, hand[i], i, len(hand)) if shown else ""
    parts["draft"] = paint(_draft_words, view.hand is not None) if drafting else ""
    if over:
        parts |= ending.rows(paint, view, names)
    else:
        parts |= scoring.rows(paint, view, names) if counting else ending.nothing(view)
    return Panel("market", PANELS["market"], BOX.view_box, paint(_printed), parts)


def _printed(look: Style, deck: Deck) -> str:
    p = look.palette
    outlines = [
        element("rect", x=x + 1, y=y + 1, width=W - 2, height=H - 2, rx=7, fill=p.halo, stroke=p.line,
                stroke_dasharray="4 4", opacity=0.7)
        for x, y in (_corner(row, column) for row in range(ROWS) for column in range(COLUMNS))
    ]  # fmt: skip
    return ground(look, BOX) + group(*outlines)


def _cover(look: Style, deck: Deck) -> str:
    """Covers the market when something else is shown."""
    return ground(look, BOX)


def _row(paint: Painter, view: View, row: int, cards: Sequence[str | None], hidden: bool) -> dict[str, str]:
    left = can_give(view, row)
    tile = view.tile_row == row + 1
    parts = {f"row-{row + 1}": "" if hidden else paint(_bar, row, left, len(view.players))}
    parts[f"tile-{row + 1}"] = paint(_tile, row, len(view.players)) if tile and not hidden else ""
    for column, name in enumerate(cards):
        where = f"{row + 1}.{column + 1}"
        parts[f"card-{where}"] = "" if hidden or name is None else paint(_card, name, row, column)
    return parts


def _card(look: Style, deck: Deck, name: str, row: int, column: int) -> str:
    x, y = _corner(row, column)
    shown = deck.faces[name]
    place = row * COLUMNS + column
    words = f"{row + 1}.{column + 1}. {card_title(shown, deck.values)}"
    face = group(printed_card(look, shown, deck.values), transform=f"translate({num(x)} {num(y)})")
    return face + area(targets.card(place), Place(x, y, W, H), words, rx=8)


def _bar(look: Style, deck: Deck, row: int, left: int, players: int) -> str:
    """Above each row: its number and a ticket for every card that can still be taken (F3.3)."""
    p = look.palette
    y = row * (BAR + H + 4) + BAR / 2
    stubs = "".join(ticket(LEFT + 34 + i * 22, y) for i in range(left))
    spent = "".join(ticket(LEFT + 34 + i * 22, y) for i in range(left, players))
    words = say("row_left", count=left) if left else WORDS["row_gone"]
    said = counted(TITLES["row"], left, row=row + 1) if left else tell("row_gone", row=row + 1)
    return group(
        element("circle", cx=LEFT + 13, cy=y, r=12, fill=p.green, stroke=p.gold, stroke_width=1.5),
        label(str(row + 1), LEFT + 13, y + 6, 18, text_anchor="middle", font_weight="700", fill=p.cream),
        element("path", d=stubs, fill=p.gold, stroke=p.ink, stroke_width=1) if stubs else "",
        element("path", d=spent, fill="none", stroke=p.line, stroke_dasharray="2 2") if spent else "",
        label(
            words, LEFT + 40 + players * 22, y + 6, 18, fill=p.ink if left else p.soft, font_style="italic"
        ),
        area(targets.row(row + 1), Place(LEFT - 4, y - 17, 224, 34), said),
    )


def _tile(look: Style, deck: Deck, row: int, players: int) -> str:
    """F3.4: what it brings its taker, the third and the fourth player."""
    p = look.palette
    y = row * (BAR + H + 4) + BAR / 2
    boxes = list(enumerate(deck.start_tile, start=1))[:players]
    drawn = [
        beside(figure(f"{place}.", 27, "soft"), in_a_row(box), gap=4) for place, box in boxes if not box.empty
    ]
    place = Place(BOX.right - 404, y - 17, 396, 34)
    said = {number: card_text.action(box) or "–" for number, box in enumerate(deck.start_tile, start=1)}
    words = tell("tile", first=said[1], third=said.get(3, "–"), fourth=said.get(4, "–"))
    return group(
        element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=17, fill=p.paper, stroke=p.lamp,
                stroke_width=2),
        fitted(look, icon("start", 40), Place(place.x + 6, y - 15, 30, 30)),
        label(WORDS["start_player"], place.x + 40, y + 6, 17, font_weight="700", fill=p.ink),
        fitted(look, beside(*drawn, gap=24), Place(place.x + 164, y - 13, 220, 26), 0.72),
        area(targets.TILE, place, words, rx=17),
    )  # fmt: skip


# The draft (F2.2)


def _draft_words(look: Style, deck: Deck, mine: bool) -> str:
    words = WORDS["hand"] if mine else WORDS["game_ends"]
    return label(words, BOX.w / 2, 130, 28, text_anchor="middle", font_weight="700", fill=look.palette.ink)


def _drafted(look: Style, deck: Deck, name: str, number: int, count: int) -> str:
    """A card that is passed round; only its holder sees its face."""
    step = 124.0
    x, y = (BOX.w - count * step + 10) / 2 + number * step, 170.0
    at = f"translate({num(x)} {num(y)}) scale(1.14)"
    if not name:
        return element("use", href=look.ref("back"), transform=at)
    shown = deck.faces[name]
    face = group(printed_card(look, shown, deck.values), transform=at)
    return face + area(
        targets.game_end(name), Place(x, y, W * 1.14, H * 1.14), card_title(shown, deck.values)
    )


def ticket(x: float, y: float) -> str:
    return f"M{num(x)} {num(y - 6)}h16v3.5a2.5 2.5 0 0 0 0 5v3.5h-16v-3.5a2.5 2.5 0 0 0 0-5z"
