"""The picture in words, for those who hear it."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.drawing.words import counted
from branchline.games.firstclass.drawing.board import told
from branchline.games.firstclass.drawing.market import can_give
from branchline.games.firstclass.drawing.table import whose_turn
from branchline.games.firstclass.drawing.words import TITLES, WORDS, say
from branchline.games.firstclass.views.view import View


def heading(view: View) -> str:
    return f"{WORDS['game']}: {say('modules', modules=WORDS['and'].join(sorted(view.options.modules)))}"


def description(view: View, names: Sequence[str]) -> str:
    """Round, whose turn, the rows of the market, and each player's main figures."""
    said = [say("round", round=view.round), whose_turn(view, names)]
    said += [
        counted(TITLES["row"], can_give(view, row), row=row + 1)
        for row, cards in enumerate(view.market)
        if any(cards)
    ]
    said += [told(view, player, names[player.seat]) for player in view.players]
    return ". ".join(said) + "."
