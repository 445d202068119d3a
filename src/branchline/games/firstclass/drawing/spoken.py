"""A card's title, for those who hear the picture."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.firstclass.drawing.card import Face
from branchline.games.firstclass.drawing.words import STATUS, tell
from branchline.games.firstclass.text.card_text import card, game_end, headed


def card_title(shown: Face, values: Sequence[int]) -> str:
    """Its name, what it does, whether it is as printed."""
    if shown.stage:
        said = [tell("card", card=shown.id, stage=shown.stage), card(shown.card, values)]
    else:
        said = [shown.id, headed("game_end", game_end(shown.card.box, shown.terms, values))]
    if STATUS[shown.status]:
        said.append(f"({STATUS[shown.status]})")
    return f"{said[0]}: {' '.join(said[1:])}"
