"""What a choice would change, said before it is made: cars, value, coins, points now and at the next scoring."""

from __future__ import annotations

import pytest

from branchline.core.screen import Choice

from ..arrange import Scene
from .screens import SCREEN, names


def choice(scene: Scene, move: str) -> Choice:
    return next(found for found in SCREEN.choices(scene.state, names(scene.state)) if found.move == move)


def effects(scene: Scene, move: str) -> dict[str, tuple[int, int]]:
    return {name: (by, after) for name, by, after in choice(scene, move).effects}


@pytest.mark.clause("F4.1", "F5.1")
def test_a_card_says_what_its_action_still_brings() -> None:
    scene = Scene("AB").train(0, "upper", [2, 1], conductor=1).market("X1-01")
    found = effects(scene, "take 1.1")
    assert found["car"] == (2, 5), "two cars more, five in all"
    assert "value" not in found, "they are worth nothing yet"


@pytest.mark.clause("F5.2", "F10.2")
def test_an_upgrade_says_value_and_points_of_the_next_scoring() -> None:
    scene = Scene("AB").train(0, "upper", [4, 2], conductor=2).play("trade 1.1")
    assert effects(scene, "upgrade upper 2") == {"value": (2, 8), "scoring": (2, 8)}
    scene = Scene("AB").train(0, "upper", [4, 2], conductor=1).play("trade 1.1")
    assert effects(scene, "upgrade upper 2") == {"value": (2, 8)}, "no conductor has reached it"


@pytest.mark.clause("F5.4", "F10.2")
def test_a_conductor_says_the_points_of_the_next_scoring() -> None:
    scene = Scene("AB").train(0, "upper", [4, 2], conductor=1).coins(0, 0, 1).play("spend 2")
    assert effects(scene, "conductor upper") == {"conductor": (1, 2), "scoring": (2, 6)}


@pytest.mark.clause("F5.1")
def test_several_cars_are_one_choice_down_to_one() -> None:
    scene = Scene("AB").train(0, "upper", [2, 1], conductor=1).market("X1-01").play("take 1.1")
    both, one = choice(scene, "car upper 2"), choice(scene, "car upper")
    assert (both.many, one.many) == (2, 1)
    assert both.words == "Add 2 cars to the upper train"
    assert (both.target, one.target) == ("slot:0:upper:4", "slot:0:upper:3")
    assert effects(scene, "car upper 2") == {"car": (2, 5)}
    scene.play("car upper", "car upper")
    assert scene.values(0, "upper") == [2, 1, 0, 0]


@pytest.mark.clause("F8.1", "F8.2")
def test_coins_say_what_is_left_and_what_they_bring() -> None:
    scene = Scene("AB").coins(0, 2, 2, 1)
    assert effects(scene, "point 3") == {"coin": (-1, 4), "points": (1, scene.score(0) + 1)}


@pytest.mark.clause("F8.1", "F8.2")
def test_a_purchase_leaves_a_coin_in_each_column_that_can_still_be_used() -> None:
    scene = Scene("AB").train(0, "upper", [2, 1], conductor=1).coins(0, 2, 3, 1)
    bought = next(found for found in SCREEN.choices(scene.state, names(scene.state)) if found.pays)
    assert bought.move == "buy 1 3 0"
    scene.state.columns = 4  # the third was used in this turn
    bought = next(found for found in SCREEN.choices(scene.state, names(scene.state)) if found.pays)
    assert bought.move == "buy 1 2 1"
    assert bought.effects[:3] == (("column1", -1, 1), ("column2", -2, 1), ("column3", -1, 0))


@pytest.mark.clause("F10.1", "F10.2")
def test_the_end_of_a_scoring_says_its_points() -> None:
    scene = Scene("AB").train(0, "upper", [4, 2], conductor=2).scoring()
    assert effects(scene, "end")["points"] == (6, 6)


@pytest.mark.clause("F6.2")
def test_spaces_beyond_the_end_of_the_route_are_said_to_be_lost() -> None:
    scene = Scene("AB").route(0, loco=2).market("X1-17")
    assert choice(scene, "take 1.1").note == "The route ends: 1 space of the locomotive is lost."
    assert choice(Scene("AB").route(0, loco=1).market("X1-17"), "take 1.1").note == ""
