"""N2 to N4: the draws of the setup, the investment, and the discs of each round. All of it is chance."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE
from branchline.games.nuremberg.rules import moves
from branchline.games.nuremberg.rules.board import NOWHERE, RED_PASSENGER
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BOX_DISC,
    DISC_BAG,
    DISCS,
    DRAW_GOODS,
    DRAW_ORDER,
    DRAW_PAWNS,
    GENERAL,
    GOODS_BAG,
    INVESTMENT,
    PAWN_BAG,
    REMOVED,
    STACKS,
    STOCK,
    State,
)


def begin_goods(s: State) -> None:
    """N2.1: two cubes for every plot with a goods symbol, in the order of the map file."""
    s.active = CHANCE
    s.cursor = 0
    if len(s.setting.board.goods_plots) == 0:
        s.phase = DRAW_PAWNS


def begin_pawns(s: State) -> None:
    """N2.2: the fixed passengers are placed first, then the drawn pawns."""
    board = s.setting.board
    s.active = CHANCE
    s.cursor = 0
    plot: i64 = 0
    while plot < board.plots:
        if board.fixed[plot] != NOWHERE:
            colour = board.fixed[plot] - RED_PASSENGER
            s.pawns[plot * 3 + colour] += 1
            s.stale |= bit(plot)
            s.bags[PAWN_BAG + colour] -= 1
        plot += 1
    if len(board.pawn_draws) == 0:
        s.phase = DRAW_ORDER


def begin_order(s: State) -> None:
    """N2.6"""
    s.active = CHANCE
    s.cursor = 0


def begin_investment(s: State) -> None:
    """N3.1: 12 cubes from the stock, or all that are there; N1.2 keeps it at 15 in all."""
    seat: i64 = 0
    while seat < s.setting.players:
        taken = min(s.cubes[STOCK + seat], 12)
        s.cubes[STOCK + seat] -= taken
        s.cubes[seat] += taken
        seat += 1
    s.phase = DISCS


def begin_discs(s: State) -> None:
    """N4.1"""
    s.active = CHANCE
    s.cursor = 0


def legal(s: State, found: vec[i64]) -> vec[i64]:
    """The possible results of the next draw."""
    result: i64
    for result in range(_results(s)):
        if _chances(s, result) > 0:
            found = append(found, _draw_of(s, result))
    return found


def weights(s: State) -> vec[i64]:
    found = vec[i64]()
    result: i64
    for result in range(_results(s)):
        if _chances(s, result) > 0:
            found = append(found, _chances(s, result))
    return found


def tickets(s: State) -> i64:
    """The sum of all weights."""
    if s.phase == DRAW_ORDER:
        return s.setting.players - s.cursor
    found: i64 = 0
    piece: i64
    for piece in range(_bag(s), _bag(s) + _results(s)):
        found += s.bags[piece]
    return found


def drawn(s: State, ticket: i64) -> i64:
    """The result that a ticket stands for."""
    result: i64 = 0
    chances = _chances(s, 0)
    while ticket >= chances:
        ticket -= chances
        result += 1
        chances = _chances(s, result)
    return _draw_of(s, result)


def _results(s: State) -> i64:
    if s.phase == DRAW_GOODS:
        return 2
    return 3 if s.phase == DRAW_PAWNS else 4 if s.phase == DISCS else s.setting.players


def _chances(s: State, result: i64) -> i64:
    """Each result is as likely as the number of its pieces in the bag."""
    if s.phase == DRAW_ORDER:
        return 0 if _is_placed(s, result) else 1
    return s.bags[_bag(s) + result]


def apply(s: State, move: i64) -> None:
    if s.phase == DRAW_GOODS:
        _draw_goods(s, moves.goods_kind(move))
    elif s.phase == DRAW_PAWNS:
        _draw_pawn(s, moves.pawn_colour(move))
    elif s.phase == DRAW_ORDER:
        _draw_seat(s, moves.seat_number(move))
    else:
        _draw_disc(s, moves.disc_colour(move))


def _bag(s: State) -> i64:
    """Where the bag of the draw starts in `bags`."""
    if s.phase == DRAW_GOODS:
        return GOODS_BAG
    return PAWN_BAG if s.phase == DRAW_PAWNS else DISC_BAG


def _draw_of(s: State, result: i64) -> i64:
    if s.phase == DRAW_GOODS:
        return moves.goods(result)
    if s.phase == DRAW_ORDER:
        return moves.seat(result)
    return moves.pawn(result) if s.phase == DRAW_PAWNS else moves.disc(result)


def _is_placed(s: State, seat: i64) -> bool:
    place: i64
    for place in range(s.cursor):
        if s.orders[GENERAL + place] == seat:
            return True
    return False


def _draw_goods(s: State, kind: i64) -> None:
    """N2.1: a cube of the plot's colour stays, another leaves the game."""
    board = s.setting.board
    plot = board.goods_plots[s.cursor // 2]
    s.bags[GOODS_BAG + kind] -= 1
    if board.goods[plot] == kind:
        s.goods[plot] += 1
        s.stale |= bit(plot)
    else:
        s.bags[REMOVED + kind] += 1
    s.cursor += 1
    if s.cursor == 2 * len(board.goods_plots):
        s.phase = DRAW_PAWNS


def _draw_pawn(s: State, colour: i64) -> None:
    """N2.2: white pawns are landlords."""
    board = s.setting.board
    s.bags[PAWN_BAG + colour] -= 1
    plot = board.pawn_draws[s.cursor]
    s.pawns[plot * 3 + colour] += 1
    s.stale |= bit(plot)
    s.cursor += 1
    if s.cursor == len(board.pawn_draws):
        s.phase = DRAW_ORDER


def _draw_seat(s: State, seat: i64) -> None:
    """N2.6: the remaining player is last without a draw."""
    s.orders[GENERAL + s.cursor] = seat
    s.cursor += 1
    if s.cursor == s.setting.players - 1:
        last: i64 = 0
        while _is_placed(s, last):
            last += 1
        s.orders[GENERAL + s.cursor] = last
        _place_markers(s)
        s.phase = INVESTMENT


def _place_markers(s: State) -> None:
    """N2.6: the first player lies on top of every stack, then the second, and so on."""
    place: i64
    track: i64
    colour: i64
    for place in range(s.setting.players):
        seat = s.orders[GENERAL + place]
        for track in range(5):
            s.orders[STACKS + track * 4 + place] = seat
        for colour in range(4):
            s.influence[seat * 4 + colour] = s.setting.starting_influence[colour]


def _draw_disc(s: State, colour: i64) -> None:
    s.bags[DISC_BAG + colour] -= 1
    s.boxes[BOX_DISC + s.cursor] = colour
    s.cursor += 1
    if s.cursor == s.setting.boxes:
        s.phase = AUCTION


def return_discs(s: State) -> None:
    """N13.1"""
    box: i64
    for box in range(s.setting.boxes):
        s.bags[DISC_BAG + s.boxes[BOX_DISC + box]] += 1
        s.boxes[BOX_DISC + box] = NOWHERE
