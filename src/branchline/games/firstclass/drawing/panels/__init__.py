"""The table as panels: separate pictures in small named parts, so that a move sends only what it changed. Their
shapes are defined once for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.emblems import emblem
from branchline.drawing.markup import joined
from branchline.games.firstclass.drawing.cards import frames, icons
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.painter import painter
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels import (
    coins,
    contracts,
    hand,
    legend,
    market,
    other,
    rounds,
    route,
    supply,
    tickets,
    trains,
)
from branchline.games.firstclass.views.view import View


def definitions(view: View, theme: Theme) -> str:
    return painter(view, theme)(_definitions)


def _definitions(look: Style, deck: Deck) -> str:
    return joined([
        icons.definitions(look),
        frames.definitions(look),
        *(emblem(look, seat) for seat in range(4)),
    ])  # fmt: skip


def panels(view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
    """The viewer's board is the large one; a spectator's is the first player's."""
    paint = painter(view, theme)
    seat = 0 if view.seat is None else view.seat
    count = len(view.players)
    others = [(seat + i) % count for i in range(1, count)]
    return [
        market.panel(paint, view, names),
        tickets.panel(paint, view, names),
        trains.panel(paint, view, seat),
        route.panel(paint, view, seat),
        coins.panel(paint, view, seat, names[seat]),
        contracts.panel(paint, view, seat),
        *([hand.panel(paint, view, seat)] if view.seat is not None else []),
        supply.panel(paint, view),
        rounds.panel(paint, view),
        *(other.panel(paint, view, one, names[one]) for one in others),
        legend.panel(paint),
    ]
