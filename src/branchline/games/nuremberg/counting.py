"""Every piece is somewhere: what the box holds against what lies on the table (N1.2, N1.3)."""

from __future__ import annotations

from branchline.games.nuremberg.state import COMPANY, CUBES, State

_PAWNS = ("red passengers", "green passengers", "landlords")
_COLOURS = ("white", "brown", "red", "green")


def miscount(s: State) -> str | None:
    """Pieces that appeared or vanished, in words; None while all are accounted for."""
    for what, found, expected in _counts(s):
        if found != expected:
            return f"{found} {what} where there are {expected}"
    return None


def _counts(s: State) -> list[tuple[str, int, int]]:
    setting, board = s.setting, s.setting.board
    counts: list[tuple[str, int, int]] = []
    for seat in range(setting.players):
        bids = sum(cubes for cubes, bidder in zip(s.bid_cubes, s.bid_seat, strict=True) if bidder == seat)
        counts.append((f"cubes of seat {seat}", s.held[seat] + s.stock[seat] + bids, CUBES))
        laid = sum(owner == seat for owner in s.owner)
        counts.append((f"links of seat {seat}", laid, s.links[seat]))
    for company in range(2):
        laid = sum(owner == COMPANY + company for owner in s.owner)
        counts.append((f"links of company {company}", laid, s.company_links[company]))
    for kind, word in enumerate(("yellow cubes", "grey cubes")):
        on_board = sum(int(n) for n, printed in zip(s.goods, board.goods, strict=True) if printed == kind)
        counts.append((word, s.bag_goods[kind] + on_board + _shipped(s, kind) + s.removed[kind], 60))
    for pawn, word in enumerate(_PAWNS):
        on_board = sum(int(s.pawns[plot * 3 + pawn]) for plot in range(board.plots))
        shipped = _shipped(s, pawn + 2) if pawn < 2 else 0
        counts.append((word, s.bag_pawns[pawn] + on_board + shipped + s.removed[pawn + 2], 25))
    for colour, word in enumerate(_COLOURS):
        on_boxes = sum(disc == colour for disc in s.disc)
        counts.append((f"{word} discs", s.bag_discs[colour] + on_boxes, setting.discs[colour]))
    return counts


def _shipped(s: State, kind: int) -> int:
    return sum(s.shipped[seat * 4 + kind] + s.kept[seat * 4 + kind] for seat in range(s.setting.players))
