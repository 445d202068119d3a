"""The market: three rows of six cards, how many each row can still give, and the start-player tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.cards import card as panel
from branchline.drawing.markup import element, group, joined, label, num, title
from branchline.drawing.sheet import Place
from branchline.drawing.words import counted
from branchline.games.firstclass.drawing import ending
from branchline.games.firstclass.drawing.card import printed as printed_card
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import in_a_row
from branchline.games.firstclass.drawing.frames import H, W
from branchline.games.firstclass.drawing.glyphs import beside, figure, fitted, icon
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.sheet import MARKET
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.words import TITLES, WORDS, say, tell
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.views.view import View

ROWS: Final = 3
COLUMNS: Final = 6
GAP: Final = 6.0
BAR: Final = 25.0
LEFT: Final = MARKET.x + 14
TOP: Final = MARKET.y + 8


def _corner(row: int, column: int) -> tuple[float, float]:
    return LEFT + column * (W + GAP), TOP + row * (BAR + H + GAP) + BAR


def printed(style: Style) -> str:
    p = style.palette
    outlines = [
        element("rect", x=x + 1, y=y + 1, width=W - 2, height=H - 2, rx=7, fill=p.halo, stroke=p.line,
                stroke_dasharray="4 4", opacity=0.7)
        for x, y in (_corner(row, column) for row in range(ROWS) for column in range(COLUMNS))
    ]  # fmt: skip
    return group(panel(style, MARKET, stroke=p.brass, stroke_width=1.4), *outlines, data_printed="market")


def market(view: View, names: Sequence[str], style: Style, deck: Deck) -> str:
    if view.phase in ("deal_draft", "draft"):
        return _draft(view, style, deck)
    if view.phase in ending.PHASES:
        return ending.ending(view, names, style, deck)
    return group(*(_row(view, style, deck, row) for row in range(ROWS)), data_place="market")


def can_give(view: View, row: int) -> int:
    """F3.3: how many cards can still be taken from a row. While cards are laid out, all players' worth."""
    if view.phase == "show_cards":
        return len(view.players)
    return max(0, len(view.players) - view.row_taken[row]) if any(view.market[row]) else 0


def _row(view: View, style: Style, deck: Deck, row: int) -> str:
    cards = view.market[row]
    left = can_give(view, row)
    found = []
    for column, name in enumerate(cards):
        x, y = _corner(row, column)
        where = f"{row + 1}.{column + 1}"
        if name is not None:
            shown = deck.faces[name]
            words = title(f"{where}. {card_title(shown, deck.values)}")
            face = printed_card(style, shown, deck.values)
            found.append(group(words, face, transform=f"translate({num(x)} {num(y)})", data_card=where))
    return group(_bar(view, style, deck, row, left), *found, data_row=str(row + 1))


def _bar(view: View, style: Style, deck: Deck, row: int, left: int) -> str:
    """Above each row: its number and a ticket for every card it can still give."""
    p = style.palette
    y = TOP + row * (BAR + H + GAP) + BAR / 2
    count = len(view.players)
    stubs = "".join(ticket(LEFT + 30 + i * 21, y) for i in range(left))
    spent = "".join(ticket(LEFT + 30 + i * 21, y) for i in range(left, count))
    words = say("row_left", count=left) if left else WORDS["row_gone"]
    said = counted(TITLES["row"], left, row=row + 1) if left else tell("row_gone", row=row + 1)
    return group(
        title(said),
        element("circle", cx=LEFT + 11, cy=y, r=9.5, fill=p.green, stroke=p.gold, stroke_width=1.4),
        label(str(row + 1), LEFT + 11, y + 4.6, 13.5, text_anchor="middle", font_weight="700", fill=p.cream),
        element("path", d=stubs, fill=p.gold, stroke=p.ink, stroke_width=1) if stubs else "",
        element("path", d=spent, fill="none", stroke=p.line, stroke_dasharray="2 2") if spent else "",
        label(words, LEFT + 34 + count * 21, y + 5, 14, fill=p.ink if left else p.soft, font_style="italic"),
        _tile(view, style, deck, y) if view.tile_row == row + 1 else "",
    )


def ticket(x: float, y: float) -> str:
    return f"M{num(x)} {num(y - 6)}h16v3.5a2.5 2.5 0 0 0 0 5v3.5h-16v-3.5a2.5 2.5 0 0 0 0-5z"


def _tile(view: View, style: Style, deck: Deck, y: float) -> str:
    """F3.4: what it brings its taker, the third and the fourth player."""
    p = style.palette
    boxes = list(enumerate(deck.start_tile, start=1))[: len(view.players)]
    drawn = [
        beside(figure(f"{place}.", 25, "soft"), in_a_row(box), gap=4) for place, box in boxes if not box.empty
    ]
    place = Place(LEFT + 300, y - 12, 336, 24)
    frame = element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=12, fill=p.paper, stroke=p.lamp,
                    stroke_width=2)  # fmt: skip
    spoken_boxes = {
        number: card_text.action(box) or "–" for number, box in enumerate(deck.start_tile, start=1)
    }
    said = tell(
        "tile", first=spoken_boxes[1], third=spoken_boxes.get(3, "–"), fourth=spoken_boxes.get(4, "–")
    )
    name = label(WORDS["start_player"], place.x + 30, y + 4.5, 13.5, font_weight="700", fill=p.ink)
    return group(
        title(said),
        frame,
        fitted(style, icon("start", 40), Place(place.x + 4, y - 12, 24, 24)),
        name,
        fitted(style, beside(*drawn, gap=24), Place(place.x + 118, y - 10, 210, 20), 0.55),
        data_tile="start",
    )


def _draft(view: View, style: Style, deck: Deck) -> str:
    """The cards that go round before the game; others see their backs."""
    p = style.palette
    count = view.hand_size
    step = 124.0
    left = MARKET.x + (MARKET.w - count * step + 10) / 2
    parts = []
    for i in range(count):
        at = f"translate({num(left + i * step)} {num(MARKET.y + 180)}) scale(1.14)"
        if view.hand is None:
            parts.append(element("use", href=style.ref("back"), transform=at))
        else:
            shown = deck.faces[view.hand[i]]
            words = title(card_title(shown, deck.values))
            face = printed_card(style, shown, deck.values)
            parts.append(group(words, face, transform=at, data_game_end=shown.id))
    middle = MARKET.x + MARKET.w / 2
    back = element(
        "rect", x=MARKET.x + 8, y=MARKET.y + 8, width=MARKET.w - 16, height=MARKET.h - 16, fill=p.card
    )
    word = label(WORDS["hand"] if view.hand is not None else WORDS["game_ends"], middle, MARKET.y + 150, 24,
                 text_anchor="middle", font_weight="700", fill=p.ink)  # fmt: skip
    return group(back, word, joined(parts), data_place="draft")
