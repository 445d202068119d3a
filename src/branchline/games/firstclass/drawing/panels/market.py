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
from branchline.games.firstclass.drawing.cards.glyphs import beside, figure, fitted, icon, stacked
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
BAR: Final = 104.0  # at the left of each row
LEFT: Final = 8.0
STEP: Final = H + 8
BOX: Final = Place(0, 0, 2 * LEFT + BAR + COLUMNS * (W + GAP) - GAP, ROWS * STEP + 4)
LIST: Final = Place(0, 0, 646, 546)  # what is shown in place of the market
HAND: Final = Place(0, 96, 646, 250)  # the draft
DRAFT: Final = ("deal_draft", "draft")


def _corner(line: int, column: int) -> tuple[float, float]:
    return LEFT + BAR + column * (W + GAP), line * STEP + 6


def _lines(view: View) -> dict[int, int]:
    """The line of each row: a row that is gone takes no room. Most rows stay where they are."""
    left = [row for row, cards in enumerate(view.market) if any(cards)] or list(range(ROWS))
    first = left[-1] - len(left) + 1
    return {row: first + i for i, row in enumerate(left)}


def panel(paint: Painter, view: View, names: Sequence[str]) -> Panel:
    over = view.phase in ending.PHASES
    counting = view.phase == "scoring"
    drafting = view.phase in DRAFT
    hidden = over or counting or drafting
    lines = {} if hidden else _lines(view)
    parts = {"cover": paint(_cover) if hidden else ""}
    for row, cards in enumerate(view.market):
        tile = view.tile_row == row + 1
        parts |= paint.parts(_row, row, cards, lines.get(row), len(view.players), can_give(view, row), tile)
    hand = view.hand or ("",) * view.hand_size if drafting else ()
    for i in range(len(view.players) + 1):
        shown = i < len(hand)
        parts[f"draft-{i + 1}"] = paint(_drafted, hand[i], i, len(hand)) if shown else ""
    parts["draft"] = paint(_draft_words, view.hand is not None) if drafting else ""
    if over:
        parts |= ending.rows(paint, view, names)
    else:
        parts |= scoring.rows(paint, view, names) if counting else ending.nothing(view)
    box = (
        HAND
        if drafting
        else LIST
        if hidden
        else Place(0, min(lines.values()) * STEP, BOX.w, len(lines) * STEP + 4)
    )
    return Panel("market", PANELS["market"], box.view_box, paint(_printed), parts)


def _printed(look: Style, deck: Deck) -> str:
    return ground(look, BOX)


def _cover(look: Style, deck: Deck) -> str:
    """Covers the market when something else is shown."""
    return ground(look, LIST)


def _row(
    paint: Painter,
    row: int,
    cards: tuple[str | None, ...],
    line: int | None,
    players: int,
    left: int,
    tile: bool,
) -> dict[str, str]:
    """Without a line, the row is not shown."""
    parts = {f"row-{row + 1}": "" if line is None else paint(_bar, row, line, left, players)}
    parts[f"tile-{row + 1}"] = paint(_tile, line, players) if tile and line is not None else ""
    for column, name in enumerate(cards):
        shown = line is not None and name is not None
        parts[f"card-{row + 1}.{column + 1}"] = paint(_card, name, row, column, line) if shown else ""
    return parts


def _card(look: Style, deck: Deck, name: str, row: int, column: int, line: int) -> str:
    x, y = _corner(line, column)
    shown = deck.faces[name]
    place = row * COLUMNS + column
    face = group(printed_card(look, shown, deck.values), transform=f"translate({num(x)} {num(y)})")
    return face + area(targets.card(place), Place(x, y, W, H), card_title(shown, deck.values), rx=8)


def _bar(look: Style, deck: Deck, row: int, line: int, left: int, players: int) -> str:
    """At the left of each row: its number and a ticket for every card that can still be taken (F3.3). Behind it, the
    places of its cards."""
    p = look.palette
    x, y = LEFT + 22, line * STEP + 26
    corners = [_corner(line, column) for column in range(COLUMNS)]
    stubs = [ticket(x + 22 + i % 2 * 20, y - 8 + i // 2 * 17) for i in range(players)]
    words = say("row_left", count=left) if left else WORDS["row_gone"]
    said = counted(TITLES["row"], left, row=row + 1) if left else tell("row_gone", row=row + 1)
    return group(
        *(
            element("rect", x=cx + 1, y=cy + 1, width=W - 2, height=H - 2, rx=7, fill=p.halo, stroke=p.line,
                    stroke_dasharray="4 4", opacity=0.7)
            for cx, cy in corners
        ),
        element("circle", cx=x - 4, cy=y, r=15, fill=p.green, stroke=p.gold, stroke_width=1.5),
        label(str(row + 1), x - 4, y + 7, 21, text_anchor="middle", font_weight="700", fill=p.cream),
        element("path", d="".join(stubs[:left]), fill=p.gold, stroke=p.ink, stroke_width=1) if left else "",
        element("path", d="".join(stubs[left:]), fill="none", stroke=p.line, stroke_dasharray="2 2")
        if left < players
        else "",
        label(
            words, LEFT + BAR / 2 - 6, y + 36, 16, text_anchor="middle", fill=p.ink if left else p.soft,
            font_style="italic",
        ),
        area(targets.row(row + 1), Place(LEFT - 4, y - 20, BAR - 2, 62), said),
    )  # fmt: skip


def _tile(look: Style, deck: Deck, line: int, players: int) -> str:
    """F3.4: what it brings its taker, the third and the fourth player."""
    p = look.palette
    place = Place(LEFT - 2, line * STEP + 72, BAR - 6, H - 66)
    boxes = list(enumerate(deck.start_tile, start=1))[:players]
    drawn = [
        beside(figure(f"{number}.", 27, "soft"), in_a_row(box), gap=4)
        for number, box in boxes
        if not box.empty
    ]
    said = {number: card_text.action(box) or "–" for number, box in enumerate(deck.start_tile, start=1)}
    words = tell("tile", first=said[1], third=said.get(3, "–"), fourth=said.get(4, "–"))
    return group(
        element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=9, fill=p.paper, stroke=p.lamp,
                stroke_width=2),
        fitted(look, icon("start", 40), Place(place.x + 2, place.y + 3, 30, 30)),
        fitted(look, drawn[0], Place(place.x + 32, place.y + 6, place.w - 36, 26), 0.72),
        fitted(look, stacked(*drawn[1:], gap=4), Place(place.x + 6, place.y + 34, place.w - 12, place.h - 38), 0.62)
        if drawn[1:]
        else "",
        area(targets.TILE, place, words, rx=9),
    )  # fmt: skip


# The draft (F2.2)


def _draft_words(look: Style, deck: Deck, mine: bool) -> str:
    words = WORDS["hand"] if mine else WORDS["game_ends"]
    return label(words, LIST.w / 2, 130, 28, text_anchor="middle", font_weight="700", fill=look.palette.ink)


def _drafted(look: Style, deck: Deck, name: str, number: int, count: int) -> str:
    """A card that is passed round; only its holder sees its face."""
    step = 124.0
    x, y = (LIST.w - count * step + 10) / 2 + number * step, 170.0
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
