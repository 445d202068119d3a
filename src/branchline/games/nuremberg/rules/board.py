"""The board as numbers: what the rules look up while they run. Built once per match, never changed.

Plots and borders are numbered in the order of the map file. Sets of plots are bit sets in one i64, so a board has
at most `MAX_PLOTS` plots. A set of borders takes `PARTS` of them, with `BORDERS` in each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from branchline.core.notation import Word
    from branchline.games.nuremberg.data.map_file import MapFile

MAX_PLOTS: Final[i64] = 62
MAX_BORDERS: Final[i64] = 180
BORDERS: Final[i64] = 60  # in each of the bit sets that together hold a set of borders
PARTS: Final[i64] = MAX_BORDERS // BORDERS

# N1.4: colours of influence; red and green name the companies too.
WHITE: Final[i64] = 0
BROWN: Final[i64] = 1
RED: Final[i64] = 2
GREEN: Final[i64] = 3

# Kinds of things to ship, in the order of `shipped` and `kept`. A landlord (4) is never shipped.
YELLOW: Final[i64] = 0
GREY: Final[i64] = 1
RED_PASSENGER: Final[i64] = 2
GREEN_PASSENGER: Final[i64] = 3
LANDLORD: Final[i64] = 4

NOWHERE: Final[i64] = -1


class Board:
    """Plots, borders and what is printed on them."""

    __slots__ = (
        "adjacent", "around", "arrows", "bonus_from", "bonus_to", "borders", "company_stations", "cost", "crossable",
        "end_a", "end_b", "fixed", "forbidden", "goods", "goods_plots", "near", "near_border", "near_plot",
        "pawn_draws", "plots", "south", "station_plots", "stations", "tracked",
    )  # fmt: skip

    def __init__(self, plots: i64, borders: i64) -> None:
        self.plots: i64 = plots
        self.borders: i64 = borders
        # A border: its two plots, and what a link across costs (N7.9); 0 if no link is allowed.
        self.end_a: vec[i64] = vec[i64]([0] * borders)
        self.end_b: vec[i64] = vec[i64]([0] * borders)
        self.cost: vec[i64] = vec[i64]([0] * borders)
        self.forbidden: vec[i64] = vec[i64]([0] * borders)  # N7.7
        # The borders of plot p where track is allowed, and the plots behind them, are at near[p] .. near[p + 1].
        self.near: vec[i64] = vec[i64]([0] * (plots + 1))
        self.near_border: vec[i64] = vec[i64]()
        self.near_plot: vec[i64] = vec[i64]()
        self.around: vec[i64] = vec[i64]([0] * (plots * PARTS))  # the same borders as bit sets
        self.crossable: vec[i64] = vec[i64]()  # all borders where track is allowed
        self.adjacent: vec[i64] = vec[i64]([0] * plots)  # bit sets: all plots that share a border
        self.arrows: vec[i64] = vec[i64]([0] * plots)  # bit sets: stations that serve a field or hill (N9.8)
        self.goods: vec[i64] = vec[i64]([NOWHERE] * plots)  # the printed symbol
        self.fixed: vec[i64] = vec[i64]([NOWHERE] * plots)  # the fixed passenger
        self.tracked: i64 = 0  # bit set: plots that track may enter (N7.6)
        self.stations: i64 = 0  # bit set
        self.station_plots: vec[i64] = vec[i64]()  # the same as a list
        self.company_stations: vec[i64] = vec[i64]([0, 0])  # bit sets at the start: red, green
        self.south: i64 = 0  # bit set: The South and what is treated like it (N7.8)
        self.bonus_from: i64 = NOWHERE
        self.bonus_to: i64 = 0  # bit set
        # Draws of the setup in their order (N2.1, N2.2): plots with goods, and a plot for every drawn pawn.
        self.goods_plots: vec[i64] = vec[i64]()
        self.pawn_draws: vec[i64] = vec[i64]()

    def list_all(
        self,
        near_border: list[i64],
        near_plot: list[i64],
        crossable: list[i64],
        goods_plots: list[i64],
        station_plots: list[i64],
        pawn_draws: list[i64],
    ) -> None:
        """Set the arrays whose lengths depend on the map."""
        self.near_border = vec[i64](near_border)
        self.near_plot = vec[i64](near_plot)
        self.crossable = vec[i64](crossable)
        self.goods_plots = vec[i64](goods_plots)
        self.station_plots = vec[i64](station_plots)
        self.pawn_draws = vec[i64](pawn_draws)

    def border_between(self, a: i64, b: i64) -> i64:
        """The number of the border of two plots, `NOWHERE` if they don't meet."""
        border: i64 = 0
        while border < self.borders:
            if (self.end_a[border] == a and self.end_b[border] == b) or (
                self.end_a[border] == b and self.end_b[border] == a
            ):
                return border
            border += 1
        return NOWHERE


class Setting:
    """Everything about a match that never changes: board, number of players, boxes, trains, options."""

    __slots__ = (
        "board", "box_minimum", "box_points", "boxes", "company_track", "discs", "furth_own", "goods_anywhere",
        "goods_points", "names", "pass_returns_trains", "passenger_points", "players", "rounds", "rules",
        "sets_of_three",
        "south_start_only", "starting_influence", "stone_from_neighbours", "train_cost", "train_goods",
        "train_passengers", "train_row", "trains",
    )  # fmt: skip

    def __init__(
        self, board: Board, names: Names, players: i64, rounds: i64, boxes: i64, trains: i64
    ) -> None:
        self.board: Board = board
        self.names: Names = names
        self.players: i64 = players
        self.rounds: i64 = rounds
        self.rules: i64 = 2  # the rules version; code that differs in an earlier one checks it
        self.boxes: i64 = boxes
        self.box_minimum: vec[i64] = vec[i64]([0] * boxes)
        self.box_points: vec[i64] = vec[i64]([0] * (boxes * 4))  # [box * 4 + colour]
        self.discs: vec[i64] = vec[i64]([0] * 4)  # the influence bag at the start
        self.trains: i64 = trains
        self.train_row: vec[i64] = vec[i64]([0] * trains)
        self.train_cost: vec[i64] = vec[i64]([0] * trains)
        self.train_passengers: vec[i64] = vec[i64]([0] * trains)
        self.train_goods: vec[i64] = vec[i64]([0] * trains)
        self.passenger_points: vec[i64] = vec[i64]([0] * trains)
        self.goods_points: vec[i64] = vec[i64]([0] * trains)
        self.starting_influence: vec[i64] = vec[i64]([0] * 4)
        # N16
        self.sets_of_three: bool = False
        self.south_start_only: bool = False
        self.furth_own: bool = False
        self.pass_returns_trains: bool = False
        self.goods_anywhere: bool = False
        self.stone_from_neighbours: bool = False
        self.company_track: i64 = 0  # 0: never runs out (N1.5)


class Names:
    """The names in a setting: the rules never read them."""

    def __init__(
        self, plots: list[str], boxes: list[str], trains: list[str], source: MapFile, options: Any
    ) -> None:
        self.plots = plots
        self.boxes = boxes
        self.trains = trains
        self.plot_number = {name: number for number, name in enumerate(plots)}
        self.source: MapFile = source
        self.options = options  # the Options
        self.words: dict[int, Word] = {}  # the moves of a verb and a word, for `notation`
