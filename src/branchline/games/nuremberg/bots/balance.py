"""What a balance report of First Train to Nuremberg compares and counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from branchline.core.balance import Balance, Part, Use
from branchline.core.compiled.bits import bit
from branchline.games.nuremberg.data.map_file import BOARDS
from branchline.games.nuremberg.rules import moves
from branchline.games.nuremberg.rules.board import RED, Setting
from branchline.games.nuremberg.rules.state import AUCTION, BID_CUBES, GENERAL, KEPT, NOBODY, State

ITEMS: Final = ("yellow cube", "grey cube", "red passenger", "green passenger")
COMPANIES: Final = ("to red", "to green")
COLOURS: Final = {"w": "white", "b": "brown", "r": "red", "g": "green"}
CLASSES: Final = ("first class", "second class", "third class")


class NurembergBalance(Balance):
    variants: Mapping[str, Mapping[str, object]] = {board: {"board": board} for board in BOARDS}

    def order(self, state: State) -> Sequence[int]:
        return [state.orders[GENERAL + place] for place in range(state.setting.players)]

    def parts(self, setting: Setting) -> Iterator[Part]:
        yield from (Part("auction box", _box(setting, box)) for box in range(setting.boxes))
        yield from (Part("train", _train(setting, train)) for train in range(setting.trains))
        yield from (Part("class", name) for name in CLASSES)
        yield from (Part("shipped", item) for item in ITEMS)
        yield from (Part("takeover", company) for company in (*COMPANIES, "none"))
        board = setting.board
        for plot in range(board.plots):
            if board.tracked & bit(plot):
                yield Part("plot", setting.names.plots[plot])
        yield from (Part("goods of", setting.names.plots[plot]) for plot in board.goods_plots)
        if board.bonus_to:
            yield Part("bonus", "joined first (N8.1)")

    def words(self, setting: Setting, part: Part) -> str:
        if part.kind in ("plot", "goods of"):
            return next((str(plot.name) for plot in setting.names.source.plots if plot.id == part.name), "")
        if part.kind in ("auction box", "cubes bid for"):
            letters = part.name.partition(",")[0].rpartition(" ")[2]
            return ", ".join(COLOURS[letter] for letter in letters)
        if part.kind == "train":
            spaces = part.name.partition(" ")[2]
            return f"{spaces[0]} passengers, {spaces[2]} goods, {CLASSES[int(part.name[0]) - 1]}"
        return ""

    def used(self, before: State, move: int, after: State) -> Iterator[Use]:
        if before.active < 0:
            return
        if before.phase == AUCTION:
            if after.phase != AUCTION:
                yield from _sold(before, move)
            return
        for part in _used(before, move):
            yield Use(before.active, part)
        if after.joined > before.joined:
            yield Use(before.active, Part("bonus", "joined first (N8.1)"))

    def figures(self, state: State, seat: int) -> Mapping[str, int]:
        return {
            "links kept": state.links[seat],
            "profit or loss": state.profit[seat],
            **{f"{item}s shipped": state.shipped[KEPT + seat * 4 + kind] for kind, item in enumerate(ITEMS)},
        }


def _sold(s: State, last: int) -> Iterator[Use]:
    """N5.7: the boxes after the last bid."""
    bidders = {box: s.boxes[box] for box in range(s.setting.boxes)}
    cubes = {box: s.boxes[BID_CUBES + box] for box in range(s.setting.boxes)}
    bidders[moves.bid_box(last)], cubes[moves.bid_box(last)] = s.active, moves.bid_cubes(last)
    for box, seat in bidders.items():
        if seat != NOBODY:
            yield Use(seat, Part("auction box", _box(s.setting, box)))
            yield Use(seat, Part("cubes bid for", _box(s.setting, box)), cubes[box])


def _used(s: State, move: int) -> Iterable[Part]:
    names, board = s.setting.names, s.setting.board
    if moves.is_build(move):
        link = moves.build_link(move)
        ends = [moves.link_to(board, link)] + [moves.link_from(board, link)] * (s.way_length == 0)
        return [Part("plot", names.plots[plot]) for plot in ends]
    if moves.is_rent(move):
        train = moves.rent_train(move)
        return (Part("train", _train(s.setting, train)), Part("class", CLASSES[s.setting.train_row[train]]))
    if moves.is_ship(move):
        kind, plot = moves.ship_kind(move), names.plots[moves.ship_plot(move)]
        goods = (Part("goods of", plot),) if kind < 2 else ()
        return (Part("shipped", ITEMS[kind]), *goods)
    if move == moves.SIGN:
        return (Part("takeover", COMPANIES[s.ceding - RED]),)
    return (Part("takeover", "none"),) if move == moves.KEEP else ()


def _box(setting: Setting, box: int) -> str:
    letters = "".join(letter * setting.box_points[box * 4 + colour] for colour, letter in enumerate(COLOURS))
    return f"{setting.names.boxes[box]} {letters}{', 4 players' if setting.players == 4 else ''}"


def _train(setting: Setting, train: int) -> str:
    spaces = f"{setting.train_passengers[train]}P{setting.train_goods[train]}G"
    return f"{setting.names.trains[train]} {spaces}{', 4 players' if setting.players == 4 else ''}"


BALANCE: Final = NurembergBalance()
