"""Positions to set up by hand, for puzzles, analysis and tests: `branchline.arrange("nuremberg", ...)`.

The map starts empty: no pawns, no goods, no links; `turn` moves first, the others follow in seat order. Influence is
white, brown, red, green. Pawns are letters: r and g are passengers, w landlords. Pieces that are not on the table are
in the stock or the bag.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, pairwise
from typing import Annotated, Final, Literal, TypeAlias, TypedDict

import msgspec
from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE
from branchline.core.errors import PositionError
from branchline.games.nuremberg.rules import phases
from branchline.games.nuremberg.rules.board import NOWHERE, Setting
from branchline.games.nuremberg.rules.state import (
    AUCTION,
    BID_CUBES,
    BOX_DISC,
    BUILDING,
    BUILDING_ORDER,
    COMPANY,
    CUBES,
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
    TRACK,
    TRAIN_ORDER,
    State,
    lay,
    put_order,
)
from branchline.games.nuremberg.views.view import COMPANIES, TRACKS

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=200)]
Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
Four: TypeAlias = tuple[Count, Count, Count, Count]
Owner: TypeAlias = Seat | str  # a seat, "red" or "green"

_PHASES: Final = {"auction": AUCTION, "building": BUILDING, "shipping": SHIPPING, "takeover": TAKEOVER}
_LETTERS: Final = "wbrg"
_PAWNS: Final = "rgw"
_NONE: Final = (0, 0, 0, 0)


class Position(TypedDict, total=False):
    """What can be set up; the rest is as after setup."""

    phase: Literal["auction", "building", "shipping", "takeover"]
    # Whose turn
    turn: Seat
    order: tuple[Seat, ...]  # of the phase; `turn` need not be its first
    general: tuple[Seat, ...]
    round: Annotated[int, msgspec.Meta(ge=1, le=8)]
    stacks: Mapping[str, tuple[Seat, ...]]  # by track, the top first
    # Players
    cubes: Mapping[Seat, Count]  # in hand
    influence: Mapping[Seat, Four]
    score: Mapping[Seat, int]
    profit: Mapping[Seat, int]
    shipped: Mapping[Seat, Four]  # yellow, grey, red, green
    kept: Mapping[Seat, Four]
    # Map
    links: Mapping[Owner, str]  # paths: "NUS-GOS-FUE POP-NUN"
    stations: Mapping[str, str]  # stations that became a company's: {"FUE": "red"}
    pawns: Mapping[str, str]
    goods: Mapping[str, Count]
    joined: bool
    # Boxes and trains
    discs: str
    bids: Mapping[str, tuple[Seat, Count]]  # box: seat, cubes
    trains: Mapping[str, Seat]


def arranged(setting: Setting, given: Position) -> State:
    """The position; raises `PositionError`."""
    s = phases.start(setting)
    while s.active == CHANCE:
        phases.apply(s, phases.legal(s)[0])
    _put_map(s, given)
    _put_turn(s, given)
    _put_players(s, given)
    _put_boxes(s, given)
    for train, seat in given.get("trains", {}).items():
        s.trains[_one_of("train", train, setting.names.trains)] = _seat(s, seat)
    _fill_bags(s)
    return s


def _one_of(what: str, word: str, words: Iterable[str]) -> int:
    known = list(words)
    if word not in known:
        raise PositionError(f"There is no {what} {word!r}. Choose one of {', '.join(known)}.")
    return known.index(word)


def _plot(s: State, name: str) -> int:
    return _one_of("plot", name, s.setting.names.plots)


def _seat(s: State, seat: int) -> int:
    if seat >= s.setting.players:
        raise PositionError(
            f"There is no seat {seat}: with {s.setting.players} players the last is {s.setting.players - 1}."
        )
    return seat


# Map


def _put_map(s: State, given: Position) -> None:
    s.goods = vec[i16]([0] * s.setting.board.plots)
    s.pawns = vec[i16]([0] * (s.setting.board.plots * 3))
    for kind in range(5):
        s.bags[REMOVED + kind] = 0
    for owner, ways in given.get("links", {}).items():
        for a, b in borders(ways):
            put_link(s, a, b, owner)
    for plot, companies in given.get("stations", {}).items():
        for name in companies.split():
            s.stations[_one_of("company", name, COMPANIES)] |= bit(_plot(s, plot))
    for plot, letters in given.get("pawns", {}).items():
        if s.setting.board.stations & bit(_plot(s, plot)) == 0:
            raise PositionError(f"{plot} is no station, so no pawns stand there (N2.2).")
        for letter in letters:
            s.pawns[_plot(s, plot) * 3 + _one_of("pawn", letter, _PAWNS)] += 1
    for plot, cubes in given.get("goods", {}).items():
        if s.setting.board.goods[_plot(s, plot)] == NOWHERE:
            raise PositionError(f"{plot} has no goods symbol, so no goods lie there.")
        s.goods[_plot(s, plot)] = cubes
    s.joined = int(given.get("joined", False))


def borders(ways: str) -> Iterable[tuple[str, str]]:
    """`NUS-GOS-FUE POP-NUN` as pairs of plots."""
    for way in ways.split():
        yield from pairwise(way.split("-"))


def put_link(s: State, a: str, b: str, owner: Owner) -> None:
    one, other = _plot(s, a), _plot(s, b)
    border = s.setting.board.border_between(one, other)
    if border == NOWHERE:
        raise PositionError(f"{a} and {b} share no border, so no link joins them (N7.2).")
    if s.owner[border] != NO_LINK:
        raise PositionError(f"There is already a link between {a} and {b}.")
    if isinstance(owner, int):
        lay(s, border, _seat(s, owner))
        s.links[owner] += 1
        s.touched[owner] |= bit(one) | bit(other)
        if s.links[owner] > TRACK:
            raise PositionError(f"Seat {owner} has more than {TRACK} links (N1.2).")
    else:
        company = _one_of("company", owner, COMPANIES)
        lay(s, border, COMPANY + company)
        s.links[COMPANY + company] += 1


# Turn and players


def _put_turn(s: State, given: Position) -> None:
    players = int(s.setting.players)
    first = _seat(s, given.get("turn", given.get("order", (0,))[0]))
    order = given.get("order", tuple((first + step) % players for step in range(players)))
    s.phase = _PHASES[given.get("phase", "auction")]
    s.round = given.get("round", 1)
    if s.round > s.setting.rounds:
        raise PositionError(f"The game has {s.setting.rounds} rounds; there is no round {s.round}.")
    s.cursor = _order(s, order).index(first)
    s.active = first
    put_order(s, BUILDING_ORDER, _seats(order))
    put_order(s, TRAIN_ORDER, _seats(order))
    put_order(s, GENERAL, _seats(_order(s, given.get("general", order))))
    for name in given.get("stacks", {}):
        _one_of("track", name, TRACKS)
    for track, name in enumerate(TRACKS):
        stack = _order(s, given.get("stacks", {}).get(name, tuple(range(players))))
        for place, seat in enumerate(stack):
            s.orders[STACKS + track * 4 + place] = seat


def _order(s: State, order: tuple[int, ...]) -> tuple[int, ...]:
    if sorted(order) != list(range(s.setting.players)):
        raise PositionError(f"{order} is not an order: name each of the {s.setting.players} seats once.")
    return order


def _seats(order: tuple[int, ...]) -> vec[i64]:
    return vec[i64]([*order, *[NOBODY] * (4 - len(order))])


def _put_players(s: State, given: Position) -> None:
    seats: list[Mapping[int, object]] = [
        given.get("cubes", {}), given.get("influence", {}), given.get("score", {}), given.get("profit", {}),
        given.get("shipped", {}), given.get("kept", {}),
    ]  # fmt: skip
    for seat in chain.from_iterable(seats):
        _seat(s, seat)
    for seat in range(s.setting.players):
        s.cubes[seat] = given.get("cubes", {}).get(seat, 12)
        s.cubes[STOCK + seat] = CUBES - s.cubes[seat]
        s.score[seat] = given.get("score", {}).get(seat, 0)
        s.profit[seat] = given.get("profit", {}).get(seat, 0)
        for i in range(4):
            s.shipped[seat * 4 + i] = given.get("shipped", {}).get(seat, _NONE)[i]
            s.shipped[KEPT + seat * 4 + i] = given.get("kept", {}).get(seat, _NONE)[i]
            if seat in given.get("influence", {}):
                s.influence[seat * 4 + i] = given["influence"][seat][i]


# Boxes and bags


def _put_boxes(s: State, given: Position) -> None:
    """By default every box has a disc, in a fixed order."""
    discs = given.get("discs", "wbrgwbrg"[: s.setting.boxes])
    if len(discs) != s.setting.boxes:
        raise PositionError(
            f"There are {s.setting.boxes} boxes: `discs` has a letter for each, out of {_LETTERS}."
        )
    for colour, discs_of_it in enumerate(s.setting.discs):
        s.bags[DISC_BAG + colour] = discs_of_it
    for box in range(s.setting.boxes):
        s.boxes[BOX_DISC + box] = _one_of("disc", discs[box], _LETTERS)
        s.bags[DISC_BAG + s.boxes[BOX_DISC + box]] -= 1
    for name, (seat, cubes) in given.get("bids", {}).items():
        box = _one_of("box", name, s.setting.names.boxes)
        s.boxes[box], s.boxes[BID_CUBES + box] = _seat(s, seat), cubes
        s.cubes[STOCK + seat] -= cubes
    for seat in range(s.setting.players):
        if s.cubes[STOCK + seat] < 0:
            raise PositionError(f"Seat {seat} has more than {CUBES} cubes (N1.2).")


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
    for kind, word in enumerate(
        ("yellow cubes", "grey cubes", "red passengers", "green passengers", "landlords")
    ):
        s.bags[GOODS_BAG + kind] = (60 if kind < 2 else 25) - on_board[kind]
        if s.bags[GOODS_BAG + kind] < 0:
            raise PositionError(f"There are not that many {word} in the box (N1.3).")
    for colour, word in enumerate(("white", "brown", "red", "green")):
        if s.bags[DISC_BAG + colour] < 0:
            raise PositionError(f"There are not that many {word} discs in the box (N1.3).")
