"""What only one player knows: the own role and game-end cards."""

from __future__ import annotations

from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.cards import card as ground
from branchline.drawing.markup import group, label
from branchline.drawing.sheet import Place
from branchline.games.firstclass import targets
from branchline.games.firstclass.captions import SHAPES
from branchline.games.firstclass.captions import TITLES as PANELS
from branchline.games.firstclass.drawing.card import printed as printed_card
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels.contracts import At, places
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.words import ROLES, tell
from branchline.games.firstclass.view import View

BOX: Final = Place(0, 0, WIDE, 196)
ROOM: Final = Place(12, 44, WIDE - 24, 164)


def panel(paint: Painter, view: View, seat: int) -> Panel:
    player = view.players[seat]
    held = player.known_game_ends or ()
    parts = {
        "role": paint(_role, player.role) if player.role else "",
        "none": "" if held or player.role else paint(_none),
    }
    for card, at in zip(held, places(len(held), ROOM), strict=True):
        parts[f"card-{card}"] = paint(_card, card, at)
    return Panel("hand", PANELS["hand"], BOX.view_box, paint(_printed), parts)


def _printed(look: Style, deck: Deck) -> str:
    return ground(look, BOX, stroke=look.palette.brass)


def _none(look: Style, deck: Deck) -> str:
    return label(SHAPES["no_secrets"], WIDE / 2, 100, 18, text_anchor="middle", font_style="italic",
                 fill=look.palette.soft)  # fmt: skip


def _role(look: Style, deck: Deck, role: str) -> str:
    colour = look.palette.ox if role == "murderer" else look.palette.good
    return label(tell("role", role=ROLES[role]), 14, 28, 20, font_weight="700", fill=colour)


def _card(look: Style, deck: Deck, name: str, at: At) -> str:
    shown = deck.faces[name]
    face = group(printed_card(look, shown, deck.values), transform=at.transform)
    return face + area(targets.game_end(name), at, card_title(shown, deck.values))
