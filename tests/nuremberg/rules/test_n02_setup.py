"""N2: the set-up, its draws, and the stacks."""

from __future__ import annotations

from itertools import groupby, permutations

import pytest

from branchline import Table
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.arrange import (
    auction,
    building,
    influence,
    new_table,
    pass_out,
    player,
    plot,
    push,
    seen,
    shipping,
    standing,
)

BOARDS = ("nuremberg", "wensleydale")


def draws(table: Table, verb: str = "") -> list[str]:
    """What the dealer drew in the set-up: `goods yellow`, `pawn white`, `seat 2`, `disc red`."""
    texts = (str(table.game.move(table.setting, move)) for move in table.steps[0].moves)
    return [text for text in texts if text.startswith(verb)]


def results(table: Table, verb: str) -> list[str]:
    return [text.split()[1] for text in draws(table, verb)]


def bare(table: Table) -> View:
    """The table before the first draw."""
    view = table.game.view(table.game.start(table.setting), None)
    assert isinstance(view, View)
    return view


@pytest.mark.clause("N2.1")
@pytest.mark.parametrize("board", BOARDS)
def test_goods_come_first_then_pawns_then_the_order_then_discs(board: str) -> None:
    verbs = [text.split()[0] for text in draws(new_table(board=board))]
    assert [verb for verb, _ in groupby(verbs)] == ["goods", "pawn", "seat", "disc"]


@pytest.mark.clause("N2.1")
@pytest.mark.parametrize("board", BOARDS)
def test_two_cubes_are_drawn_for_every_plot_with_a_symbol(board: str) -> None:
    table = new_table(board=board)
    symbols = [plot for plot in seen(table).map.plots if plot.goods]
    assert len(draws(table, "goods")) == 2 * len(symbols)


@pytest.mark.clause("N2.1")
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cubes_of_the_symbol_stay_in_the_order_of_the_map(board: str, seed: int) -> None:
    table = new_table(board=board, seed=seed)
    drawn = iter(results(table, "goods"))
    for printed in seen(table).map.plots:
        if printed.goods:
            pair = [next(drawn), next(drawn)]
            assert plot(table, printed.id).goods == pair.count(printed.goods)
        else:
            assert plot(table, printed.id).goods == 0


@pytest.mark.clause("N2.1")
def test_discarded_cubes_stay_out_of_the_bag() -> None:
    table = new_table()
    drawn = results(table, "goods")
    view = seen(table)
    assert view.bags.goods == (60 - drawn.count("yellow"), 60 - drawn.count("grey"))
    assert sum(view.removed[:2]) + sum(plot.goods for plot in view.plots) == len(drawn)


@pytest.mark.clause("N2.1")
def test_all_120_cubes_are_in_one_bag() -> None:
    table = new_table()
    start = table.game.start(table.setting)
    assert table.game.weights(start) == [60, 60]
    table.game.apply(start, table.game.read(table.setting, "goods grey").id)
    assert table.game.weights(start) == [60, 59]


@pytest.mark.clause("N2.2")
@pytest.mark.parametrize("board", BOARDS)
def test_four_red_and_four_green_passengers_are_fixed(board: str) -> None:
    fixed = [plot.fixed for plot in seen(new_table(board=board)).map.plots if plot.fixed]
    assert (fixed.count("red"), fixed.count("green")) == (4, 4)


@pytest.mark.clause("N2.2")
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_neutral_stations_are_filled_in_the_order_of_the_map(board: str, seed: int) -> None:
    table = new_table(board=board, seed=seed)
    drawn = iter(results(table, "pawn"))
    for printed in seen(table).map.plots:
        pawns: list[str] = [printed.fixed] if printed.fixed else []
        pawns += [next(drawn) for _ in range(printed.slots - len(pawns))]
        here = plot(table, printed.id)
        found = {"red": here.red, "green": here.green, "white": here.landlords}
        assert found == {colour: pawns.count(colour) for colour in found}


@pytest.mark.clause("N2.2")
@pytest.mark.parametrize("board", BOARDS)
def test_every_neutral_station_has_its_printed_number_of_pawns(board: str) -> None:
    table = new_table(board=board)
    for printed in seen(table).map.plots:
        here = plot(table, printed.id)
        assert here.red + here.green + here.landlords == (printed.slots if printed.colour == "neutral" else 0)


@pytest.mark.clause("N2.2")
def test_the_bag_holds_21_red_21_green_and_25_white_pawns() -> None:
    table = new_table()
    state = table.game.start(table.setting)
    while table.game.legal(state)[0] in range(*_ids(table, "goods yellow", "goods grey")):
        table.game.apply(state, table.game.legal(state)[0])
    assert table.game.weights(state) == [21, 21, 25]


def _ids(table: Table, first: str, last: str) -> tuple[int, int]:
    return table.game.read(table.setting, first).id, table.game.read(table.setting, last).id + 1


@pytest.mark.clause("N2.3", "N16")
def test_swapped_passengers_exchange_the_fixed_colours() -> None:
    plain, swapped = new_table(), new_table(swap_passengers=True)
    assert draws(plain) == draws(swapped)  # the same draws; only the fixed ones differ
    for printed in seen(plain).map.plots:
        if printed.fixed:
            step = 1 if printed.fixed == "red" else -1
            before, after = plot(plain, printed.id), plot(swapped, printed.id)
            assert (after.red, after.green) == (before.red - step, before.green + step)


@pytest.mark.clause("N2.4", "N16")
def test_no_cubes_are_drawn_for_the_wide_south() -> None:
    plain, wide = (new_table(board="wensleydale", wide_south=on) for on in (False, True))
    assert len(draws(plain, "goods")) - len(draws(wide, "goods")) == 2 * 2
    for dark in ("LON", "GRG"):
        assert plot(wide, dark).goods == 0


@pytest.mark.clause("N2.4", "N16")
def test_the_plots_of_the_wide_south_are_red_stations() -> None:
    table = new_table(board="wensleydale", wide_south=True)
    for dark in ("SOU", "LON", "GRG"):
        assert plot(table, dark).companies == ("red",)


@pytest.mark.clause("N2.4")
def test_without_the_variant_dark_red_plots_are_plain_cheese() -> None:
    table = new_table(board="wensleydale")
    assert plot(table, "LON").companies == plot(table, "GRG").companies == ()


@pytest.mark.clause("N2.5")
@pytest.mark.parametrize(("players", "discs"), [(2, (4, 4, 2, 2)), (3, (4, 4, 2, 2)), (4, (5, 5, 5, 5))])
def test_the_influence_bag_depends_on_the_players(players: int, discs: tuple[int, ...]) -> None:
    bag = bare(new_table(players=players)).bags.discs
    assert (bag.white, bag.brown, bag.red, bag.green) == discs


@pytest.mark.clause("N2.6")
def test_every_player_order_can_be_drawn() -> None:
    orders = {seen(new_table(seed=seed)).general for seed in range(60)}
    assert orders == set(permutations(range(3)))


@pytest.mark.clause("N2.6")
def test_each_player_is_equally_likely_to_come_first() -> None:
    table = new_table(players=4)
    state = table.game.start(table.setting)
    while len(table.game.legal(state)) != 4:
        table.game.apply(state, table.game.legal(state)[0])
    assert table.game.weights(state) == [1, 1, 1, 1]


@pytest.mark.clause("N2.6")
def test_markers_start_at_0_0_and_1_2_1_1() -> None:
    table = new_table(players=4)
    for seat in range(4):
        who = player(table, seat)
        assert (who.score, who.profit, influence(table, seat)) == (0, 0, (1, 2, 1, 1))


@pytest.mark.clause("N2.6", "N16")
def test_starting_influence_is_an_option() -> None:
    assert influence(new_table(starting_influence=(0, 3, 2, 5)), 2) == (0, 3, 2, 5)


@pytest.mark.clause("N2.6")
@pytest.mark.parametrize("track", ["white", "brown", "red", "green", "profit"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_first_player_is_on_top_of_every_stack(track: str, seed: int) -> None:
    table = new_table(seed=seed)
    assert seen(table).stacks[track] == seen(table).general
    assert standing(table, track) == seen(table).general


@pytest.mark.clause("N2.7")
def test_a_marker_that_moves_up_is_on_top_of_the_stack_it_reaches() -> None:
    table = auction(
        players=2, cubes={0: 2, 1: 0}, influence={0: (1, 2, 1, 1), 1: (2, 2, 1, 1)}, discs="bbbbrr"
    )
    push(table, "bid B1 2")  # wr: one white
    assert influence(table, 0)[0] == influence(table, 1)[0] == 2
    assert standing(table, "white") == (0, 1)


@pytest.mark.clause("N2.7", "N6.1")
def test_a_marker_that_is_paid_down_goes_on_top_of_the_stack_it_arrives_on() -> None:
    table = building(
        influence={0: (3, 2, 1, 1), 1: (2, 2, 1, 1), 2: (2, 2, 1, 1)},
        stacks={"white": (1, 2, 0)},
        pawns={"FUE": "w"},
    )
    push(table, "build NUS GOS FUE stop")
    assert standing(table, "white") == (0, 1, 2)


@pytest.mark.clause("N2.7")
def test_paying_nothing_does_not_move_the_marker() -> None:
    table = building(influence={0: (1, 2, 2, 1)}, stacks={"white": (1, 0, 2), "green": (2, 1, 0)})
    push(table, "build NUS GOS stop")
    assert seen(table).stacks["white"] == (1, 0, 2)
    assert seen(table).stacks["green"] == (2, 1, 0)


@pytest.mark.clause("N2.7")
def test_winning_a_box_does_not_move_colours_it_does_not_give() -> None:
    table = auction(players=2, cubes={0: 2, 1: 0}, discs="wwbbrr", stacks={"white": (1, 0), "green": (1, 0)})
    push(table, "bid B2 2")  # bg and a red or brown disc: no white
    assert seen(table).stacks["white"] == (1, 0)
    assert seen(table).stacks["green"] == (0, 1)


@pytest.mark.clause("N2.7", "N10.4")
def test_a_profit_marker_re_set_in_place_goes_on_top() -> None:
    table = shipping(general=(2, 0, 1), stacks={"profit": (2, 0, 1)})
    assert standing(pass_out(table), "profit") == (1, 0, 2)


@pytest.mark.clause("N2.7")
def test_a_marker_that_left_a_stack_and_came_back_is_on_top() -> None:
    table = building(influence={0: (2, 2, 2, 1), 1: (1, 2, 1, 1)}, stacks={"red": (1, 0, 2)})
    push(table, "build NUS GOS stop")  # 0 pays a red point and joins 1 and 2
    assert standing(table, "red") == (0, 1, 2)


@pytest.mark.clause("N2.7")
def test_influence_tracks_have_no_upper_end() -> None:
    table = auction(players=2, cubes={0: 3, 1: 0}, influence={0: (98, 98, 98, 98)}, discs="wbrgwb")
    push(table, "bid A1 3")  # wwb and a white disc
    assert influence(table, 0) == (101, 99, 98, 98)
