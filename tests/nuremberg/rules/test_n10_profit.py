"""N10 and N11: points, profit and loss, and the new general order."""

from __future__ import annotations

import pytest

from tests.nuremberg.arrange import (
    Four,
    auction,
    idle_until,
    pass_out,
    player,
    push,
    seen,
    shipping,
    standing,
    takeover,
    train,
)

LINE = "NUS-GOS-FUE-ZIR-CAD"  # four links


# N10.1 Points


@pytest.mark.clause("N10.1")
def test_points_are_scored_at_the_end_of_the_round_and_not_on_shipping() -> None:
    table = shipping(trains={"1a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    push(table, "ship red FUE")
    assert (table.scores()[0], player(table, 0).earned) == (0, 3)
    pass_out(table)
    assert (table.scores()[0], player(table, 0).earned) == (3, 0)


@pytest.mark.clause("N10.1")
@pytest.mark.parametrize(
    ("name", "item", "points"),
    [
        ("1a", "red FUE", 3), ("2a", "red FUE", 2), ("3a", "red FUE", 1),
        ("1a", "yellow GOS", 1), ("2a", "yellow GOS", 1), ("3a", "yellow GOS", 1), ("1b", "grey H_LGZ", 1),
    ],
)  # fmt: skip
def test_an_item_scores_the_points_of_its_space(name: str, item: str, points: int) -> None:
    table = shipping(
        trains={name: 0},
        links={0: LINE},
        pawns={"FUE": "r"},
        goods={"GOS": 1, "H_LGZ": 1},
    )
    pass_out(push(table, f"ship {item}"))
    assert table.scores() == (points, 0, 0)


@pytest.mark.clause("N10.1")
def test_a_train_without_items_scores_nothing() -> None:
    assert pass_out(shipping(trains={"1a": 0, "2a": 0, "3a": 0})).scores() == (0, 0, 0)


# N10.2 The result


@pytest.mark.clause("N10.2")
@pytest.mark.parametrize(
    ("shipped", "result"),
    [((1, 0, 0, 0), 1), ((0, 1, 0, 0), 2), ((0, 0, 1, 0), 1), ((0, 0, 0, 1), 1), ((1, 1, 1, 1), 5)],
)
def test_what_each_shipped_item_brings(shipped: Four, result: int) -> None:
    table = pass_out(shipping(shipped={1: shipped}))
    assert player(table, 1).profit == result


@pytest.mark.clause("N10.2")
def test_each_own_link_costs_1() -> None:
    table = pass_out(shipping(links={0: LINE, 1: "NUN-POP", "red": "HEI-AMM"}))
    assert [player(table, seat).profit for seat in range(3)] == [-4, -1, 0]


@pytest.mark.clause("N10.2")
def test_links_count_every_round() -> None:
    table = pass_out(shipping(links={0: LINE}))
    pass_out(idle_until(table, "shipping"))
    assert player(table, 0).profit == -8


@pytest.mark.clause("N10.2")
def test_items_count_in_their_own_round_only() -> None:
    table = pass_out(shipping(shipped={0: (1, 0, 0, 0)}, kept={0: (9, 9, 0, 0)}))
    pass_out(idle_until(table, "shipping"))
    assert player(table, 0).profit == 1


# N10.3, N10.4 The marker


@pytest.mark.clause("N10.3")
def test_the_marker_moves_by_the_result_from_where_it_stands() -> None:
    table = pass_out(shipping(profit={0: -3}, shipped={0: (2, 1, 1, 0)}, links={0: "NUS-GOS"}))
    assert player(table, 0).profit == -3 + 5 - 1


@pytest.mark.clause("N10.3")
@pytest.mark.parametrize(("start", "shipped", "end"), [(4, 1, 5), (4, 2, 5), (5, 3, 5), (0, 6, 5)])
def test_profit_stops_at_5(start: int, shipped: int, end: int) -> None:
    table = pass_out(shipping(profit={0: start}, shipped={0: (shipped, 0, 0, 0)}))
    assert player(table, 0).profit == end


@pytest.mark.clause("N10.3")
@pytest.mark.parametrize(("start", "end"), [(-8, -12), (-9, -13), (-10, -13), (-13, -13)])
def test_loss_stops_at_minus_13(start: int, end: int) -> None:
    table = pass_out(shipping(profit={0: start}, links={0: LINE}))
    assert player(table, 0).profit == end


@pytest.mark.clause("N10.3")
def test_movement_beyond_an_end_is_lost() -> None:
    """From 4 by +4 is 5; the next round's -1 leads to 4."""
    table = pass_out(shipping(profit={0: 4}, shipped={0: (5, 0, 0, 0)}, links={0: "NUS-GOS"}))
    assert player(table, 0).profit == 5
    pass_out(idle_until(table, "shipping"))
    assert player(table, 0).profit == 4


@pytest.mark.clause("N10.3", "N11.1")
def test_equal_results_reverse_the_order() -> None:
    table = pass_out(shipping(general=(1, 0, 2), shipped=dict.fromkeys(range(3), (1, 0, 0, 0))))
    assert seen(table).general == (2, 0, 1)


@pytest.mark.clause("N10.3")
def test_markers_move_in_general_order_not_in_train_order() -> None:
    table = shipping(order=(2, 1, 0), general=(0, 1, 2), shipped=dict.fromkeys(range(3), (1, 0, 0, 0)))
    assert seen(pass_out(table)).general == (2, 1, 0)


@pytest.mark.clause("N10.3")
def test_the_player_who_arrives_later_on_a_space_is_ahead() -> None:
    """0 comes up from 0 to 1, 1 comes down from 2 to 1; 1 moves later."""
    table = shipping(general=(0, 1, 2), profit={1: 2}, shipped={0: (1, 0, 0, 0)}, links={1: "NUS-GOS"})
    assert seen(pass_out(table)).general == (1, 0, 2)


@pytest.mark.clause("N10.4")
def test_an_unmoved_marker_is_put_on_top_of_its_stack() -> None:
    """0 arrives at 1 first; then 1, who stays at 1, is put on top."""
    table = shipping(general=(0, 1, 2), profit={1: 1}, shipped={0: (1, 0, 0, 0)})
    assert seen(pass_out(table)).general == (1, 0, 2)


@pytest.mark.clause("N10.4")
def test_a_marker_stopped_at_the_upper_end_is_put_on_top() -> None:
    table = shipping(
        general=(0, 1, 2),
        profit={0: 4, 1: 5, 2: 5},
        shipped={0: (1, 0, 0, 0), 1: (1, 0, 0, 0)},
        stacks={"profit": (2, 1, 0)},
    )
    assert seen(pass_out(table)).general == (2, 1, 0)


@pytest.mark.clause("N10.4")
def test_a_marker_stopped_at_the_lower_end_is_put_on_top() -> None:
    table = shipping(
        general=(1, 0, 2), profit={0: -13, 1: -13, 2: -13}, links={0: "NUS-GOS"}, stacks={"profit": (1, 2, 0)}
    )
    assert seen(pass_out(table)).general == (2, 0, 1)


# N10.5


@pytest.mark.clause("N10.5")
def test_shipped_items_are_kept_in_front_of_the_player() -> None:
    table = pass_out(shipping(shipped={0: (1, 2, 0, 1)}, kept={0: (1, 0, 1, 0)}))
    kept, shipped = player(table, 0).kept, player(table, 0).shipped
    assert (kept.yellow, kept.grey, kept.red, kept.green) == (2, 2, 1, 1)
    assert (shipped.yellow, shipped.grey, shipped.red, shipped.green) == (0, 0, 0, 0)


@pytest.mark.clause("N10.5", "N9.11")
def test_train_markers_come_back() -> None:
    table = shipping(trains={"1a": 0, "2b": 1, "3a": 0}, links={0: "NUS-GOS"}, goods={"GOS": 1})
    push(table, "ship yellow GOS", "load 3a")
    pass_out(table)
    assert {found.seat for found in seen(table).trains} == {None}
    assert train(table, "3a").goods == 0


@pytest.mark.clause("N10.5")
def test_a_train_can_be_rented_and_loaded_again_in_the_next_round() -> None:
    table = shipping(
        players=2, trains={"3c": 0}, links={0: "NUS-GOS"}, goods={"GOS": 2}, influence={0: (0, 5, 0, 0)}
    )
    push(table, "ship yellow GOS")  # the only goods space
    idle_until(pass_out(table), "shipping")
    while table.to_move != 0:
        table.push("pass")
    push(table, "rent 3c")
    while table.to_move != 0:
        table.push("pass")
    push(table, "ship yellow GOS")
    assert train(table, "3c").goods == 1


# N11


@pytest.mark.clause("N11.1")
def test_best_profit_comes_first() -> None:
    table = pass_out(shipping(profit={0: -2, 1: 3, 2: 1}))
    assert seen(table).general == (1, 2, 0)


@pytest.mark.clause("N11.1")
def test_ties_are_broken_by_the_stack() -> None:
    table = pass_out(shipping(general=(2, 0, 1), profit={0: 1}))
    assert seen(table).general == standing(table, "profit") == (0, 1, 2)


@pytest.mark.clause("N11.1", "N12.1")
def test_the_new_order_holds_for_the_takeover() -> None:
    table, order = pass_out(shipping(profit={0: -2, 1: 3, 2: 1})), []
    while seen(table).phase == "takeover":
        order.append(table.to_move)
        table.push("keep")
    assert order == [1, 2, 0]


@pytest.mark.clause("N11.1", "N5.1")
def test_the_new_order_holds_for_the_next_auction() -> None:
    table = idle_until(takeover(order=(1, 2, 0)), "auction")
    assert (table.to_move, seen(table).general) == (1, (1, 2, 0))


@pytest.mark.clause("N11.1")
def test_the_old_order_holds_until_then() -> None:
    table = auction(order=(2, 1, 0), profit={0: 5, 1: 0, 2: -5})
    assert table.to_move == 2
    idle_until(table, "shipping")
    assert seen(table).general == (2, 1, 0)
