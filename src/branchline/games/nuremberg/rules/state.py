"""The position of a match, as flat arrays of whole numbers, and the few changes that several phases share.

Arrays by player are indexed `[seat]`, arrays by player and colour `[seat * 4 + colour]`. The large arrays hold small
numbers (`i16`), so that copying is fast and thousands of states fit in memory.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import Position, copy_into, copy_small, numbers_of, put_numbers
from branchline.games.nuremberg.rules.board import BORDERS, NOWHERE, PARTS, RED, Setting

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


# Related arrays are stored one after another in a single array, because a state with fewer arrays copies faster.
# Where the later ones start:
STOCK: Final[i64] = 4  # in `cubes`
EARNED: Final[i64] = 4  # in `profit`
KEPT: Final[i64] = 16  # in `shipped`
# In `orders`
GENERAL: Final[i64] = 0
BUILDING_ORDER: Final[i64] = 4
TRAIN_ORDER: Final[i64] = 8
STACKS: Final[i64] = 12
# In `boxes` and `trains`
BID_CUBES: Final[i64] = 8
BOX_DISC: Final[i64] = 16
TRAIN_PASSENGERS: Final[i64] = 12
TRAIN_GOODS: Final[i64] = 24
# In `bags`
GOODS_BAG: Final[i64] = 0
PAWN_BAG: Final[i64] = 2
DISC_BAG: Final[i64] = 5
REMOVED: Final[i64] = 9
# In `reach`
LAID: Final[i64] = 16


@mypyc_attr(acyclic=True, free_list_len=1)
class State(Position):
    __slots__ = (
        "bags", "boxes", "ceding", "cubes", "cursor", "goods", "head", "influence", "joined", "links",
        "loading", "orders", "owed", "owner", "passed", "pawns", "phase", "profit", "reach", "reach_known", "round",
        "score", "setting", "shipped", "stale", "start", "stations", "touched", "trains", "turn", "visited", "way",
        "way_length",
    )  # fmt: skip

    def __init__(
        self, setting: Setting, cubes: vec[i64], influence: vec[i64], score: vec[i64], profit: vec[i64],
        orders: vec[i64], boxes: vec[i64], owner: vec[i16], touched: vec[i64], links: vec[i64],
        stations: vec[i64], goods: vec[i16], pawns: vec[i16], trains: vec[i64], shipped: vec[i64],
        bags: vec[i64], way: vec[i64], reach: vec[i64],
    ) -> None:  # fmt: skip
        super().__init__()
        self.setting: Setting = setting
        # Players
        self.cubes = cubes  # [seat]: investment cubes in hand; [STOCK + seat]: in the stock
        self.influence = influence  # [seat * 4 + colour]
        self.score = score
        self.profit = profit  # [EARNED + seat]: points of this round's shipments, scored in N10.1
        # [GENERAL + i], [BUILDING_ORDER + i], [TRAIN_ORDER + i]: seats, first to last; [STACKS + track * 4 + i]: seats
        # by their last move on the track, the latest first (N2.7)
        self.orders = orders
        # Auction
        self.boxes = boxes  # [box]: the bidder; [BID_CUBES + box]; [BOX_DISC + box]: a colour
        # Map
        self.owner = owner  # [border]: a seat, COMPANY + 0 or 1, or NO_LINK
        self.touched = touched  # [seat]: bit set of the plots that own track touches
        self.links = links  # [seat]: own links on the board; [COMPANY + 0 or 1]: red, green
        self.stations = stations  # bit sets: the stations of red and of green; a station can be in both
        self.goods = goods  # [plot]: cubes of the plot's printed kind
        self.pawns = pawns  # [plot * 3 + 0 red, 1 green, 2 landlord]
        # Trains
        self.trains = (
            trains  # [train]: a seat; [TRAIN_PASSENGERS + train], [TRAIN_GOODS + train]: spaces taken
        )
        self.shipped = shipped  # [seat * 4 + kind]: this round; [KEPT + seat * 4 + kind]: in earlier rounds
        # [GOODS_BAG + yellow, grey], [PAWN_BAG + red, green, landlord], [DISC_BAG + colour], and what left the game:
        # [REMOVED + yellow, grey, red, green, landlord]
        self.bags = bags
        # Whose decision
        self.phase: i64 = DRAW_GOODS
        self.round: i64 = 1
        self.turn: i64 = 0  # counts the turns of the whole match
        self.cursor: i64 = 0  # how far a phase has come: draws made, or places in an order
        self.passed: i64 = 0  # bit set of seats (N9.1)
        self.joined: i64 = 0  # 1 once Fürth and Nuremberg are joined (N8.1)
        # A line or stretch in progress
        self.way = way  # its borders
        self.way_length: i64 = 0
        self.start: i64 = NOWHERE  # the plot it starts from
        self.head: i64 = NOWHERE  # the plot it has come to
        self.visited: i64 = 0  # bit set of its plots
        self.ceding: i64 = NOWHERE  # the company a stretch goes to: RED or GREEN
        # A payment or shipment waiting for a choice
        self.owed: i64 = 0  # units of influence (N7.12), or of influence and cubes (N9.3)
        self.loading: i64 = NOWHERE  # the kind of item waiting for a train (N9.4)
        # Derived from the rest, so not part of `numbers`
        # [seat * 4 + kind]: bit set of the plots a seat can ship from, by `shipping`; [LAID + n]: bit sets of the
        # borders with a link, `BORDERS` in each, by `lay`
        self.reach = reach
        self.reach_known: i64 = 0  # bit set of the seats for which it has been computed
        self.stale: i64 = 0  # bit set of the plots whose pieces changed since `features.refresh`


def new_state(setting: Setting) -> State:
    """Before the first draw. N1.2, N1.3: all pieces in their places."""
    board = setting.board
    s = State(
        setting,
        cubes=vec[i64]([0] * 4 + [CUBES] * 4),
        influence=vec[i64]([0] * 16),
        score=vec[i64]([0] * 4),
        profit=vec[i64]([0] * 8),
        orders=vec[i64]([NOBODY] * 32),
        boxes=vec[i64]([NOBODY] * 8 + [0] * 8 + [NOWHERE] * 8),
        owner=vec[i16]([i16(NO_LINK)] * board.borders),
        touched=vec[i64]([0] * 4),
        links=vec[i64]([0] * 6),
        stations=board.company_stations[:],
        goods=vec[i16]([0] * board.plots),
        pawns=vec[i16]([0] * (board.plots * 3)),
        trains=vec[i64]([NOBODY] * 12 + [0] * 24),
        shipped=vec[i64]([0] * 32),
        bags=vec[i64]([60, 60, 25, 25, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        way=vec[i64]([0] * TRACK),
        reach=vec[i64]([0] * (LAID + PARTS)),
    )
    colour: i64
    for colour in range(4):
        s.bags[DISC_BAG + colour] = setting.discs[colour]
    return s


def clone(s: State) -> State:
    t = State(
        s.setting, s.cubes[:], s.influence[:], s.score[:], s.profit[:], s.orders[:], s.boxes[:], s.owner[:],
        s.touched[:], s.links[:], s.stations[:], s.goods[:], s.pawns[:], s.trains[:], s.shipped[:], s.bags[:],
        s.way[:], s.reach[:],
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
    """Make `t` equal to `s`."""
    copy_into(s.cubes, t.cubes)
    copy_into(s.influence, t.influence)
    copy_into(s.score, t.score)
    copy_into(s.profit, t.profit)
    copy_into(s.orders, t.orders)
    copy_into(s.boxes, t.boxes)
    copy_small(s.owner, t.owner)
    copy_into(s.touched, t.touched)
    copy_into(s.links, t.links)
    copy_into(s.stations, t.stations)
    copy_small(s.goods, t.goods)
    copy_small(s.pawns, t.pawns)
    copy_into(s.trains, t.trains)
    copy_into(s.shipped, t.shipped)
    copy_into(s.bags, t.bags)
    copy_into(s.way, t.way)
    copy_into(s.reach, t.reach)
    _copy_scalars(s, t)


SCALARS: Final = (
    "phase", "round", "turn", "cursor", "active", "passed", "joined", "way_length", "start", "head", "visited",
    "ceding", "owed", "loading",
)  # fmt: skip
ARRAYS: Final = (
    "cubes", "influence", "score", "profit", "orders", "boxes", "owner", "touched", "links", "stations", "goods",
    "pawns", "trains", "shipped", "bags", "way",
)  # fmt: skip


def numbers(s: State) -> list[int]:
    """The whole state as one row: scalars, then arrays."""
    return numbers_of(s, SCALARS, ARRAYS)


def restore(setting: Setting, row: list[int]) -> State:
    s = new_state(setting)
    put_numbers(s, SCALARS, ARRAYS, row)
    border: i64
    for border in range(setting.board.borders):
        if i64(s.owner[border]) != NO_LINK:
            lay(s, border, i64(s.owner[border]))
    return s


# Stacks (N2.7)


def to_top(s: State, track: i64, seat: i64) -> None:
    """A marker that moves lands on top of the stack. Of two markers on one space the one that moved last is on top,
    so it is enough to know the order of the last moves on the track."""
    base = STACKS + track * 4
    place = base
    while s.orders[place] != seat:
        place += 1
    while place > base:
        s.orders[place] = s.orders[place - 1]
        place -= 1
    s.orders[base] = seat


def gain(s: State, seat: i64, colour: i64, points: i64) -> None:
    """Move an influence marker up, or down for a payment. 0 is not a move (N2.7)."""
    if points != 0:
        s.influence[seat * 4 + colour] += points
        to_top(s, colour, seat)


def spend_cubes(s: State, seat: i64, cubes: i64) -> None:
    """N7.14: spent cubes return to the stock."""
    s.cubes[seat] -= cubes
    s.cubes[STOCK + seat] += cubes


def standing(s: State, track: i64) -> vec[i64]:
    """The seats, the furthest along the track first, ties from the top of the stack down (N2.7)."""
    players = s.setting.players
    order = vec[i64]([NOBODY] * 4)
    count: i64 = 0
    while count < players:
        seat = s.orders[STACKS + track * 4 + count]
        value = track_value(s, track, seat)
        place = count
        while place > 0 and track_value(s, track, order[place - 1]) < value:
            order[place] = order[place - 1]
            place -= 1
        order[place] = seat
        count += 1
    return order


def put_order(s: State, order: i64, seats: vec[i64]) -> None:
    place: i64
    for place in range(4):
        s.orders[order + place] = seats[place]


def track_value(s: State, track: i64, seat: i64) -> i64:
    return s.profit[seat] if track == PROFIT_TRACK else s.influence[seat * 4 + track]


# Links and plots


def lay(s: State, border: i64, owner: i64) -> None:
    """Every link that is laid or changes hands goes through here."""
    s.owner[border] = i16(owner)
    s.reach[LAID + border // BORDERS] |= bit(border % BORDERS)


def is_station_of(s: State, plot: i64, company: i64) -> bool:
    return s.stations[company - RED] & bit(plot) != 0


# Turns


def begin_turn(s: State, seat: i64) -> None:
    """Start a seat's turn, with nothing in progress."""
    s.active = seat
    s.turn += 1
    s.way_length = 0
    s.start = NOWHERE
    s.head = NOWHERE
    s.visited = 0
    s.ceding = NOWHERE
