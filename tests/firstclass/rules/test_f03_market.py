"""F3: rounds, turns and the start player tile."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.compiled.bits import count
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules import moves, phases
from branchline.games.firstclass.rules.state import GONE, NOTHING, ROW_TAKEN, TURNS

from ..arrange import Scene, after_draft, start


@pytest.mark.clause("F3.1")
def test_a_round_shows_three_rows_of_six_and_the_tile_before_the_top_row() -> None:
    view = after_draft().view()
    assert [len([card for card in row if card]) for row in view.market] == [6, 6, 6]
    assert view.tile_row == 1


@pytest.mark.clause("F3.1")
def test_cards_are_shown_row_by_row_when_the_round_begins_and_not_before() -> None:
    scene = start().play("seat 1")
    assert scene.view().market[0] == (None,) * 6
    assert scene.state.active == CHANCE


@pytest.mark.clause("F3.2")
def test_turns_go_clockwise_from_the_start_player_three_each() -> None:
    scene = Scene("AB", 3)
    order = []
    while scene.state.round == 1:
        order.append(scene.state.seat)
        scene.play(min(scene.offers("trade"))).finish_turn()
    assert order == [0, 1, 2] * 3


@pytest.mark.clause("F3.2")
def test_taking_a_card_starts_its_action() -> None:
    scene = Scene().market("X1-04").play("take 1.1")
    assert scene.view().decision == "step"
    assert scene.legal == {"car upper", "car lower"}


@pytest.mark.clause("F3.2")
def test_a_card_can_be_taken_for_an_upgrade_instead() -> None:
    scene = Scene().market("X1-04").play("trade 1.1")
    assert scene.legal == {"upgrade upper 1", "upgrade lower 1"}
    scene.play("upgrade lower 1")
    assert scene.values(0, "lower") == [1]
    assert scene.values(0, "upper") == [0]


@pytest.mark.clause("F3.2")
def test_the_action_can_be_given_up_even_if_nothing_can_be_upgraded() -> None:
    scene = Scene().train(0, "upper", [12]).train(0, "lower", [12])
    scene.market("X1-04").play("trade 1.1")
    assert scene.view().decision == "between"


@pytest.mark.clause("F3.2")
def test_a_turn_has_one_main_step() -> None:
    scene = Scene().market("X1-17").play("take 1.1")
    assert scene.clause("take 1.2") == "F3.2"
    assert scene.clause("tile") == "F3.2"
    assert not scene.offers("take") | scene.offers("trade")


@pytest.mark.clause("F3.2")
def test_a_turn_does_not_end_without_a_main_step() -> None:
    assert Scene().clause("end") == "F3.2"


@pytest.mark.clause("F3.2")
def test_only_a_card_that_lies_there_can_be_taken() -> None:
    scene = Scene().market("X1-17").play("take 1.1").finish_turn()
    assert scene.clause("take 1.1") == "F3.2"
    assert scene.clause("trade 1.1") == "F3.2"


@pytest.mark.clause("F3.2")
def test_a_card_whose_action_can_do_nothing_may_be_taken() -> None:
    scene = Scene().market("X1-17").route(0, loco=3).play("take 1.1")
    assert scene.player(0).loco == 3


@pytest.mark.clause("F3.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_row_leaves_when_as_many_cards_are_taken_as_there_are_players(players: int) -> None:
    scene = Scene("AB", players)
    for column in range(1, players + 1):
        assert scene.view().market[1] != (None,) * 6
        scene.play(f"trade 2.{column}").finish_turn()
    assert scene.view().market[1] == (None,) * 6
    assert len(scene.view().gone) == 6 - players


@pytest.mark.clause("F3.3")
def test_the_rest_of_a_row_leaves_at_once_not_at_the_end_of_the_turn() -> None:
    scene = Scene().play("trade 1.1").finish_turn().play("trade 1.2")
    assert scene.view().market[0] == (None,) * 6


@pytest.mark.clause("F3.3")
def test_the_tile_moves_down_with_the_top_row() -> None:
    scene = Scene().play("trade 1.1").finish_turn().play("trade 1.2")
    assert scene.view().tile_row == 2


@pytest.mark.clause("F3.3")
def test_the_tile_skips_a_middle_row_that_has_left() -> None:
    scene = Scene().play("trade 2.1").finish_turn().play("trade 2.2").finish_turn()
    assert scene.view().tile_row == 1
    scene.play("trade 1.1").finish_turn().play("trade 1.2")
    assert scene.view().tile_row == 3


@pytest.mark.clause("F3.3")
def test_the_tile_leaves_unclaimed_with_the_last_row() -> None:
    scene = Scene()
    for row in (1, 2, 3):
        scene.play(f"trade {row}.1").finish_turn().play(f"trade {row}.2")
        if row < 3:
            scene.finish_turn()
    assert scene.view().tile_row is None


@pytest.mark.clause("F3.3", "F1.4")
@pytest.mark.parametrize("taken", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_rows_are_gone_when_a_round_ends_tile_taken_or_not(players: int, taken: bool) -> None:
    state = after_draft("BD", players).state
    rng = Random(players)
    ends = 0
    while state.active != OVER:
        before = state.phase
        legal = GAME.legal(state)
        if taken and moves.TILE in legal:
            legal = [int(moves.TILE)]
        GAME.apply(state, rng.choice([move for move in legal if taken or move != moves.TILE]))
        if before == TURNS and state.phase != TURNS:
            ends += 1
            assert list(state.market) == [NOTHING] * 18
            assert list(state.unseen[ROW_TAKEN:]) == [players] * 3
            assert state.cursor in (0, 3 * players)
    assert ends == 6
    assert list(map(count, state.unseen[:GONE])) == [4, 4, 4]


@pytest.mark.clause("F3.4")
def test_the_tile_brings_three_coins_and_the_next_start() -> None:
    scene = Scene().play("tile")
    assert scene.purse(0) == (2, 1, 1)
    assert scene.view().successor == 0


@pytest.mark.clause("F3.4")
def test_the_tile_is_taken_once_a_round() -> None:
    scene = Scene().play("tile").finish_turn()
    assert scene.clause("tile") == "F3.4"


@pytest.mark.clause("F3.4")
def test_the_second_player_gets_nothing_from_the_tile() -> None:
    scene = Scene("AB", 2).play("tile")
    assert scene.state.active == 0
    assert scene.purse(1) == (1, 0, 0)
    assert scene.values(1, "upper") == scene.values(1, "lower") == [0]


@pytest.mark.clause("F3.4")
def test_the_third_player_gets_a_car_before_the_taker_goes_on() -> None:
    scene = Scene("AB", 3).play("tile")
    assert scene.state.active == 2
    assert scene.purse(0) == (2, 1, 1)  # the coins come first
    scene.play("car lower")
    assert scene.values(2, "lower") == [0, 0]
    assert scene.state.active == 0


@pytest.mark.clause("F3.4")
def test_the_fourth_player_gets_an_upgrade_after_the_third() -> None:
    scene = Scene("AB", 4).seat(1).play("tile")
    assert scene.state.active == 3
    scene.play("car upper")
    assert scene.state.active == 0
    assert scene.legal == {"upgrade upper 1", "upgrade lower 1"}
    scene.play("upgrade upper 1")
    assert scene.state.active == 1


@pytest.mark.clause("F3.4")
def test_the_tile_discards_the_leftmost_card_of_the_topmost_row_and_it_counts_as_taken() -> None:
    scene = Scene()
    first = scene.view().market[0][0]
    scene.play("tile")
    assert scene.view().gone == (first,)
    assert scene.view().row_taken == (1, 0, 0)


@pytest.mark.clause("F3.4")
def test_the_discard_may_end_a_row() -> None:
    scene = Scene().play("trade 1.1").finish_turn().play("tile")
    assert scene.view().market[0] == (None,) * 6
    assert len(scene.view().gone) == 5


@pytest.mark.clause("F3.4", "F13.1")
def test_the_evidence_symbol_of_the_discarded_card_does_nothing() -> None:
    scene = Scene("AC").market("C1-1").play("tile")
    assert scene.player(0).tokens == scene.player(1).tokens == 0
    assert scene.player(0).suspect_self == 0


@pytest.mark.clause("F3.4")
def test_the_taker_of_the_tile_starts_the_next_round() -> None:
    scene = Scene("AB", 3).seat(0)
    scene.play("trade 1.1").finish_turn().play("tile").finish_turn()
    while scene.state.round == 1:
        scene.play(min(scene.offers("trade"))).finish_turn()
    assert scene.view().start == 1


@pytest.mark.clause("F3.4")
def test_coins_of_the_tile_that_find_no_space_are_lost() -> None:
    assert Scene().coins(0, 4, 4, 3).play("tile").purse(0) == (4, 4, 4)


@pytest.mark.clause("F3.5")
def test_if_nobody_takes_the_tile_the_next_player_starts() -> None:
    scene = Scene("AB", 3)
    while scene.state.round == 1:
        scene.play(min(scene.offers("trade"))).finish_turn()
    assert scene.view().start == 1


@pytest.mark.clause("F3.5", "F17")
def test_with_unclaimed_start_stays_the_start_player_stays() -> None:
    scene = Scene("AB", 3, unclaimed_start="stays")
    while scene.state.round == 1:
        scene.play(min(scene.offers("trade"))).finish_turn()
    assert scene.view().start == 0


@pytest.mark.clause("F3.6")
def test_used_cards_and_completed_contracts_are_no_longer_face_up() -> None:
    scene = Scene().contract(0, "A1-1").train(0, "upper", [0] * 5).market("X1-17")
    scene.play("complete A1-1", "do A1-1", "upgrade upper 1", "take 1.1")
    assert scene.player(0).open == ()
    assert set(scene.player(0).cards) == {"A1-1", "X1-17"}


@pytest.mark.clause("F3.2")
def test_every_main_step_is_listed() -> None:
    scene = Scene()
    assert len(scene.offers("take")) == len(scene.offers("trade")) == 18
    assert len(phases.legal(scene.state)) == 18 * 2 + 1 + 2  # the tile, and a coin for a car or a point
