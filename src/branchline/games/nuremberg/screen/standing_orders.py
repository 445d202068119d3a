"""Standing orders of this game: `branchline.core.orders` says what each function promises.

Orders end with the phase in which they are given. Passing in shipping is final for the round (N9.1), so an order to
pass acts once. In the auction nobody can pass (N5.4): an order makes the lowest legal bid on one box, up to a limit;
above it, the player decides again.
"""

from __future__ import annotations

from typing import Final

from branchline.core.orders import Standing
from branchline.games.nuremberg.rules import auction, phases
from branchline.games.nuremberg.rules.moves import LOAD, PASS, SHIP, bid
from branchline.games.nuremberg.rules.state import AUCTION, BID_CUBES, SHIPPING, State
from branchline.games.nuremberg.text.sentences import box_name
from branchline.languages import Words

WORDS: Final = Words(
    {
        "pass": "Pass as soon as it is my turn in this shipping phase",
        "idle": "Pass as soon as I can't ship anything in this shipping phase",
        "bid": "{box}: bid the minimum needed",
    }
)


def offered(s: State, seat: int) -> list[Standing]:
    """`pass`; `idle`, to pass when nothing can be shipped; `bid` on a box, limited by the seat's cubes."""
    if s.phase == SHIPPING and not s.passed >> seat & 1:
        return [Standing(kind, round=int(s.round)) for kind in ("pass", "idle")]
    if s.phase == AUCTION:
        bids = sum(int(s.boxes[BID_CUBES + box]) for box in range(s.setting.boxes) if s.boxes[box] == seat)
        most = int(s.cubes[seat]) + bids
        return [Standing("bid", box, most, int(s.round)) for box in s.setting.names.boxes]
    return []


def words(s: State, order: Standing) -> str:
    return WORDS[order.kind].format(box=box_name(order.what) if order.what else "")


def over(s: State, order: Standing) -> bool:
    return s.round != order.round or s.phase != (AUCTION if order.kind == "bid" else SHIPPING)


def lapsed(s: State, seat: int, order: Standing) -> bool:
    """The box costs more than the limit."""
    if order.kind != "bid" or s.boxes[_box(s, order)] == seat:
        return False
    return int(auction.least_bid(s, _box(s, order))) > order.most


def move(s: State, order: Standing) -> str | None:
    legal = {int(found) for found in phases.legal(s)}
    if order.kind == "bid":
        box = _box(s, order)
        least = int(auction.least_bid(s, box))
        can = bid(box, least) in legal and least <= order.most
        return f"bid {box_name(order.what)} {least}" if can else None
    can_ship = any(SHIP <= found < LOAD for found in legal)
    return "pass" if PASS in legal and not (order.kind == "idle" and can_ship) else None


def _box(s: State, order: Standing) -> int:
    return list(s.setting.names.boxes).index(order.what)
