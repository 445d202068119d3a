"""F12: module B, celebrities and postcards."""

from __future__ import annotations

import pytest

from branchline.games.firstclass.rules.state import CONDUCTORS

from ..arrange import Scene

CELEBRITIES = ("B1-1", "B1-2", "B1-3", "B2-1", "B3-1", "B3-3")


@pytest.mark.clause("F12.1")
def test_a_celebrity_goes_into_the_first_free_car_of_either_train() -> None:
    scene = Scene().train(0, "upper", [4, 2]).market("B1-1").play("take 1.1")
    assert scene.legal == {"celebrity upper", "celebrity lower"}
    scene.play("celebrity upper")
    assert scene.player(0).upper[0].card == "B1-1"


@pytest.mark.clause("F12.1")
def test_the_next_celebrity_goes_into_the_next_car() -> None:
    scene = Scene().train(0, "upper", [4, 2]).under(0, "upper", 1, "B1-2").market("B1-1")
    scene.play("take 1.1", "celebrity upper")
    assert scene.player(0).upper[1].card == "B1-1"


@pytest.mark.clause("F12.1")
def test_a_train_without_a_free_car_is_not_offered() -> None:
    scene = Scene().train(0, "upper", [4]).under(0, "upper", 1, "B1-2").market("B1-1").play("take 1.1")
    assert scene.player(0).lower[0].card == "B1-1"  # the only place


@pytest.mark.clause("F12.1", "F10.2")
def test_a_celebrity_doubles_its_car_in_every_scoring_phase() -> None:
    for round_ in (2, 4):
        scene = Scene().train(0, "upper", [4, 2], conductor=2).under(0, "upper", 2, "B1-1")
        assert scene.scoring(round=round_).play("end").score() == 4 + 4


@pytest.mark.clause("F12.1")
def test_a_celebrity_doubles_what_the_car_is_worth_by_then() -> None:
    scene = (
        Scene().coins(0, 0, 0, 1).train(0, "upper", [7], conductor=1).under(0, "upper", 1, "B1-1").scoring()
    )
    assert scene.play("spend 3", "upgrade upper 1", "end").score() == 24


@pytest.mark.clause("F12.1", "F4.1")
def test_a_coin_on_a_celebrity_comes_after_the_placing() -> None:
    scene = Scene().coins(0, 0).market("B1-3").play("take 1.1")
    assert scene.purse() == (0, 0, 0)
    assert scene.play("celebrity lower").purse() == (1, 0, 0)


@pytest.mark.clause("F12.2")
def test_a_postcard_goes_under_any_free_rail_card() -> None:
    scene = Scene().route(0, "X1-21", "X1-22", "X1-23").postcard(0, 2, "B1-5").market("B1-4").play("take 1.1")
    assert scene.legal == {"postcard 1", "postcard 3"}
    assert scene.clause("postcard 2") == "F12.3"


@pytest.mark.clause("F12.2")
def test_a_postcard_doubles_its_rail_card_as_two_actions() -> None:
    scene = Scene().coins(0, 0).route(0, "X1-22", loco=5).postcard(0, 1, "B1-4").scoring()
    scene.state.clock = 3  # the stations are done
    scene.play("clock", "car upper")
    assert "clock" in scene.legal
    assert scene.view().clock_again
    scene.play("clock", "car lower")
    assert (len(scene.values(0, "upper")), len(scene.values(0, "lower"))) == (2, 2)
    assert "clock" not in scene.legal


@pytest.mark.clause("F12.2", "F4.3")
def test_coins_may_be_spent_between_the_two_actions_of_a_doubled_stop() -> None:
    scene = Scene().coins(0, 4, 4, 2).route(0, "X1-21", loco=5).postcard(0, 1, "B1-4").scoring()
    scene.state.clock = 3
    scene.play("clock", "point 1", "point 1", "point 1", "clock")
    assert sum(scene.purse()) == 11


@pytest.mark.clause("F12.2")
def test_a_postcard_never_doubles_a_printed_station() -> None:
    scene = Scene().coins(0, 0).route(0, "X1-21", loco=2).postcard(0, 1, "B1-4").scoring().play("clock")
    assert scene.purse() == (1, 0, 0)
    assert "clock" not in scene.legal


@pytest.mark.clause("F12.2")
def test_the_points_stop_of_a_doubled_rail_card_pays_once() -> None:
    scene = Scene().route(0, "X1-21", loco=3).postcard(0, 1, "B1-4").market("X1-17").play("take 1.1")
    assert scene.score() == 4


@pytest.mark.clause("F12.3")
def test_a_postcard_without_a_rail_card_serves_only_for_the_upgrade() -> None:
    scene = Scene().market("B1-4")
    assert scene.clause("take 1.1") == "F12.3"
    assert "trade 1.1" in scene.legal


@pytest.mark.clause("F12.3")
def test_with_no_free_place_nothing_else_on_the_card_applies() -> None:
    scene = Scene().train(0, "upper", [4]).train(0, "lower", [4]).coins(0, 0)
    scene.under(0, "upper", 1, "B1-1").under(0, "lower", 1, "B1-2").market("B1-3")
    assert scene.clause("take 1.1") == "F12.3"
    assert scene.play("trade 1.1", "upgrade upper 1").purse() == (0, 0, 0)


@pytest.mark.clause("F12.3", "F14.1")
def test_a_guest_without_a_free_car_serves_only_for_the_upgrade() -> None:
    scene = Scene("AD").under(0, "upper", 1, "D1-1").under(0, "lower", 1, "D1-2").market("D1-3")
    assert scene.clause("take 1.1") == "F12.3"
    assert "trade 1.1" in scene.legal


@pytest.mark.clause("F12.4")
@pytest.mark.parametrize("mix", ["celebrities", "postcards", "both"])
def test_two_celebrities_or_postcards_in_any_mix(mix: str) -> None:
    scene = Scene().contract(0, "B1-7").train(0, "upper", [4, 4]).route(0, "X1-21", "X1-22")
    assert scene.clause("complete B1-7") == "F9.2"
    if mix != "postcards":
        scene.under(0, "upper", 1, "B1-1")
    if mix != "celebrities":
        scene.postcard(0, 1, "B1-5")
    if mix == "celebrities":
        scene.under(0, "upper", 2, "B1-2")
    if mix == "postcards":
        scene.postcard(0, 2, "B1-4")
    assert "complete B1-7" in scene.legal


@pytest.mark.clause("F12.4")
def test_a_conductor_on_a_locomotive_tile() -> None:
    slots: list[int | str] = [0, 0, 0, 0, 0, "M1", 0, 0, 0, "L"]
    scene = Scene().contract(0, "B3-6").train(0, "upper", slots, conductor=9)
    assert scene.clause("complete B3-6") == "F9.2"
    scene.state.length[CONDUCTORS] = 10
    assert scene.play("complete B3-6", "do B3-6").score() == 25


@pytest.mark.clause("F12.1", "F14.5")
def test_with_b_and_d_one_card_lies_under_a_car() -> None:
    scene = Scene("BD").train(0, "upper", [2, 1]).under(0, "upper", 1, "D1-1").market("B1-1")
    scene.play("take 1.1", "celebrity upper")
    assert [slot.card for slot in scene.player(0).upper] == ["D1-1", "B1-1"]
