"""The order of play: which phase handles a position, and which comes next."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.engine import CHANCE, OVER
from branchline.games.nuremberg.rules import (
    auction,
    building,
    profit,
    refusals,
    scoring,
    setup,
    shipping,
    takeover,
)
from branchline.games.nuremberg.rules.board import Setting
from branchline.games.nuremberg.rules.moves import (
    BID,
    BUILD,
    CEDE,
    GOODS,
    KEEP,
    MOVE_COUNT,
    PASS,
    PAY,
    RENT,
    SIGN,
    STOP,
)
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BUILDING,
    DISCS,
    DRAW_GOODS,
    DRAW_ORDER,
    DRAW_PAWNS,
    GAME_END,
    INVESTMENT,
    PROFIT,
    SHIPPING,
    TAKEOVER,
    State,
    new_state,
)


def start(setting: Setting) -> State:
    s = new_state(setting)
    setup.begin_goods(s)
    if s.phase != DRAW_GOODS:
        _begin_phases(s, DRAW_GOODS)
    return s


def legal(s: State) -> vec[i64]:
    """All legal moves, in rising order."""
    return legal_in(s, vec[i64](capacity=32))


def legal_in(s: State, room: vec[i64]) -> vec[i64]:
    """The same in given memory."""
    if s.phase == AUCTION:
        return auction.legal(s, room)
    if s.phase == BUILDING:
        return building.legal(s, room)
    if s.phase == SHIPPING:
        return shipping.legal(s, room)
    if s.phase == TAKEOVER:
        return takeover.legal(s, room)
    if s.active == CHANCE:
        return setup.legal(s, room)
    return room


def weights(s: State) -> vec[i64]:
    return setup.weights(s)


def why_not(s: State, move: i64) -> i64:
    """Why a move of this setting is not legal, as a number of `refusals`; 0 if it is."""
    if s.active == OVER:
        return refusals.GAME_IS_OVER
    if s.active == CHANCE:
        return refusals.ALLOWED if move in legal(s) else refusals.CHANCE_DRAWS
    if GOODS <= move < MOVE_COUNT:
        return refusals.NOT_CHANCE
    if s.phase == AUCTION:
        return auction.why_not(s, move) if BID <= move < PAY else refusals.IS_AUCTION
    if s.phase == BUILDING:
        building_move = move == STOP or PAY <= move < RENT
        return building.why_not(s, move) if building_move else refusals.IS_BUILDING
    if s.phase == SHIPPING:
        shipping_move = move == PASS or PAY <= move < BUILD or RENT <= move < CEDE
        return shipping.why_not(s, move) if shipping_move else refusals.IS_SHIPPING
    takeover_move = KEEP <= move <= SIGN or CEDE <= move < GOODS
    return takeover.why_not(s, move) if takeover_move else refusals.IS_TAKEOVER


def apply(s: State, move: i64) -> None:
    phase = s.phase
    if phase == AUCTION:
        auction.apply(s, move)
    elif phase == BUILDING:
        building.apply(s, move)
    elif phase == SHIPPING:
        shipping.apply(s, move)
    elif phase == TAKEOVER:
        takeover.apply(s, move)
    else:
        setup.apply(s, move)
    if s.phase != phase:
        _begin_phases(s, phase)


def _begin_phases(s: State, phase: i64) -> None:
    """Start the following phases until a player or chance has to move."""
    while s.phase != phase:
        phase = s.phase
        if phase == DRAW_PAWNS:
            setup.begin_pawns(s)
        elif phase == DRAW_ORDER:
            setup.begin_order(s)
        elif phase == INVESTMENT:
            setup.begin_investment(s)
        elif phase == DISCS:
            setup.begin_discs(s)
        elif phase == AUCTION:
            auction.begin(s)
        elif phase == BUILDING:
            building.begin(s)
        elif phase == SHIPPING:
            shipping.begin(s)
        elif phase == PROFIT:
            profit.begin(s)
        elif phase == TAKEOVER:
            takeover.begin(s)
        elif phase == GAME_END:
            scoring.begin(s)
        else:
            takeover.end_round(s)
