"""What a choice would change, said before it is made: tokens, upkeep, income, points, what is about to be lost."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.core.screen import Choice, Payment

from ...payments import moves_of
from ..arrange import building, influence, player, push, shipping, takeover
from .on_screen import choice, choices


def by_words(table: bl.Table, words: str) -> Choice:
    return next(found for found in choices(table) if found.words == words)


def effects(found: Choice) -> dict[str, tuple[int, int]]:
    return {name: (by, after) for name, by, after in found.effects}


# Building


@pytest.mark.clause("N7.9", "N7.10", "N10.2")
def test_a_link_costs_cubes_influence_and_upkeep() -> None:
    table = building(cubes={0: 5}, influence={0: (1, 2, 2, 1)})
    found = effects(choice(table, "build NUS GOS"))
    assert found == {"cube": (-1, 4), "red": (-1, 1), "upkeep": (-1, -1)}


@pytest.mark.clause("N7.11")
def test_landlords_cost_white() -> None:
    table = building(cubes={0: 5}, influence={0: (3, 2, 2, 1)}, pawns={"FUE": "ww"})
    push(table, "build NUS GOS")
    assert effects(choice(table, "build GOS FUE"))["white"] == (-2, 1)


@pytest.mark.clause("N8.1")
def test_a_link_that_joins_says_its_points() -> None:
    table = building(cubes={0: 5}, influence={0: (1, 2, 2, 1)})
    push(table, "build NUS GOS")
    assert effects(choice(table, "build GOS FUE"))["points"] == (2, 2)


@pytest.mark.clause("N9.6", "N9.7")
def test_a_link_says_what_comes_within_reach() -> None:
    table = building(cubes={0: 5}, influence={0: (1, 2, 2, 1)}, pawns={"FUE": "rrg"}, goods={"GOS": 1})
    assert effects(choice(table, "build NUS GOS"))["reach_yellow"] == (1, 1)
    push(table, "build NUS GOS")
    found = effects(choice(table, "build GOS FUE"))
    assert found["reach_red"] == (2, 2)
    assert "reach_green" not in found


@pytest.mark.clause("N10.3")
def test_a_link_says_that_a_marker_is_about_to_drop() -> None:
    table = building(cubes={0: 5}, influence={0: (1, 1, 1, 1)}, profit={0: -12})
    assert choice(table, "build NUS GOS").note == "Unless you ship, profit and loss falls to −13."
    table = building(cubes={0: 5}, influence={0: (1, 1, 1, 1)}, profit={0: -11})
    assert choice(table, "build NUS GOS").note == ""


# Payments


@pytest.mark.clause("N7.12")
def test_a_link_without_cubes_is_paid_in_one_move() -> None:
    table = building(cubes={0: 0}, influence={0: (2, 1, 1, 0)})
    found = by_words(table, "From Nürnberg Süd to Gostenhof")
    assert found.pays == Payment(1, (("white", 2), ("brown", 1), ("red", 0), ("green", 0), ("cube", 0)))
    assert found.move == "build NUS GOS pay 1 0 0 0 0"
    assert effects(found) == {"white": (-1, 1), "red": (-1, 0), "upkeep": (-1, -1)}

    table.push(found.move)
    assert influence(table, 0) == (1, 1, 0, 0)
    assert [str(move) for move in table.moves] == ["build NUS GOS", "pay white"]


@pytest.mark.clause("N7.12")
def test_brown_is_kept_for_trains() -> None:
    table = building(cubes={0: 0}, influence={0: (2, 4, 2, 3)})
    assert by_words(table, "From Nürnberg Süd to Gostenhof").move.endswith("pay 0 0 0 1 0")
    table = building(cubes={0: 0}, influence={0: (0, 6, 2, 2)})
    assert by_words(table, "From Nürnberg Süd to Gostenhof").move.endswith("pay 0 1 0 0 0")


@pytest.mark.clause("N9.3", "N3.1")
def test_a_train_is_paid_with_spare_cubes_then_white() -> None:
    table = shipping(cubes={0: 5}, influence={0: (2, 2, 4, 0)})
    found = by_words(table, "Rent train 1a")
    assert found.pays == Payment(3, (("white", 2), ("brown", 0), ("red", 4), ("green", 0), ("cube", 5)))
    assert found.move == "rent 1a pay 1 0 0 0 2"
    assert effects(found) == {"cube": (-2, 3), "white": (-1, 1), "brown": (-2, 0)}


@pytest.mark.clause("N9.3")
def test_influence_for_takeovers_is_paid_last() -> None:
    table = shipping(cubes={0: 2}, influence={0: (0, 2, 4, 1)})
    assert by_words(table, "Rent train 1a").move == "rent 1a pay 0 0 1 0 2"


@pytest.mark.clause("N9.3", "N7.12")
@pytest.mark.parametrize("given", [(2, 1, 1, 0), (2, 2, 1, 3), (0, 2, 2, 2)])
def test_every_way_to_pay_is_one_move_and_pays_exactly_that(given: tuple[int, int, int, int]) -> None:
    table = shipping(cubes={0: 2}, influence={0: given})
    for found in choices(table):
        for move in moves_of(found):
            trial = table.copy()
            trial.push(move)
            if found.pays is not None:
                paid = [int(count) for count in move.split()[-5:]]
                left = [held - count for (_, held), count in zip(found.pays.units, paid, strict=True)]
                assert [*influence(trial, 0), player(trial, 0).held] == left


@pytest.mark.clause("N9.3")
def test_a_payment_is_made_completely_or_not_at_all() -> None:
    table = shipping(cubes={0: 5}, influence={0: (2, 2, 0, 0)})
    before = table.dumps()
    with pytest.raises(bl.NotationError, match="pay 3 in all"):
        table.push("rent 1a pay 1 0 0 0 1")
    with pytest.raises(bl.NotationError, match="less white"):
        table.push("rent 1a pay 3 0 0 0 0")
    with pytest.raises(bl.IllegalMove):
        table.push("build NUS GOS pay 0 0 0 0 1")
    with pytest.raises(bl.NotationError, match="how much of each"):
        table.push("rent 1a pay 1 0 0 0 two")
    assert table.dumps() == before


@pytest.mark.clause("N9.3")
def test_a_payment_begun_unit_by_unit_is_finished_in_one() -> None:
    table = shipping(cubes={0: 5}, influence={0: (2, 2, 0, 0)})
    push(table, "rent 1a", "pay white")
    (found,) = choices(table)
    assert (found.words, found.group) == ("Pay", "Still to pay: 2")
    assert found.move == "pay 0 0 0 0 2"
    table.push(found.move)
    assert player(table, 0).held == 3


# Shipping


@pytest.mark.clause("N9.4", "N10.1", "N10.2")
def test_a_shipment_names_its_train_and_says_points_and_income() -> None:
    table = shipping(trains={"3a": 0, "1a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    first, third = choice(table, "ship red FUE 1a"), choice(table, "ship red FUE 3a")
    assert (first.group, third.group) == ("Ship by train 1a", "Ship by train 3a")
    assert effects(first) == {"points": (3, 3), "income": (1, 1)}
    assert effects(third) == {"points": (1, 1), "income": (1, 1)}


@pytest.mark.clause("N10.3")
def test_income_beyond_the_end_of_the_track_is_said_to_be_lost() -> None:
    table = shipping(
        players=2, trains={"1a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "rrr"}, profit={0: 5}
    )
    push(table, "ship red FUE", "pass")
    assert choice(table, "ship red FUE 1a").note == ""
    push(table, "ship red FUE")
    note = choice(table, "ship red FUE 1a").note
    assert note == "1 of the income is lost: profit and loss ends at 5."


@pytest.mark.clause("N10.3")
def test_passing_says_where_the_marker_goes() -> None:
    table = shipping(links={0: "NUS-GOS-FUE"}, profit={0: -12}, cubes={0: 0})
    found = choice(table, "pass")
    assert effects(found) == {"profit": (-1, -13)}
    assert found.note == "Profit and loss falls to −13."
    assert effects(choice(shipping(links={0: "NUS-GOS-FUE"}), "pass")) == {"profit": (-2, -2)}


@pytest.mark.clause("N3.1")
def test_passing_says_that_cubes_kept_reduce_the_next_investment() -> None:
    assert choice(shipping(cubes={0: 3}), "pass").note == ""
    note = choice(shipping(cubes={0: 5}), "pass").note
    assert note == "You keep 5 cubes, so you get 2 fewer in the next round."
    last = choice(shipping(cubes={0: 5}, round=4), "pass").note
    assert last == "Your 5 cubes are worth nothing after this round."


# Takeovers


@pytest.mark.clause("N12.4", "N12.5")
def test_a_stretch_costs_influence_and_saves_upkeep() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, influence={0: (0, 0, 2, 0)})
    found = choice(table, "cede red NUS GOS FUE sign")
    assert effects(found) == {"red": (-1, 1), "upkeep": (2, 0)}


@pytest.mark.clause("N14.3")
def test_keeping_track_in_the_last_round_says_what_it_costs() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, influence={0: (0, 0, 2, 0)}, round=4)
    assert choice(table, "keep").note == "Your 2 links cost 2 points at the end."
    assert choice(takeover(links={0: "NUS-GOS-FUE"}), "keep").note == ""
