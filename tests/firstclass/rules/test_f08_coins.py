"""F8: coins."""

from __future__ import annotations

import pytest

from ..arrange import Scene

FULL: list[int | str] = [0, 0, 0, 0, 0, "M1", 0, 0, 0, "L"]


@pytest.mark.clause("F8.1")
@pytest.mark.parametrize(
    ("before", "after"),
    [((0, 0, 0), (2, 1, 1)), ((2, 0, 0), (2, 2, 2)), ((1, 1, 1), (3, 2, 2)), ((3, 4, 2), (4, 4, 4))],
)
def test_a_coin_goes_into_the_lowest_row_with_a_free_space(
    before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    assert Scene().coins(0, *before).market("A1-8").play("take 1.1").purse() == after


@pytest.mark.clause("F8.1")
def test_there_are_twelve_spaces() -> None:
    assert sum(Scene().coins(0, 4, 4, 3).market("A1-8").play("take 1.1").purse()) == 12


@pytest.mark.clause("F8.1")
def test_a_coin_of_column_1_buys_a_car() -> None:
    scene = Scene().coins(0, 2).play("spend 1", "car lower")
    assert scene.values(0, "lower") == [0, 0]
    assert scene.purse() == (1, 0, 0)


@pytest.mark.clause("F8.1")
def test_a_coin_of_column_2_moves_either_conductor() -> None:
    scene = Scene().coins(0, 0, 1).play("spend 2", "conductor lower")
    assert scene.player(0).conductors == (0, 1)
    assert scene.purse() == (0, 0, 0)


@pytest.mark.clause("F8.1")
def test_a_coin_of_column_3_buys_an_upgrade() -> None:
    scene = Scene().coins(0, 0, 0, 1).play("spend 3", "upgrade lower 1")
    assert scene.values(0, "lower") == [1]


@pytest.mark.clause("F8.1")
def test_each_column_can_be_used_once_per_turn() -> None:
    scene = Scene().coins(0, 4, 4, 4).play("spend 1", "car upper")
    assert scene.clause("spend 1") == "F8.1"
    scene.play("spend 2", "conductor upper", "spend 3", "upgrade upper 1")
    assert not scene.offers("spend")


@pytest.mark.clause("F8.1")
def test_a_column_can_be_used_again_next_turn() -> None:
    scene = Scene().coins(0, 4).play("spend 1", "car upper", "trade 1.1").finish_turn()
    scene.play("trade 1.2").finish_turn()
    assert "spend 1" in scene.legal


@pytest.mark.clause("F8.1")
def test_a_column_can_be_used_once_in_the_players_own_scoring() -> None:
    scene = Scene().coins(0, 3).scoring().play("spend 1", "car upper")
    assert scene.clause("spend 1") == "F8.1"


@pytest.mark.clause("F8.1")
def test_an_empty_column_buys_nothing() -> None:
    assert Scene().coins(0, 1).clause("spend 2") == "F8.1"
    assert Scene().coins(0, 1).clause("point 3") == "F8.1"


@pytest.mark.clause("F8.1")
def test_a_column_whose_action_could_do_nothing_cannot_be_used() -> None:
    scene = Scene().coins(0, 1, 1, 1).train(0, "upper", [12] * 5 + ["M1"] + [12] * 3 + ["L"], conductor=10)
    scene.train(0, "lower", [12] * 5 + ["M2"] + [12] * 3 + ["L"], conductor=10)
    for column in (1, 2, 3):
        assert scene.clause(f"spend {column}") == "F8.1"


@pytest.mark.clause("F8.2")
@pytest.mark.parametrize("column", [1, 2, 3])
def test_any_coin_buys_a_point(column: int) -> None:
    scene = Scene().coins(0, 1, 1, 1).play(f"point {column}")
    assert scene.score() == 1
    assert sum(scene.purse()) == 2


@pytest.mark.clause("F8.2")
def test_points_can_be_bought_without_limit() -> None:
    scene = Scene().coins(0, 4).play("point 1", "point 1", "point 1", "point 1")
    assert scene.score() == 4


@pytest.mark.clause("F8.2")
def test_any_four_coins_buy_a_game_end_card() -> None:
    scene = Scene().coins(0, 4, 2, 1).play("buy 1 2 1", "pick G02")
    assert scene.purse() == (3, 0, 0)
    assert scene.player(0).known_game_ends == ("G02",)


@pytest.mark.clause("F8.2")
def test_every_way_to_pay_four_coins_is_offered() -> None:
    assert Scene().coins(0, 2, 2, 1).offers("buy") == {"buy 2 2 0", "buy 2 1 1", "buy 1 2 1"}


@pytest.mark.clause("F8.2")
def test_three_coins_are_too_few() -> None:
    scene = Scene().coins(0, 3)
    assert not scene.offers("buy")
    assert scene.clause("buy 4 0 0") == "F8.2"


@pytest.mark.clause("F8.2")
def test_several_game_end_cards_can_be_bought_in_a_turn() -> None:
    scene = Scene().coins(0, 4, 4).play("buy 4 0 0", "pick G01", "buy 0 4 0")
    assert scene.state.drawing  # the open cards are refilled first
    scene.deal()
    assert scene.offers("pick")


@pytest.mark.clause("F8.2")
def test_without_a_game_end_card_left_none_is_sold() -> None:
    scene = Scene().coins(0, 4).game_ends(1, *(f"G{n:02}" for n in range(1, 22)))
    assert scene.clause("buy 4 0 0") == "F8.2"


@pytest.mark.clause("F8.3")
def test_buying_is_resolved_at_once_and_completely() -> None:
    scene = Scene().coins(0, 4, 1).play("spend 1")
    assert scene.clause("point 1") == "F4.1"
    scene = Scene().coins(0, 4, 1).play("buy 3 1 0")
    assert scene.legal == {"blind", "pick G01", "pick G02", "pick G03", "pick G04"}
    assert scene.clause("end") == "F4.1"
