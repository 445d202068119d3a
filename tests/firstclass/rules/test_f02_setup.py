"""F2: set-up and the draft of game-end cards."""

from __future__ import annotations

import pytest

from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules.state import DRAFT, DRAW_ROLES, TURNS

from ..arrange import Scene, after_draft, start


def in_draft(players: int, first: int = 1) -> Scene:
    """The draft begins; cards G01, G02, ... went round; the given seat number starts."""
    scene = start("AB", players).play(f"seat {first}")
    return scene.play(*(f"deal G{n:02}" for n in range(1, players + 2)))


@pytest.mark.clause("F2.1")
@pytest.mark.parametrize("seat", [0, 1])
def test_each_train_starts_with_a_car_of_value_0(seat: int) -> None:
    scene = after_draft()
    assert scene.values(seat, "upper") == scene.values(seat, "lower") == [0]


@pytest.mark.clause("F2.1")
def test_conductors_start_left_of_the_first_car() -> None:
    assert after_draft().player(1).conductors == (0, 0)


@pytest.mark.clause("F2.1")
def test_one_coin_lies_in_column_1() -> None:
    assert after_draft().purse(0) == after_draft().purse(1) == (1, 0, 0)


@pytest.mark.clause("F2.1")
def test_the_locomotive_stands_before_the_first_station() -> None:
    assert after_draft().player(0).loco == 0


@pytest.mark.clause("F2.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_is_equally_likely_to_start(players: int) -> None:
    scene = start("AB", players)
    assert scene.legal == {f"seat {n}" for n in range(1, players + 1)}
    assert set(GAME.weights(scene.state)) == {1}


@pytest.mark.clause("F2.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draft_starts_with_one_card_more_than_players(players: int) -> None:
    scene = in_draft(players)
    assert scene.state.phase == DRAFT
    assert len(scene.legal) == players + 1


@pytest.mark.clause("F2.2")
def test_the_seat_before_the_start_player_drafts_first_and_the_start_player_last() -> None:
    scene = in_draft(4, first=2)  # seat 1 starts
    order = []
    for card in ("G01", "G02", "G03", "G04"):
        order.append(scene.state.active)
        scene.play(f"keep {card}")
    assert order == [0, 3, 2, 1]


@pytest.mark.clause("F2.2")
def test_the_start_player_drafts_from_two_cards() -> None:
    scene = in_draft(3).play("keep G02", "keep G04")
    assert scene.state.active == scene.state.first
    assert scene.legal == {"keep G01", "keep G03"}


@pytest.mark.clause("F2.2")
def test_only_a_card_that_came_round_can_be_kept() -> None:
    scene = in_draft(2).play("keep G02")
    assert scene.clause("keep G02") == "F2.2"
    assert scene.clause("keep G09") == "F2.2"


@pytest.mark.clause("F2.2")
def test_the_last_card_goes_back_into_the_pile() -> None:
    scene = in_draft(2).play("keep G01", "keep G02")
    assert "open G03" in scene.legal
    assert "open G01" not in scene.legal


@pytest.mark.clause("F2.2")
def test_a_drafter_knows_the_cards_passed_on() -> None:
    scene = in_draft(3).play("keep G02", "keep G04", "keep G01")
    assert scene.player(2).passed == ("G01", "G03", "G04")
    assert scene.player(1).passed == ("G01", "G03")
    assert scene.player(0).passed == ("G03",)


@pytest.mark.clause("F2.2")
def test_then_four_game_end_cards_are_face_up() -> None:
    scene = in_draft(2).play("keep G01", "keep G02", "open G05", "open G03", "open G09", "open G21")
    assert scene.view().open_game_ends == ("G03", "G05", "G09", "G21")
    assert scene.view().phase == "show_cards"


@pytest.mark.clause("F2.2")
def test_everybody_has_one_card_after_the_draft() -> None:
    scene = after_draft("CD", 4)
    assert [player.game_ends for player in scene.view().players] == [1, 1, 1, 1]
    assert scene.view().pile == 21 - 4 - 4


@pytest.mark.clause("F2.3")
def test_a_drafted_card_gives_nothing_at_once() -> None:
    scene = in_draft(2).play("keep G01", "keep G02")
    assert scene.waiting(0) == scene.waiting(1) == []
    assert scene.purse(1) == (1, 0, 0)


@pytest.mark.clause("F2.4")
def test_locomotive_tiles_are_taken_from_the_top_5_first() -> None:
    scene = (
        Scene().train(0, "upper", [0] * 5 + ["M1"] + [0] * 3).train(0, "lower", [0] * 5 + ["M2"] + [0] * 3)
    )
    scene.market("X1-04").play("take 1.1", "car upper")
    assert scene.values(0, "upper")[-1] == "L5"
    assert scene.values(0, "lower")[-1] == "L6"


@pytest.mark.clause("F2.4")
def test_there_are_eight_tiles_for_eight_trains() -> None:
    assert list(Scene().setting.tile_number) == [5, 6, 7, 8, 12, 13, 14, 15]


@pytest.mark.clause("F2.5")
def test_module_c_deals_a_role_to_everybody() -> None:
    scene = start("AC", 3).play("seat 1")
    assert scene.state.phase == DRAW_ROLES
    assert scene.legal == {"role innocent", "role murderer"}
    assert list(GAME.weights(scene.state)) == [3, 1]
    scene.play("role murderer")
    assert scene.legal == {"role innocent"}


@pytest.mark.clause("F2.5")
def test_with_two_or_three_players_there_may_be_no_murderer() -> None:
    scene = start("AC", 3).play("seat 1", "role innocent", "role innocent", "role innocent")
    assert [scene.player(seat).role for seat in range(3)] == ["innocent"] * 3


@pytest.mark.clause("F2.5")
def test_with_four_players_somebody_is_the_murderer() -> None:
    scene = start("AC", 4).play("seat 1", "role innocent", "role innocent", "role innocent")
    assert scene.legal == {"role murderer"}


@pytest.mark.clause("F2.5")
def test_without_module_c_there_are_no_roles() -> None:
    scene = after_draft("AB")
    assert scene.state.phase == TURNS
    assert scene.player(0).role is None
