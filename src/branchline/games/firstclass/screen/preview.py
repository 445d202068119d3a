"""What a move would do, tried out on a copy: which shapes it changes, and which coins would find no space."""

from __future__ import annotations

from branchline.core.compiled.bits import BIT
from branchline.games.firstclass.data.opcodes import COIN
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.rules import actions, coins, phases, route
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.cards import RAILS, STATIONS
from branchline.games.firstclass.rules.modules import d
from branchline.games.firstclass.rules.state import (
    BOARDED,
    CONDUCTORS,
    NOTHING,
    SLOTS,
    UNDER,
    State,
    actor,
    card_under,
    clone,
    waiting_entry,
    waiting_place,
)


def tried(s: State, move: int) -> State:
    after = clone(s)
    phases.apply(after, move)
    return after


# Shapes


def changed(before: State, after: State, seat: int) -> list[str]:
    """The shapes of a board that look different: slots, conductors at their new positions, route, gaps."""
    found = [*_slots(before, after, seat), *_route(before, after, seat)]
    for gap in range(5):
        place = seat * 5 + gap
        if before.gaps[place] != after.gaps[place]:
            found.append(targets.gap(seat, gap + 1))
    return found


def _slots(before: State, after: State, seat: int) -> list[str]:
    found = []
    for train in range(2):
        first = seat * 20 + train * SLOTS
        moved = before.length[CONDUCTORS + seat * 2 + train] != after.length[CONDUCTORS + seat * 2 + train]
        stands = after.length[CONDUCTORS + seat * 2 + train] - 1 if moved else NOTHING
        for place in range(SLOTS):
            slot = first + place
            different = (
                before.slots[slot] != after.slots[slot]
                or before.slots[UNDER + slot] != after.slots[UNDER + slot]
            )
            if different or place == stands:
                found.append(targets.slot(seat, train, place + 1))
    return found


def _route(before: State, after: State, seat: int) -> list[str]:
    found = []
    for rail in range(RAILS):
        space = STATIONS + 2 * rail + 1
        if before.rails[seat * RAILS + rail] != after.rails[seat * RAILS + rail]:
            found += [targets.space(seat, space), targets.space(seat, space + 1)]
        elif before.rails[20 + seat * RAILS + rail] != after.rails[20 + seat * RAILS + rail]:
            found.append(targets.space(seat, space + 1))
    if before.loco[seat] != after.loco[seat]:
        found.append(targets.space(seat, after.loco[seat]))
    return list(dict.fromkeys(found))


# Coins (F4.5)


def coins_lost(before: State, move: int, after: State) -> int:
    """Coins that the move brings its player but that find no space."""
    seat = actor(before)
    due = _coins_of_box(before, move, after) + _fares(before, after, seat)
    kept = coins.total(after, seat) - coins.total(before, seat) + sum(payment(move))
    return due - kept


def payment(move: int) -> tuple[int, int, int]:
    """The coins that a move takes from each column."""
    if m.SPEND <= move < m.BUY:
        column = m.coin_column(move)
        return (int(column == 0), int(column == 1), int(column == 2))
    if m.BUY <= move < m.COMPLETE:
        way = m.buy_way(move)
        return m.coins_paid(way, 0), m.coins_paid(way, 1), m.coins_paid(way, 2)
    return (0, 0, 0)


def _coins_of_box(s: State, move: int, after: State) -> int:
    """Coins of the action that the move starts, including any card that has to be placed first."""
    box, times = begun(s, move)
    if m.CELEBRITY <= move < m.KEEP:
        box = s.box if s.parts & BIT[COIN] else NOTHING
    elif after.placing != NOTHING and after.parts & BIT[COIN]:
        return 0
    return 0 if box == NOTHING else s.setting.amount(box, COIN) * times


def begun(s: State, move: int) -> tuple[int, int]:
    """The action that a move starts, and how many times; NOTHING if it starts none."""
    setting, seat = s.setting, actor(s)
    if m.TAKE <= move < m.TRADE:
        return setting.card_box[int(s.market[m.market_place(move)])], 1
    if m.TRADE <= move < m.SPEND:
        return setting.trade_box, 1
    if m.SPEND <= move < m.POINT:
        return setting.column_box[m.coin_column(move)], 1
    if m.DO <= move < m.MECHANIC:
        place = waiting_place(s, seat, m.do_source(move))
        return actions.waiting_box(s, seat, m.do_source(move)), waiting_entry(s, place) % 64
    if m.POINT <= move < m.COMPLETE:
        return (setting.any_coin_box if move < m.BUY else setting.four_coins_box), 1
    if move == m.TILE:
        return setting.tile_box[0], 1
    if move == m.CLOCK:
        return route.clock_box(s, seat, route.next_clock(s)), 1
    return int(NOTHING), 1


def _fares(before: State, after: State, seat: int) -> int:
    """F14.3: what boarding passengers bring."""
    new = after.guests[BOARDED + seat] & ~before.guests[BOARDED + seat]
    found = 0
    aboard = before.guests[seat]
    for place in range(SLOTS):
        if new & BIT[place]:
            found += after.setting.guest_coins[card_under(after, seat, 0, place) * 2] + aboard
            aboard += 1
    return found + _coins_of_luggage(after, seat, new)


def _coins_of_luggage(after: State, seat: int, new: int) -> int:
    """A custom deck may pay coins for luggage."""
    places = [place for place in range(SLOTS) if new & BIT[SLOTS + place]]
    cards = [card_under(after, seat, 1, place) for place in places]
    return sum(after.setting.guest_coins[card * 2 + 1] for card in cards if d.is_guest(after, card))
