"""A player's progress with a contract, counted with the cards that the drawing has parsed."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.firstclass.data.codes import Card, Measure, Requirement
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.views import progress
from branchline.games.firstclass.views.view import Player


class _Cards:
    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    @property
    def values(self) -> Sequence[int]:
        return self.deck.values

    def read(self, name: str) -> Card:
        return self.deck.faces[name].card


def measured(player: Player, measure: Measure, deck: Deck) -> int:
    return progress.measured(player, measure, _Cards(deck))


def steps(player: Player, requirement: Requirement, deck: Deck) -> list[tuple[int, int]]:
    return progress.steps(player, requirement, _Cards(deck))
