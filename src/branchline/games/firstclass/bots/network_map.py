"""Which numbers, moves and cards are the same for a network, whatever modules are played.

Each setting numbers the cards in play differently; a network knows every card of the deck by one fixed number."""

from __future__ import annotations

from functools import cache
from typing import Final

from branchline.core.bot_support import NetworkMap
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.rules import moves
from branchline.games.firstclass.rules.cards import CARDS, SOURCES, Setting
from branchline.games.firstclass.rules.features import FEATURES, PIECES

DECK: Final = 192  # cards of the whole deck: 72, and 24 for each of five modules
TAKEN_BLOCKS: Final = 2


@cache
def _numbers() -> dict[str, int]:
    """The numbers of the built-in deck's cards."""
    deck = deck_file.built_in()
    rows = [*deck.base, *(row for letter in sorted(deck.modules) for row in deck.modules[letter])]
    return {row.id: number for number, row in enumerate(rows)}


def network_map(setting: Setting) -> NetworkMap | None:
    """The map for the built-in deck; None for other decks."""
    numbers, ids = _numbers(), setting.names.cards
    if len(ids) != CARDS or any(card not in numbers for card in ids) or len(numbers) != DECK:
        return None
    cards = [numbers[card] for card in ids]
    sources = [*cards, *range(DECK, DECK + int(SOURCES - CARDS))]
    return NetworkMap(
        columns=_columns(cards, sources),
        moves=_moves(cards, sources),
        things=[*cards, *(DECK + card for card in cards)],
    )


def _columns(cards: list[int], sources: list[int]) -> list[int]:
    found = list(range(FEATURES))
    at, free = 0, int(FEATURES)
    for name, size in PIECES:
        if name == "market":
            _rename(found, at, cards, free)
        elif name == "taken":
            for block in range(TAKEN_BLOCKS):
                _rename(found, at + block * int(CARDS), cards, free + DECK * (1 + block))
        elif name == "own":
            _rename(found, at + size - int(SOURCES), sources, free + DECK * (1 + TAKEN_BLOCKS))
        at += size
    return found


def _moves(cards: list[int], sources: list[int]) -> list[int]:
    found = list(range(moves.MOVE_COUNT))
    free = len(found)
    _rename(found, int(moves.complete(0)), cards, free)
    _rename(found, int(moves.do(0)), sources, free + DECK)
    return found


def _rename(found: list[int], at: int, numbers: list[int], base: int) -> None:
    for place, number in enumerate(numbers):
        found[at + place] = base + number
