"""F4: actions and chains."""

from __future__ import annotations

import pytest

from branchline.games.firstclass.rules.state import CONDUCTORS

from ..arrange import Scene

# F4.1: the running action


@pytest.mark.clause("F4.1")
def test_parts_of_a_box_go_in_any_order() -> None:
    scene = Scene().market("X1-05").play("take 1.1")  # car(1)+upgrade(1)
    assert scene.legal == {"car upper", "car lower", "upgrade upper 1", "upgrade lower 1"}


@pytest.mark.clause("F4.1")
def test_the_order_may_matter_a_car_first_can_be_upgraded() -> None:
    scene = Scene().train(0, "upper", [12]).train(0, "lower", [12]).market("X1-05")
    scene.play("take 1.1", "car upper")
    assert scene.values(0, "upper") == [12, 1]  # the only car that can be upgraded was, by itself


@pytest.mark.clause("F4.1")
def test_a_part_once_begun_is_finished_before_the_next() -> None:
    scene = Scene().market("X2-03").play("take 1.1", "car upper")  # car(2)+upgrade(1)+coin(1)
    assert scene.legal == {"car upper", "car lower"}
    assert scene.clause("upgrade upper 1") == "F4.1"
    scene.play("car lower")
    assert scene.offers("upgrade")


@pytest.mark.clause("F4.1")
def test_a_part_that_cannot_go_on_is_over_and_never_resumed() -> None:
    scene = Scene().train(0, "upper", [7]).train(0, "lower", [12]).market("X2-04")  # car(1)+upgrade(2)
    scene.play("take 1.1", "upgrade upper 1")  # the second upgrade finds nothing
    assert scene.legal == {"car upper", "car lower"}
    scene.play("car upper")
    assert scene.values(0, "upper") == [12, 0]  # the upgrade left over is not for the new car
    assert scene.view().decision == "between"


@pytest.mark.clause("F4.1")
def test_the_rest_of_a_part_that_finds_no_room_is_lost_and_the_next_part_goes_on() -> None:
    full: list[int | str] = [0, 0, 0, 0, 0, "M1", 0, 0, 0, "L"]
    scene = Scene().train(0, "upper", full).train(0, "lower", [0, 0, 0, 0, 0, "M2", 0, 0, 0])
    scene.market("X3-01").play("take 1.1", "car lower")  # car(3)+upgrade(2)
    assert scene.values(0, "lower")[-1] == "L6"
    assert scene.offers("upgrade") == scene.legal


@pytest.mark.clause("F4.1")
def test_everything_that_can_be_done_is_done_before_the_turn_ends() -> None:
    scene = Scene().market("X1-08").play("take 1.1")  # upgrade(2)
    assert scene.clause("end") == "F4.1"
    scene.play("upgrade upper 1")
    assert scene.clause("end") == "F4.1"


@pytest.mark.clause("F4.1")
def test_a_part_that_leaves_no_choice_resolves_itself() -> None:
    scene = Scene().train(0, "upper", [12], conductor=1).train(0, "lower", [0, 0]).market("X1-14")
    scene.play("take 1.1")  # conductor(either,3): only the lower one can go
    assert scene.player(0).conductors == (1, 2)
    assert scene.view().decision == "between"


@pytest.mark.clause("F4.1")
def test_placing_a_card_comes_first() -> None:
    scene = Scene().route(0, "X1-21", "X1-22").market("B1-4").play("take 1.1")  # postcard+upgrade(1)
    assert scene.legal == {"postcard 1", "postcard 2"}
    assert scene.clause("upgrade upper 1") == "F4.1"
    scene.play("postcard 2")
    assert scene.legal == {"upgrade upper 1", "upgrade lower 1"}


@pytest.mark.clause("F4.1")
def test_a_postcard_first_then_the_locomotive() -> None:
    scene = Scene().route(0, "X1-21", loco=3).market("B1-5").play("take 1.1")  # postcard+loco(1)
    assert scene.player(0).loco == 4
    assert scene.score() == 4
    assert scene.player(0).rails[0].postcard == "B1-5"


@pytest.mark.clause("F4.1")
def test_nothing_else_can_be_done_while_an_action_runs() -> None:
    scene = Scene().coins(0, 4).market("X1-04").play("take 1.1")
    for text in ("spend 1", "point 1", "buy 4 0 0", "take 1.2", "tile"):
        assert scene.clause(text) == "F4.1"


@pytest.mark.clause("F4.1")
def test_a_step_that_belongs_to_no_part_is_refused() -> None:
    scene = Scene().market("X1-04").play("take 1.1")
    assert scene.clause("conductor upper") == "F4.1"
    assert scene.clause("walk") == "F4.1"
    assert scene.clause("choose") == "F4.1"


@pytest.mark.clause("F4.1")
def test_steps_need_an_action() -> None:
    scene = Scene()
    assert scene.clause("car upper") == scene.clause("upgrade upper 1") == scene.clause("pick G01") == "F4.1"


# F4.2: waiting actions


@pytest.mark.clause("F4.2", "F5.3")
def test_a_mail_cars_bonus_waits_until_the_running_action_is_finished() -> None:
    scene = Scene().train(0, "upper", [0] * 5).market("X1-04").play("take 1.1", "car upper", "mail M2")
    assert scene.waiting() == ["M2"]
    assert scene.legal == {"car upper", "car lower"}  # the action goes on first


@pytest.mark.clause("F4.2")
def test_waiting_actions_go_in_any_order() -> None:
    scene = Scene().main_done().waits(0, "M1").waits(0, "M2")
    assert scene.offers("do") == {"do M1", "do M2"}
    scene.state.length[CONDUCTORS] = 0
    scene.play("do M2")
    assert scene.waiting() == ["M1"]


@pytest.mark.clause("F4.2")
def test_the_turn_does_not_end_while_an_action_waits() -> None:
    scene = Scene().main_done().waits(0, "M2")
    assert scene.clause("end") == "F4.2"
    scene.play("do M2", "upgrade upper 1", "car upper")
    assert "end" in scene.legal


@pytest.mark.clause("F4.2")
def test_a_waiting_action_that_can_do_nothing_is_simply_over() -> None:
    scene = Scene().main_done().waits(0, "M4").route(0, loco=3)  # loco(4), and no rails
    assert scene.clause("do M4") == "F4.2"
    scene.play("end")
    assert scene.waiting() == []


@pytest.mark.clause("F4.2")
def test_only_waiting_actions_can_be_done() -> None:
    assert Scene().clause("do M1") == "F4.2"
    assert Scene().clause("do A1-1") == "F4.2"


@pytest.mark.clause("F4.2")
def test_waiting_actions_may_wait_past_the_main_step() -> None:
    scene = Scene().waits(0, "M2").market("X1-17")
    assert {"do M2", "take 1.1"} <= scene.legal
    scene.play("take 1.1")
    assert "do M2" in scene.legal


@pytest.mark.clause("F4.2")
def test_an_action_gained_by_a_waiting_action_waits_too() -> None:
    scene = Scene().main_done().waits(0, "A3-7").play("do A3-7")  # gameEnd(1)+points(10)
    scene.play("pick G01")
    assert scene.waiting() == ["G01"]
    assert scene.score() == 10


# F4.3: coins and contracts between actions


@pytest.mark.clause("F4.3")
def test_coins_may_be_spent_before_the_main_step() -> None:
    scene = Scene().play("spend 1", "car upper")
    assert scene.values(0, "upper") == [0, 0]
    assert scene.offers("take")


@pytest.mark.clause("F4.3")
def test_coins_may_be_spent_after_the_main_step() -> None:
    scene = Scene().market("X1-17").play("take 1.1")
    assert {"spend 1", "point 1", "end"} <= scene.legal


@pytest.mark.clause("F4.3", "F4.2", "F5.3")
def test_a_mail_cars_bonus_can_be_taken_after_a_coin_placed_another_car() -> None:
    scene = Scene().coins(0, 1).train(0, "upper", [0] * 5).train(0, "lower", [0]).market("X1-05")
    scene.play("take 1.1", "car upper", "mail M1", "upgrade upper 1")
    assert scene.waiting() == ["M1"]
    scene.play("spend 1", "car lower")  # between: the lower conductor finds a longer train
    scene.play("do M1")  # conductor(both,2)
    assert scene.player(0).conductors == (2, 2)


@pytest.mark.clause("F4.3")
def test_contracts_may_be_completed_between_actions_never_inside() -> None:
    scene = Scene().contract(0, "A1-5").route(0, loco=3).market("X1-04")
    assert "complete A1-5" in scene.legal
    scene.play("take 1.1")
    assert scene.clause("complete A1-5") == "F4.1"


@pytest.mark.clause("F4.3")
def test_a_contract_can_be_completed_while_another_action_waits() -> None:
    scene = Scene().contract(0, "A1-5").route(0, loco=3).waits(0, "M2")
    scene.play("complete A1-5")
    assert scene.offers("do") == {"do M2", "do A1-5"}


# F4.4: out of turn


@pytest.mark.clause("F4.4")
def test_out_of_turn_no_coins_are_spent_and_no_contract_is_completed() -> None:
    scene = Scene("AB", 3).contract(2, "A1-5").route(2, loco=3).coins(2, 4, 4)
    scene.play("tile")
    assert scene.state.active == 2
    assert scene.legal == {"car upper", "car lower"}
    scene.train(2, "upper", [0] * 5)
    scene.play("car upper", "mail M2")  # its bonus waits, and is the only thing to do
    assert scene.legal == {"upgrade upper 1", "upgrade lower 1", "car upper", "car lower"}
    assert scene.clause("spend 1") == "F4.1"


@pytest.mark.clause("F4.4")
def test_out_of_turn_the_player_still_chooses_among_waiting_actions() -> None:
    scene = Scene("AE", 3).train(2, "upper", [2, 0, 0, 0, 0]).gap(2, 1, "E1-7").play("tile")
    scene.play("car upper", "mail M2")
    assert scene.state.active == 2
    assert scene.legal == {"do M2", "mechanic upper 1"}
    assert scene.clause("point 1") == "F4.4"
    assert scene.clause("complete A1-5") == "F4.4"


@pytest.mark.clause("F4.4", "F3.4")
def test_the_whole_chain_of_the_third_player_comes_before_the_fourth() -> None:
    scene = Scene("AB", 4).train(2, "upper", [0] * 5).play("tile", "car upper", "mail M2")
    assert scene.state.active == 2
    scene.play("upgrade upper 1", "car upper")
    assert scene.state.active == 3


@pytest.mark.clause("F4.4")
def test_the_takers_own_waiting_actions_continue_after_the_others() -> None:
    scene = Scene("AB", 3).waits(0, "M2").play("tile")
    assert scene.state.active == 2
    scene.play("car lower")
    assert scene.state.active == 0
    assert "do M2" in scene.legal


# F4.5: coins


@pytest.mark.clause("F4.5")
def test_coins_are_placed_at_once_inside_a_running_action() -> None:
    scene = Scene().coins(0, 0).market("X1-01").play("take 1.1")  # car(2)+coin(1)
    assert scene.view().decision == "step"
    assert scene.purse() == (1, 0, 0)


@pytest.mark.clause("F4.5")
def test_coins_that_find_no_space_are_lost() -> None:
    assert Scene().coins(0, 4, 4, 2).market("A1-8").play("take 1.1").purse() == (4, 4, 4)


@pytest.mark.clause("F4.5", "F4.3")
def test_three_coins_need_room_made_first_by_spending_one() -> None:
    scene = Scene().coins(0, 4, 4, 2).main_done().waits(0, "M3")  # coin(3), room for 2
    scene.play("point 1", "do M3")
    assert scene.purse() == (4, 4, 4)
    assert scene.score() == 1


@pytest.mark.clause("F4.5")
def test_without_making_room_two_of_four_coins_are_lost() -> None:
    scene = Scene().coins(0, 4, 4, 2).main_done().waits(0, "M3").play("do M3")
    assert scene.purse() == (4, 4, 4)
    assert scene.score() == 0


@pytest.mark.clause("F4.5", "F4.2")
def test_coins_that_would_all_be_lost_are_not_forced_on_a_player() -> None:
    scene = Scene().coins(0, 4, 4, 4).main_done().waits(0, "M3")
    assert "do M3" not in scene.legal
    assert "end" in scene.legal
