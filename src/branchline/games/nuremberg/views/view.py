"""What leaves the table: the position in names instead of numbers. This game has no secrets: draws are made when they
are due, so not even the order of a bag exists beforehand."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.options import Options

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
    earned: int  # points of this round's shipments, not yet scored
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
    """What lies on a plot, and whose station it is. Only plots that hold anything are listed."""

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
    place: int  # index in the order of the phase, or draws made
    joined: bool = False  # Fürth and Nuremberg (N8.1)
    line: tuple[str, ...] = ()  # plots of the line or stretch in progress
    ceding: Company | None = None
    owed: int = 0
    loading: Kind | None = None
    own_map: MapFile | None = None  # a map that is not built in

    @property
    def map(self) -> MapFile:
        return self.own_map or map_file.built_in(self.board)
