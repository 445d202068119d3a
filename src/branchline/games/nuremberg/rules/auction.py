"""N5 and N6: the auction for influence, and the orders it makes."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.nuremberg.rules import refusals
from branchline.games.nuremberg.rules.board import BROWN, NOWHERE, WHITE
from branchline.games.nuremberg.rules.moves import bid, bid_box, bid_cubes
from branchline.games.nuremberg.rules.state import (
    BID_CUBES,
    BOX_DISC,
    BUILDING,
    BUILDING_ORDER,
    GENERAL,
    NOBODY,
    STOCK,
    TRAIN_ORDER,
    State,
    begin_turn,
    gain,
    put_order,
    standing,
)


def begin(s: State) -> None:
    _next_bidder(s, 0)


def legal(s: State, found: vec[i64]) -> vec[i64]:
    seat = s.active
    held = s.cubes[seat]
    box: i64
    move: i64
    for box in range(s.setting.boxes):
        if s.boxes[box] != seat:  # N5.6
            for move in range(bid(box, least_bid(s, box)), bid(box, held) + 1):
                found = append(found, move)
    return found


def least_bid(s: State, box: i64) -> i64:
    """N5.2: at least the row's minimum, and more than the standing bid."""
    return max(s.setting.box_minimum[box], s.boxes[BID_CUBES + box] + 1)


def why_not(s: State, move: i64) -> i64:
    box = bid_box(move)
    cubes = bid_cubes(move)
    if s.boxes[box] == s.active:
        return refusals.OWN_BID
    if cubes < s.setting.box_minimum[box]:
        return refusals.BELOW_MINIMUM
    if cubes <= s.boxes[BID_CUBES + box]:
        return refusals.NOT_MORE
    if cubes > s.cubes[s.active]:
        return refusals.TOO_FEW_CUBES
    return refusals.ALLOWED


def apply(s: State, move: i64) -> None:
    box = bid_box(move)
    cubes = bid_cubes(move)
    seat = s.active
    outbid = s.boxes[box]
    if outbid != NOBODY:
        s.cubes[outbid] += s.boxes[BID_CUBES + box]  # N5.3
    s.cubes[seat] -= cubes
    s.boxes[BID_CUBES + box] = cubes
    s.boxes[box] = seat
    _next_bidder(s, s.cursor + 1)  # N5.1: the bidder's successor, not the outbid player


def _next_bidder(s: State, place: i64) -> None:
    """The first player who may bid, from an index in the general order; none: the auction ends (N5.5)."""
    players = s.setting.players
    tries: i64
    for tries in range(players):
        at = (place + tries) % players
        if _may_bid(s, s.orders[GENERAL + at]):
            s.cursor = at
            begin_turn(s, s.orders[GENERAL + at])
            return
    _resolve(s)
    s.phase = BUILDING


def _may_bid(s: State, seat: i64) -> bool:
    """N5.1, N5.4: fewer than two standing bids, and cubes for another."""
    boxes = s.boxes
    held = s.cubes[seat]
    standing_bids: i64 = 0
    affordable = False
    box: i64
    for box in range(s.setting.boxes):
        if boxes[box] == seat:
            standing_bids += 1
        elif not affordable and least_bid(s, box) <= held:
            affordable = True
    return affordable and standing_bids < 2


def _resolve(s: State) -> None:
    """N5.7: box by box; then N6.1: both orders hold for the round, whatever is spent later."""
    box: i64
    colour: i64
    for box in range(s.setting.boxes):
        winner = s.boxes[box]
        if winner != NOBODY:
            for colour in range(4):
                gain(s, winner, colour, points(s, box, colour))
            s.cubes[STOCK + winner] += s.boxes[BID_CUBES + box]
            s.boxes[BID_CUBES + box] = 0
            s.boxes[box] = NOBODY
    put_order(s, BUILDING_ORDER, standing(s, WHITE))
    put_order(s, TRAIN_ORDER, standing(s, BROWN))


def points(s: State, box: i64, colour: i64) -> i64:
    """N4.1: what a box gives of a colour, its disc included."""
    printed = s.setting.box_points[box * 4 + colour]
    return (
        printed + 1 if s.boxes[BOX_DISC + box] != NOWHERE and s.boxes[BOX_DISC + box] == colour else printed
    )
