"""From a view back to the state behind it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import OVER
from branchline.games.nuremberg.rules.board import NOWHERE, RED, Setting
from branchline.games.nuremberg.rules.state import (
    BID_CUBES,
    BOX_DISC,
    BUILDING_ORDER,
    COMPANY,
    EARNED,
    GENERAL,
    KEPT,
    NOBODY,
    STACKS,
    STOCK,
    TRAIN_GOODS,
    TRAIN_ORDER,
    TRAIN_PASSENGERS,
    State,
    lay,
    new_state,
)
from branchline.games.nuremberg.views.view import (
    COLOURS,
    COMPANIES,
    KINDS,
    PHASES,
    TRACKS,
    Company,
    Player,
    Plot,
    View,
)


def determinize(setting: Setting, seen: View, rng: Random) -> State:
    """The state behind a view. Nothing is hidden in this game, so there is only one."""
    s = new_state(setting)
    number = setting.names.plot_number
    s.phase = PHASES.index(seen.phase)
    s.round, s.turn, s.cursor = seen.round, seen.turn, seen.place
    s.active = OVER if seen.to_move is None else seen.to_move
    s.joined, s.owed = int(seen.joined), seen.owed
    s.ceding = NOWHERE if seen.ceding is None else RED + COMPANIES.index(seen.ceding)
    s.loading = NOWHERE if seen.loading is None else KINDS.index(seen.loading)
    for place, name in enumerate(TRACKS):
        for i, seat in enumerate(seen.stacks[name]):
            s.orders[STACKS + place * 4 + i] = seat
    for order, seats in (
        (GENERAL, seen.general),
        (BUILDING_ORDER, seen.building_order),
        (TRAIN_ORDER, seen.train_order),
    ):
        for i, seat in enumerate(seats):
            s.orders[order + i] = seat
    for player in seen.players:
        _put_player(s, player)
    for n, box in enumerate(seen.boxes):
        s.boxes[BOX_DISC + n] = NOWHERE if box.disc is None else COLOURS.index(box.disc)
        s.boxes[n] = NOBODY if box.seat is None else box.seat
        s.boxes[BID_CUBES + n] = box.cubes
    for n, train in enumerate(seen.trains):
        s.trains[n] = NOBODY if train.seat is None else train.seat
        s.trains[TRAIN_PASSENGERS + n], s.trains[TRAIN_GOODS + n] = train.passengers, train.goods
    for link in seen.links:
        _put_link(s, number[link.a], number[link.b], link.owner)
    s.stations[0] = s.stations[1] = 0
    for plot in seen.plots:
        _put_plot(s, number[plot.id], plot)
    bags = seen.bags
    held = [*bags.goods, *bags.pawns, *msgspec.structs.astuple(bags.discs), *seen.removed]
    for kind, pieces in enumerate(held):
        s.bags[kind] = pieces
    _put_line(s, [number[name] for name in seen.line])
    return s


def _put_player(s: State, player: Player) -> None:
    seat = player.seat
    s.cubes[seat], s.cubes[STOCK + seat] = player.held, player.stock
    s.score[seat], s.profit[seat] = player.score, player.profit
    s.profit[EARNED + seat], s.links[seat] = player.earned, player.links
    for i, points in enumerate(msgspec.structs.astuple(player.influence)):
        s.influence[seat * 4 + i] = points
    for i, items in enumerate(msgspec.structs.astuple(player.shipped)):
        s.shipped[seat * 4 + i] = items
    for i, items in enumerate(msgspec.structs.astuple(player.kept)):
        s.shipped[KEPT + seat * 4 + i] = items
    if player.passed:
        s.passed |= bit(seat)


def _put_link(s: State, a: int, b: int, owner: int | Company) -> None:
    border = s.setting.board.border_between(a, b)
    if isinstance(owner, int):
        lay(s, border, owner)
        s.touched[owner] |= bit(a) | bit(b)
    else:
        company = COMPANIES.index(owner)
        lay(s, border, COMPANY + company)
        s.links[COMPANY + company] += 1


def _put_plot(s: State, number: int, plot: Plot) -> None:
    for company, name in enumerate(COMPANIES):
        if name in plot.companies:
            s.stations[company] |= bit(number)
    s.goods[number] = plot.goods
    s.pawns[number * 3] = plot.red
    s.pawns[number * 3 + 1] = plot.green
    s.pawns[number * 3 + 2] = plot.landlords


def _put_line(s: State, plots: list[int]) -> None:
    if not plots:
        return
    s.start, s.head = plots[0], plots[-1]
    for plot in plots:
        s.visited |= bit(plot)
    for a, b in pairwise(plots):
        s.way[s.way_length] = s.setting.board.border_between(a, b)
        s.way_length += 1
