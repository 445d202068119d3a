"""The table as a picture: `svg` for all of it, `static_layer` and `changing_layer` for its two halves, `board_layer`
for one player's board, `card_svg` for one card, `legend_svg` for what the marks say.

A page draws the static layer once and replaces the changing layer after each move. The changing layer uses shapes
that the static one defines, so both belong to the same deck and theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from branchline.core.protocols import Theme
from branchline.drawing.emblems import emblem
from branchline.drawing.markup import element, group, joined, plain, title
from branchline.drawing.picture import picture
from branchline.drawing.sheet import Place
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.deck_file import CardRow, DeckFile, GameEndRow
from branchline.games.firstclass.drawing import (
    board,
    card,
    decks,
    description,
    frames,
    icons,
    market,
    small_board,
    supply,
    table,
)
from branchline.games.firstclass.drawing.legend import legend_svg
from branchline.games.firstclass.drawing.palette import style
from branchline.games.firstclass.drawing.sheet import BOARD, PLACES, WHOLE
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.views.view import View
from branchline.languages import language

__all__ = [
    "BOARD", "PLACES", "WHOLE", "Place", "board_layer", "card_layer", "card_svg", "changing_layer", "legend_svg",
    "static_layer", "svg",
]  # fmt: skip


def svg(view: View, names: Sequence[str], theme: Theme) -> str:
    """The whole table as a picture that stands alone."""
    return picture(
        WHOLE,
        title(description.heading(view)),
        element("desc", plain(description.description(view, names))),
        static_layer(view.deck, theme),
        changing_layer(view, names, theme),
    )


def static_layer(source: DeckFile, theme: Theme) -> str:
    """What no move changes: the sheet, the printed boards, and the shapes that the changing layer uses."""
    return _static_layer(msgspec.json.encode(source), theme, language())


@lru_cache(maxsize=16)
def _static_layer(encoded: bytes, theme: Theme, language: str) -> str:
    source = msgspec.json.decode(encoded, type=DeckFile)
    look, deck = style(theme), decks.read(source)
    return group(
        element(
            "defs",
            icons.definitions(look),
            frames.definitions(look),
            joined(emblem(look, seat) for seat in range(4)),
            table.definitions(look),
            board.definitions(look, deck),
            small_board.definitions(look),
        ),
        table.sheet(look, source),
        market.printed(look),
        supply.printed(look),
        data_layer="static",
    )


def changing_layer(view: View, names: Sequence[str], theme: Theme) -> str:
    """What moves change: cards, cars, coins, conductors, locomotives, tickets."""
    look, deck = style(theme), decks.deck(view)
    return group(
        table.header(view, names, look),
        market.market(view, names, look, deck),
        supply.supply(view, look, deck),
        table.boards(view, names, look, deck),
        data_layer="changing",
    )


def board_layer(view: View, seat: int, names: Sequence[str], theme: Theme) -> str:
    """One player's board, large, at the origin (`BOARD` is its size); uses the shapes of the static layer."""
    return board.board(view, view.players[seat], names[seat], style(theme), decks.deck(view), "")


def card_layer(row: CardRow | GameEndRow, theme: Theme, values: Sequence[int] | None = None) -> str:
    """One card at the origin, 100 by 140; uses the shapes of the static layer. `values` are those of the cars."""
    found = tuple(values or deck_file.built_in().car_values)
    shown = card.face(row, found)
    return group(
        title(card_title(shown, found)), card.printed(style(theme), shown, found), data_card=shown.id
    )


def card_svg(row: CardRow | GameEndRow, theme: Theme, values: Sequence[int] | None = None) -> str:
    """One card as a picture that stands alone, with just the shapes it uses."""
    look = style(theme)
    drawn = card_layer(row, theme, values)
    stage = row.stage if isinstance(row, CardRow) else frames.GAME_END
    return picture(
        Place(0, 0, frames.W, frames.H),
        element("defs", icons.definitions(look, icons.used(look, drawn)), frames.frame(look, stage)),
        drawn,
    )
