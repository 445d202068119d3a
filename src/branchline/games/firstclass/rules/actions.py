"""F4: chains. What a player may do between actions, which actions wait, and who acts out of turn."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE
from branchline.games.firstclass.rules import coins, contracts, effects, market, refusals, route, scoring
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.cards import COLUMNS, FROM_GAME_END, FROM_MAIL
from branchline.games.firstclass.rules.modules import d, e
from branchline.games.firstclass.rules.state import (
    NO_DRAW,
    NOTHING,
    SCORING,
    TURNS,
    State,
    actor,
    drop_waiting,
    postcard,
    remove_waiting,
    waiting_entry,
    waiting_place,
)

# Waiting actions (F4.2)


def waiting_box(s: State, seat: i64, source: i64) -> i64:
    """The action that a source brings."""
    if source >= FROM_GAME_END:
        return s.setting.game_end_now[source - FROM_GAME_END]
    if source >= FROM_MAIL:
        return s.setting.mail_box[source - FROM_MAIL]
    if s.setting.contract_need[source] != NOTHING:
        return s.setting.contract_reward[source]
    return d.box_of(s, seat, source)


def _can_do(s: State, seat: i64, entry: i64) -> bool:
    """Whether a waiting action would do anything now."""
    return entry % 64 > 0 and effects.can_do(s, seat, waiting_box(s, seat, entry // 64 % 256))


def add_waiting(s: State, seat: i64, found: vec[i64]) -> vec[i64]:
    """The waiting actions of a seat that can do something."""
    place: i64
    for place in range(s.waits):
        entry = i64(s.waiting[place])
        if entry // 16384 == seat and _can_do(s, seat, entry):
            found = append(found, m.do(entry // 64 % 256))
    if s.setting.has_gaps:
        for place in range(2 * e.GAPS):
            if e.why_no_upgrade(s, seat, place // 2, place % 2) == refusals.ALLOWED:
                found = append(found, m.mechanic(place // 2, place % 2))
    return found


def something_waits(s: State, seat: i64) -> bool:
    return len(add_waiting(s, seat, vec[i64]())) > 0


def why_not_waiting(s: State, seat: i64, move: i64) -> i64:
    if move >= m.MECHANIC:
        return e.why_no_upgrade(s, seat, m.mechanic_gap(move), m.mechanic_train(move))
    place = waiting_place(s, seat, m.do_source(move))
    if place == NOTHING:
        return refusals.NOT_WAITING
    return refusals.ALLOWED if _can_do(s, seat, waiting_entry(s, place)) else refusals.CAN_DO_NOTHING


def _do_waiting(s: State, seat: i64, move: i64) -> None:
    if move >= m.MECHANIC:
        e.upgrade(s, seat, m.mechanic_gap(move), m.mechanic_train(move))
        return
    source = m.do_source(move)
    place = waiting_place(s, seat, source)
    times = waiting_entry(s, place) % 64
    remove_waiting(s, place)
    effects.begin(s, waiting_box(s, seat, source), times, NOTHING)


# Between actions (F4.3)


def legal(s: State, found: vec[i64]) -> vec[i64]:
    """All legal moves of a turn or a player's scoring, in rising order."""
    if s.box != NOTHING:
        return effects.steps(s, found)
    if s.out > 0:
        return add_waiting(s, actor(s), found)
    if why_not_end(s) == refusals.ALLOWED:
        found = append(found, m.END)
    if s.phase == TURNS and s.done == 0:
        if s.tile == 1:
            found = append(found, m.TILE)
        found = market.add_moves(s, found)
    elif s.phase == SCORING and route.next_clock(s) != NOTHING:
        found = append(found, m.CLOCK)
    column: i64
    for column in range(COLUMNS):
        if why_no_spending(s, column) == refusals.ALLOWED:
            found = append(found, m.spend(column))
    found = contracts.add_moves(s, coins.add_purchases(s, found))
    return add_waiting(s, s.seat, found)


def why_not_end(s: State) -> i64:
    """F4.2: every waiting action that can be done must be done before the turn or the player's scoring ends."""
    if s.phase == TURNS and s.done == 0:
        return refusals.MAIN_STEP_FIRST
    if s.phase == SCORING and route.next_clock(s) != NOTHING:
        return refusals.CLOCK_FIRST
    return refusals.STILL_WAITING if something_waits(s, s.seat) else refusals.ALLOWED


def why_no_spending(s: State, column: i64) -> i64:
    """F8.1: only when it can do something."""
    reason = coins.why_no_column(s, column)
    if reason != refusals.ALLOWED:
        return reason
    return (
        refusals.ALLOWED if effects.can_do(s, s.seat, s.setting.column_box[column]) else refusals.COIN_USELESS
    )


def why_not(s: State, move: i64) -> i64:
    """Why a move of a turn or a scoring is not legal."""
    step = m.BLIND <= move < m.DONE or m.CAR <= move < m.KEEP
    if s.box != NOTHING:
        return effects.why_not(s, move) if step else refusals.ACTION_RUNS
    if step:
        return refusals.NO_ACTION
    if m.DO <= move < m.CAR:
        return why_not_waiting(s, actor(s), move)
    if s.out > 0:
        return refusals.OUT_OF_TURN
    if move == m.END:
        return why_not_end(s)
    if move == m.CLOCK:
        return _why_no_clock(s)
    if move < m.SPEND:
        return market.why_not(s, move)
    if move < m.POINT:
        return why_no_spending(s, m.coin_column(move))
    if move < m.BUY:
        return coins.why_no_point(s, m.coin_column(move))
    return (
        coins.why_no_purchase(s, m.buy_way(move))
        if move < m.COMPLETE
        else contracts.why_not(s, m.complete_card(move))
    )


def _why_no_clock(s: State) -> i64:
    if s.phase != SCORING:
        return refusals.OTHER_PHASE
    return refusals.NO_CLOCK_STOP if route.next_clock(s) == NOTHING else refusals.ALLOWED


# What moves do


def apply(s: State, move: i64, room: vec[i64]) -> vec[i64]:
    """Play a move of a turn or a scoring, and everything that follows without a choice. Returns the next choices, in
    the given memory, if they had to be listed anyway; otherwise none."""
    phase = s.phase
    turn = s.turn
    s.acted |= bit(s.seat)
    if s.drawing != NO_DRAW:
        effects.draw(s, move)
    elif s.box != NOTHING:
        effects.apply(s, move)
    elif move == m.END:
        _end(s)
    else:
        _act(s, move)
    return _settle(s, room) if s.phase == phase and s.turn == turn else room


def _end(s: State) -> None:
    if s.phase == TURNS:
        market.end_turn(s)
    else:
        drop_waiting(s, s.seat)
        scoring.end_seat(s)


def _act(s: State, move: i64) -> None:
    """Start something between actions. F8.3: what coins buy is an action of its own."""
    setting = s.setting
    if move == m.CLOCK:
        _do_clock(s)
    elif move < m.SPEND:
        market.apply(s, move)
    elif move < m.POINT:
        column = m.coin_column(move)
        s.columns |= bit(column)
        s.coins[s.seat * 3 + column] -= 1
        effects.begin(s, setting.column_box[column], 1, NOTHING)
    elif move < m.BUY:
        s.coins[s.seat * 3 + m.coin_column(move)] -= 1
        effects.begin(s, setting.any_coin_box, 1, NOTHING)
    elif move < m.COMPLETE:
        coins.pay(s, m.buy_way(move))
        effects.begin(s, setting.four_coins_box, 1, NOTHING)
    elif move < m.DO:
        contracts.complete(s, m.complete_card(move))
    else:
        _do_waiting(s, actor(s), move)


def _do_clock(s: State) -> None:
    """F10.1: the next clock stop; F12.2: over a postcard twice."""
    space = route.next_clock(s)
    rail = route.rail_at(space)
    if s.again == 0 and rail != NOTHING and postcard(s, s.seat, rail) != NOTHING:
        s.again = 1
    else:
        s.again = 0
        s.clock = space
    effects.begin(s, route.clock_box(s, s.seat, space), 1, NOTHING)


def _settle(s: State, room: vec[i64]) -> vec[i64]:
    """Continue until a player or chance has a choice to make. Returns the choices of a running action."""
    while True:
        if s.drawing != NO_DRAW:
            s.active = CHANCE
            return room
        if s.box != NOTHING:
            found = effects.steps(s, room)
        elif s.out > 0:
            found = add_waiting(s, actor(s), room)
        elif s.queue > 0:
            _begin_out_of_turn(s)
            continue
        else:
            s.active = s.seat
            return room
        if len(found) > 1:
            s.active = actor(s)
            return found
        _go_on(s, found)


def _go_on(s: State, found: vec[i64]) -> None:
    """Take the only possible step; if there is none, the part, the action or the actor's chain is over."""
    if len(found) == 1:
        if s.box != NOTHING:
            effects.apply(s, found[0])
        else:
            _do_waiting(s, actor(s), found[0])
    elif s.part != NOTHING:
        s.part = NOTHING
        s.left = 0
    elif s.box != NOTHING:
        effects.finish(s)
    else:
        drop_waiting(s, actor(s))
        s.out = 0


def _begin_out_of_turn(s: State) -> None:
    """F3.4, F4.4: the next player clockwise who gets something from the tile."""
    place = s.queue
    s.queue = place + 1 if place + 1 < s.setting.players else 0
    if s.setting.tile_box[place] != NOTHING:
        s.out = place
        effects.begin(s, s.setting.tile_box[place], 1, NOTHING)
