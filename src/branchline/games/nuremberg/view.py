"""What leaves the table: the position in names instead of numbers. This game has no secrets: draws are made when
they are due, so not even the order of a bag exists before."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.bits import BIT
from branchline.core.engine import CHANCE, OVER
from branchline.games.nuremberg import map_file
from branchline.games.nuremberg.board import NOWHERE, RED, Setting
from branchline.games.nuremberg.map_file import MapFile
from branchline.games.nuremberg.options import Options, own_map
from branchline.games.nuremberg.state import (
    AUCTION,
    BID_CUBES,
    BOX_DISC,
    BUILDING,
    BUILDING_ORDER,
    COMPANY,
    DISC_BAG,
    EARNED,
    GENERAL,
    GOODS_BAG,
    KEPT,
    NO_LINK,
    NOBODY,
    PAWN_BAG,
    REMOVED,
    SHIPPING,
    STACKS,
    STOCK,
    TAKEOVER,
    TRACK,
    TRAIN_GOODS,
    TRAIN_ORDER,
    TRAIN_PASSENGERS,
    State,
    new_state,
)

Colour = Literal["white", "brown", "red", "green"]
Kind = Literal["yellow", "grey", "red", "green"]
Company = Literal["red", "green"]
Decision = Literal["bid", "build", "pay", "act", "load", "cede", "draw", "none"]

COLOURS: Final[tuple[Colour, ...]] = ("white", "brown", "red", "green")
KINDS: Final[tuple[Kind, ...]] = ("yellow", "grey", "red", "green")
COMPANIES: Final[tuple[Company, ...]] = ("red", "green")
TRACKS: Final = (*COLOURS, "profit")
PHASES: Final = (
    "draw_goods", "draw_pawns", "draw_order", "investment", "discs", "auction", "building", "shipping",
    "profit", "takeover", "round_end", "game_end",
)  # fmt: skip


class Influence(msgspec.Struct, frozen=True):
    white: int
    brown: int
    red: int
    green: int


class Items(msgspec.Struct, frozen=True):
    """Shipped goods and passengers."""

    yellow: int
    grey: int
    red: int
    green: int


class Player(msgspec.Struct, frozen=True):
    seat: int
    held: int  # investment cubes in hand
    stock: int  # investment cubes in the stock
    bid: int  # investment cubes on auction boxes
    track: int  # pieces left
    links: int  # own links on the board
    influence: Influence
    score: int
    profit: int
    shipped: Items  # this round
    kept: Items  # in earlier rounds
    earned: int  # points of this round's shipments, not scored yet
    passed: bool


class Box(msgspec.Struct, frozen=True):
    name: str
    printed: Influence
    minimum: int
    disc: Colour | None
    seat: int | None  # who holds the standing bid
    cubes: int


class Train(msgspec.Struct, frozen=True):
    name: str
    row: int  # 1, 2, 3
    cost: int
    passenger_spaces: int
    goods_spaces: int
    passenger_points: int
    goods_points: int
    seat: int | None
    passengers: int  # spaces taken
    goods: int


class Link(msgspec.Struct, frozen=True):
    a: str
    b: str
    owner: int | Company  # a seat or a company


class Plot(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies on a plot, and whose station it is. Only plots with anything are listed."""

    id: str
    companies: tuple[Company, ...] = ()
    goods: int = 0
    red: int = 0
    green: int = 0
    landlords: int = 0


class Bags(msgspec.Struct, frozen=True):
    goods: tuple[int, int]  # yellow, grey
    pawns: tuple[int, int, int]  # red, green, landlords
    discs: Influence


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    board: str
    options: Options
    seat: int | None  # who sees it; None: a spectator
    round: int
    rounds: int
    phase: str
    decision: Decision
    to_move: int | None
    players: tuple[Player, ...]
    general: tuple[int, ...]  # orders: seats, first to last; empty before they are made
    building_order: tuple[int, ...]
    train_order: tuple[int, ...]
    stacks: dict[str, tuple[int, ...]]  # by track: seats by their last move, the latest first (N2.7)
    boxes: tuple[Box, ...]
    trains: tuple[Train, ...]
    links: tuple[Link, ...]
    plots: tuple[Plot, ...]
    bags: Bags
    removed: tuple[int, int, int, int, int]  # yellow, grey, red, green, landlords
    turn: int
    place: int  # in the order of the phase, or draws made
    joined: bool = False  # Fürth and Nuremberg (N8.1)
    line: tuple[str, ...] = ()  # plots of the line or stretch under way
    ceding: Company | None = None
    owed: int = 0
    loading: Kind | None = None
    own_map: MapFile | None = None  # a map that is not built in

    @property
    def map(self) -> MapFile:
        return self.own_map or map_file.built_in(self.board)


def view(s: State, seat: int | None) -> View:
    setting = s.setting
    options = setting.names.options
    ordered = int(setting.players) if s.phase > 2 else 0
    yellow, grey, red, green, landlords = s.bags[REMOVED:]
    return View(
        board=options.board,
        options=options,
        seat=seat,
        round=s.round,
        rounds=setting.rounds,
        phase=PHASES[s.phase],
        decision=decision(s),
        to_move=None if s.active == OVER else s.active,
        players=tuple(_player(s, seat) for seat in range(setting.players)),
        general=_seats(s, GENERAL),
        building_order=_seats(s, BUILDING_ORDER),
        train_order=_seats(s, TRAIN_ORDER),
        stacks={name: _seats(s, STACKS + i * 4)[:ordered] for i, name in enumerate(TRACKS)},
        boxes=tuple(_box(s, box) for box in range(setting.boxes)),
        trains=tuple(_train(s, train) for train in range(setting.trains)),
        links=_links(s),
        plots=tuple(plot for n in range(setting.board.plots) if (plot := _plot(s, n)) != Plot(plot.id)),
        bags=Bags(
            (s.bags[GOODS_BAG], s.bags[GOODS_BAG + 1]),
            (s.bags[PAWN_BAG], s.bags[PAWN_BAG + 1], s.bags[PAWN_BAG + 2]),
            Influence(*s.bags[DISC_BAG:REMOVED]),
        ),
        removed=(yellow, grey, red, green, landlords),
        turn=s.turn,
        place=s.cursor,
        joined=s.joined != 0,
        line=_line(s),
        ceding=None if s.ceding == NOWHERE else COMPANIES[s.ceding - RED],
        owed=s.owed,
        loading=None if s.loading == NOWHERE else KINDS[s.loading],
        own_map=own_map(setting),
    )


def _seats(s: State, order: int) -> tuple[int, ...]:
    return tuple(n for n in s.orders[order : order + 4] if n != NOBODY)


def decision(s: State) -> Decision:
    if s.active == OVER:
        return "none"
    if s.active == CHANCE:
        return "draw"
    if s.owed > 0:
        return "pay"
    if s.loading != NOWHERE:
        return "load"
    by_phase: dict[int, Decision] = {AUCTION: "bid", BUILDING: "build", SHIPPING: "act", TAKEOVER: "cede"}
    return by_phase[s.phase]


def _player(s: State, seat: int) -> Player:
    four = slice(seat * 4, seat * 4 + 4)
    return Player(
        seat=seat,
        held=s.cubes[seat],
        stock=s.cubes[STOCK + seat],
        bid=sum(s.boxes[BID_CUBES + box] for box in range(s.setting.boxes) if s.boxes[box] == seat),
        track=TRACK - s.links[seat],
        links=s.links[seat],
        influence=Influence(*s.influence[four]),
        score=s.score[seat],
        profit=s.profit[seat],
        shipped=Items(*s.shipped[four]),
        kept=Items(*s.shipped[KEPT:][four]),
        earned=s.profit[EARNED + seat],
        passed=s.passed & BIT[seat] != 0,
    )


def _box(s: State, box: int) -> Box:
    return Box(
        name=s.setting.names.boxes[box],
        printed=Influence(*s.setting.box_points[box * 4 : box * 4 + 4]),
        minimum=s.setting.box_minimum[box],
        disc=None if s.boxes[BOX_DISC + box] == NOWHERE else COLOURS[s.boxes[BOX_DISC + box]],
        seat=None if s.boxes[box] == NOBODY else s.boxes[box],
        cubes=s.boxes[BID_CUBES + box],
    )


def _train(s: State, train: int) -> Train:
    setting = s.setting
    return Train(
        name=setting.names.trains[train],
        row=setting.train_row[train] + 1,
        cost=setting.train_cost[train],
        passenger_spaces=setting.train_passengers[train],
        goods_spaces=setting.train_goods[train],
        passenger_points=setting.passenger_points[train],
        goods_points=setting.goods_points[train],
        seat=None if s.trains[train] == NOBODY else s.trains[train],
        passengers=s.trains[TRAIN_PASSENGERS + train],
        goods=s.trains[TRAIN_GOODS + train],
    )


def _links(s: State) -> tuple[Link, ...]:
    board, names = s.setting.board, s.setting.names.plots
    return tuple(
        Link(
            names[board.end_a[border]],
            names[board.end_b[border]],
            owner if owner < COMPANY else COMPANIES[owner - COMPANY],
        )
        for border, owner in enumerate(map(int, s.owner))
        if owner != NO_LINK
    )


def _plot(s: State, plot: int) -> Plot:
    return Plot(
        id=s.setting.names.plots[plot],
        companies=tuple(name for name, held in zip(COMPANIES, s.stations, strict=True) if held & BIT[plot]),
        goods=s.goods[plot],
        red=s.pawns[plot * 3],
        green=s.pawns[plot * 3 + 1],
        landlords=s.pawns[plot * 3 + 2],
    )


def _line(s: State) -> tuple[str, ...]:
    """The plots of the way, from its start."""
    if s.start == NOWHERE:
        return ()
    board, names = s.setting.board, s.setting.names.plots
    plots = [s.start]
    for border in s.way[: s.way_length]:
        plots.append(board.end_b[border] if board.end_a[border] == plots[-1] else board.end_a[border])
    return tuple(names[plot] for plot in plots)


# The way back


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
    s.stations = vec[i64]([0, 0])
    for plot in seen.plots:
        _put_plot(s, number[plot.id], plot)
    bags = seen.bags
    s.bags = vec[i64]([*bags.goods, *bags.pawns, *msgspec.structs.astuple(bags.discs), *seen.removed])
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
        s.passed |= BIT[seat]


def _put_link(s: State, a: int, b: int, owner: int | Company) -> None:
    border = s.setting.board.border_between(a, b)
    if isinstance(owner, int):
        s.owner[border] = owner
        s.touched[owner] |= BIT[a] | BIT[b]
    else:
        company = COMPANIES.index(owner)
        s.owner[border] = i16(COMPANY + company)
        s.links[COMPANY + company] += 1


def _put_plot(s: State, number: int, plot: Plot) -> None:
    for company, name in enumerate(COMPANIES):
        if name in plot.companies:
            s.stations[company] |= BIT[number]
    s.goods[number] = plot.goods
    s.pawns[number * 3] = plot.red
    s.pawns[number * 3 + 1] = plot.green
    s.pawns[number * 3 + 2] = plot.landlords


def _put_line(s: State, plots: list[int]) -> None:
    if not plots:
        return
    s.start, s.head = plots[0], plots[-1]
    for plot in plots:
        s.visited |= BIT[plot]
    for a, b in pairwise(plots):
        s.way[s.way_length] = s.setting.board.border_between(a, b)
        s.way_length += 1
