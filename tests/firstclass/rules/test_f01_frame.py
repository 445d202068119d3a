"""F1: the frame of a match."""

from __future__ import annotations

import pytest

from branchline.core.errors import OptionError
from branchline.core.play.table import Table
from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules.state import SCORING, TURNS

from ..arrange import PAIRS, Scene, after_draft, setting


@pytest.mark.clause("F1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_can_play(players: int) -> None:
    assert Table("firstclass", players=players, seed=1).players == players


@pytest.mark.clause("F1.1")
@pytest.mark.parametrize("players", [1, 5])
def test_one_or_five_cannot_play(players: int) -> None:
    with pytest.raises(OptionError, match="2 to 4"):
        Table("firstclass", players=players)


@pytest.mark.clause("F1.1")
@pytest.mark.parametrize("pair", PAIRS)
def test_any_pair_of_modules_can_be_played(pair: str) -> None:
    modules = {name[0] for name in setting(pair).names.cards}
    assert modules == {"X", *pair}


@pytest.mark.clause("F1.1")
def test_a_pair_may_be_named_in_any_order() -> None:
    assert setting("EB").names.cards == setting("BE").names.cards
    assert setting("b,e").names.cards == setting("BE").names.cards


@pytest.mark.clause("F1.1")
@pytest.mark.parametrize("modules", ["A", "AA", "ABC", "AF", ""])
def test_exactly_two_different_modules_are_needed(modules: str) -> None:
    with pytest.raises(OptionError, match="modules"):
        setting(modules)


@pytest.mark.clause("F1.1")
def test_a_first_game_has_modules_a_and_b() -> None:
    assert GAME.stored_options(GAME.setting(2, {}))["modules"] == "AB"


@pytest.mark.clause("F1.2")
@pytest.mark.parametrize("pair", PAIRS)
def test_a_stage_has_24_base_cards_and_8_of_each_module(pair: str) -> None:
    cards = setting(pair).names.cards
    for stage in range(3):
        names = cards[stage * 40 : stage * 40 + 40]
        letters = [name[0] for name in names]
        assert [letters.count(letter) for letter in ("X", *pair)] == [24, 8, 8]
        assert {name[1] for name in names} == {str(stage + 1)}


@pytest.mark.clause("F1.2")
def test_four_cards_of_each_stage_stay_unseen() -> None:
    table = Table("firstclass", players=2, seed=3)
    while not table.over:
        table.push(table.legal_moves.ids[0])
    assert table.view().unseen == (4, 4, 4)


@pytest.mark.clause("F1.3")
def test_a_player_has_trains_conductors_coin_spaces_a_locomotive_and_four_mail_cars() -> None:
    player = after_draft().player(0)
    assert len(player.upper) == len(player.lower) == 1
    assert player.conductors == (0, 0)
    assert player.loco == 0
    assert player.mail_cars == ("M1", "M2", "M3", "M4")
    assert len(Scene().coins(0, 4, 4, 4).purse()) == 3


@pytest.mark.clause("F1.4")
def test_six_rounds_of_three_turns_with_scoring_after_every_second() -> None:
    table = Table("firstclass", players=3, seed=4, play_forced=False)
    turns: dict[int, list[int]] = {}
    scorings: dict[int, list[int]] = {}
    seen = -1
    while not table.over:
        state = table.state
        if state.turn != seen and state.phase in (TURNS, SCORING):
            seen = state.turn
            (turns if state.phase == TURNS else scorings).setdefault(state.round, []).append(state.seat)
        table.push(table.legal_moves.ids[-1])
    assert sorted(turns) == [1, 2, 3, 4, 5, 6]
    assert all(sorted(seats) == [0, 0, 0, 1, 1, 1, 2, 2, 2] for seats in turns.values())
    assert sorted(scorings) == [2, 4, 6]
    assert all(sorted(seats) == [0, 1, 2] for seats in scorings.values())


@pytest.mark.clause("F1.4")
def test_a_stage_lasts_two_rounds() -> None:
    table = Table("firstclass", players=2, seed=5)
    stages: dict[int, set[str]] = {}
    while not table.over:
        view = table.view()
        cards = {card[1] for row in view.market for card in row if card is not None}
        stages.setdefault(view.round, set()).update(cards)
        table.push(table.legal_moves.ids[0])
    assert stages == {1: {"1"}, 2: {"1"}, 3: {"2"}, 4: {"2"}, 5: {"3"}, 6: {"3"}}
