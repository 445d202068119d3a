"""A position as a row of numbers for learning, as one seat sees it: the seat itself comes first among the players,
then its left neighbour, and so on. `PIECES` names the parts in their order; `docs/features.md` describes them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import BIT, lowest
from branchline.games.nuremberg.rules.board import NOWHERE, RED, Setting
from branchline.games.nuremberg.rules.state import (
    BID_CUBES,
    BORDERS,
    BOX_DISC,
    BUILDING_ORDER,
    COMPANY,
    EARNED,
    GENERAL,
    KEPT,
    LAID,
    NOBODY,
    REMOVED,
    STACKS,
    STOCK,
    TRAIN_GOODS,
    TRAIN_ORDER,
    TRAIN_PASSENGERS,
    State,
)

PIECES: Final = (
    ("phase", 12),  # which of the twelve, one-hot
    ("rounds", 2),  # this round, rounds left
    ("to_move", 4),  # which player, one-hot
    ("waiting", 7),  # owed; the kind to load; the company of a stretch
    ("players", 4 * 20),
    ("orders", 3 * 4),  # place of each player in general, building and train order, from 1; 0: none
    ("stacks", 5 * 4),  # place of each player by the last move on each track, from 1
    ("boxes", 8 * 14),
    ("trains", 12 * 9),
    ("links", 180 * 6),  # by border: whose link lies there: four players, red, green
    ("plots", 62 * 8),
    ("bags", 9),  # goods, pawns, discs
)
FEATURES: Final[i64] = sum(size for _, size in PIECES)

# Where the larger pieces start.
PLAYERS: Final[i64] = 25
ORDERS: Final[i64] = PLAYERS + 4 * 20
BOXES: Final[i64] = ORDERS + 3 * 4 + 5 * 4
TRAINS: Final[i64] = BOXES + 8 * 14
LINKS: Final[i64] = TRAINS + 12 * 9
PLOTS: Final[i64] = LINKS + 180 * 6
BAGS: Final[i64] = PLOTS + 62 * 8


def _columns(players: i64, seat: i64) -> vec[i64]:
    """By owner of a link, train or bid: how many seats to the left a player sits; companies come after the players."""
    found = vec[i64]([0, 0, 0, 0, COMPANY, COMPANY + 1])
    other: i64
    for other in range(players):
        found[other] = (other - seat) % players
    return found


# [(players - 1) * 4 + seat]. Looked up rather than computed, because no processor can predict who owns what.
COLUMNS: Final = vec[vec[i64]]([_columns(players, seat) for players in range(1, 5) for seat in range(4)])


def blank(setting: Setting) -> vec[i16]:
    """What is printed on boxes and trains: the same in every observation."""
    out = vec[i16]([0] * FEATURES)
    box: i64
    train: i64
    colour: i64
    for box in range(setting.boxes):
        base = BOXES + 14 * box
        for colour in range(4):
            out[base + colour] = i16(setting.box_points[box * 4 + colour])
        out[base + 4] = i16(setting.box_minimum[box])
    for train in range(setting.trains):
        base = TRAINS + 9 * train
        out[base + 4] = i16(setting.train_cost[train])
        out[base + 5] = i16(setting.train_passengers[train])
        out[base + 6] = i16(setting.train_goods[train])
    return out


def fill(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    """Everything else, onto a blank observation: only what is not 0 has to be written. Arrays of the state are looked
    up once, because each lookup costs as much as writing a number."""
    columns = COLUMNS[(s.setting.players - 1) * 4 + seat]
    out[at + s.phase] = 1
    out[at + 12] = i16(s.round)
    out[at + 13] = i16(s.setting.rounds - s.round)
    if s.active >= 0:
        out[at + 14 + columns[s.active]] = 1
    out[at + 18] = i16(s.owed)
    if s.loading != NOWHERE:
        out[at + 19 + s.loading] = 1
    if s.ceding != NOWHERE:
        out[at + 23 + s.ceding - RED] = 1
    _players(s, columns, out, at + PLAYERS)
    _orders(s, columns, out, at + ORDERS)
    _boxes(s, columns, out, at + BOXES)
    _trains(s, columns, out, at + TRAINS)
    _links(s, columns, out, at + LINKS)
    _plots(s, out, at + PLOTS)
    _bags(s, out, at + BAGS)


def _players(s: State, columns: vec[i64], out: vec[i16], at: i64) -> None:
    """Cubes in hand, in stock, bid; links; influence; score; profit; shipped; kept; earned; passed."""
    cubes = s.cubes
    links = s.links
    influence = s.influence
    shipped = s.shipped
    score = s.score
    profit = s.profit
    other: i64
    i: i64
    for other in range(s.setting.players):
        base = at + 20 * columns[other]
        held = cubes[other]
        stock = cubes[STOCK + other]
        out[base] = i16(held)
        out[base + 1] = i16(stock)
        out[base + 2] = i16(15 - held - stock)
        out[base + 3] = i16(links[other])
        for i in range(4):
            out[base + 4 + i] = i16(influence[other * 4 + i])
            out[base + 10 + i] = i16(shipped[other * 4 + i])
            out[base + 14 + i] = i16(shipped[KEPT + other * 4 + i])
        out[base + 8] = i16(score[other])
        out[base + 9] = i16(profit[other])
        out[base + 18] = i16(profit[EARNED + other])
        if s.passed & BIT[other] != 0:
            out[base + 19] = 1


def _orders(s: State, columns: vec[i64], out: vec[i16], at: i64) -> None:
    orders = s.orders
    place: i64
    track: i64
    for place in range(s.setting.players):
        rank = i16(place + 1)
        if orders[GENERAL + place] != NOBODY:
            out[at + columns[orders[GENERAL + place]]] = rank
        if orders[BUILDING_ORDER + place] != NOBODY:
            out[at + 4 + columns[orders[BUILDING_ORDER + place]]] = rank
            out[at + 8 + columns[orders[TRAIN_ORDER + place]]] = rank
        for track in range(5):
            other = orders[STACKS + track * 4 + place]
            if other != NOBODY:
                out[at + 12 + track * 4 + columns[other]] = rank


def _boxes(s: State, columns: vec[i64], out: vec[i16], at: i64) -> None:
    """Printed points, minimum, disc, who bids, how many cubes."""
    boxes = s.boxes
    box: i64
    for box in range(s.setting.boxes):
        base = at + 14 * box
        if boxes[BOX_DISC + box] != NOWHERE:
            out[base + 5 + boxes[BOX_DISC + box]] = 1
        if boxes[box] != NOBODY:
            out[base + 9 + columns[boxes[box]]] = 1
            out[base + 13] = i16(boxes[BID_CUBES + box])


def _trains(s: State, columns: vec[i64], out: vec[i16], at: i64) -> None:
    """Whose, cost, spaces for passengers and goods, spaces taken."""
    trains = s.trains
    train: i64
    for train in range(s.setting.trains):
        if trains[train] != NOBODY:
            base = at + 9 * train
            out[base + columns[trains[train]]] = 1
            out[base + 7] = i16(trains[TRAIN_PASSENGERS + train])
            out[base + 8] = i16(trains[TRAIN_GOODS + train])


def _links(s: State, columns: vec[i64], out: vec[i16], at: i64) -> None:
    owners = s.owner
    part: i64
    for part in range(3):
        members = s.reach[LAID + part]
        while members != 0:
            border = part * BORDERS + lowest(members)
            members &= members - 1
            owner = i64(owners[border])
            out[at + 6 * border + columns[owner]] = 1


def _plots(s: State, out: vec[i16], at: i64) -> None:
    """Red station, green station, goods, red and green passengers, landlords, on the line, its end."""
    goods = s.goods
    goods_plots = s.setting.board.goods_plots
    pawns = s.pawns
    station_plots = s.setting.board.station_plots
    place: i64
    for place in range(len(goods_plots)):
        plot = goods_plots[place]
        out[at + 8 * plot + 2] = goods[plot]
    for place in range(len(station_plots)):  # N2.2: pawns stand nowhere else
        plot = station_plots[place]
        base = at + 8 * plot
        out[base + 3] = pawns[plot * 3]
        out[base + 4] = pawns[plot * 3 + 1]
        out[base + 5] = pawns[plot * 3 + 2]
    _mark(s.stations[0], out, at)
    _mark(s.stations[1], out, at + 1)
    _mark(s.visited, out, at + 6)
    if s.head != NOWHERE:
        out[at + 8 * s.head + 7] = 1


def _mark(plots: i64, out: vec[i16], at: i64) -> None:
    while plots != 0:
        out[at + 8 * lowest(plots)] = 1
        plots &= plots - 1


def _bags(s: State, out: vec[i16], at: i64) -> None:
    """The first nine numbers of `bags`, in the same order."""
    bags = s.bags
    i: i64
    for i in range(REMOVED):
        out[at + i] = i16(bags[i])
