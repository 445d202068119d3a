"""What only one player knows: their role and game-end cards."""

from __future__ import annotations

from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.markup import group, label
from branchline.drawing.place import Place
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.card import card_title
from branchline.games.firstclass.drawing.cards.card import printed as printed_card
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.frames import H
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels.contracts import At, places
from branchline.games.firstclass.text.captions import SHAPES
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import ROLES, tell
from branchline.games.firstclass.views.view import View

HEAD: Final = 34.0  # with module C the role is above the cards


def _box(roles: bool) -> Place:
    return Place(0, 0, WIDE, 164 + (HEAD if roles else 0))


def _room(roles: bool) -> Place:
    """A game-end card has no progress bar, so that room becomes the lower margin."""
    return Place(12, 12 + (HEAD if roles else 0), WIDE - 24, 156)


def panel(paint: Painter, view: View, seat: int) -> Panel:
    player = view.players[seat]
    roles = paint.in_play(view.options.modules).evidence
    held = player.known_game_ends or ()
    parts = {
        "role": paint(_role, player.role) if player.role else "",
        "none": "" if held or player.role else paint(_none),
    }
    for number, at in enumerate(places(len(held), _room(roles))):
        parts[f"card-{number + 1}"] = paint(_card, held[number], at)
    return Panel("hand", PANELS["hand"], _box(roles).view_box, paint(_printed, roles), parts)


def _printed(look: Style, deck: Deck, roles: bool) -> str:
    return ground(look, _box(roles))


def _none(look: Style, deck: Deck) -> str:
    return label(SHAPES["no_secrets"], WIDE / 2, 88, 18, text_anchor="middle", font_style="italic",
                 fill=look.palette.soft)  # fmt: skip


def _role(look: Style, deck: Deck, role: str) -> str:
    colour = look.palette.ox if role == "murderer" else look.palette.good
    return label(tell("role", role=ROLES[role]), 14, 28, 20, font_weight="700", fill=colour)


def _card(look: Style, deck: Deck, name: str, at: At) -> str:
    shown = deck.faces[name]
    face = group(printed_card(look, shown, deck.values), transform=at.transform)
    place = Place(at.x, at.y, at.w, H * at.scale)
    return face + area(targets.game_end(name), place, card_title(shown, deck.values), rx=8)
