"""The action that a move starts, and the coins that it costs."""

from __future__ import annotations

from branchline.games.firstclass.rules import actions, route
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.state import NOTHING, State, actor, waiting_entry, waiting_place


def begun(s: State, move: int) -> tuple[int, int]:
    """The action that a move starts, and how many times; NOTHING if it starts none."""
    setting, seat = s.setting, actor(s)
    if m.is_take(move):
        return setting.card_box[int(s.market[m.market_place(move)])], 1
    if m.is_trade(move):
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


def payment(move: int) -> tuple[int, int, int]:
    """The coins that a move takes from each column."""
    if m.SPEND <= move < m.BUY:
        column = m.coin_column(move)
        return (int(column == 0), int(column == 1), int(column == 2))
    if m.BUY <= move < m.COMPLETE:
        way = m.buy_way(move)
        return m.coins_paid(way, 0), m.coins_paid(way, 1), m.coins_paid(way, 2)
    return (0, 0, 0)
