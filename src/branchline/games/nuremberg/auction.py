"""N5 and N6: the auction for influence, and the orders it makes."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.games.nuremberg import reasons
from branchline.games.nuremberg.board import BROWN, NOWHERE, WHITE
from branchline.games.nuremberg.moves import BID
from branchline.games.nuremberg.state import BUILDING, NOBODY, State, begin_turn, gain, standing


def begin(s: State) -> None:
    _next_bidder(s, 0)


def legal(s: State, found: vec[i64]) -> vec[i64]:
    seat = s.active
    held = s.held[seat]
    box: i64
    cubes: i64
    for box in range(s.setting.boxes):
        if s.bid_seat[box] != seat:  # N5.6
            for cubes in range(least_bid(s, box), held + 1):
                found = append(found, BID + box * 16 + cubes)
    return found


def least_bid(s: State, box: i64) -> i64:
    """N5.2: at least the row's minimum, and more than the bid standing there."""
    least = s.setting.box_minimum[box]
    return s.bid_cubes[box] + 1 if s.bid_cubes[box] >= least else least


def why_not(s: State, move: i64) -> i64:
    box = (move - BID) // 16
    cubes = (move - BID) % 16
    if s.bid_seat[box] == s.active:
        return reasons.OWN_BID
    if cubes < s.setting.box_minimum[box]:
        return reasons.BELOW_MINIMUM
    if cubes <= s.bid_cubes[box]:
        return reasons.NOT_MORE
    if cubes > s.held[s.active]:
        return reasons.TOO_FEW_CUBES
    return reasons.ALLOWED


def apply(s: State, move: i64) -> None:
    box = (move - BID) // 16
    cubes = (move - BID) % 16
    seat = s.active
    outbid = s.bid_seat[box]
    if outbid != NOBODY:
        s.held[outbid] += s.bid_cubes[box]  # N5.3
    s.held[seat] -= cubes
    s.bid_cubes[box] = cubes
    s.bid_seat[box] = seat
    _next_bidder(s, s.cursor + 1)  # N5.1: the bidder's successor, not the outbid player


def _next_bidder(s: State, place: i64) -> None:
    """The first player from a place in the general order on who may bid; none: the auction ends (N5.5)."""
    players = s.setting.players
    tries: i64
    for tries in range(players):
        at = (place + tries) % players
        if _may_bid(s, s.general[at]):
            s.cursor = at
            begin_turn(s, s.general[at])
            return
    _resolve(s)
    s.phase = BUILDING


def _may_bid(s: State, seat: i64) -> bool:
    """N5.1, N5.4: fewer than two standing bids, and cubes for another."""
    standing_bids: i64 = 0
    affordable = False
    box: i64
    for box in range(s.setting.boxes):
        if s.bid_seat[box] == seat:
            standing_bids += 1
        elif least_bid(s, box) <= s.held[seat]:
            affordable = True
    return affordable and standing_bids < 2


def _resolve(s: State) -> None:
    """N5.7: box by box; then N6.1: both orders hold for the round, whatever is spent later."""
    box: i64
    colour: i64
    for box in range(s.setting.boxes):
        winner = s.bid_seat[box]
        if winner != NOBODY:
            for colour in range(4):
                gain(s, winner, colour, points(s, box, colour))
            s.stock[winner] += s.bid_cubes[box]
            s.bid_cubes[box] = 0
            s.bid_seat[box] = NOBODY
    s.building_order = standing(s, WHITE)
    s.train_order = standing(s, BROWN)


def points(s: State, box: i64, colour: i64) -> i64:
    """N4.1: what a box gives of a colour, its disc included."""
    printed = s.setting.box_points[box * 4 + colour]
    return printed + 1 if s.disc[box] != NOWHERE and s.disc[box] == colour else printed
