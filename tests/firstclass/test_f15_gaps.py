"""F15: module E, switches and mechanics."""

from __future__ import annotations

import pytest

from .arrange import Scene

GAP_CARDS = ("E1-1", "E1-2", "E1-3", "E1-4", "E1-5")
NINE: list[int | str] = [4, 4, 4, 4, 4, "M1", 4, 4, 4]


def switch(gap: int, upper: list[int | str], lower: list[int | str], conductors: int = 9) -> Scene:
    """A need=1 switch (5 above, 1 below) on a gap, older gap cards before it; the trains, all reached or not."""
    scene = Scene("AE")
    for number, card in enumerate(("E2-4", "E2-5", "E2-6", "E2-7")[: gap - 1], start=1):
        scene.gap(0, number, card)
    scene.gap(0, gap, "E1-1")
    scene.state.mechanics[0] = 0xFF  # the mechanics in the gaps before are turned down
    scene.train(0, "upper", upper, min(conductors, len(upper)))
    return scene.train(0, "lower", lower, min(conductors, len(lower)))


def switch_points(scene: Scene) -> int:
    """What the switches add to the trains in a scoring."""
    trains = sum(slot.value or 0 for slot in (*scene.player(0).upper, *scene.player(0).lower))
    return scene.scoring().play("end").score() - trains


# F15.1


@pytest.mark.clause("F15.1")
def test_the_first_gap_card_goes_into_gap_1() -> None:
    scene = Scene("AE").market("E1-1").play("take 1.1")
    assert [gap.card for gap in scene.player(0).gaps] == ["E1-1"]


@pytest.mark.clause("F15.1")
def test_the_next_free_gap_or_exactly_on_an_older_card() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").gap(0, 2, "E1-2").market("E1-3").play("take 1.1")
    assert scene.legal == {"gap 1", "gap 2", "gap 3"}
    assert scene.clause("gap 4") == "F15.1"


@pytest.mark.clause("F15.1")
def test_with_all_five_gaps_used_a_card_must_lie_on_another() -> None:
    scene = Scene("AE")
    for number, card in enumerate(GAP_CARDS, start=1):
        scene.gap(0, number, card)
    scene.market("E1-6").play("take 1.1")
    assert scene.legal == {f"gap {number}" for number in range(1, 6)}


@pytest.mark.clause("F15.1")
def test_a_gap_is_used_cars_or_no_cars() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").market("E1-2").play("take 1.1", "gap 2")
    assert len(scene.player(0).gaps) == 2


@pytest.mark.clause("F15.1")
def test_of_a_gap_card_laid_on_another_only_the_top_one_counts() -> None:
    scene = Scene("AE").train(0, "upper", [2], conductor=1).gap(0, 1, "E1-1").market("E1-2")
    scene.play("take 1.1", "gap 1")  # need 2, 3 points
    assert scene.scoring().play("end").score() == 2 + 3


@pytest.mark.clause("F15.1", "F15.3")
def test_a_covered_mechanic_is_over() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [1, 0]).market("E1-1").play("take 1.1", "gap 1")
    scene.train(0, "upper", [2, 0])
    assert not scene.offers("mechanic")


@pytest.mark.clause("F15.1", "F15.3")
def test_a_mechanics_upgrade_that_waits_already_is_not_lost_by_covering() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2, 0]).market("E1-1").play("take 1.1", "gap 1")
    assert scene.offers("mechanic") == {"mechanic upper 1"}
    assert scene.clause("end") == "F4.2"
    scene.play("mechanic upper 1")
    assert scene.values(0, "upper") == [2, 1]
    assert not scene.offers("mechanic")


@pytest.mark.clause("F15.1")
@pytest.mark.parametrize(("gap", "slot"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9)])
def test_a_switch_looks_at_the_left_slot_above(gap: int, slot: int) -> None:
    values = [*NINE[: slot - 1], 1]
    assert switch_points(switch(gap, values, [0])) == 5
    assert switch_points(switch(gap, [*NINE[: slot - 1], 0], [0])) == 0


@pytest.mark.clause("F15.1")
@pytest.mark.parametrize(("gap", "slot"), [(1, 2), (2, 4), (3, 7), (4, 8)])
def test_a_switch_looks_at_the_right_slot_below(gap: int, slot: int) -> None:
    assert switch_points(switch(gap, [0], [*NINE[: slot - 1], 1])) == 1
    assert switch_points(switch(gap, [0], [*NINE[: slot - 1], 0])) == 0


@pytest.mark.clause("F15.1")
def test_gap_5_acts_on_slot_9_alone() -> None:
    tile: list[int | str] = [*NINE, "L"]
    scene = switch(5, tile, [*NINE[:5], "M2", 4, 4, 4, "L"], conductors=10)
    upper, lower = 8 * 4 + 5, 8 * 4 + 6
    assert scene.scoring().play("end").score() == upper + lower + 5


# F15.2


@pytest.mark.clause("F15.2")
def test_a_switch_scores_5_above_and_nothing_below_until_the_lower_car_is_worth_1() -> None:
    assert switch_points(switch(1, [1, 0], [1, 0])) == 5
    assert switch_points(switch(1, [1, 0], [1, 1])) == 6


@pytest.mark.clause("F15.2")
def test_a_switch_needs_its_car_reached() -> None:
    scene = switch(1, [1], [1, 1], conductors=0)
    assert scene.scoring().play("end").score() == 0


@pytest.mark.clause("F15.2")
def test_a_switch_needs_the_value_shown() -> None:
    scene = Scene("AE").gap(0, 1, "E2-3").train(0, "upper", [2], conductor=1)  # need 4
    assert scene.scoring().play("end").score() == 2


@pytest.mark.clause("F15.2", "F10.1")
def test_switches_score_in_every_scoring_phase() -> None:
    for round_ in (2, 4):
        scene = Scene("AE").gap(0, 1, "E1-2").train(0, "upper", [2], conductor=1)
        assert scene.scoring(round=round_).play("end").score() == 2 + 3


@pytest.mark.clause("F15.2")
def test_a_celebrity_does_not_double_a_switch() -> None:
    scene = Scene("BE").gap(0, 1, "E1-2").train(0, "upper", [2], conductor=1).under(0, "upper", 1, "B1-1")
    assert scene.scoring().play("end").score() == 4 + 3


# F15.3


@pytest.mark.clause("F15.3")
def test_a_mechanics_bonus_comes_at_once() -> None:
    scene = Scene("AE").coins(0, 0).market("E1-4").play("take 1.1")
    assert scene.purse() == (2, 0, 0)


@pytest.mark.clause("F15.3", "F4.1")
def test_the_bonus_comes_after_the_placing() -> None:
    scene = Scene("AE").coins(0, 0).gap(0, 1, "E1-1").market("E1-4").play("take 1.1")
    assert scene.purse() == (0, 0, 0)
    assert scene.play("gap 2").purse() == (2, 0, 0)


@pytest.mark.clause("F15.3")
def test_a_mechanic_upgrades_above_at_once_and_below_after_two_upgrades() -> None:
    scene = Scene("AE").train(0, "upper", [2, 0]).train(0, "lower", [0, 0]).market("E1-4").play("take 1.1")
    assert scene.offers("mechanic") == {"mechanic upper 1"}
    scene.play("mechanic upper 1").finish_turn()
    assert scene.values(0, "upper") == [2, 1]
    scene.seat(0).waits(0, "M2")  # upgrade(3)
    scene.play("do M2", "upgrade lower 1", "upgrade lower 1", "upgrade upper 1")
    assert scene.offers("mechanic") == {"mechanic lower 1"}
    scene.play("mechanic lower 1")
    assert scene.values(0, "lower") == [2, 1]


@pytest.mark.clause("F15.3")
def test_a_mechanic_needs_no_conductor() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2, 0], conductor=0)
    assert scene.offers("mechanic") == {"mechanic upper 1"}


@pytest.mark.clause("F15.3", "F5.2")
def test_a_mechanics_upgrade_that_f5_2_forbids_comes_as_soon_as_it_is_allowed() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2, 2]).coins(0, 0, 0, 1)
    assert scene.clause("mechanic upper 1") == "F15.3"
    scene.play("spend 3", "upgrade upper 1")
    assert "mechanic upper 1" in scene.legal


@pytest.mark.clause("F15.3")
def test_a_mechanic_whose_right_car_is_missing_waits_for_it() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2])
    assert not scene.offers("mechanic")
    scene.play("spend 1", "car upper")
    assert "mechanic upper 1" in scene.legal


@pytest.mark.clause("F15.3", "F4.2")
def test_a_mechanics_upgrade_has_to_be_done_before_the_turn_ends() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [2, 0]).main_done()
    assert scene.clause("end") == "F4.2"


@pytest.mark.clause("F15.3")
def test_a_mechanic_works_once_in_each_train_and_is_turned_down() -> None:
    scene = Scene("AE").gap(0, 1, "E1-4").train(0, "upper", [12, 0]).train(0, "lower", [12, 0])
    scene.play("mechanic upper 1", "mechanic lower 1")
    assert not scene.offers("mechanic")
    assert scene.player(0).gaps[0].done == (True, True)
    assert scene.clause("mechanic upper 1") == "F15.3"


@pytest.mark.clause("F15.3", "F5.3")
def test_a_mechanic_in_gap_3_upgrades_slot_7() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").gap(0, 2, "E1-2").gap(0, 3, "E1-4")
    scene.train(0, "upper", [2, 2, 2, 2, 2, "M1", 0]).play("mechanic upper 3")
    assert scene.values(0, "upper")[6] == 1


@pytest.mark.clause("F15.3", "F14.2")
def test_a_mechanics_upgrade_lets_a_guest_board() -> None:
    scene = Scene("DE").coins(0, 0).gap(0, 1, "E1-4").train(0, "upper", [2, 0], conductor=2)
    scene.under(0, "upper", 1, "D1-1", boarded=True).under(0, "upper", 2, "D1-6").play("mechanic upper 1")
    assert sum(scene.purse()) == 5


@pytest.mark.clause("F15.3")
def test_no_mechanic_no_upgrade() -> None:
    assert Scene("AE").clause("mechanic upper 1") == "F15.3"
    assert Scene("AE").gap(0, 1, "E1-1").clause("mechanic lower 1") == "F15.3"
