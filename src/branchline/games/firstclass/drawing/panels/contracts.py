"""What lies open before a player: contracts with how far they are, and destroy cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.markup import element, group, label, num
from branchline.drawing.sheet import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.card import printed as printed_card
from branchline.games.firstclass.drawing.contracts import BAR, GAP, bar, laid_out
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.frames import H, W
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.progress import steps
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.words import tell
from branchline.games.firstclass.text.captions import SHAPES
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.views.view import Player, View

BOX: Final = Place(0, 0, WIDE, 186)
ROOM: Final = Place(12, 12, WIDE - 24, 164)


class At(Place, frozen=True):
    """Where a card lies; its size is that of a card with its bar."""

    @property
    def scale(self) -> float:
        return self.w / W

    @property
    def transform(self) -> str:
        return f"translate({num(self.x)} {num(self.y)}) scale({self.scale:.3f})"


def places(count: int, room: Place) -> list[At]:
    """So many cards side by side, as large as they can be."""
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
    player = view.players[seat]
    parts = {"none": "" if player.open else paint(_none)}
    parts |= cards(paint, player, ROOM)
    return Panel("contracts", PANELS["contracts"], BOX.view_box, paint(_printed), parts)


def cards(paint: Painter, player: Player, room: Place, shown: Sequence[str] = ()) -> dict[str, str]:
    """Open cards and their progress apart, by number, so that parts only come and go at the end. Another player's
    game-end cards are open when the game is over (F10.3)."""
    parts: dict[str, str] = {}
    open_cards = (*player.open, *shown)
    for number, at in enumerate(places(len(open_cards), room)):
        card = open_cards[number]
        parts[f"card-{number + 1}"] = paint(_face, card, at)
        parts[f"progress-{number + 1}"] = paint(_progress, card, at, *so_far(player, paint.deck, card))
    return parts


def so_far(player: Player, deck: Deck, card: str) -> tuple[int, int]:
    """How much of a contract is there, and how much is asked for; 0 of 0 for a card that is none."""
    contract = deck.faces[card].card.contract
    if contract is None:
        return 0, 0
    found = steps(player, contract.requirement, deck)
    return sum(have for have, _ in found), sum(want for _, want in found)


def _printed(look: Style, deck: Deck) -> str:
    return ground(look, BOX)


def _none(look: Style, deck: Deck) -> str:
    return label(SHAPES["no_contracts"], WIDE / 2, 98, 18, text_anchor="middle", font_style="italic",
                 fill=look.palette.soft)  # fmt: skip


def _face(look: Style, deck: Deck, card: str, at: At) -> str:
    return group(printed_card(look, deck.faces[card], deck.values), transform=at.transform)


def _progress(look: Style, deck: Deck, card: str, at: At, have: int, want: int) -> str:
    """The bar below a contract, and the lamp around one that is fulfilled."""
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
