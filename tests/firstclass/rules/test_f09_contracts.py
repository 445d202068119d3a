"""F9: contracts; F11: module A."""

from __future__ import annotations

import pytest

from ..arrange import Scene


@pytest.mark.clause("F9.1")
def test_a_contract_stays_face_up_until_completed() -> None:
    scene = Scene().market("A1-3").play("take 1.1")
    assert scene.player(0).open == ("A1-3",)


@pytest.mark.clause("F9.1")
def test_a_contract_can_be_completed_the_turn_it_was_taken() -> None:
    scene = Scene().route(0, loco=3).market("A1-5").play("take 1.1", "complete A1-5")
    assert scene.player(0).completed == 1
    assert scene.waiting() == ["A1-5"]


@pytest.mark.clause("F9.1")
def test_a_contract_may_be_left_open() -> None:
    scene = Scene().route(0, loco=3).market("A1-5").play("take 1.1")
    assert "end" in scene.legal


@pytest.mark.clause("F9.1")
def test_a_contract_can_be_completed_in_the_players_own_scoring() -> None:
    scene = Scene().contract(0, "A1-5").route(0, loco=3).scoring()
    assert "complete A1-5" in scene.legal


@pytest.mark.clause("F9.1")
def test_somebody_elses_contract_cannot_be_completed() -> None:
    scene = Scene().contract(1, "A1-5").route(0, loco=3).route(1, loco=3)
    assert scene.clause("complete A1-5") == "F9.1"


@pytest.mark.clause("F9.1")
def test_a_contract_taken_for_the_upgrade_does_not_count() -> None:
    scene = Scene().route(0, loco=3).market("A1-5").play("trade 1.1", "upgrade upper 1")
    assert scene.player(0).open == ()
    assert scene.clause("complete A1-5") == "F9.1"


@pytest.mark.clause("F9.1", "F4.2")
def test_the_reward_of_a_contract_waits_as_an_action() -> None:
    scene = Scene().contract(0, "A1-5").route(0, loco=3).play("complete A1-5", "do A1-5")
    assert {"car upper", "upgrade lower 1"} <= scene.legal


@pytest.mark.clause("F9.2")
def test_a_contract_that_is_not_ready_is_refused_with_its_text() -> None:
    refusal = Scene().contract(0, "A1-5").route(0, loco=2).refusal("complete A1-5")
    assert refusal.clause == "F9.2"
    assert "locomotive on space 3 or beyond" in refusal.text


@pytest.mark.clause("F9.2")
def test_a_better_car_counts_for_a_lower_one() -> None:
    scene = Scene().contract(0, "A1-4").train(0, "upper", [12, 7]).train(0, "lower", [4])
    assert "complete A1-4" in scene.legal  # three cars of value 1 or more


@pytest.mark.clause("F9.2")
def test_six_cars_of_value_2_over_both_trains() -> None:
    scene = Scene().contract(0, "A2-1").train(0, "upper", [4, 2, 2, 1]).train(0, "lower", [2, 2])
    assert scene.clause("complete A2-1") == "F9.2"
    scene.train(0, "lower", [7, 2, 2])
    scene.play("complete A2-1", "do A2-1")
    assert scene.score() == 24


@pytest.mark.clause("F9.2")
def test_trains_shown_separately_count_separately() -> None:
    scene = Scene().contract(0, "A1-2").train(0, "upper", [1, 1, 1, 1]).train(0, "lower", [1])
    assert scene.clause("complete A1-2") == "F9.2"
    scene.train(0, "lower", [1, 1])
    assert "complete A1-2" in scene.legal


@pytest.mark.clause("F9.2", "F16")
def test_cars_without_a_value_are_all_filled_slots() -> None:
    scene = Scene().contract(0, "A1-1").train(0, "upper", [0, 0, 0]).train(0, "lower", [0])
    assert scene.clause("complete A1-1") == "F9.2"
    scene.train(0, "lower", [0, 0])
    assert "complete A1-1" in scene.legal


@pytest.mark.clause("F9.2")
def test_both_conductors_have_to_be_there() -> None:
    scene = (
        Scene()
        .contract(0, "A1-3")
        .train(0, "upper", [0] * 3, conductor=3)
        .train(0, "lower", [0] * 3, conductor=1)
    )
    assert scene.clause("complete A1-3") == "F9.2"
    scene.train(0, "lower", [0] * 3, conductor=2)
    assert "complete A1-3" in scene.legal


@pytest.mark.clause("F9.3")
def test_4_2_1_in_succession() -> None:
    scene = Scene().contract(0, "A2-2").train(0, "upper", [7, 4, 2, 1])
    assert "complete A2-2" in scene.legal


@pytest.mark.clause("F9.3")
def test_in_succession_better_cars_count_too() -> None:
    assert "complete A2-2" in Scene().contract(0, "A2-2").train(0, "lower", [4, 4, 4]).legal


@pytest.mark.clause("F9.3")
def test_in_succession_means_neighbours_of_one_train() -> None:
    scene = Scene().contract(0, "A2-2").train(0, "upper", [4, 2]).train(0, "lower", [1])
    assert scene.clause("complete A2-2") == "F9.2"
    assert Scene().contract(0, "A2-2").train(0, "upper", [4, 1, 1]).clause("complete A2-2") == "F9.2"


@pytest.mark.clause("F9.3")
def test_in_succession_passes_over_the_mail_car() -> None:
    scene = Scene().contract(0, "A2-2").train(0, "upper", [4, 4, 4, 4, 4, "M1", 2, 1])
    assert "complete A2-2" in scene.legal
    scene = Scene().contract(0, "A2-2").train(0, "upper", [2, 2, 2, 2, 2, "M1", 2, 1])
    assert scene.clause("complete A2-2") == "F9.2"


@pytest.mark.clause("F9.4")
def test_a_reward_per_completed_contract_counts_this_one_too() -> None:
    scene = Scene().contract(0, "A2-6").contract(0, "A1-5").route(0, loco=3)
    assert scene.clause("complete A2-6") == "F9.2"  # it asks for another one first
    scene.play("complete A1-5", "complete A2-6", "do A2-6")
    assert scene.score() == 3 * 2


@pytest.mark.clause("F9.4")
def test_a_reward_per_contract_is_fixed_at_completion() -> None:
    scene = Scene().contract(0, "A2-6").contract(0, "A1-5").contract(0, "A2-4")
    scene.route(0, "X1-21", "X1-22", "X1-23", loco=3)
    scene.play("complete A1-5", "complete A2-6", "complete A2-4", "do A2-6")
    assert scene.score() == 3 * 2


@pytest.mark.clause("F9.4", "F12.4")
@pytest.mark.parametrize("tiles", [1, 2])
def test_one_game_end_card_per_locomotive_tile(tiles: int) -> None:
    full: list[int | str] = [0, 0, 0, 0, 0, "M1", 0, 0, 0, "L"]
    scene = Scene("AB").contract(0, "B3-7").train(0, "upper", full)
    if tiles == 2:
        scene.train(0, "lower", [*full[:5], "M2", 0, 0, 0, "L"])
    scene.play("complete B3-7", "do B3-7", "pick G01")
    if tiles == 2:
        assert scene.state.drawing
        scene.deal().play("pick G02")
    assert scene.player(0).game_ends == tiles
    assert scene.view().decision == "main"


# F11


@pytest.mark.clause("F11.1")
def test_both_mail_cars_placed() -> None:
    scene = Scene().contract(0, "A2-3").train(0, "upper", [0] * 5 + ["M1"])
    assert scene.clause("complete A2-3") == "F9.2"
    scene.train(0, "lower", [0] * 5 + ["M2"])
    assert "complete A2-3" in scene.legal


@pytest.mark.clause("F11.1")
def test_both_mail_cars_placed_and_reached() -> None:
    scene = Scene().contract(0, "A3-1").train(0, "upper", [0] * 5 + ["M1"], conductor=6)
    scene.train(0, "lower", [0] * 5 + ["M2"], conductor=5)
    assert scene.clause("complete A3-1") == "F9.2"
    scene.train(0, "lower", [0] * 5 + ["M2"], conductor=6)
    assert "complete A3-1" in scene.legal


@pytest.mark.clause("F11.1")
@pytest.mark.parametrize("stage", [1, 2, 3])
def test_nearly_all_cards_of_module_a_are_contracts(stage: int) -> None:
    setting = Scene("AB").setting
    cards = [n for n, name in enumerate(setting.names.cards) if name.startswith(f"A{stage}")]
    assert sum(setting.contract_need[card] >= 0 for card in cards) == 7


@pytest.mark.clause("F11.1")
def test_contracts_for_the_route() -> None:
    scene = Scene().contract(0, "A3-5").contract(0, "A1-6").route(0, "X1-21")
    assert "complete A1-6" in scene.legal
    assert scene.clause("complete A3-5") == "F9.2"
    scene.route(0, "X2-20", "X2-21", "X2-22", "X2-23", "X2-24", loco=14)
    assert "complete A3-5" in scene.legal
