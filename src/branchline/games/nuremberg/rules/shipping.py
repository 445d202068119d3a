"""N9: renting trains and shipping, one action at a time, round and round."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.core.compiled.bits import bit, lowest
from branchline.games.nuremberg.rules import paying, refusals
from branchline.games.nuremberg.rules.board import BROWN, GREY, NOWHERE, RED_PASSENGER, YELLOW
from branchline.games.nuremberg.rules.moves import (
    BUILD,
    LOAD,
    PASS,
    PAY,
    RENT,
    SHIP,
    load,
    load_train,
    pay_unit,
    rent,
    rent_train,
    ship,
    ship_kind,
    ship_plot,
)
from branchline.games.nuremberg.rules.state import (
    EARNED,
    NOBODY,
    PROFIT,
    TRAIN_GOODS,
    TRAIN_ORDER,
    TRAIN_PASSENGERS,
    State,
    begin_turn,
    gain,
)

# Bit sets of kinds
GOODS: Final[i64] = 0b0011
PASSENGERS: Final[i64] = 0b1100

UNITS: Final[i64] = 3  # N9.3: units of other influence or cubes that replace one brown


def begin(s: State) -> None:
    s.passed = 0
    s.reach_known = 0
    _next_turn(s, 0)


def legal(s: State, found: vec[i64]) -> vec[i64]:
    if s.owed > 0:
        return paying.payments(s, found)
    if s.loading != NOWHERE:
        return trains_with_room(s, s.loading, found)
    return _add_shipments(s, _add_rents(s, append(found, PASS)))


def _add_rents(s: State, found: vec[i64]) -> vec[i64]:
    train: i64
    rows = _rows_used(s)
    most = _most_payable(s)
    for train in range(s.setting.trains):
        if _why_no_rent(s, train, rows, most) == refusals.ALLOWED:
            found = append(found, rent(train))
    return found


def _add_shipments(s: State, found: vec[i64]) -> vec[i64]:
    kinds = _kinds_with_room(s)
    while kinds != 0:
        kind = lowest(kinds)
        kinds &= kinds - 1
        plots = _reach(s, kind)
        while plots != 0:
            found = append(found, ship(kind, lowest(plots)))
            plots &= plots - 1
    return found


# Networks


def _reach(s: State, kind: i64) -> i64:
    """The result of `shippable` for the player to move. No link or station changes hands during shipping, so this is
    computed once per round for each player and then only loses the plots that are emptied (`_ship`)."""
    if s.reach_known & bit(s.active) == 0:
        _find_reach(s, s.active)
    return s.reach[s.active * 4 + kind]


def _find_reach(s: State, seat: i64) -> None:
    nets = networks(s, seat)
    kind: i64
    for kind in range(4):
        s.reach[seat * 4 + kind] = shippable(s, nets, kind)
    s.reach_known |= bit(seat)


def networks(s: State, seat: i64) -> vec[i64]:
    """Bit sets of the plots that a player's own links join (N9.5)."""
    found = vec[i64]()
    rest = s.touched[seat]
    while rest != 0:
        network = _network(s, seat, lowest(rest))
        rest &= ~network
        found = append(found, network)
    return found


def _network(s: State, seat: i64, start: i64) -> i64:
    board = s.setting.board
    near_border = board.near_border
    owner = s.owner
    joined = bit(start)
    front = joined
    place: i64
    while front != 0:
        plot = lowest(front)
        front &= ~bit(plot)
        for place in range(board.near[plot], board.near[plot + 1]):
            if owner[near_border[place]] == seat:
                onward = bit(board.near_plot[place])
                if joined & onward == 0:
                    joined |= onward
                    front |= onward
    return joined


def shippable(s: State, nets: vec[i64], kind: i64) -> i64:
    """Bit set of the plots from which the owner of the networks can ship an item of a kind."""
    served: i64 = 0  # the plots of the networks that lead to a destination
    index: i64
    for index in range(len(nets)):
        if destinations(s, nets[index], kind) != 0:
            served |= nets[index]
    return _grey_within_reach(s, served) if kind == GREY else _loadable(s, served, kind)


def destinations(s: State, net: i64, kind: i64) -> i64:
    """Bit set of the stations in a network that accept the kind."""
    if kind >= RED_PASSENGER:
        return net & s.stations[kind - RED_PASSENGER]  # N9.6
    if s.setting.goods_anywhere:
        return net  # N16: goods_destination=false
    return net & (s.stations[0] | s.stations[1])  # N9.7, N9.8


def _loadable(s: State, plots: i64, kind: i64) -> i64:
    """Those of the plots where an item of the kind lies and may be loaded."""
    found: i64 = 0
    plots &= ~_home(s, kind)
    while plots != 0:
        plot = lowest(plots)
        plots &= ~bit(plot)
        if _lies_there(s, plot, kind):
            found |= bit(plot)
    return found


def _lies_there(s: State, plot: i64, kind: i64) -> bool:
    if kind >= RED_PASSENGER:
        return s.pawns[plot * 3 + kind - RED_PASSENGER] > 0
    return s.goods[plot] > 0 and s.setting.board.goods[plot] == kind


def _home(s: State, kind: i64) -> i64:
    """N9.10: where an item may not be loaded: goods on any company's plots, passengers on those of their own colour."""
    if kind >= RED_PASSENGER:
        return s.stations[kind - RED_PASSENGER]
    return s.stations[0] | s.stations[1]


def _grey_within_reach(s: State, served: i64) -> i64:
    """Fields and hills with grey cubes that leave from one of the plots."""
    board = s.setting.board
    found: i64 = 0
    index: i64
    for index in range(len(board.goods_plots)):
        plot = board.goods_plots[index]
        if board.goods[plot] == GREY and s.goods[plot] > 0 and served_from(s, plot) & served != 0:
            found |= bit(plot)
    return found


def served_from(s: State, plot: i64) -> i64:
    """Bit set of the plots from which grey goods of a field or hill leave (N9.8)."""
    companies = s.stations[0] | s.stations[1]
    if s.setting.stone_from_neighbours:
        return s.setting.board.adjacent[plot] & ~companies  # N16: stone_from=neighbours
    return s.setting.board.arrows[plot] & s.setting.board.stations & ~companies


# Why not


def why_not(s: State, move: i64) -> i64:
    if PAY <= move < BUILD:
        return _why_no_payment(s, pay_unit(move))
    if s.owed > 0:
        return refusals.PAY_TRAIN_FIRST
    if move >= LOAD:
        return _why_no_load(s, load_train(move))
    if s.loading != NOWHERE:
        return refusals.LOAD_FIRST
    if move == PASS:
        return refusals.ALLOWED
    if move < SHIP:
        return _why_no_rent(s, rent_train(move), _rows_used(s), _most_payable(s))
    return _why_no_shipment(s, ship_kind(move), ship_plot(move))


def _rows_used(s: State) -> i64:
    """Bit set of the rows in which the player has a train."""
    rows: i64 = 0
    train: i64
    for train in range(s.setting.trains):
        if s.trains[train] == s.active:
            rows |= bit(s.setting.train_row[train])
    return rows


def _why_no_rent(s: State, train: i64, rows_used: i64, most_payable: i64) -> i64:
    """N9.2, N9.3."""
    if s.trains[train] != NOBODY:
        return refusals.TRAIN_TAKEN
    if rows_used & bit(s.setting.train_row[train]) != 0:
        return refusals.ROW_USED
    return refusals.TRAIN_UNPAID if s.setting.train_cost[train] > most_payable else refusals.ALLOWED


def _most_payable(s: State) -> i64:
    """The highest train cost that the player can pay: with brown, and other influence and cubes instead (N9.3)."""
    base = s.active * 4
    units = s.influence[base] + s.influence[base + 2] + s.influence[base + 3] + s.cubes[s.active]
    return s.influence[base + BROWN] + units // UNITS


def _why_no_shipment(s: State, kind: i64, plot: i64) -> i64:
    if not _lies_there(s, plot, kind):
        return refusals.NO_SUCH_ITEM
    if _home(s, kind) & bit(plot) != 0:
        return refusals.IS_AT_HOME
    if _kinds_with_room(s) & bit(kind) == 0:
        return refusals.NO_SPACE
    if kind == GREY and served_from(s, plot) == 0:
        return refusals.STRANDED
    if shippable(s, networks(s, s.active), kind) & bit(plot) == 0:
        return refusals.NO_WAY
    return refusals.ALLOWED


def _why_no_load(s: State, train: i64) -> i64:
    if s.loading == NOWHERE:
        return refusals.NOTHING_TO_LOAD
    if not _train_has_room(s, train, s.loading):
        return refusals.NO_ROOM_THERE
    return refusals.ALLOWED


def _why_no_payment(s: State, unit: i64) -> i64:
    if s.owed == 0:
        return refusals.NO_TRAIN_OWED
    if unit == BROWN:
        return refusals.BROWN_FIRST
    return refusals.ALLOWED if paying.has(s, unit) > 0 else refusals.NOT_IN_THAT_UNIT


# What moves do


def apply(s: State, move: i64) -> None:
    if move == PASS:
        _pass(s)
    elif move < RENT:
        paying.pay(s, pay_unit(move))
        _finish_rent(s)
    elif move < SHIP:
        _rent(s, rent_train(move))
    elif move < LOAD:
        _ship(s, ship_kind(move), ship_plot(move))
    else:
        _load(s, load_train(move))


def _pass(s: State) -> None:
    """N9.1: final for the round; the trains stay (N9.11) unless the option says otherwise (N16)."""
    train: i64
    s.passed |= bit(s.active)
    if s.setting.pass_returns_trains:
        for train in range(s.setting.trains):
            if s.trains[train] == s.active:
                return_train(s, train)
    _next_turn(s, s.cursor + 1)


def return_train(s: State, train: i64) -> None:
    s.trains[train] = NOBODY
    s.trains[TRAIN_PASSENGERS + train] = 0
    s.trains[TRAIN_GOODS + train] = 0


def _rent(s: State, train: i64) -> None:
    """N9.3: brown first, then 3 units for each missing point."""
    s.trains[train] = s.active
    cost = s.setting.train_cost[train]
    brown = min(cost, s.influence[s.active * 4 + BROWN])
    gain(s, s.active, BROWN, -brown)
    s.owed = (cost - brown) * UNITS
    _finish_rent(s)


def _finish_rent(s: State) -> None:
    if paying.settle(s):
        _next_turn(s, s.cursor + 1)


def _ship(s: State, kind: i64, plot: i64) -> None:
    """N9.9: the item leaves the board; if several trains have room, the player chooses (N9.4)."""
    if kind >= RED_PASSENGER:
        s.pawns[plot * 3 + kind - RED_PASSENGER] -= 1
    else:
        s.goods[plot] -= 1
    s.stale |= bit(plot)
    if not _lies_there(s, plot, kind):
        _leave_reach(s, plot, kind)
    s.shipped[s.active * 4 + kind] += 1
    s.loading = kind
    train = _only_train(s, kind)
    if train != NOWHERE:
        _load(s, train)


def _leave_reach(s: State, plot: i64, kind: i64) -> None:
    """Remove an emptied plot from everybody's reach."""
    seat: i64
    for seat in range(4):
        s.reach[seat * 4 + kind] &= ~bit(plot)


def _load(s: State, train: i64) -> None:
    """N10.1: the points are earned here and scored at the end of the round."""
    if s.loading >= RED_PASSENGER:
        s.trains[TRAIN_PASSENGERS + train] += 1
        s.profit[EARNED + s.active] += s.setting.passenger_points[train]
    else:
        s.trains[TRAIN_GOODS + train] += 1
        s.profit[EARNED + s.active] += s.setting.goods_points[train]
    s.loading = NOWHERE
    _next_turn(s, s.cursor + 1)


def _kinds_with_room(s: State) -> i64:
    """Bit set of the kinds for which the player to move has a space."""
    found: i64 = 0
    train: i64
    for train in range(s.setting.trains):
        if s.trains[train] == s.active:
            if _train_has_room(s, train, YELLOW):
                found |= GOODS
            if _train_has_room(s, train, RED_PASSENGER):
                found |= PASSENGERS
    return found


def _train_has_room(s: State, train: i64, kind: i64) -> bool:
    """N9.4: passengers and goods have separate spaces."""
    if s.trains[train] != s.active:
        return False
    if kind >= RED_PASSENGER:
        return s.trains[TRAIN_PASSENGERS + train] < s.setting.train_passengers[train]
    return s.trains[TRAIN_GOODS + train] < s.setting.train_goods[train]


def _only_train(s: State, kind: i64) -> i64:
    """The only own train with room for the kind; `NOWHERE` if there are more."""
    found = NOWHERE
    train: i64
    for train in range(s.setting.trains):
        if _train_has_room(s, train, kind):
            if found != NOWHERE:
                return NOWHERE
            found = train
    return found


def trains_with_room(s: State, kind: i64, found: vec[i64]) -> vec[i64]:
    train: i64
    for train in range(s.setting.trains):
        if _train_has_room(s, train, kind):
            found = append(found, load(train))
    return found


def _next_turn(s: State, place: i64) -> None:
    players = s.setting.players
    tries: i64
    for tries in range(players):
        at = (place + tries) % players
        if s.passed & bit(s.orders[TRAIN_ORDER + at]) == 0:
            s.cursor = at
            begin_turn(s, s.orders[TRAIN_ORDER + at])
            return
    s.phase = PROFIT
