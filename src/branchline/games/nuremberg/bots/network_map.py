"""Which numbers and moves are the same for a network on both boards: all except those of the map and the boxes."""

from __future__ import annotations

from typing import Final

from branchline.core.bot_support import NetworkMap
from branchline.games.nuremberg.data.map_file import BOARDS
from branchline.games.nuremberg.rules import moves
from branchline.games.nuremberg.rules.features import FEATURES, PIECES

PRINTED: Final = ("boxes", "trains", "links", "plots")  # pieces that a board has of its own


def network_map(board: str) -> NetworkMap | None:
    """The map for a built-in board; None for other boards."""
    if board not in BOARDS:
        return None
    other = BOARDS.index(board)
    columns, at = list(range(FEATURES)), 0
    for name, size in PIECES:
        if name in PRINTED:
            columns[at : at + size] = [column + other * int(FEATURES) for column in range(at, at + size)]
        at += size
    numbers = range(moves.MOVE_COUNT)
    everywhere = {*range(moves.BID), *range(moves.PAY, moves.BUILD)}
    found = [move if move in everywhere else move + other * len(numbers) for move in numbers]
    return NetworkMap(columns=columns, moves=found, things=[])
