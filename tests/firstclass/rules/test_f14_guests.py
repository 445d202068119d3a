"""F14: module D, passengers and luggage."""

from __future__ import annotations

import pytest

from ..arrange import Scene

# F14.1


@pytest.mark.clause("F14.1")
def test_a_guest_is_a_passenger_above_or_luggage_below() -> None:
    scene = Scene("AD").market("D1-1").play("take 1.1")
    assert scene.legal == {"guest passenger", "guest luggage"}
    scene.play("guest luggage")
    assert scene.player(0).lower[0].card == "D1-1"


@pytest.mark.clause("F14.1")
def test_a_guest_takes_the_first_free_car() -> None:
    scene = Scene("AD").train(0, "upper", [4, 2, 0]).under(0, "upper", 1, "D1-2").market("D1-1")
    scene.play("take 1.1", "guest passenger")
    assert scene.player(0).upper[1].card == "D1-1"


@pytest.mark.clause("F14.1")
def test_with_a_free_car_in_one_train_only_that_half() -> None:
    scene = Scene("AD").under(0, "upper", 1, "D1-2").market("D1-1").play("take 1.1")
    assert scene.player(0).lower[0].card == "D1-1"


@pytest.mark.clause("F14.1")
def test_with_no_free_car_only_the_upgrade() -> None:
    scene = Scene("AD").under(0, "upper", 1, "D1-2").under(0, "lower", 1, "D1-3").market("D1-1")
    assert scene.clause("take 1.1") == "F12.3"
    scene.play("trade 1.1")
    assert scene.offers("upgrade")


# F14.2


@pytest.mark.clause("F14.2")
def test_a_guest_boards_at_once_when_its_car_is_worth_1_and_reached() -> None:
    scene = Scene("AD").coins(0, 0).train(0, "upper", [1], conductor=1).market("D1-6")
    scene.play("take 1.1", "guest passenger")
    assert scene.purse() == (2, 1, 1)
    assert scene.player(0).upper[0].boarded


@pytest.mark.clause("F14.2")
def test_luggage_on_a_value_0_car_waits_and_boards_on_the_upgrade() -> None:
    scene = Scene("AD").coins(0, 0).train(0, "lower", [0], conductor=1).market("D1-3")
    scene.play("take 1.1", "guest luggage")  # points(2)+upgrade(1)
    assert scene.score() == 0
    scene.finish_turn()
    scene.seat(0).coins(0, 0, 0, 1)
    scene.state.done = 0
    scene.play("spend 3", "upgrade lower 1")
    assert scene.score() == 2
    assert scene.waiting() == ["D1-3"]
    scene.play("do D1-3", "upgrade lower 1")
    assert scene.values(0, "lower") == [2]


@pytest.mark.clause("F14.2")
def test_a_guest_boards_when_the_conductor_comes() -> None:
    scene = (
        Scene("AD").coins(0, 0, 1).train(0, "upper", [1]).train(0, "lower", [0]).under(0, "upper", 1, "D1-2")
    )
    scene.play("spend 2", "conductor upper")
    assert scene.purse() == (1, 1, 1)


@pytest.mark.clause("F14.2")
def test_boarding_happens_inside_the_running_action() -> None:
    scene = Scene("AD").coins(0, 0).train(0, "upper", [1, 1]).under(0, "upper", 1, "D1-1").market("X1-14")
    scene.play("take 1.1", "conductor upper")
    assert scene.purse() == (1, 1, 1)  # 2, and the card's own
    assert scene.view().decision == "step"  # two steps are left
    assert scene.waiting() == ["D1-1"]


@pytest.mark.clause("F14.2")
def test_a_guest_boards_once() -> None:
    scene = (
        Scene("AD").coins(0, 0).train(0, "upper", [1], conductor=1).under(0, "upper", 1, "D1-6", boarded=True)
    )
    scene.market("X1-08").play("take 1.1", "upgrade upper 1")
    assert scene.purse() == (0, 0, 0)


@pytest.mark.clause("F14.2", "F4.5")
def test_the_coins_of_guests_that_find_no_space_are_lost() -> None:
    scene = Scene("AD").coins(0, 4, 4, 3).train(0, "upper", [1], conductor=1).market("D1-6")
    assert scene.play("take 1.1", "guest passenger").purse() == (4, 4, 4)


# F14.3


@pytest.mark.clause("F14.3")
def test_a_3_coin_passenger_behind_one_boarded_passenger_brings_4_coins() -> None:
    scene = (
        Scene("AD")
        .coins(0, 0)
        .train(0, "upper", [2, 1], conductor=2)
        .under(0, "upper", 1, "D1-1", boarded=True)
    )
    scene.market("D1-2").play("take 1.1", "guest passenger")
    assert scene.purse() == (2, 1, 1)


@pytest.mark.clause("F14.3")
def test_luggage_brings_2_points_for_every_luggage_loaded_before() -> None:
    scene = Scene("AD").train(0, "lower", [2, 2, 1], conductor=3).under(0, "lower", 1, "D1-1", boarded=True)
    scene.under(0, "lower", 2, "D1-2", boarded=True).market("D1-6").play("take 1.1", "guest luggage")
    assert scene.score() == 7 + 2 * 2


@pytest.mark.clause("F14.3")
def test_a_passenger_not_boarded_does_not_count_for_the_next() -> None:
    scene = Scene("AD").coins(0, 0).train(0, "upper", [1, 1], conductor=0).under(0, "upper", 1, "D1-1")
    scene.under(0, "upper", 2, "D1-2").market("X1-14").play("take 1.1", "conductor upper")
    assert sum(scene.purse()) == 1 + 2
    scene.play("conductor upper")
    assert sum(scene.purse()) == 1 + 2 + 3 + 1  # 1 for the one before


@pytest.mark.clause("F14.3")
def test_several_at_once_board_one_after_another() -> None:
    scene = (
        Scene("AD")
        .coins(0, 0)
        .train(0, "upper", [1, 1])
        .under(0, "upper", 1, "D1-2")
        .under(0, "upper", 2, "D1-6")
    )
    scene.market("D1-3").waits(0, "M1").play("do M1")  # conductor(both,2)
    assert sum(scene.purse()) == 3 + 4 + 1


@pytest.mark.clause("F14.3")
def test_luggage_does_not_count_for_passengers() -> None:
    scene = (
        Scene("AD").coins(0, 0).train(0, "lower", [1], conductor=1).under(0, "lower", 1, "D1-1", boarded=True)
    )
    scene.train(0, "upper", [1], conductor=1).market("D1-2").play("take 1.1")  # only above is a free car
    assert scene.purse() == (1, 1, 1)


@pytest.mark.clause("F14.3")
def test_luggage_with_a_coin_brings_it_at_once() -> None:
    scene = (
        Scene("AD")
        .coins(0, 0)
        .train(0, "lower", [1], conductor=1)
        .market("D1-2")
        .play("take 1.1", "guest luggage")
    )
    assert scene.score() == 8
    assert scene.purse() == (1, 0, 0)
    assert scene.waiting() == []


# F14.4, F14.5


@pytest.mark.clause("F14.4")
def test_contracts_count_cards_placed_boarded_or_not() -> None:
    scene = Scene("AD").contract(0, "D2-7").train(0, "upper", [0, 0, 0]).under(0, "upper", 1, "D1-1")
    assert scene.clause("complete D2-7") == "F9.2"
    scene.under(0, "upper", 2, "D1-2").under(0, "upper", 3, "D1-3")
    assert "complete D2-7" in scene.legal


@pytest.mark.clause("F14.4", "F16")
def test_three_passengers_or_three_luggage_but_not_mixed() -> None:
    scene = Scene("AD").contract(0, "D2-7").train(0, "upper", [0, 0]).under(0, "upper", 1, "D1-1")
    scene.under(0, "upper", 2, "D1-3").under(0, "lower", 1, "D1-2")
    assert scene.clause("complete D2-7") == "F9.2"


@pytest.mark.clause("F14.4", "F16")
def test_one_passenger_and_one_luggage() -> None:
    scene = Scene("AD").contract(0, "D3-7").under(0, "upper", 1, "D1-1")
    assert scene.clause("complete D3-7") == "F9.2"
    assert "complete D3-7" in scene.under(0, "lower", 1, "D1-2").legal


@pytest.mark.clause("F14.5")
def test_with_b_a_guest_does_not_go_under_a_celebritys_car() -> None:
    scene = Scene("BD").train(0, "upper", [2, 1]).under(0, "upper", 1, "B1-1").market("D1-1")
    scene.play("take 1.1", "guest passenger")
    assert [slot.card for slot in scene.player(0).upper] == ["B1-1", "D1-1"]


@pytest.mark.clause("F14.5", "F10.2")
def test_with_b_a_guests_car_is_not_doubled() -> None:
    scene = Scene("BD").train(0, "upper", [2], conductor=1).under(0, "upper", 1, "D1-1", boarded=True)
    assert scene.scoring().play("end").score() == 2
