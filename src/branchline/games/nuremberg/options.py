"""N16: the options of a match, and the setting they make."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from branchline.core.compiled.bits import bit
from branchline.core.data_file import embedded_file, refuse_faulty
from branchline.core.errors import OptionError
from branchline.core.options import OptionFile, read_options, wrong_value
from branchline.games.nuremberg import checking
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.data.components import AuctionRow, TrainRow, spaces
from branchline.games.nuremberg.data.map_file import BOARDS, SMALL, MapFile, Plot
from branchline.games.nuremberg.rules.board import (
    BORDERS,
    GREEN,
    GREEN_PASSENGER,
    GREY,
    NOWHERE,
    PARTS,
    RED,
    RED_PASSENGER,
    YELLOW,
    Board,
    Names,
    Setting,
)
from branchline.languages import texts

BUILT_IN: Final = (*BOARDS, *SMALL)
MAP_KEY: Final = "map"  # a map that is not built in, as a record keeps it
ALLOWED: Final = texts({
    # Translators: what the option "rounds" takes
    "rounds": "1 to 8; without it 4 with 2 or 3 players, 5 with 4",
    # Translators: what the option "starting_influence" takes
    "starting_influence": "four numbers from 0 to 99 for white,brown,red,green, such as 1,2,1,1",
})  # fmt: skip
Points = Annotated[int, Meta(ge=0, le=99)]


def read_map(path: Path) -> MapFile:
    """A map that can be played; raises `DataError`."""
    source = map_file.read(path)
    refuse_faulty(path, checking.check_map(source))
    return source


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    board: Annotated[
        map_file.Name, Meta(description=", ".join(BUILT_IN)), OptionFile("map", BUILT_IN, MAP_KEY, read_map)
    ] = "nuremberg"
    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=8)] | None,
        Meta(description=ALLOWED["rounds"]),
    ] = None
    sets: Literal["four", "three"] = "four"
    south: Literal["ends", "start"] = "ends"
    furth: Literal["shortest", "own"] = "shortest"
    pass_returns_trains: bool = False
    goods_destination: bool = True
    stone_from: Literal["arrows", "neighbours"] = "arrows"
    swap_passengers: bool = False
    wide_south: bool = False
    company_track: Literal["off", 35] = "off"
    starting_influence: Annotated[
        tuple[Points, Points, Points, Points],
        Meta(description=ALLOWED["starting_influence"]),
    ] = (1, 2, 1, 1)


# Options that belong to one board (N16): the map file names those it has.
BOARD_OPTIONS: Final = ("furth", "swap_passengers", "south", "wide_south")
DEFAULT_ROUNDS: Final = {2: 4, 3: 4, 4: 5}  # N1.6


def setting(players: int, given: Mapping[str, object], rules: int = 2) -> Setting:
    """The setting for the options given under a version of the rules; raises `OptionError`, or `DataError` for a bad
    map among them."""
    plain = {name: value for name, value in given.items() if name != MAP_KEY}
    options = read_options(Options, plain)
    source = _map(options.board, given.get(MAP_KEY))
    _refuse_options_of_other_boards(options, source)
    settled = msgspec.structs.replace(
        options, board=source.name, rounds=options.rounds or DEFAULT_ROUNDS[players]
    )
    if _is_built_in(source):
        return _built_in(players, settled, rules)
    return build(players, settled, source, rules)


def _is_built_in(source: MapFile) -> bool:
    return source.name in BUILT_IN and source is map_file.built_in(source.name)


@lru_cache
def _built_in(players: int, options: Options, rules: int) -> Setting:
    """Settings never change, so equal ones are shared."""
    return build(players, options, map_file.built_in(options.board), rules)


def stored_options(made: Setting) -> dict[str, object]:
    """Every option, and the map itself if it came from a file."""
    stored: dict[str, object] = msgspec.to_builtins(made.names.options)
    if own_map(made) is not None:
        stored[MAP_KEY] = msgspec.to_builtins(made.names.source)
    return stored


def own_map(made: Setting) -> MapFile | None:
    """The map of a match, unless it is built in."""
    source = made.names.source
    return None if _is_built_in(source) else source


def _map(board: str, embedded: object) -> MapFile:
    if embedded is not None:
        source = embedded_file(embedded, MapFile, "map")
        refuse_faulty(f"{board} (map in the record)", checking.check_map(source))
        return source
    if board not in BUILT_IN:
        raise wrong_value(Options, "board", board)
    return map_file.built_in(board)


def _refuse_options_of_other_boards(options: Options, source: MapFile) -> None:
    defaults = Options()
    for name in BOARD_OPTIONS:
        if getattr(options, name) != getattr(defaults, name) and name not in source.variants:
            raise OptionError(
                f"The option {name!r} is not for the board {source.title} (N16). Leave it out.", option=name
            )


def build(players: int, options: Options, source: MapFile, rules: int = 2) -> Setting:
    """The setting for checked options."""
    assert options.rounds is not None
    auction = source.pieces.auction_rows(players)
    train_rows = source.pieces.train_rows(players)
    names = Names(
        plots=[plot.id for plot in source.plots],
        boxes=[f"{row.row}{number + 1}" for row in auction for number in range(len(row.boxes))],
        trains=[
            f"{row + 1}{'abcd'[n]}"
            for row in range(len(train_rows))
            for n in range(len(train_rows[row].trains))
        ],
        source=source,
        options=options,
    )
    board = build_board(source, options)
    made = Setting(board, names, players, options.rounds, len(names.boxes), len(names.trains))
    made.rules = rules
    _print_boxes(made, auction)
    _print_trains(made, train_rows)
    discs = source.pieces.bag(players).discs  # N2.5
    for colour, count in enumerate((discs["white"], discs["brown"], discs["red"], discs["green"])):
        made.discs[colour] = count
        made.starting_influence[colour] = options.starting_influence[colour]
    made.sets_of_three = options.sets == "three"
    made.south_start_only = options.south == "start"
    made.furth_own = options.furth == "own"
    made.pass_returns_trains = options.pass_returns_trains
    made.goods_anywhere = not options.goods_destination
    made.stone_from_neighbours = options.stone_from == "neighbours"
    made.company_track = 0 if options.company_track == "off" else options.company_track
    return made


def _print_boxes(made: Setting, rows: list[AuctionRow]) -> None:
    """N15: the boxes, top row first."""
    box = 0
    for row in rows:
        for letters in row.boxes:
            made.box_minimum[box] = row.minimum
            for letter in letters:
                made.box_points[box * 4 + "wbrg".index(letter)] += 1
            box += 1


def _print_trains(made: Setting, rows: list[TrainRow]) -> None:
    """N15: the trains, first class first."""
    train = 0
    for number, row in enumerate(rows):
        for label in row.trains:
            made.train_row[train] = number
            made.train_cost[train] = row.cost
            made.train_passengers[train], made.train_goods[train] = spaces(label)
            made.passenger_points[train] = row.passenger_points
            made.goods_points[train] = row.goods_points
            train += 1


def build_board(source: MapFile, options: Options) -> Board:
    board = Board(len(source.plots), len(source.borders))
    number = {plot.id: index for index, plot in enumerate(source.plots)}
    goods_plots: list[int] = []
    pawn_draws: list[int] = []
    for index, plot in enumerate(source.plots):
        _print_plot(board, index, plot, options)
        goods_plots += [index] * (board.goods[index] != NOWHERE)
        pawn_draws += [index] * _drawn_pawns(plot, options)
    near: list[list[tuple[int, int]]] = [[] for _ in source.plots]
    for index, border in enumerate(source.borders):
        a, b = number[border.a], number[border.b]
        board.end_a[index], board.end_b[index] = a, b
        board.cost[index] = border.cost or 0
        board.forbidden[index] = border.why == "forbidden"
        board.adjacent[a] |= bit(b)
        board.adjacent[b] |= bit(a)
        if border.cost:
            near[a].append((index, b))
            near[b].append((index, a))
            for plot_number in (a, b):
                board.around[plot_number * PARTS + index // BORDERS] |= bit(index % BORDERS)
    for plot_number, neighbours in enumerate(near):
        board.near[plot_number + 1] = board.near[plot_number] + len(neighbours)
    board.list_all(
        near_border=[border for neighbours in near for border, _other in neighbours],
        near_plot=[other for neighbours in near for _border, other in neighbours],
        crossable=[index for index, border in enumerate(source.borders) if border.cost],
        goods_plots=goods_plots,
        station_plots=[index for index in range(len(source.plots)) if board.stations & bit(index)],
        pawn_draws=pawn_draws,
    )
    for field, stations in source.fields.items():
        for station in stations:
            board.arrows[number[field]] |= bit(number[station])
    if source.bonus is not None:
        board.bonus_from = number[source.bonus.start]
        for station in source.bonus.to:
            board.bonus_to |= bit(number[station])
    return board


def _print_plot(board: Board, index: int, plot: Plot, options: Options) -> None:
    like_the_south = _like_the_south(plot, options)
    colour = "red" if like_the_south else plot.colour
    if plot.takes_track:
        board.tracked |= bit(index)
    if plot.is_station or like_the_south:
        board.stations |= bit(index)
    if colour in ("red", "green"):
        company = RED if colour == "red" else GREEN
        board.company_stations[company - RED] |= bit(index)
    if like_the_south:
        board.south |= bit(index)
    elif plot.goods is not None:
        board.goods[index] = YELLOW if plot.goods == "yellow" else GREY
    if plot.fixed is not None:
        red = (plot.fixed == "red") != options.swap_passengers  # N2.3
        board.fixed[index] = RED_PASSENGER if red else GREEN_PASSENGER


def _like_the_south(plot: Plot, options: Options) -> bool:
    return plot.south or (plot.dark_red and options.wide_south)  # N2.4


def _drawn_pawns(plot: Plot, options: Options) -> int:
    """Pawns that are drawn for a plot during setup."""
    return 0 if _like_the_south(plot, options) else plot.slots - (plot.fixed is not None)
