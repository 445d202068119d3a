"""A player's face-up cards: contracts with their progress, and destroy cards."""

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
from branchline.games.firstclass.drawing.cards.frames import H, W
from branchline.games.firstclass.drawing.cards.progress import steps
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import tell
from branchline.games.firstclass.views.view import Player, View

GAP: Final = 8.0
BAR: Final = 16.0  # below a card: its progress
BOX: Final = Place(0, 0, WIDE, 186)
ROOM: Final = Place(12, 12, WIDE - 24, 164)


class At(Place, frozen=True):
    """Where a card lies; its size includes the progress bar."""

    @property
    def scale(self) -> float:
        return self.w / W

    @property
    def transform(self) -> str:
        return f"translate({num(self.x)} {num(self.y)}) scale({self.scale:.3f})"


def places(count: int, room: Place) -> list[At]:
    """That many cards side by side, as large as possible."""
    scale, columns = laid_out(count, room)
    return [
        At(
            room.x + i % columns * (W + GAP) * scale,
            room.y + i // columns * (H + BAR + GAP) * scale,
            W * scale,
            (H + BAR) * scale,
        )
        for i in range(count)
    ]


def panel(paint: Painter, view: View, seat: int) -> Panel:
    return Panel(
        "contracts",
        PANELS["contracts"],
        BOX.view_box,
        paint(_printed),
        paint.parts(cards, view.players[seat], ROOM),
    )


def cards(paint: Painter, player: Player, room: Place, shown: Sequence[str] = ()) -> dict[str, str]:
    """Face-up cards and their progress as separate parts, by number, so that parts are only added and removed at the
    end. Other players' game-end cards are shown when the game is over (F10.3)."""
    parts: dict[str, str] = {}
    open_cards = (*player.open, *shown)
    for number, at in enumerate(places(len(open_cards), room)):
        card = open_cards[number]
        parts[f"card-{number + 1}"] = paint(_face, card, at)
        parts[f"progress-{number + 1}"] = paint(_progress, card, at, *so_far(player, paint.deck, card))
    return parts


def so_far(player: Player, deck: Deck, card: str) -> tuple[int, int]:
    """How much of a contract is met, and how much is required; 0 of 0 for a card that is not a contract."""
    contract = deck.faces[card].card.contract
    if contract is None:
        return 0, 0
    found = steps(player, contract.requirement, deck)
    return sum(have for have, _ in found), sum(want for _, want in found)


def _printed(look: Style, deck: Deck) -> str:
    return ground(look, BOX)


def _face(look: Style, deck: Deck, card: str, at: At) -> str:
    return group(printed_card(look, deck.faces[card], deck.values), transform=at.transform)


def _progress(look: Style, deck: Deck, card: str, at: At, have: int, want: int) -> str:
    """The bar below a contract, and the glow around one that is ready to complete."""
    words = card_title(deck.faces[card], deck.values)
    target = targets.contract(card) if deck.faces[card].stage else targets.game_end(card)
    lamp = below = ""
    if want:
        done = have == want
        words = (
            tell("progress_done", card=words) if done else tell("contract", card=words, have=have, want=want)
        )
        below = bar(look, have, want, Place(2, H + 4, W - 4, BAR - 4))
        lamp = element("rect", x=-1, y=-1, width=W + 2, height=H + 2, rx=8, fill="none", stroke=look.palette.lamp,
                       stroke_width=4) if done else ""  # fmt: skip
    drawn = group(lamp, below, transform=at.transform) if want else ""
    return drawn + area(target, at, words)


def laid_out(count: int, place: Place) -> tuple[float, int]:
    """How large that many cards can be in a place, and how many fit in a row."""
    best = (0.0, 1)
    for columns in range(1, max(count, 3) + 1):
        rows = max(1, -(-count // columns))
        scale = min((place.w + GAP) / columns / (W + GAP), (place.h + GAP) / rows / (H + BAR + GAP), 1)
        best = max(best, (scale, columns))
    return best


def bar(style: Style, have: int, want: int, place: Place) -> str:
    """A progress bar with a stop for every step, or a plain one if there are many."""
    p = style.palette
    share = have / want
    figures = f"{have}/{want}"
    colour = p.good if have == want else p.brass
    wide = place.w - 34
    back = element(
        "rect", x=place.x, y=place.y, width=wide, height=place.h, rx=place.h / 2, fill=p.halo, stroke=p.line
    )
    front = element(
        "rect", x=place.x, y=place.y, width=wide * share, height=place.h, rx=place.h / 2, fill=colour
    )
    cuts = "".join(f"M{num(place.x + wide * i / want)} {num(place.y)}v{num(place.h)}" for i in range(1, want))
    return (
        back
        + (front if have else "")
        + (element("path", d=cuts, stroke=p.line) if cuts and want < 13 else "")
        + label(("✓ " if have == want else "") + figures, place.right, place.bottom - 0.5, 14.5, text_anchor="end",
                font_weight="700", fill=colour if have == want else p.ink)
    )  # fmt: skip
