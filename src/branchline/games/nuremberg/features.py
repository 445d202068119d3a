"""A position as a row of numbers for learning, as one seat sees it: the seat itself comes first among the players,
then its left neighbour, and so on. `PIECES` names the parts in their order; `docs/features.md` describes them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.core.bits import BIT
from branchline.games.nuremberg.board import MAX_BORDERS, MAX_PLOTS, NOWHERE, RED
from branchline.games.nuremberg.state import COMPANY, NO_LINK, NOBODY, State

MAX_BOXES: Final[i64] = 8
MAX_TRAINS: Final[i64] = 12

PIECES: Final = (
    ("phase", 12),  # which of the twelve, one of them 1
    ("rounds", 2),  # this round, rounds left
    ("to_move", 4),  # which player, one of them 1
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


def observe(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    place: i64
    for place in range(at, at + FEATURES):
        out[place] = 0
    out[at + s.phase] = 1
    at += 12
    out[at] = i16(s.round)
    out[at + 1] = i16(s.setting.rounds - s.round)
    at += 2
    if s.active >= 0:
        out[at + _beside(s, seat, s.active)] = 1
    at += 4
    out[at] = i16(s.owed)
    if s.loading != NOWHERE:
        out[at + 1 + s.loading] = 1
    if s.ceding != NOWHERE:
        out[at + 5 + s.ceding - RED] = 1
    at = _players(s, seat, out, at + 7)
    at = _orders(s, seat, out, at)
    at = _boxes(s, seat, out, at)
    at = _trains(s, seat, out, at)
    at = _links(s, seat, out, at)
    at = _plots(s, out, at)
    _bags(s, out, at)


def _beside(s: State, seat: i64, other: i64) -> i64:
    """How many seats to the left another player sits."""
    players = s.setting.players
    return (other - seat + players) % players


def _players(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """Cubes in hand, in stock, bid; links; influence; score; profit; shipped; kept; earned; passed."""
    other: i64
    i: i64
    for other in range(s.setting.players):
        base = at + 20 * _beside(s, seat, other)
        out[base] = i16(s.held[other])
        out[base + 1] = i16(s.stock[other])
        out[base + 2] = i16(15 - s.held[other] - s.stock[other])
        out[base + 3] = i16(s.links[other])
        for i in range(4):
            out[base + 4 + i] = i16(s.influence[other * 4 + i])
            out[base + 10 + i] = i16(s.shipped[other * 4 + i])
            out[base + 14 + i] = i16(s.kept[other * 4 + i])
        out[base + 8] = i16(s.score[other])
        out[base + 9] = i16(s.profit[other])
        out[base + 18] = i16(s.earned[other])
        if s.passed & BIT[other] != 0:
            out[base + 19] = 1
    return at + 80


def _orders(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    place: i64
    track: i64
    for place in range(s.setting.players):
        if s.general[place] != NOBODY:
            out[at + _beside(s, seat, s.general[place])] = i16(place + 1)
        if s.building_order[place] != NOBODY:
            out[at + 4 + _beside(s, seat, s.building_order[place])] = i16(place + 1)
            out[at + 8 + _beside(s, seat, s.train_order[place])] = i16(place + 1)
        for track in range(5):
            if s.recency[track * 4 + place] != NOBODY:
                out[at + 12 + track * 4 + _beside(s, seat, s.recency[track * 4 + place])] = i16(place + 1)
    return at + 32


def _boxes(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """Printed points, minimum, disc, who bids, how many cubes."""
    box: i64
    colour: i64
    for box in range(s.setting.boxes):
        base = at + 14 * box
        for colour in range(4):
            out[base + colour] = i16(s.setting.box_points[box * 4 + colour])
        out[base + 4] = i16(s.setting.box_minimum[box])
        if s.disc[box] != NOWHERE:
            out[base + 5 + s.disc[box]] = 1
        if s.bid_seat[box] != NOBODY:
            out[base + 9 + _beside(s, seat, s.bid_seat[box])] = 1
        out[base + 13] = i16(s.bid_cubes[box])
    return at + 14 * MAX_BOXES


def _trains(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """Whose, cost, spaces for passengers and goods, spaces taken."""
    train: i64
    for train in range(s.setting.trains):
        base = at + 9 * train
        if s.train_seat[train] != NOBODY:
            out[base + _beside(s, seat, s.train_seat[train])] = 1
        out[base + 4] = i16(s.setting.train_cost[train])
        out[base + 5] = i16(s.setting.train_passengers[train])
        out[base + 6] = i16(s.setting.train_goods[train])
        out[base + 7] = i16(s.train_passengers[train])
        out[base + 8] = i16(s.train_goods[train])
    return at + 9 * MAX_TRAINS


def _links(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    border: i64
    for border in range(s.setting.board.borders):
        owner = i64(s.owner[border])
        if owner >= COMPANY:
            out[at + 6 * border + owner] = 1
        elif owner != NO_LINK:
            out[at + 6 * border + _beside(s, seat, owner)] = 1
    return at + 6 * MAX_BORDERS


def _plots(s: State, out: vec[i16], at: i64) -> i64:
    """Red station, green station, goods, red and green passengers, landlords, on the line, its head."""
    plot: i64
    for plot in range(s.setting.board.plots):
        base = at + 8 * plot
        if s.stations[0] & BIT[plot] != 0:
            out[base] = 1
        if s.stations[1] & BIT[plot] != 0:
            out[base + 1] = 1
        out[base + 2] = i16(s.goods[plot])
        out[base + 3] = i16(s.pawns[plot * 3])
        out[base + 4] = i16(s.pawns[plot * 3 + 1])
        out[base + 5] = i16(s.pawns[plot * 3 + 2])
        if s.visited & BIT[plot] != 0:
            out[base + 6] = 1
    if s.head != NOWHERE:
        out[at + 8 * s.head + 7] = 1
    return at + 8 * MAX_PLOTS


def _bags(s: State, out: vec[i16], at: i64) -> None:
    i: i64
    for i in range(2):
        out[at + i] = i16(s.bag_goods[i])
    for i in range(3):
        out[at + 2 + i] = i16(s.bag_pawns[i])
    for i in range(4):
        out[at + 5 + i] = i16(s.bag_discs[i])
