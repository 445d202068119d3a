"""A position in a few lines, and the eyes of a player.

    table = building(cubes={0: 5}, influence={0: (2, 1, 1, 0)}, links={0: "NUS-GOS-FUE", "red": "SCH-STE"})
    table.push("build FUE ZIR")
    assert player(table, 0).held == 3

The map starts bare: no pawns, no goods, no links; a test puts there what it needs. `turn` moves first, the
others follow as they sit. Influence is white, brown, red, green. Pawns are letters: r and g are passengers, w
landlords. Pieces that are not on the table lie in the stock or the bag, so that all are accounted for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final, TypedDict, Unpack, cast

import pytest
from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline import IllegalMove, Table
from branchline.core import record
from branchline.core.bits import BIT
from branchline.core.history import History
from branchline.games.nuremberg.rules.board import NOWHERE
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BID_CUBES,
    BOX_DISC,
    BUILDING,
    BUILDING_ORDER,
    COMPANY,
    DISC_BAG,
    GENERAL,
    GOODS_BAG,
    KEPT,
    NO_LINK,
    NOBODY,
    REMOVED,
    SHIPPING,
    STACKS,
    STOCK,
    TAKEOVER,
    TRAIN_ORDER,
    State,
    put_order,
)
from branchline.games.nuremberg.views.view import COMPANIES, TRACKS, Box, Player, Plot, Train, View

Owner = int | str  # a seat, "red" or "green"
Four = tuple[int, int, int, int]
RICH: Four = (9, 9, 9, 9)
POOR: Four = (0, 0, 0, 0)

_LETTERS: Final = "wbrg"
_PAWNS: Final = "rgw"


class Position(TypedDict, total=False):
    """What a test may arrange; the rest is as after the set-up."""

    players: int
    seed: int
    play_forced: bool
    # Whose turn
    turn: int
    order: tuple[int, ...]  # of the phase; `turn` need not be its first
    general: tuple[int, ...]
    round: int
    stacks: Mapping[str, tuple[int, ...]]  # by track, the top first
    # Players
    cubes: Mapping[int, int]  # in hand
    influence: Mapping[int, Four]
    score: Mapping[int, int]
    profit: Mapping[int, int]
    shipped: Mapping[int, Four]  # yellow, grey, red, green
    kept: Mapping[int, Four]
    # Map
    links: Mapping[Owner, str]  # ways: "NUS-GOS-FUE POP-NUN"
    stations: Mapping[str, str]  # what became a company's: {"FUE": "red"}
    pawns: Mapping[str, str]
    goods: Mapping[str, int]
    joined: bool
    company_links: Mapping[str, int]  # laid somewhere else: these links lie on no border
    # Boxes and trains
    discs: str
    bids: Mapping[str, tuple[int, int]]  # box: seat, cubes
    trains: Mapping[str, int]  # train: seat
    # Options (N16), and the version of the rules
    rules: str
    board: str
    rounds: int
    sets: str
    south: str
    furth: str
    pass_returns_trains: bool
    goods_destination: bool
    stone_from: str
    swap_passengers: bool
    wide_south: bool
    company_track: int
    starting_influence: Four


_OPTIONS: Final = (
    "rules", "board", "rounds", "sets", "south", "furth", "pass_returns_trains", "goods_destination", "stone_from",
    "swap_passengers", "wide_south", "company_track", "starting_influence",
)  # fmt: skip


def auction(**given: Unpack[Position]) -> Table:
    """N5: bidding."""
    return _arrange(AUCTION, given)


def building(**given: Unpack[Position]) -> Table:
    """N7: building."""
    return _arrange(BUILDING, given)


def shipping(**given: Unpack[Position]) -> Table:
    """N9: trains and shipping."""
    return _arrange(SHIPPING, given)


def takeover(**given: Unpack[Position]) -> Table:
    """N12: ceding track."""
    return _arrange(TAKEOVER, given)


def new_table(**given: Unpack[Position]) -> Table:
    """A real set-up, as dealt."""
    options: dict[str, Any] = {name: value for name, value in given.items() if name in _OPTIONS}
    return Table(
        "nuremberg",
        given.get("players", 3),
        seed=given.get("seed", 1),
        play_forced=given.get("play_forced", False),
        **options,
    )


def _arrange(phase: int, given: Position) -> Table:
    table = new_table(**given)
    state = cast("State", table.state)
    _put_map(state, given)
    _put_turn(state, phase, given)
    _put_players(state, given)
    _put_boxes(state, given)
    for train, seat in given.get("trains", {}).items():
        state.trains[state.setting.names.trains.index(train)] = seat
    _fill_bags(state)
    if "company_links" in given:
        for company, name in enumerate(COMPANIES):
            state.links[COMPANY + company] = given["company_links"].get(name, 0)
    else:
        assert table.game.miscount(state) is None, table.game.miscount(state)
    start_here(table)
    return table


def start_here(table: Table) -> None:
    """Make the position the first of its match: nothing to take back, and a record starts with it."""
    table._history = History(table.game, table.state)
    table._log = [record.Snapshot(table.game.numbers(table.state))]


# Parts of a position


def _put_map(s: State, given: Position) -> None:
    number = s.setting.names.plot_number
    s.goods = vec[i16]([0] * s.setting.board.plots)
    s.pawns = vec[i16]([0] * (s.setting.board.plots * 3))
    for kind in range(5):
        s.bags[REMOVED + kind] = 0
    for owner, ways in given.get("links", {}).items():
        for a, b in borders(ways):
            put_link(s, a, b, owner)
    for plot, companies in given.get("stations", {}).items():
        for name in companies.split():
            s.stations[COMPANIES.index(name)] |= BIT[number[plot]]
    for plot, letters in given.get("pawns", {}).items():
        for letter in letters:
            s.pawns[number[plot] * 3 + _PAWNS.index(letter)] += 1
    for plot, cubes in given.get("goods", {}).items():
        assert s.setting.board.goods[number[plot]] != NOWHERE, f"{plot} has no goods symbol"
        s.goods[number[plot]] = cubes
    s.joined = int(given.get("joined", False))


def borders(ways: str) -> Iterable[tuple[str, str]]:
    """`NUS-GOS-FUE POP-NUN` as pairs of plots."""
    for way in ways.split():
        plots = way.split("-")
        yield from pairwise(plots)


def put_link(s: State, a: str, b: str, owner: Owner) -> None:
    one, other = s.setting.names.plot_number[a], s.setting.names.plot_number[b]
    border = s.setting.board.border_between(one, other)
    assert border != NOWHERE, f"{a} and {b} share no border"
    assert s.owner[border] == NO_LINK, f"{a}-{b} is taken"
    if isinstance(owner, int):
        s.owner[border] = owner
        s.links[owner] += 1
        s.touched[owner] |= BIT[one] | BIT[other]
    else:
        company = ("red", "green").index(owner)
        s.owner[border] = i16(COMPANY + company)
        s.links[COMPANY + company] += 1


def _put_turn(s: State, phase: int, given: Position) -> None:
    players = int(s.setting.players)
    first = given.get("turn", given.get("order", (0,))[0])
    around = tuple((first + step) % players for step in range(players))
    order = given.get("order", around)
    assert sorted(order) == list(range(players))
    s.phase = phase
    s.round = given.get("round", 1)
    s.cursor = order.index(first)
    s.active = first
    put_order(s, BUILDING_ORDER, _seats(order))
    put_order(s, TRAIN_ORDER, _seats(order))
    put_order(s, GENERAL, _seats(given.get("general", order)))
    for track, name in enumerate(TRACKS):
        for place, seat in enumerate(given.get("stacks", {}).get(name, tuple(range(players)))):
            s.orders[STACKS + track * 4 + place] = seat


def _seats(order: tuple[int, ...]) -> vec[i64]:
    return vec[i64]([*order, *[NOBODY] * (4 - len(order))])


def _put_players(s: State, given: Position) -> None:
    for seat in range(s.setting.players):
        s.cubes[seat] = given.get("cubes", {}).get(seat, 12)
        s.cubes[STOCK + seat] = 15 - s.cubes[seat]
        s.score[seat] = given.get("score", {}).get(seat, 0)
        s.profit[seat] = given.get("profit", {}).get(seat, 0)
        none = (0, 0, 0, 0)
        for i in range(4):
            s.shipped[seat * 4 + i] = given.get("shipped", {}).get(seat, none)[i]
            s.shipped[KEPT + seat * 4 + i] = given.get("kept", {}).get(seat, none)[i]
            if seat in given.get("influence", {}):
                s.influence[seat * 4 + i] = given["influence"][seat][i]


def _put_boxes(s: State, given: Position) -> None:
    """Without other wish every box has a disc, in a fixed order."""
    discs = given.get("discs", "wbrgwbrg"[: s.setting.boxes])
    for colour, discs_of_it in enumerate(s.setting.discs):
        s.bags[DISC_BAG + colour] = discs_of_it
    for box in range(s.setting.boxes):
        s.boxes[BOX_DISC + box] = _LETTERS.index(discs[box])
        s.bags[DISC_BAG + s.boxes[BOX_DISC + box]] -= 1
    for name, (seat, cubes) in given.get("bids", {}).items():
        box = s.setting.names.boxes.index(name)
        s.boxes[box], s.boxes[BID_CUBES + box] = seat, cubes
        s.cubes[STOCK + seat] -= cubes


def _fill_bags(s: State) -> None:
    on_board = [0] * 5
    for plot in range(s.setting.board.plots):
        if s.goods[plot]:
            on_board[s.setting.board.goods[plot]] += s.goods[plot]
        for pawn in range(3):
            on_board[2 + pawn] += s.pawns[plot * 3 + pawn]
    for seat in range(s.setting.players):
        for kind in range(4):
            on_board[kind] += s.shipped[seat * 4 + kind] + s.shipped[KEPT + seat * 4 + kind]
    for kind in range(5):
        s.bags[GOODS_BAG + kind] = (60 if kind < 2 else 25) - on_board[kind]


# What a player sees


def seen(table: Table) -> View:
    return cast("View", table.view(None))


def player(table: Table, seat: int) -> Player:
    return cast("View", table.view(seat)).players[seat]


def influence(table: Table, seat: int) -> Four:
    points = player(table, seat).influence
    return points.white, points.brown, points.red, points.green


def plot(table: Table, name: str) -> Plot:
    return next((found for found in seen(table).plots if found.id == name), Plot(name))


def box(table: Table, name: str) -> Box:
    return next(found for found in seen(table).boxes if found.name == name)


def train(table: Table, name: str) -> Train:
    return next(found for found in seen(table).trains if found.name == name)


def owner_of(table: Table, border: str) -> Owner | None:
    """Whose link lies on `NUS-GOS`, named either way."""
    ends = set(border.split("-"))
    return next((link.owner for link in seen(table).links if {link.a, link.b} == ends), None)


def standing(table: Table, track: str) -> tuple[int, ...]:
    """The seats on a track, the furthest first, equals from the top of the stack down."""
    view = seen(table)
    stack = view.stacks[track]

    def place(seat: int) -> int:
        who = view.players[seat]
        return who.profit if track == "profit" else int(getattr(who.influence, track))

    return tuple(sorted(range(len(view.players)), key=lambda seat: (-place(seat), stack.index(seat))))


def moves(table: Table, verb: str = "") -> list[str]:
    """The legal moves in notation, of one verb or all."""
    return [str(move) for move in table.legal_moves if str(move).split()[0].startswith(verb)]


def shippable(table: Table) -> list[str]:
    """What can be shipped now, such as `red FUE`."""
    return [move.removeprefix("ship ") for move in moves(table, "ship")]


def refused(table: Table, move: str) -> IllegalMove:
    """The refusal of a move: a whole sentence and its clause; afterwards nothing has changed."""
    before = table.game.numbers(table.state)
    with pytest.raises(IllegalMove) as caught:
        table.push(move)
    error = caught.value
    assert table.game.numbers(table.state) == before
    assert error.text.endswith(".")
    assert not set("{}") & set(error.text)
    assert "  " not in error.text
    assert str(error) == f"{error.move}: {error.text} ({error.clause})"
    return error


# Going on


def push(table: Table, *texts: str) -> Table:
    """Several moves in a row."""
    for text in texts:
        table.push(text)
    return table


def idle(table: Table) -> str:
    """The move that does least: the first bid there is, stop, pass, keep."""
    return next((word for word in ("stop", "pass", "keep") if word in moves(table)), moves(table)[0])


def idle_until(table: Table, phase: str) -> Table:
    """Nobody does more than they must until a phase begins, or the game ends."""
    while seen(table).phase != phase and not table.over:
        table.push(idle(table))
    return table


def pass_out(table: Table) -> Table:
    """All pass (N9.1): N10 and N11 follow by themselves."""
    return idle_until(table, "takeover")
