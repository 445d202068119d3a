"""F5: cars, upgrades, mail cars and conductors; F7: locomotive tiles."""

from __future__ import annotations

import pytest

from ..arrange import Scene

FULL: list[int | str] = [0, 0, 0, 0, 0, "M1", 0, 0, 0, "L"]


# F5.1


@pytest.mark.clause("F5.1")
def test_a_car_of_value_0_goes_to_the_right_end_of_either_train() -> None:
    scene = (
        Scene()
        .train(0, "upper", [4, 2])
        .market("X1-04")
        .play("take 1.1", "car upper", "car lower", "car lower")
    )
    assert scene.values(0, "upper") == [4, 2, 0]
    assert scene.values(0, "lower") == [0, 0, 0]


@pytest.mark.clause("F5.1")
@pytest.mark.parametrize("length", [1, 2, 3, 4, 6, 7, 8])
def test_slots_2_to_5_and_7_to_9_take_a_car(length: int) -> None:
    slots = FULL[:length]
    scene = Scene().train(0, "upper", slots).market("X1-22").play("spend 1", "car upper")
    assert scene.values(0, "upper") == [*slots, 0]


@pytest.mark.clause("F5.1", "F5.3")
def test_slot_6_takes_a_mail_car() -> None:
    scene = Scene().train(0, "upper", [0] * 5).play("spend 1", "car upper")
    assert scene.legal == {"mail M1", "mail M2", "mail M3", "mail M4"}
    scene.play("mail M3")
    assert scene.values(0, "upper") == [0] * 5 + ["M3"]


@pytest.mark.clause("F5.1")
def test_slot_10_takes_the_top_locomotive_tile() -> None:
    scene = Scene().train(0, "lower", FULL[:9]).play("spend 1", "car lower")
    assert scene.values(0, "lower")[9] == "L5"


@pytest.mark.clause("F5.1")
def test_a_train_holds_at_most_ten() -> None:
    scene = Scene().train(0, "upper", FULL).market("X1-04").play("take 1.1")
    assert scene.values(0, "lower") == [0, 0, 0, 0]  # all three had to go there
    assert len(scene.values(0, "upper")) == 10


@pytest.mark.clause("F5.1")
def test_a_full_train_is_refused_by_name() -> None:
    scene = Scene().train(0, "upper", FULL).market("X1-05").play("take 1.1")
    assert scene.clause("car upper") == "F5.1"


@pytest.mark.clause("F5.1")
def test_a_car_that_finds_no_room_is_lost() -> None:
    scene = Scene().train(0, "upper", FULL).train(0, "lower", [*FULL[:5], "M2", 0, 0, 0]).market("X1-04")
    scene.play("take 1.1")
    assert len(scene.values(0, "lower")) == 10
    assert scene.view().decision == "between"


@pytest.mark.clause("F5.1")
def test_a_locomotive_tile_is_not_a_car() -> None:
    scene = Scene("AB").train(0, "upper", [12] * 5 + ["M1"] + [12] * 3 + ["L"]).train(0, "lower", [12])
    scene.market("X1-08").play("take 1.1")  # upgrade(2) finds nothing
    assert scene.view().decision == "between"
    assert scene.end_points("G03") == 2 * 9


@pytest.mark.clause("F5.1")
def test_a_filled_slot_is_anything() -> None:
    scene = Scene().train(0, "upper", FULL).train(0, "lower", [0])
    assert scene.end_points("G04") == 5  # 11 filled slots


# F5.2


@pytest.mark.clause("F5.2")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 4), (4, 7), (7, 12)])
def test_an_upgrade_raises_a_car_one_step(before: int, after: int) -> None:
    scene = Scene().train(0, "upper", [before]).train(0, "lower", [12]).market("X1-04").play("trade 1.1")
    assert scene.values(0, "upper") == [after]


@pytest.mark.clause("F5.2")
def test_there_is_nothing_above_12() -> None:
    scene = Scene().train(0, "upper", [12, 7]).market("X1-08").play("take 1.1")
    assert scene.clause("upgrade upper 1") == "F5.2"


@pytest.mark.clause("F5.2")
def test_a_car_is_never_worth_more_than_the_car_on_its_left() -> None:
    scene = Scene().train(0, "upper", [2, 2, 1]).market("X1-08").play("take 1.1")
    assert scene.clause("upgrade upper 2") == "F5.2"
    assert {"upgrade upper 1", "upgrade upper 3"} <= scene.legal


@pytest.mark.clause("F5.2")
def test_of_equal_cars_the_left_one_is_upgraded_first() -> None:
    scene = Scene().train(0, "upper", [2, 2]).train(0, "lower", [12]).market("X1-08")
    scene.play("take 1.1")  # the first step has no choice
    assert scene.values(0, "upper") == [4, 2]
    assert scene.legal == {"upgrade upper 1", "upgrade upper 2"}
    scene.play("upgrade upper 2")
    assert scene.values(0, "upper") == [4, 4]


@pytest.mark.clause("F5.2")
def test_the_first_car_has_nothing_on_its_left() -> None:
    scene = Scene().train(0, "upper", [0]).train(0, "lower", [12]).market("X3-06").play("take 1.1")
    assert scene.values(0, "upper") == [7]


@pytest.mark.clause("F5.2", "F5.3")
def test_the_mail_car_is_passed_over_when_neighbours_are_compared() -> None:
    slots: list[int | str] = [2, 2, 2, 2, 1, "M1", 0]
    scene = Scene().train(0, "upper", slots).market("X1-08").play("take 1.1")
    assert {"upgrade upper 7", "upgrade upper 5"} <= scene.legal
    scene.play("upgrade upper 7")
    assert scene.clause("upgrade upper 7") == "F5.2"


@pytest.mark.clause("F5.2")
def test_an_empty_slot_cannot_be_upgraded() -> None:
    assert Scene().market("X1-08").play("take 1.1").clause("upgrade upper 4") == "F5.2"


@pytest.mark.clause("F5.2")
def test_car_supply_is_unlimited() -> None:
    scene = Scene("AB", 4)
    for seat in range(4):
        scene.train(seat, "upper", [12] * 5).train(seat, "lower", [12] * 5)
    assert scene.market("X1-08").play("take 1.1").view().decision == "between"


# F5.3


@pytest.mark.clause("F5.3")
def test_the_player_chooses_one_of_the_mail_cars_left() -> None:
    scene = (
        Scene().train(0, "upper", [0] * 5 + ["M2"]).train(0, "lower", [0] * 5).play("spend 1", "car lower")
    )
    assert scene.legal == {"mail M1", "mail M3", "mail M4"}
    assert scene.clause("mail M2") == "F5.3"


@pytest.mark.clause("F5.3")
def test_a_mail_car_has_to_be_chosen_before_the_action_goes_on() -> None:
    scene = Scene().train(0, "upper", [0] * 5).market("X1-04").play("take 1.1", "car upper")
    assert scene.clause("car lower") == "F5.3"


@pytest.mark.clause("F5.3")
def test_without_a_mail_car_due_none_is_placed() -> None:
    assert Scene().market("X1-04").play("take 1.1").clause("mail M1") == "F5.3"


@pytest.mark.clause("F5.3")
def test_a_mail_car_is_never_upgraded() -> None:
    scene = Scene().train(0, "upper", [12] * 5 + ["M1"]).market("X1-08").play("take 1.1")
    assert scene.values(0, "lower") == [2]


@pytest.mark.clause("F5.3")
def test_a_mail_car_cannot_be_named_for_an_upgrade() -> None:
    scene = Scene().train(0, "upper", [12] * 5 + ["M1", 7]).market("X1-08").play("take 1.1")
    assert scene.clause("upgrade upper 6") == "F5.3"


@pytest.mark.clause("F5.3")
def test_a_mail_car_has_no_value_and_carries_no_card() -> None:
    scene = Scene().train(0, "upper", [1] * 5 + ["M1"], conductor=6).scoring().play("end")
    assert scene.score() == 5


@pytest.mark.clause("F5.3", "F12.1")
def test_no_card_lies_under_a_mail_car() -> None:
    scene = Scene().train(0, "upper", [0] * 5 + ["M1", 0]).market("B1-1")
    for slot, card in enumerate(("B1-2", "B1-3", "B2-1", "B3-1", "B3-3"), start=1):
        scene.under(0, "upper", slot, card)
    scene.play("take 1.1", "celebrity upper")
    assert scene.player(0).upper[6].card == "B1-1"


@pytest.mark.clause("F5.3")
@pytest.mark.parametrize(
    ("car", "after"),
    [("M1", "conductors"), ("M2", "a choice"), ("M3", "coins"), ("M4", "locomotive")],
)
def test_each_mail_car_has_its_bonus(car: str, after: str) -> None:
    scene = Scene().coins(0, 0).route(0, "X1-21").train(0, "upper", [0, 0]).train(0, "lower", [0, 0])
    scene.main_done().waits(0, car).play(f"do {car}")
    if after == "conductors":
        assert scene.player(0).conductors == (2, 2)
    elif after == "a choice":
        assert {"car upper", "upgrade upper 1"} <= scene.legal
    elif after == "coins":
        assert scene.purse() == (1, 1, 1)
    else:
        assert scene.player(0).loco == 4


@pytest.mark.clause("F5.3", "F5.4")
def test_a_mail_car_is_a_step_for_the_conductor() -> None:
    scene = Scene().train(0, "upper", [0] * 5 + ["M1", 0], conductor=5).coins(0, 0, 1).play("spend 2")
    assert scene.legal == {"conductor upper", "conductor lower"}
    scene.play("conductor upper")
    assert scene.player(0).conductors[0] == 6


# F5.4


@pytest.mark.clause("F5.4")
def test_either_splits_the_steps_freely() -> None:
    scene = Scene().train(0, "upper", [0] * 3).train(0, "lower", [0] * 3).market("X1-14").play("take 1.1")
    scene.play("conductor upper", "conductor lower", "conductor upper")
    assert scene.player(0).conductors == (2, 1)


@pytest.mark.clause("F5.4")
def test_both_moves_each_conductor() -> None:
    scene = Scene().train(0, "upper", [0] * 3).train(0, "lower", [0]).market("X1-16").play("take 1.1")
    assert scene.player(0).conductors == (1, 1)


@pytest.mark.clause("F5.4")
def test_a_conductor_goes_as_far_as_its_train_and_surplus_is_lost() -> None:
    scene = Scene().train(0, "upper", [0, 0]).market("X1-14").play("take 1.1")
    scene.play("conductor upper", "conductor upper")
    assert scene.player(0).conductors == (2, 1)


@pytest.mark.clause("F5.4")
def test_both_loses_only_what_one_train_is_too_short_for() -> None:
    scene = Scene().train(0, "upper", [0] * 4).train(0, "lower", [0], conductor=1).market("X2-15")
    scene.play("take 1.1", "walk")  # conductor(both,2)+car(2)
    assert scene.player(0).conductors == (2, 1)


@pytest.mark.clause("F5.4", "F4.1")
def test_cars_may_be_added_before_both_conductors_move() -> None:
    scene = Scene().market("X2-15").play("take 1.1", "car upper", "car lower")
    assert scene.player(0).conductors == (2, 2)


@pytest.mark.clause("F5.4")
def test_a_conductor_at_the_end_cannot_step() -> None:
    scene = Scene().train(0, "upper", [0], conductor=1).train(0, "lower", [0, 0]).market("X1-07")
    scene.play("take 1.1")
    assert scene.clause("conductor upper") == "F5.4"


# F5.5, F7


@pytest.mark.clause("F5.5")
def test_a_car_is_reached_when_its_conductor_stands_on_it_or_beyond() -> None:
    scene = Scene().train(0, "upper", [4, 2, 1], conductor=2).train(0, "lower", [7]).scoring().play("end")
    assert scene.score() == 6


@pytest.mark.clause("F7.1")
def test_a_locomotive_tile_scores_in_every_scoring_phase_once_the_conductor_stands_on_it() -> None:
    for round_ in (2, 4):
        scene = Scene().train(0, "upper", FULL, conductor=10).scoring(round=round_).play("end")
        assert scene.score() == 5


@pytest.mark.clause("F7.1")
def test_a_locomotive_tile_before_the_conductor_scores_nothing() -> None:
    scene = Scene().train(0, "upper", FULL, conductor=9).scoring().play("end")
    assert scene.score() == 0
