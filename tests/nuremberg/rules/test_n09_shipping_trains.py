"""N9.1 to N9.4 and N9.11: taking turns, renting trains, and the room on them."""

from __future__ import annotations

import pytest

from tests.nuremberg.arrange import (
    POOR,
    RICH,
    idle_until,
    influence,
    moves,
    pass_out,
    player,
    plot,
    push,
    refused,
    seen,
    shippable,
    shipping,
    train,
)

# N9.1 Turns


@pytest.mark.clause("N9.1")
def test_actions_follow_the_train_order() -> None:
    table, actors = shipping(order=(2, 0, 1), trains={"3a": 0}), []
    for move in ("rent 2a", "pass", "rent 3b", "pass", "pass"):
        actors.append(table.to_move)
        table.push(move)
    assert actors == [2, 0, 1, 2, 1]


@pytest.mark.clause("N9.1")
def test_an_action_is_one_train_or_one_item_or_a_pass() -> None:
    table = shipping(trains={"2a": 0}, links={0: "NUS-GOS"}, goods={"GOS": 2}, influence={0: RICH})
    assert {move.split()[0] for move in moves(table)} == {"pass", "rent", "ship"}
    push(table, "ship yellow GOS")
    assert (table.to_move, plot(table, "GOS").goods) == (1, 1)


@pytest.mark.clause("N9.1")
def test_renting_is_a_whole_action() -> None:
    assert push(shipping(influence={0: RICH}), "rent 1a").to_move == 1


@pytest.mark.clause("N9.1")
def test_passing_is_final() -> None:
    table = shipping(players=2, order=(0, 1), influence={1: RICH})
    push(table, "pass", "rent 1a", "rent 2a")
    assert (table.to_move, player(table, 0).passed) == (1, True)


@pytest.mark.clause("N9.1")
def test_the_phase_ends_when_all_have_passed() -> None:
    table = push(shipping(), "pass", "pass")
    assert seen(table).phase == "shipping"
    assert seen(push(table, "pass")).phase == "takeover"


@pytest.mark.clause("N9.1")
def test_one_player_may_go_on_alone() -> None:
    table = shipping(players=2, order=(0, 1), trains={"3a": 0}, links={0: "NUS-GOS"}, goods={"GOS": 2})
    push(table, "ship yellow GOS", "pass")
    assert table.to_move == 0


@pytest.mark.clause("N9.1")
def test_in_the_next_round_players_who_passed_act_again() -> None:
    table = idle_until(pass_out(shipping(players=2)), "shipping")
    assert [player(table, seat).passed for seat in range(2)] == [False, False]


# N9.2 Rows


@pytest.mark.clause("N9.2")
@pytest.mark.parametrize(("name", "cost"), [("1a", 3), ("1b", 3), ("2a", 2), ("2b", 2), ("3a", 1), ("3c", 1)])
def test_rows_cost_3_2_and_1_brown(name: str, cost: int) -> None:
    table = push(shipping(influence={0: (0, 5, 0, 0)}), f"rent {name}")
    assert influence(table, 0) == (0, 5 - cost, 0, 0)
    assert train(table, name).seat == 0


@pytest.mark.clause("N9.2")
def test_at_most_one_train_per_row() -> None:
    table = shipping(trains={"2a": 0}, influence={0: RICH})
    error = refused(table, "rent 2b")
    assert (error.clause, error.text) == ("N9.2", "You already have a train in that row.")


@pytest.mark.clause("N9.2")
def test_three_trains_of_three_rows_are_all() -> None:
    table = shipping(trains={"1a": 0, "2a": 0, "3a": 0}, influence={0: RICH})
    assert moves(table) == ["pass"]


@pytest.mark.clause("N9.2")
def test_a_train_serves_one_player() -> None:
    table = shipping(trains={"2a": 1}, influence={0: RICH})
    error = refused(table, "rent 2a")
    assert (error.clause, error.text) == ("N9.2", "Train 2a is taken: only one player can rent it.")


@pytest.mark.clause("N9.2")
def test_rows_may_be_rented_in_any_order() -> None:
    table = shipping(players=2, order=(0, 1), influence={0: RICH})
    push(table, "rent 3c", "pass", "rent 1b", "rent 2a")
    assert {found.name for found in seen(table).trains if found.seat == 0} == {"1b", "2a", "3c"}


# N9.3 Paying for trains


@pytest.mark.clause("N9.3")
def test_brown_is_paid_first() -> None:
    table = push(shipping(influence={0: (9, 3, 9, 9)}), "rent 2a")
    assert influence(table, 0) == (9, 1, 9, 9)


@pytest.mark.clause("N9.3")
def test_a_missing_point_is_made_up_with_three_units_mixed() -> None:
    table = push(shipping(cubes={0: 5}, influence={0: (2, 0, 1, 1)}), "rent 3a")
    assert (seen(table).owed, seen(table).decision, table.to_move) == (3, "pay", 0)
    assert moves(table) == ["pay white", "pay red", "pay green", "pay cube"]
    push(table, "pay cube", "pay white", "pay green")
    assert (player(table, 0).held, influence(table, 0)) == (4, (1, 0, 1, 0))


@pytest.mark.clause("N9.3")
def test_never_more_is_paid_than_needed() -> None:
    table = push(shipping(cubes={0: 12}, influence={0: (5, 2, 5, 5)}), "rent 1a")
    assert (influence(table, 0)[1], seen(table).owed) == (0, 3)
    push(table, "pay cube", "pay cube", "pay cube")
    assert (table.to_move, player(table, 0).held, train(table, "1a").seat) == (1, 9, 0)


@pytest.mark.clause("N9.3")
def test_brown_is_all_spent_before_other_units_stand_in() -> None:
    table = push(shipping(cubes={0: 12}, influence={0: (5, 1, 5, 5)}), "rent 1a")
    assert (influence(table, 0)[1], seen(table).owed) == (0, 6)
    error = refused(table, "pay brown")
    assert (error.clause, error.text) == ("N9.3", "Brown has to be paid first, and you have none left.")


@pytest.mark.clause("N9.3")
def test_a_train_without_any_brown_costs_nine_units() -> None:
    table = push(shipping(cubes={0: 9}, influence={0: POOR}), "rent 1a")
    assert (player(table, 0).held, train(table, "1a").seat) == (0, 0)


@pytest.mark.clause("N9.3")
def test_without_a_choice_all_units_are_paid_at_once() -> None:
    table = push(shipping(cubes={0: 1}, influence={0: (1, 0, 1, 0)}), "rent 3b")
    assert (player(table, 0).held, influence(table, 0), table.to_move) == (0, POOR, 1)


@pytest.mark.clause("N9.3")
def test_too_few_units_do_not_rent_a_train() -> None:
    table = shipping(cubes={0: 1}, influence={0: (1, 0, 0, 0)})
    error = refused(table, "rent 3a")
    assert (error.clause, error.text) == (
        "N9.3", "Train 3a costs 1 brown; instead of each missing brown you need 3 cubes or other influence.",
    )  # fmt: skip


@pytest.mark.clause("N9.3")
def test_two_units_too_few_for_the_second_missing_point() -> None:
    table = shipping(cubes={0: 5}, influence={0: (0, 1, 0, 0)})
    assert moves(table, "rent") == ["rent 2a", "rent 2b", "rent 3a", "rent 3b", "rent 3c"]


@pytest.mark.clause("N9.3")
def test_what_is_owed_for_a_train_is_paid_before_anything_else() -> None:
    table = push(shipping(cubes={0: 12}, influence={0: (5, 0, 5, 5)}), "rent 3a")
    error = refused(table, "pass")
    assert error.clause == "N9.3"
    assert error.text.startswith("First pay what you still owe")
    assert error.text.endswith(" 3.")


@pytest.mark.clause("N9.3")
def test_a_train_is_not_paid_in_a_colour_that_is_spent() -> None:
    table = push(shipping(cubes={0: 12}, influence={0: (0, 0, 5, 5)}), "rent 3a")
    assert refused(table, "pay white").clause == "N9.3"


@pytest.mark.clause("N9.3")
def test_nothing_is_paid_where_nothing_is_owed() -> None:
    error = refused(shipping(), "pay cube")
    assert (error.clause, error.text) == ("N9.3", "You don't owe anything.")


@pytest.mark.clause("N9.3", "N2.7")
def test_each_payment_moves_its_marker() -> None:
    table = shipping(
        cubes={0: 0}, influence={0: (4, 0, 0, 0)}, stacks={"white": (1, 2, 0), "brown": (1, 2, 0)}
    )
    push(table, "rent 3a")
    assert seen(table).stacks["white"] == (0, 1, 2)
    assert seen(table).stacks["brown"] == (1, 2, 0)


# N9.4 Spaces


@pytest.mark.clause("N9.4")
def test_passengers_and_goods_have_separate_spaces() -> None:
    """Train 3c: one passenger, one cube."""
    table = shipping(trains={"3c": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "rr"}, goods={"GOS": 2})
    push(table, "ship red FUE", "pass", "pass")
    assert shippable(table) == ["yellow GOS"]
    error = refused(table, "ship red FUE")
    words = "Your links lead there, but none of your trains has a free space for that."
    assert (error.clause, error.text) == ("N9.4", words)


@pytest.mark.clause("N9.4")
def test_without_a_train_nothing_is_shipped() -> None:
    table = shipping(links={0: "NUS-GOS-FUE"}, pawns={"FUE": "rr"}, goods={"GOS": 2})
    assert shippable(table) == []
    assert refused(table, "ship red FUE").clause == "N9.4"


@pytest.mark.clause("N9.4")
def test_a_train_without_passenger_spaces_takes_none() -> None:
    table = shipping(
        players=4, trains={"3d": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"}, goods={"GOS": 1}
    )
    assert shippable(table) == ["yellow GOS"]


@pytest.mark.clause("N9.4")
def test_the_player_chooses_the_train_when_several_have_room() -> None:
    table = shipping(trains={"1a": 0, "3a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    push(table, "ship red FUE")
    assert (table.to_move, seen(table).loading, moves(table)) == (0, "red", ["load 1a", "load 3a"])
    push(table, "load 3a")
    assert (train(table, "1a").passengers, train(table, "3a").passengers) == (0, 1)
    assert (player(table, 0).earned, table.to_move) == (1, 1)


@pytest.mark.clause("N9.4")
def test_with_one_train_that_has_room_there_is_no_choice() -> None:
    table = shipping(trains={"1a": 0, "3a": 0}, links={0: "NUS-GOS"}, goods={"GOS": 4})
    for _ in range(2):
        push(table, "ship yellow GOS", "load 1a")
        while table.to_move != 0:
            table.push("pass")
    push(table, "ship yellow GOS")  # 1a has both goods spaces taken
    assert (train(table, "3a").goods, table.to_move) == (1, 0)


@pytest.mark.clause("N9.4")
def test_the_item_is_loaded_before_anything_else() -> None:
    table = shipping(trains={"1a": 0, "3a": 0}, links={0: "NUS-GOS"}, goods={"GOS": 1}, influence={0: RICH})
    push(table, "ship yellow GOS")
    for move in ("pass", "rent 2a"):
        error = refused(table, move)
        assert (error.clause, error.text) == ("N9.4", "First choose the train for the item.")


@pytest.mark.clause("N9.4")
def test_nobody_loads_another_players_train() -> None:
    table = shipping(trains={"1a": 0, "3a": 0, "2a": 1}, links={0: "NUS-GOS"}, goods={"GOS": 1})
    push(table, "ship yellow GOS")
    assert refused(table, "load 2a").clause == "N9.4"


# N9.11 Returning trains


@pytest.mark.clause("N9.11")
def test_trains_stay_with_a_player_who_passed() -> None:
    table = shipping(trains={"3a": 0}, influence={1: RICH})
    push(table, "pass")
    assert refused(table, "rent 3a").clause == "N9.2"


@pytest.mark.clause("N9.11", "N16")
def test_passing_may_return_the_trains_for_others_to_rent() -> None:
    table = shipping(
        pass_returns_trains=True,
        players=2,
        order=(0, 1),
        trains={"3a": 0},
        links={0: "NUS-GOS-FUE"},
        pawns={"FUE": "r"},
        influence={1: RICH},
    )
    push(table, "ship red FUE", "rent 2a", "pass", "rent 3a")
    assert (train(table, "3a").seat, train(table, "3a").passengers) == (1, 0)


@pytest.mark.clause("N9.11", "N10.1", "N16")
def test_what_was_shipped_on_a_returned_train_still_counts() -> None:
    table = shipping(
        pass_returns_trains=True,
        players=2,
        order=(0, 1),
        trains={"2a": 0},
        links={0: "NUS-GOS-FUE"},
        pawns={"FUE": "r"},
    )
    push(table, "ship red FUE", "pass", "pass")
    assert table.scores() == (2, 0)
    assert (player(table, 0).profit, player(table, 0).kept.red) == (-1, 1)


@pytest.mark.clause("N9.11", "N16")
def test_a_returned_train_is_empty_for_the_next_player() -> None:
    table = shipping(
        pass_returns_trains=True,
        players=2,
        order=(0, 1),
        trains={"3c": 0},
        links={0: "NUS-GOS-FUE", 1: "NUS-EIB"},
        goods={"GOS": 1, "EIB": 1},
        influence={1: RICH},
    )
    push(table, "ship yellow GOS", "rent 2a", "pass", "rent 3c")
    push(table, "ship yellow EIB", "load 3c")
    assert (train(table, "3c").goods, player(table, 1).earned) == (1, 1)
