"""F10: scoring phases, game-end cards and the end."""

from __future__ import annotations

import pytest

from branchline.core.compiled.engine import OVER
from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules.state import COMPLETED, NO_DRAW

from ..arrange import Scene

FULL: list[int | str] = [0, 0, 0, 0, 0, "M1", 0, 0, 0, "L"]
FIVE = ("X1-21", "X1-22", "X1-23", "X1-24", "X2-20")


# F10.1


@pytest.mark.clause("F10.1")
def test_scoring_goes_in_turn_order_from_the_coming_rounds_start_player() -> None:
    scene = Scene("AB", 3)
    scene.state.start = 2
    scene.scoring(2)
    scene.state.cursor = 0
    order = [scene.state.active]
    for _ in range(2):
        scene.play("end")
        order.append(scene.state.active)
    assert order == [2, 0, 1]


@pytest.mark.clause("F10.1")
def test_each_player_finishes_scoring_before_the_next() -> None:
    scene = Scene().train(0, "upper", [4], conductor=1).train(1, "upper", [7], conductor=1).scoring()
    scene.play("end")
    assert (scene.score(0), scene.score(1)) == (4, 0)
    scene.play("end")
    assert scene.score(1) == 7


@pytest.mark.clause("F10.1")
def test_clock_stops_go_strictly_outwards() -> None:
    scene = Scene().coins(0, 0).route(0, "X1-22", loco=5).scoring()
    scene.play("clock")
    assert scene.purse() == (1, 0, 0)
    scene.play("clock")
    assert scene.offers("upgrade")  # the third station
    scene.play("upgrade upper 1", "clock")
    assert scene.offers("car")


@pytest.mark.clause("F10.1")
def test_a_players_scoring_does_not_end_before_all_clock_stops() -> None:
    assert Scene().route(0, loco=2).scoring().clause("end") == "F10.1"


@pytest.mark.clause("F10.1")
def test_contracts_and_coins_go_between_clock_stops() -> None:
    scene = Scene().contract(0, "A1-5").coins(0, 0).route(0, loco=3).scoring().play("clock")
    assert {"complete A1-5", "spend 1", "point 1", "clock"} <= scene.legal


@pytest.mark.clause("F10.1")
def test_a_stop_reached_meanwhile_counts() -> None:
    scene = Scene().contract(0, "A1-6").coins(0, 0).route(0, "X1-21", loco=2).scoring()  # loco(3)+upgrade(1)
    scene.play("clock")
    assert scene.clause("clock") == "F10.1"
    scene.play("complete A1-6", "do A1-6", "upgrade upper 1")
    assert scene.player(0).loco == 5
    scene.play("clock", "upgrade upper 1", "clock")
    assert scene.purse() == (1, 1, 1)


@pytest.mark.clause("F10.1")
def test_a_clock_stop_that_can_do_nothing_is_over() -> None:
    scene = (
        Scene().train(0, "upper", [12]).train(0, "lower", [12]).coins(0, 4, 4, 4).route(0, loco=3).scoring()
    )
    scene.play("clock", "clock")
    assert "end" in scene.legal


@pytest.mark.clause("F10.1")
def test_waiting_actions_are_done_before_a_players_scoring_ends() -> None:
    scene = Scene().contract(0, "A1-5").route(0, loco=3).scoring()
    scene.state.clock = 3
    scene.play("complete A1-5")
    assert scene.clause("end") == "F4.2"


@pytest.mark.clause("F10.1")
def test_after_the_points_nothing_more_comes() -> None:
    scene = Scene().coins(0, 4, 4, 4).train(0, "upper", [4], conductor=1).scoring().play("end")
    assert scene.state.active == 1


@pytest.mark.clause("F10.1")
def test_there_are_no_main_steps_in_a_scoring_phase() -> None:
    scene = Scene().scoring()
    assert scene.clause("take 1.1") == scene.clause("tile") == "F1.4"
    assert Scene().clause("clock") == "F1.4"


@pytest.mark.clause("F10.1")
def test_after_round_6_the_order_is_that_of_a_round_7() -> None:
    scene = Scene("AB", 2).market("X3-17")
    scene.state.round = 6
    scene.play("trade 1.1").finish_turn().play("tile").finish_turn()
    while scene.view().phase == "turns":
        scene.play(min(scene.offers("trade"))).finish_turn()
    assert scene.view().phase == "scoring"
    assert scene.state.active == 1


# F10.2


@pytest.mark.clause("F10.2")
def test_a_train_scores_its_reached_cars() -> None:
    scene = Scene().train(0, "upper", [12, 7, 4, 2, 1], conductor=4).train(0, "lower", [4, 1], conductor=1)
    assert scene.scoring().play("end").score() == 12 + 7 + 4 + 2 + 4


@pytest.mark.clause("F10.2", "F12.1")
def test_a_value_7_car_with_a_celebrity_scores_14() -> None:
    scene = Scene().train(0, "upper", [7, 2], conductor=1).under(0, "upper", 1, "B1-1").scoring()
    assert scene.play("end").score() == 14


@pytest.mark.clause("F10.2", "F12.1")
def test_a_celebrity_not_reached_doubles_nothing() -> None:
    scene = Scene().train(0, "upper", [7, 2], conductor=1).under(0, "upper", 2, "B1-1").scoring()
    assert scene.play("end").score() == 7


@pytest.mark.clause("F10.2", "F7.1")
def test_the_tile_of_a_train_scores_by_its_conductor() -> None:
    scene = Scene().train(0, "upper", FULL, conductor=10).train(0, "lower", [*FULL[:5], "M2", 0, 0, 0, "L"])
    assert scene.scoring().play("end").score() == 5


# F10.3, F10.4


@pytest.mark.clause("F10.3")
def test_at_the_end_game_end_cards_score() -> None:
    assert Scene().game_ends(0, "G21").coins(0, 0).coins(1, 0).last_seat_ends().score() == 6


@pytest.mark.clause("F10.3")
def test_a_coin_left_is_a_point() -> None:
    assert Scene().coins(0, 4, 1).last_seat_ends().score() == 5


@pytest.mark.clause("F10.3")
def test_game_end_cards_of_the_third_scoring_come_after_it() -> None:
    scene = Scene().coins(0, 0).coins(1, 0).game_ends(1, "G06").train(1, "upper", [1, 1], conductor=2)
    assert scene.last_seat_ends().score(1) == 2 + 2


@pytest.mark.clause("F10.3")
def test_the_game_ends_after_the_sixth_round() -> None:
    scene = Scene().last_seat_ends()
    assert scene.state.active == OVER
    assert scene.legal == set()
    assert scene.clause("end") == "F10.4"


@pytest.mark.clause("F10.4")
def test_most_points_win() -> None:
    scene = Scene("AB", 3).coins(0, 0).coins(1, 0).coins(2, 0).game_ends(1, "G21").last_seat_ends()
    assert GAME.ranking(scene.state) == ((1,), (0, 2))


@pytest.mark.clause("F10.4")
def test_a_tie_goes_to_more_coins_before_conversion() -> None:
    scene = Scene().coins(0, 2).coins(1, 1)
    scene.state.score[1] = 1
    assert GAME.scores(scene.last_seat_ends().state) == (2, 2)
    assert GAME.ranking(scene.state) == ((0,), (1,))


@pytest.mark.clause("F10.4")
def test_then_to_more_completed_contracts() -> None:
    scene = Scene()
    scene.state.taken[COMPLETED + 1] = 1
    assert GAME.ranking(scene.last_seat_ends().state) == ((1,), (0,))


@pytest.mark.clause("F10.4")
def test_then_the_place_is_shared() -> None:
    assert GAME.ranking(Scene().last_seat_ends().state) == ((0, 1),)


# F10.5


@pytest.mark.clause("F10.5")
def test_an_open_game_end_card_can_be_taken() -> None:
    scene = Scene().market("A2-8").play("take 1.1", "pick G03")
    assert scene.player(0).known_game_ends == ("G03",)
    assert scene.view().open_game_ends == ("G01", "G02", "G04")


@pytest.mark.clause("F10.5")
def test_a_game_end_card_can_be_taken_blind() -> None:
    scene = Scene().market("A2-8").play("take 1.1", "blind")
    assert scene.legal == {f"draw G{n:02}" for n in range(5, 22)}
    scene.play("draw G17")
    assert scene.player(0).known_game_ends == ("G17",)
    assert scene.view().open_game_ends == ("G01", "G02", "G03", "G04")


@pytest.mark.clause("F10.5", "F4.2")
def test_its_immediate_effect_waits() -> None:
    scene = Scene().market("A2-8").play("take 1.1", "pick G03")
    assert scene.waiting() == ["G03"]
    scene.play("do G03", "upgrade upper 1")
    assert scene.values(0, "upper") == [1]


@pytest.mark.clause("F10.5")
def test_open_cards_are_refilled_before_the_next_is_taken() -> None:
    scene = Scene().market("A2-8").game_ends(1, "G01").play("take 1.1")
    assert scene.legal == {f"open G{n:02}" for n in range(5, 22)}
    scene.play("open G20")
    assert scene.offers("pick") == {"pick G02", "pick G03", "pick G04", "pick G20"}


@pytest.mark.clause("F10.5")
def test_open_cards_are_not_refilled_before_that() -> None:
    scene = Scene().market("A2-8").play("take 1.1", "pick G01")
    assert len(scene.view().open_game_ends) == 3
    assert scene.state.drawing == NO_DRAW


@pytest.mark.clause("F10.5", "F4.1")
def test_a_card_may_be_chosen_before_or_after_other_parts() -> None:
    scene = Scene().contract(0, "A2-7").train(0, "upper", [4, 4, 4]).play("complete A2-7", "do A2-7")
    assert {"choose", "upgrade upper 1", "upgrade lower 1"} == scene.legal  # gameEnd(1)+upgrade(1)
    scene.play("choose")
    assert scene.offers("pick")
    assert scene.clause("upgrade upper 1") == "F4.1"


@pytest.mark.clause("F10.5")
def test_a_card_that_is_not_face_up_cannot_be_picked() -> None:
    assert Scene().market("A2-8").play("take 1.1").clause("pick G09") == "F10.5"


@pytest.mark.clause("F10.5")
def test_with_an_empty_pile_only_open_cards_are_left() -> None:
    scene = Scene().market("A2-8").game_ends(1, *(f"G{n:02}" for n in range(5, 22))).play("take 1.1")
    assert scene.legal == {"pick G01", "pick G02", "pick G03", "pick G04"}
    assert scene.clause("blind") == "F10.5"


@pytest.mark.clause("F10.5")
def test_with_no_card_left_nothing_can_be_taken() -> None:
    scene = Scene().market("A2-8").game_ends(1, *(f"G{n:02}" for n in range(1, 22))).play("take 1.1")
    assert scene.view().decision == "between"
    assert scene.waiting() == []


@pytest.mark.clause("F10.5")
def test_a_card_taken_is_secret_from_then_on() -> None:
    scene = Scene().market("A2-8").play("take 1.1", "pick G03")
    assert scene.view(1).players[0].known_game_ends is None
    assert scene.view(1).players[0].game_ends == 1
    assert [action.source for action in scene.view(1).players[0].waiting] == ["G?"]


# F16: what game-end cards count


@pytest.mark.clause("F16", "F10.3")
def test_g01_counts_reached_cars_of_12_and_7() -> None:
    scene = Scene().train(0, "upper", [12, 12, 7], conductor=2).train(0, "lower", [7, 7], conductor=1)
    assert scene.end_points("G01") == 2 * 2 + 1


@pytest.mark.clause("F16", "F10.3")
def test_g02_and_g03_count_cars_by_value() -> None:
    scene = Scene().train(0, "upper", [12, 7, 4, 2, 1]).train(0, "lower", [4, 0])
    assert scene.end_points("G02") == 4 * 4
    assert scene.end_points("G03") == 2 * 4


@pytest.mark.clause("F16", "F10.3")
def test_g04_counts_a_point_per_two_filled_slots_rounded_down() -> None:
    assert Scene().train(0, "upper", FULL).train(0, "lower", [0] * 3).end_points("G04") == 6


@pytest.mark.clause("F16", "F10.3")
def test_g05_counts_cars_from_slot_7_on() -> None:
    assert (
        Scene().train(0, "upper", FULL).train(0, "lower", [0, 0, 0, 0, 0, "M2", 0]).end_points("G05") == 3 * 4
    )


@pytest.mark.clause("F16", "F10.3")
def test_g06_counts_reached_cars_and_g07_conductors() -> None:
    scene = Scene().train(0, "upper", FULL, conductor=7).train(0, "lower", [0] * 5, conductor=5)
    assert scene.end_points("G06") == 6 + 5  # the mail car is no car
    assert scene.end_points("G07") == 8


@pytest.mark.clause("F16", "F10.3")
def test_g08_and_g09_count_mail_cars_and_tiles() -> None:
    scene = Scene().train(0, "upper", FULL).train(0, "lower", [0] * 5 + ["M2"])
    assert scene.end_points("G08") == 12
    assert scene.end_points("G09") == 12


@pytest.mark.clause("F16", "F10.3")
def test_g10_and_g11_count_the_route() -> None:
    scene = Scene().route(0, "X1-21", "X1-22", loco=6)
    assert scene.end_points("G10") == 6
    assert scene.end_points("G11") == 6


@pytest.mark.clause("F16", "F10.3")
def test_g12_is_12_for_constantinople_otherwise_2_per_rail_card() -> None:
    assert Scene().route(0, *FIVE, loco=14).end_points("G12") == 12
    assert Scene().route(0, *FIVE, loco=13).end_points("G12") == 10


@pytest.mark.clause("F16", "F10.3")
def test_g13_counts_coins_before_conversion_at_most_12_points() -> None:
    assert Scene().coins(0, 4, 1).end_points("G13") == 10
    assert Scene().coins(0, 4, 4, 1).end_points("G13") == 12
    assert Scene().coins(0, 3).coins(1, 0).game_ends(0, "G13").last_seat_ends().score() == 6 + 3


@pytest.mark.clause("F16", "F10.3")
def test_g14_counts_itself() -> None:
    scene = Scene().game_ends(0, "G14", "G21")
    scene.state.taken[COMPLETED] = 3
    assert scene.end_points("G14") == 2 * 3 + 2


@pytest.mark.clause("F16", "F10.3")
def test_g15_requires_six_value_cars_in_both_trains() -> None:
    seven: list[int | str] = [0, 0, 0, 0, 0, "M1", 0]
    scene = Scene().train(0, "upper", seven).train(0, "lower", [0, 0, 0, 0, 0, "M2"])
    assert scene.end_points("G15") == 0
    assert scene.train(0, "lower", [0, 0, 0, 0, 0, "M2", 0]).end_points("G15") == 14


@pytest.mark.clause("F16", "F10.3")
def test_g16_counts_conductors_on_the_last_filled_slot() -> None:
    scene = Scene().train(0, "upper", [0, 0], conductor=2).train(0, "lower", [0, 0], conductor=1)
    assert scene.end_points("G16") == 5


@pytest.mark.clause("F16", "F10.3")
def test_g17_and_g18_round_down_and_double_nothing() -> None:
    scene = Scene().train(0, "upper", [7, 4, 2]).under(0, "upper", 1, "B1-1").train(0, "lower", [12, 4])
    assert scene.end_points("G17") == 13 // 4
    assert scene.end_points("G18") == 4


@pytest.mark.clause("F16", "F10.3")
def test_g19_counts_different_values() -> None:
    assert Scene().train(0, "upper", [7, 4, 4, 0]).train(0, "lower", [4, 1]).end_points("G19") == 9


@pytest.mark.clause("F16", "F10.3")
def test_g20_counts_module_cards() -> None:
    scene = Scene("BE").train(0, "upper", [2]).under(0, "upper", 1, "B1-1").gap(0, 1, "E1-4")
    scene.route(0, "X1-21").postcard(0, 1, "B1-4")
    scene.state.mechanics[0] = 3  # turned down or not
    assert scene.end_points("G20") == 6


@pytest.mark.clause("F16", "F10.3")
def test_g20_counts_only_the_top_gap_card_and_destroy_cards() -> None:
    scene = Scene("CE").gap(0, 1, "E1-4").market("E1-5").play("take 1.1", "car upper", "car upper", "gap 1")
    scene.finish_turn()
    assert scene.end_points("G20") == 2
    scene.market("C1-6").play("take 1.1")
    assert scene.end_points("G20", 1) == 2
