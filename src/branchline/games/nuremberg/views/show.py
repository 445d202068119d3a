"""From a state to its view: numbers become names."""

from __future__ import annotations

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.games.nuremberg.options import own_map
from branchline.games.nuremberg.rules.board import NOWHERE, RED
from branchline.games.nuremberg.rules.state import (
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
)
from branchline.games.nuremberg.views.view import (
    COLOURS,
    COMPANIES,
    KINDS,
    PHASES,
    TRACKS,
    Bags,
    Box,
    Decision,
    Influence,
    Items,
    Link,
    Player,
    Plot,
    Train,
    View,
)


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
        plots=_plots(s),
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
        passed=s.passed & bit(seat) != 0,
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


def _plots(s: State) -> tuple[Plot, ...]:
    """The plots with anything on them."""
    goods, pawns, stations = list(s.goods), list(s.pawns), list(s.stations)
    found = []
    for plot, name in enumerate(s.setting.names.plots):
        companies = tuple(
            company for company, held in zip(COMPANIES, stations, strict=True) if held & bit(plot)
        )
        lying = (goods[plot], *pawns[plot * 3 : plot * 3 + 3])
        if companies or any(lying):
            found.append(Plot(name, companies, *lying))
    return tuple(found)


def _line(s: State) -> tuple[str, ...]:
    """The plots of the path, from its start."""
    if s.start == NOWHERE:
        return ()
    board, names = s.setting.board, s.setting.names.plots
    plots = [s.start]
    for border in s.way[: s.way_length]:
        plots.append(board.end_b[border] if board.end_a[border] == plots[-1] else board.end_a[border])
    return tuple(names[plot] for plot in plots)
