"""No piece is ever lost: the pieces on the table against those in the box (N1.2, N1.3)."""

from __future__ import annotations

from branchline.core.pieces import Count
from branchline.games.nuremberg.rules.state import (
    BID_CUBES,
    BOX_DISC,
    COMPANY,
    CUBES,
    DISC_BAG,
    GOODS_BAG,
    KEPT,
    PAWN_BAG,
    REMOVED,
    STOCK,
    State,
)

_PAWNS = ("red passengers", "green passengers", "landlords")
_COLOURS = ("white", "brown", "red", "green")


def counts(s: State) -> list[Count]:
    setting, board = s.setting, s.setting.board
    found: list[Count] = []
    for seat in range(setting.players):
        bids = sum(s.boxes[BID_CUBES + box] for box in range(s.setting.boxes) if s.boxes[box] == seat)
        found.append((f"cubes of seat {seat}", s.cubes[seat] + s.cubes[STOCK + seat] + bids, CUBES))
        laid = sum(owner == seat for owner in s.owner)
        found.append((f"links of seat {seat}", laid, s.links[seat]))
    for company in range(2):
        laid = sum(owner == COMPANY + company for owner in s.owner)
        found.append((f"links of company {company}", laid, s.links[COMPANY + company]))
    for kind, word in enumerate(("yellow cubes", "grey cubes")):
        on_board = sum(int(n) for n, printed in zip(s.goods, board.goods, strict=True) if printed == kind)
        found.append(
            (word, s.bags[GOODS_BAG + kind] + on_board + _shipped(s, kind) + s.bags[REMOVED + kind], 60)
        )
    for pawn, word in enumerate(_PAWNS):
        on_board = sum(int(s.pawns[plot * 3 + pawn]) for plot in range(board.plots))
        shipped = _shipped(s, pawn + 2) if pawn < 2 else 0
        found.append((word, s.bags[PAWN_BAG + pawn] + on_board + shipped + s.bags[REMOVED + pawn + 2], 25))
    for colour, word in enumerate(_COLOURS):
        on_boxes = sum(disc == colour for disc in s.boxes[BOX_DISC:])
        found.append((f"{word} discs", s.bags[DISC_BAG + colour] + on_boxes, setting.discs[colour]))
    return found


def _shipped(s: State, kind: int) -> int:
    return sum(
        s.shipped[seat * 4 + kind] + s.shipped[KEPT + seat * 4 + kind] for seat in range(s.setting.players)
    )
