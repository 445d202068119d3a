"""F6: the route."""

from __future__ import annotations

import pytest

from ..arrange import Scene

FIVE = ("X1-21", "X1-22", "X1-23", "X1-24", "X2-20")


@pytest.mark.clause("F6.1")
def test_a_rail_card_is_added_at_the_far_end() -> None:
    scene = Scene().route(0, "X1-21").market("X1-22").play("take 1.1")
    assert [rail.card for rail in scene.player(0).rails] == ["X1-21", "X1-22"]


@pytest.mark.clause("F6.1")
def test_a_rail_card_has_a_points_stop_and_then_a_clock_stop() -> None:
    scene = Scene().route(0, "X1-21", loco=3).market("X1-17").play("take 1.1")  # loco(2)
    assert scene.player(0).loco == 5
    assert scene.score() == 4  # the points stop paid, the clock stop does not


@pytest.mark.clause("F6.1", "F6.2")
def test_the_printed_stations_pay_2_and_3() -> None:
    scene = Scene().market("X2-16").play("take 1.1")  # loco(3)+coin(1)
    assert scene.player(0).loco == 3
    assert scene.score() == 5


@pytest.mark.clause("F6.2")
def test_the_locomotive_goes_as_far_as_the_route_is_built() -> None:
    scene = Scene().route(0, loco=2).market("X1-19").play("take 1.1")
    assert scene.player(0).loco == 3


@pytest.mark.clause("F6.2")
def test_a_points_stop_pays_once_when_entered() -> None:
    scene = Scene().route(0, "X1-21", loco=4).market("X1-17").play("take 1.1")
    assert scene.score() == 0


@pytest.mark.clause("F6.2", "F10.1")
def test_a_clock_stop_acts_in_every_scoring_phase_once_reached() -> None:
    for round_ in (2, 4, 6):
        scene = Scene().coins(0, 0).route(0, loco=2).scoring(round=round_).play("clock")
        assert scene.purse() == (1, 0, 0)


@pytest.mark.clause("F6.2", "F10.1")
def test_a_clock_stop_passed_counts_too() -> None:
    scene = Scene().coins(0, 0).route(0, "X1-21", loco=5).scoring()
    scene.play("clock")
    assert scene.purse() == (1, 0, 0)  # the second station
    scene.play("clock", "upgrade upper 1", "clock")
    assert scene.purse() == (1, 1, 1)  # the third station's upgrade, then the rail card
    assert scene.clause("clock") == "F10.1"


@pytest.mark.clause("F6.2")
def test_a_clock_stop_not_reached_does_nothing() -> None:
    assert Scene().route(0, loco=1).scoring().clause("clock") == "F10.1"


@pytest.mark.clause("F6.3")
def test_constantinople_exists_only_behind_the_fifth_rail_card() -> None:
    scene = Scene().route(0, *FIVE[:4], loco=11).market("X1-19").play("take 1.1")
    assert scene.player(0).loco == 11
    scene = Scene().route(0, *FIVE, loco=13).market("X1-19").play("take 1.1")
    assert scene.player(0).loco == 14


@pytest.mark.clause("F6.3")
def test_the_first_three_to_enter_constantinople_get_20_10_and_5() -> None:
    scene = Scene("AB", 4)
    rails = [*FIVE, "X2-21", "X2-22", "X2-23", "X2-24", "X3-21", "X3-22", "X3-23", "X3-24"]
    scene.route(0, *rails[:5], loco=13).route(1, *rails[5:10], loco=13)
    scene.market("X1-17", "X1-19").play("take 1.1", "end", "take 1.2")
    assert (scene.score(0), scene.score(1)) == (20, 10)
    for arrivals, points in ((2, 5), (3, 0)):
        scene = Scene("AB", 4).route(0, *FIVE, loco=13).market("X1-17")
        scene.state.arrivals = arrivals
        assert scene.play("take 1.1").score() == points


@pytest.mark.clause("F6.3")
def test_constantinople_pays_a_player_once() -> None:
    scene = Scene().route(0, *FIVE, loco=14).market("X1-17").play("take 1.1")
    assert scene.score() == 0


@pytest.mark.clause("F6.4", "F12.3")
def test_a_sixth_rail_card_serves_only_for_the_upgrade() -> None:
    scene = Scene().route(0, *FIVE).market("X2-21")
    assert scene.clause("take 1.1") == "F6.4"
    scene.play("trade 1.1", "upgrade upper 1")
    assert len(scene.player(0).rails) == 5
