"""The position of a match, as flat arrays of whole numbers, and the few changes that several phases make to it.

Arrays by player are indexed `[seat]`, arrays by player and colour `[seat * 4 + colour]`. The large arrays hold small
numbers (`i16`), so that a copy is quick and thousands of states fit in memory.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.bits import BIT
from branchline.core.engine import Position, copy_into, copy_small, numbers_of, put_numbers
from branchline.games.nuremberg.board import NOWHERE, RED, Setting

CUBES: Final[i64] = 15  # N1.2: investment cubes, and track pieces
TRACK: Final[i64] = 15

NOBODY: Final[i64] = -1

# Owners of links besides the seats.
NO_LINK: Final[i64] = -1
COMPANY: Final[i64] = 4  # + 0 red, + 1 green

# Phases, in the order of play. The first four belong to chance.
DRAW_GOODS: Final[i64] = 0  # N2.1
DRAW_PAWNS: Final[i64] = 1  # N2.2
DRAW_ORDER: Final[i64] = 2  # N2.6
INVESTMENT: Final[i64] = 3  # N3
DISCS: Final[i64] = 4  # N4
AUCTION: Final[i64] = 5  # N5
BUILDING: Final[i64] = 6  # N7
SHIPPING: Final[i64] = 7  # N9
PROFIT: Final[i64] = 8  # N10, N11
TAKEOVER: Final[i64] = 9  # N12
ROUND_END: Final[i64] = 10  # N13
GAME_END: Final[i64] = 11  # N14

# Tracks with stacks: four of influence, by colour, and profit/loss.
PROFIT_TRACK: Final[i64] = 4


class State(Position):
    __slots__ = (
        "bag_discs", "bag_goods", "bag_pawns", "bid_cubes", "bid_seat", "building_order", "ceding",
        "company_links", "cursor", "disc", "earned", "general", "goods", "head", "held", "influence", "joined",
        "kept", "links", "loading", "owed", "owner", "passed", "pawns", "phase", "profit", "reach",
        "reach_known", "recency", "removed", "round", "score", "setting", "shipped", "start", "stations", "stock",
        "touched", "train_goods", "train_order", "train_passengers", "train_seat", "turn", "visited", "way", "way_length",
    )  # fmt: skip

    def __init__(
        self, setting: Setting, held: vec[i64], stock: vec[i64], influence: vec[i64], score: vec[i64],
        profit: vec[i64], recency: vec[i64], general: vec[i64], building_order: vec[i64], train_order: vec[i64],
        bid_cubes: vec[i64], bid_seat: vec[i64], disc: vec[i64], owner: vec[i16], touched: vec[i64],
        links: vec[i64], company_links: vec[i64], stations: vec[i64], goods: vec[i16], pawns: vec[i16],
        train_seat: vec[i64], train_passengers: vec[i64], train_goods: vec[i64], shipped: vec[i64],
        kept: vec[i64], earned: vec[i64], bag_goods: vec[i64], bag_pawns: vec[i64], bag_discs: vec[i64],
        removed: vec[i64], way: vec[i64], reach: vec[i64],
    ) -> None:  # fmt: skip
        super().__init__()
        self.setting: Setting = setting
        # Players
        self.held = held  # investment cubes in hand
        self.stock = stock  # investment cubes in the stock
        self.influence = influence  # [seat * 4 + colour]
        self.score = score
        self.profit = profit
        self.recency = (
            recency  # [track * 4 + i]: seats by their last move on the track, the latest first (N2.7)
        )
        self.general = general  # orders: seats, first to last
        self.building_order = building_order
        self.train_order = train_order
        # Auction
        self.bid_cubes = bid_cubes  # [box]
        self.bid_seat = bid_seat  # [box]
        self.disc = disc  # [box], a colour
        # Map
        self.owner = owner  # [border]: a seat, COMPANY + 0 or 1, or NO_LINK
        self.touched = touched  # [seat]: bit set of the plots that own track touches
        self.links = links  # [seat]: own links on the board
        self.company_links = company_links  # red, green
        self.stations = stations  # bit sets: the stations of red and of green; a station can be in both
        self.goods = goods  # [plot]: cubes of the plot's printed kind
        self.pawns = pawns  # [plot * 3 + 0 red, 1 green, 2 landlord]
        # Trains
        self.train_seat = train_seat  # [train]
        self.train_passengers = train_passengers  # [train]: spaces taken
        self.train_goods = train_goods
        self.shipped = shipped  # [seat * 4 + kind]: this round
        self.kept = kept  # [seat * 4 + kind]: in earlier rounds
        self.earned = earned  # [seat]: points of this round's shipments, scored in N10.1
        # Bags, and what left the game
        self.bag_goods = bag_goods  # yellow, grey
        self.bag_pawns = bag_pawns  # red, green, landlord
        self.bag_discs = bag_discs  # [colour]
        self.removed = removed  # yellow, grey, red, green, landlord
        # Whose decision
        self.phase: i64 = DRAW_GOODS
        self.round: i64 = 1
        self.turn: i64 = 0  # counts the turns of the whole match
        self.cursor: i64 = 0  # how far a phase has come: draws made, or places in an order
        self.passed: i64 = 0  # bit set of seats (N9.1)
        self.joined: i64 = 0  # 1 once Fürth and Nuremberg are joined (N8.1)
        # A line or stretch under way
        self.way = way  # its borders
        self.way_length: i64 = 0
        self.start: i64 = NOWHERE  # the plot it starts from
        self.head: i64 = NOWHERE  # the plot it has come to
        self.visited: i64 = 0  # bit set of its plots
        self.ceding: i64 = NOWHERE  # the company a stretch goes to: RED or GREEN
        # A payment or shipment that waits for a choice
        self.owed: i64 = 0  # units of influence (N7.12), or of influence and cubes (N9.3)
        self.loading: i64 = NOWHERE  # the kind of item that waits for a train (N9.4)
        # Worked out from the rest, so no part of `numbers`
        self.reach = reach  # [seat * 4 + kind]: bit set of the plots a seat can ship from, by `shipping`
        self.reach_known: i64 = 0  # bit set of the seats for which it is worked out


def new_state(setting: Setting) -> State:
    """Before the first draw. N1.2, N1.3: all pieces in their places."""
    board = setting.board
    return State(
        setting,
        held=vec[i64]([0] * 4),
        stock=vec[i64]([CUBES] * 4),
        influence=vec[i64]([0] * 16),
        score=vec[i64]([0] * 4),
        profit=vec[i64]([0] * 4),
        recency=vec[i64]([NOBODY] * 20),
        general=vec[i64]([NOBODY] * 4),
        building_order=vec[i64]([NOBODY] * 4),
        train_order=vec[i64]([NOBODY] * 4),
        bid_cubes=vec[i64]([0] * setting.boxes),
        bid_seat=vec[i64]([NOBODY] * setting.boxes),
        disc=vec[i64]([NOWHERE] * setting.boxes),
        owner=vec[i16]([i16(NO_LINK)] * board.borders),
        touched=vec[i64]([0] * 4),
        links=vec[i64]([0] * 4),
        company_links=vec[i64]([0] * 2),
        stations=board.company_stations[:],
        goods=vec[i16]([0] * board.plots),
        pawns=vec[i16]([0] * (board.plots * 3)),
        train_seat=vec[i64]([NOBODY] * setting.trains),
        train_passengers=vec[i64]([0] * setting.trains),
        train_goods=vec[i64]([0] * setting.trains),
        shipped=vec[i64]([0] * 16),
        kept=vec[i64]([0] * 16),
        earned=vec[i64]([0] * 4),
        bag_goods=vec[i64]([60, 60]),
        bag_pawns=vec[i64]([25, 25, 25]),
        bag_discs=setting.discs[:],
        removed=vec[i64]([0] * 5),
        way=vec[i64]([0] * TRACK),
        reach=vec[i64]([0] * 16),
    )


def clone(s: State) -> State:
    t = State(
        s.setting, s.held[:], s.stock[:], s.influence[:], s.score[:], s.profit[:], s.recency[:], s.general[:],
        s.building_order[:], s.train_order[:], s.bid_cubes[:], s.bid_seat[:], s.disc[:], s.owner[:],
        s.touched[:], s.links[:], s.company_links[:], s.stations[:], s.goods[:], s.pawns[:], s.train_seat[:],
        s.train_passengers[:], s.train_goods[:], s.shipped[:], s.kept[:], s.earned[:], s.bag_goods[:],
        s.bag_pawns[:], s.bag_discs[:], s.removed[:], s.way[:], s.reach[:],
    )  # fmt: skip
    _copy_scalars(s, t)
    return t


def _copy_scalars(s: State, t: State) -> None:
    t.phase = s.phase
    t.round = s.round
    t.turn = s.turn
    t.cursor = s.cursor
    t.active = s.active
    t.passed = s.passed
    t.joined = s.joined
    t.way_length = s.way_length
    t.start = s.start
    t.head = s.head
    t.visited = s.visited
    t.ceding = s.ceding
    t.owed = s.owed
    t.loading = s.loading
    t.reach_known = s.reach_known


def copy(s: State, t: State) -> None:
    """Make `t` equal to `s` without new memory."""
    copy_into(s.held, t.held)
    copy_into(s.stock, t.stock)
    copy_into(s.influence, t.influence)
    copy_into(s.score, t.score)
    copy_into(s.profit, t.profit)
    copy_into(s.recency, t.recency)
    copy_into(s.general, t.general)
    copy_into(s.building_order, t.building_order)
    copy_into(s.train_order, t.train_order)
    copy_into(s.bid_cubes, t.bid_cubes)
    copy_into(s.bid_seat, t.bid_seat)
    copy_into(s.disc, t.disc)
    copy_small(s.owner, t.owner)
    copy_into(s.touched, t.touched)
    copy_into(s.links, t.links)
    copy_into(s.company_links, t.company_links)
    copy_into(s.stations, t.stations)
    copy_small(s.goods, t.goods)
    copy_small(s.pawns, t.pawns)
    copy_into(s.train_seat, t.train_seat)
    copy_into(s.train_passengers, t.train_passengers)
    copy_into(s.train_goods, t.train_goods)
    copy_into(s.shipped, t.shipped)
    copy_into(s.kept, t.kept)
    copy_into(s.earned, t.earned)
    copy_into(s.bag_goods, t.bag_goods)
    copy_into(s.bag_pawns, t.bag_pawns)
    copy_into(s.bag_discs, t.bag_discs)
    copy_into(s.removed, t.removed)
    copy_into(s.way, t.way)
    copy_into(s.reach, t.reach)
    _copy_scalars(s, t)


SCALARS: Final = (
    "phase", "round", "turn", "cursor", "active", "passed", "joined", "way_length", "start", "head", "visited",
    "ceding", "owed", "loading",
)  # fmt: skip
ARRAYS: Final = (
    "held", "stock", "influence", "score", "profit", "recency", "general", "building_order", "train_order",
    "bid_cubes", "bid_seat", "disc", "owner", "touched", "links", "company_links", "stations", "goods", "pawns",
    "train_seat", "train_passengers", "train_goods", "shipped", "kept", "earned", "bag_goods", "bag_pawns",
    "bag_discs", "removed", "way",
)  # fmt: skip


def numbers(s: State) -> list[int]:
    """The whole state in a row: scalars, then arrays."""
    return numbers_of(s, SCALARS, ARRAYS)


def restore(setting: Setting, row: list[int]) -> State:
    s = new_state(setting)
    put_numbers(s, SCALARS, ARRAYS, row)
    return s


# Stacks (N2.7)


def to_top(s: State, track: i64, seat: i64) -> None:
    """A marker that moves lies on top of the stack it arrives on. Of two markers on one space the one that moved
    last is on top, so it is enough to know who moved last on the track."""
    base = track * 4
    place = base
    while s.recency[place] != seat:
        place += 1
    while place > base:
        s.recency[place] = s.recency[place - 1]
        place -= 1
    s.recency[base] = seat


def gain(s: State, seat: i64, colour: i64, points: i64) -> None:
    """Move an influence marker up, or down for what is paid. 0 is no move (N2.7)."""
    if points != 0:
        s.influence[seat * 4 + colour] += points
        to_top(s, colour, seat)


def spend_cubes(s: State, seat: i64, cubes: i64) -> None:
    """N7.14: spent cubes return to the stock."""
    s.held[seat] -= cubes
    s.stock[seat] += cubes


def standing(s: State, track: i64) -> vec[i64]:
    """The seats, the furthest on the track first, equals from the top of the stack down (N2.7)."""
    players = s.setting.players
    order = vec[i64]([NOBODY] * 4)
    count: i64 = 0
    while count < players:
        seat = s.recency[track * 4 + count]
        value = track_value(s, track, seat)
        place = count
        while place > 0 and track_value(s, track, order[place - 1]) < value:
            order[place] = order[place - 1]
            place -= 1
        order[place] = seat
        count += 1
    return order


def track_value(s: State, track: i64, seat: i64) -> i64:
    return s.profit[seat] if track == PROFIT_TRACK else s.influence[seat * 4 + track]


# Plots


def is_neutral(s: State, plot: i64) -> bool:
    """A station that belongs to no company."""
    return (s.setting.board.stations & ~(s.stations[0] | s.stations[1]) & BIT[plot]) != 0


def is_station_of(s: State, plot: i64, company: i64) -> bool:
    return s.stations[company - RED] & BIT[plot] != 0


# Turns


def begin_turn(s: State, seat: i64) -> None:
    """A seat's turn begins, with nothing under way."""
    s.active = seat
    s.turn += 1
    s.way_length = 0
    s.start = NOWHERE
    s.head = NOWHERE
    s.visited = 0
    s.ceding = NOWHERE
