"""A position as a row of numbers for learning, as one seat sees it: the seat itself comes first among the players,
then its left neighbour, and so on. `PIECES` names the parts in their order; `docs/features.md` describes them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import bit, lowest
from branchline.core.compiled.engine import UNWRITTEN, Row
from branchline.games.nuremberg.rules.board import BORDERS, NOWHERE, PARTS, RED, Setting
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BID_CUBES,
    BOX_DISC,
    BUILDING_ORDER,
    COMPANY,
    EARNED,
    GENERAL,
    KEPT,
    LAID,
    NOBODY,
    REMOVED,
    SHIPPING,
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


class Shown(Row):
    """What a row shows, as far as `refresh` compares it with the position."""

    __slots__ = ("ceded", "head", "laid", "phase", "round", "stations", "visited")

    def __init__(self) -> None:
        super().__init__()
        self.phase: i64 = 0
        self.round: i64 = 0
        self.laid: vec[i64] = vec[i64]([0] * PARTS)  # the borders with a link
        self.ceded: i64 = 0  # links of the companies
        self.stations: vec[i64] = vec[i64]([0] * 2)
        self.visited: i64 = 0
        self.head: i64 = NOWHERE


def fill(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    """Everything else, onto a blank observation."""
    refresh(s, seat, Shown(), out, at)


def refresh(s: State, seat: i64, shown: Shown, out: vec[i16], at: i64) -> None:
    """Everything that may differ from what the row shows. Arrays of the state are looked up once, because each lookup
    costs as much as writing a number."""
    columns = COLUMNS[(s.setting.players - 1) * 4 + seat]
    first = shown.seat == UNWRITTEN
    next_phase = first or s.phase != shown.phase or s.round != shown.round
    out[at + shown.phase] = 0
    _turn(s, columns, out, at)
    _players(s, columns, out, at + PLAYERS)
    if next_phase:
        _clear(out, at + ORDERS, BOXES - ORDERS)
    _orders(s, columns, out, at + ORDERS)
    if next_phase or s.phase == AUCTION:  # elsewhere boxes have discs at most
        _boxes(s, columns, out, at + BOXES)
    if next_phase or s.phase == SHIPPING:  # nobody has trains before or after
        _trains(s, columns, out, at + TRAINS)
    _links(s, columns, shown, out, at + LINKS)
    _plots(s, shown, out, at + PLOTS)
    _bags(s, out, at + BAGS)
    shown.seat = seat
    shown.phase = s.phase
    shown.round = s.round


def _clear(out: vec[i16], at: i64, size: i64) -> None:
    place: i64
    for place in range(at, at + size):
        out[place] = 0


def _turn(s: State, columns: vec[i64], out: vec[i16], at: i64) -> None:
    out[at + s.phase] = 1
    out[at + 12] = i16(s.round)
    out[at + 13] = i16(s.setting.rounds - s.round)
    _clear(out, at + 14, PLAYERS - 14)
    if s.active >= 0:
        out[at + 14 + columns[s.active]] = 1
    out[at + 18] = i16(s.owed)
    if s.loading != NOWHERE:
        out[at + 19 + s.loading] = 1
    if s.ceding != NOWHERE:
        out[at + 23 + s.ceding - RED] = 1


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
        out[base + 19] = i16((s.passed >> other) & 1)


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
        _clear(out, base + 5, 9)
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
        base = at + 9 * train
        _clear(out, base, 4)
        if trains[train] != NOBODY:
            out[base + columns[trains[train]]] = 1
        out[base + 7] = i16(trains[TRAIN_PASSENGERS + train])
        out[base + 8] = i16(trains[TRAIN_GOODS + train])


def _links(s: State, columns: vec[i64], shown: Shown, out: vec[i16], at: i64) -> None:
    """New links, or all links if another seat observes."""
    owners = s.owner
    before = COLUMNS[(s.setting.players - 1) * 4 + max(shown.seat, 0)]
    turned = columns[0] != before[0]
    ceded = s.links[COMPANY] + s.links[COMPANY + 1]
    part: i64
    for part in range(PARTS):
        laid = s.reach[LAID + part]
        old = shown.laid[part]
        if ceded != shown.ceded:
            _clear_links(old, part, out, at)
            old = 0
        members = laid if turned else laid & ~old
        while members != 0:
            border = part * BORDERS + lowest(members)
            owner = i64(owners[border])
            if turned:
                out[at + 6 * border + before[owner]] = 0
            out[at + 6 * border + columns[owner]] = 1
            members &= members - 1
        shown.laid[part] = laid
    shown.ceded = ceded


def _clear_links(members: i64, part: i64, out: vec[i16], at: i64) -> None:
    """Blank the borders that had a link: some have other owners now."""
    while members != 0:
        _clear(out, at + 6 * (part * BORDERS + lowest(members)), 6)
        members &= members - 1


def _plots(s: State, shown: Shown, out: vec[i16], at: i64) -> None:
    """Red station, green station, goods, red and green passengers, landlords, on the line, its end."""
    goods = s.goods
    pawns = s.pawns
    stale = s.stale
    if shown.seat == UNWRITTEN:
        stale = _with_room(s)
    else:
        s.stale = 0
    while stale != 0:
        plot = lowest(stale)
        base = at + 8 * plot
        out[base + 2] = goods[plot]
        out[base + 3] = pawns[plot * 3]
        out[base + 4] = pawns[plot * 3 + 1]
        out[base + 5] = pawns[plot * 3 + 2]
        stale &= stale - 1
    _mark(s.stations[0], shown.stations[0], out, at)
    _mark(s.stations[1], shown.stations[1], out, at + 1)
    _mark(s.visited, shown.visited, out, at + 6)
    shown.stations[0] = s.stations[0]
    shown.stations[1] = s.stations[1]
    shown.visited = s.visited
    if shown.head != NOWHERE:
        out[at + 8 * shown.head + 7] = 0
    if s.head != NOWHERE:
        out[at + 8 * s.head + 7] = 1
    shown.head = s.head


def _with_room(s: State) -> i64:
    """Bit set of the plots where goods or pawns can stand (N2.1, N2.2)."""
    found = s.setting.board.stations
    goods_plots = s.setting.board.goods_plots
    place: i64
    for place in range(len(goods_plots)):
        found |= bit(goods_plots[place])
    return found


def _mark(plots: i64, before: i64, out: vec[i16], at: i64) -> None:
    """1 for each plot of a set and 0 for others, where the row shows something else."""
    changed = plots ^ before
    while changed != 0:
        plot = lowest(changed)
        out[at + 8 * plot] = i16((plots >> plot) & 1)
        changed &= changed - 1


def _bags(s: State, out: vec[i16], at: i64) -> None:
    """The first nine numbers of `bags`, in the same order."""
    bags = s.bags
    i: i64
    for i in range(REMOVED):
        out[at + i] = i16(bags[i])
