"""N14: the end of the game."""

from __future__ import annotations

from typing import Unpack

import pytest

from branchline import Table
from tests.nuremberg.arrange import Four, Position, pass_out, player, push, shipping, takeover

NONE: Four = (0, 0, 0, 0)


def ended(**given: Unpack[Position]) -> Table:
    """The end of a game in which nobody cedes anything in the last round."""
    given["round"] = given["rounds"] = 4
    return push(takeover(**given), "keep", "keep", "keep")


@pytest.mark.clause("N14.1")
@pytest.mark.parametrize(
    ("kept", "points"),
    [
        ((1, 1, 1, 1), 2), ((2, 2, 2, 2), 4), ((5, 2, 3, 2), 4), ((9, 9, 9, 0), 0), ((9, 9, 0, 9), 0),
        ((0, 9, 9, 9), 0), ((9, 0, 9, 9), 0), (NONE, 0),
    ],
)  # fmt: skip
def test_a_set_has_grey_yellow_and_a_passenger_of_each_colour(kept: Four, points: int) -> None:
    assert ended(kept={0: kept}).scores() == (points, 0, 0)


@pytest.mark.clause("N14.1", "N16")
@pytest.mark.parametrize(
    ("kept", "points"),
    [((1, 1, 1, 0), 2), ((1, 1, 0, 1), 2), ((3, 3, 1, 1), 4), ((2, 1, 5, 5), 2), ((9, 9, 0, 0), 0)],
)
def test_sets_of_three_take_any_passenger(kept: Four, points: int) -> None:
    assert ended(sets="three", kept={0: kept}).scores() == (points, 0, 0)


@pytest.mark.clause("N14.1", "N10.5")
def test_items_of_the_last_round_count_for_sets() -> None:
    table = pass_out(shipping(rounds=1, shipped={0: (0, 0, 0, 1)}, kept={0: (1, 1, 1, 0)}))
    push(table, "keep", "keep", "keep")
    assert table.scores()[0] == 2 + 1  # the set, and the profit of the passenger


@pytest.mark.clause("N14.1")
def test_each_player_has_their_own_sets() -> None:
    assert ended(kept={0: (1, 0, 1, 0), 1: (0, 1, 0, 1), 2: (1, 1, 1, 1)}).scores() == (0, 0, 2)


@pytest.mark.clause("N14.2")
@pytest.mark.parametrize("profit", [5, 0, -1, -13])
def test_the_profit_loss_position_is_added(profit: int) -> None:
    assert ended(score={1: 10}, profit={1: profit}).scores() == (0, 10 + profit, 0)


@pytest.mark.clause("N14.2")
def test_points_may_be_negative_in_the_end() -> None:
    assert ended(profit={2: -4}).scores()[2] == -4


@pytest.mark.clause("N14.3")
def test_every_own_link_still_on_the_board_costs_a_point() -> None:
    table = ended(score={0: 10}, links={0: "NUS-GOS-FUE", 1: "NUN-POP", "red": "HEI-AMM-ROS"})
    assert table.scores() == (8, -1, 0)


@pytest.mark.clause("N14.3")
def test_links_count_in_the_last_round_and_again_at_the_end() -> None:
    table = push(pass_out(shipping(rounds=1, links={0: "NUS-GOS-FUE"})), "keep", "keep", "keep")
    assert player(table, 0).profit == -2
    assert table.scores() == (-4, 0, 0)


@pytest.mark.clause("N14.1", "N14.2", "N14.3")
def test_all_parts_together() -> None:
    table = ended(score={0: 20}, kept={0: (2, 3, 2, 4)}, profit={0: -3}, links={0: "NUS-GOS-FUE"})
    assert table.scores()[0] == 20 + 4 - 3 - 2


@pytest.mark.clause("N14.4")
def test_most_points_wins() -> None:
    assert ended(score={0: 3, 1: 9, 2: 5}).outcome() == ((1,), (2,), (0,))


@pytest.mark.clause("N14.4")
def test_the_outcome_counts_what_the_end_adds() -> None:
    assert ended(score={0: 3, 1: 2}, kept={1: (1, 1, 1, 1)}).outcome() == ((1,), (0,), (2,))


@pytest.mark.clause("N14.4")
def test_a_tie_goes_to_the_better_profit() -> None:
    table = ended(score={0: 10, 1: 8}, profit={0: 0, 1: 2}, stacks={"profit": (0, 1, 2)})
    assert table.scores()[:2] == (10, 10)
    assert table.outcome() == ((1,), (0,), (2,))


@pytest.mark.clause("N14.4")
@pytest.mark.parametrize("stack", [(2, 1, 0), (1, 0, 2), (0, 2, 1)])
def test_a_tie_at_equal_profit_is_broken_by_the_stack(stack: tuple[int, ...]) -> None:
    table = ended(score={0: 7, 1: 7, 2: 7}, stacks={"profit": stack})
    assert table.outcome() == tuple((seat,) for seat in stack)


@pytest.mark.clause("N14.4")
def test_there_is_no_outcome_before_the_end() -> None:
    assert takeover().outcome() is None


@pytest.mark.clause("N14.4")
def test_after_the_end_no_move_is_legal() -> None:
    table = ended()
    assert len(table.legal_moves) == 0
    refusal = table.why_not("keep")
    assert refusal is not None
    assert (refusal.clause, refusal.text) == ("N14.4", "The game is over.")
