"""The greedy bot takes what scores at once."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline import bots


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_points_if_the_game_ended_now_are_the_final_score_once_it_has(game: str) -> None:
    table = bl.Table(game, players=2, seed=3)
    random = bots.bot("random:seed=3")
    while not table.over:
        table.push(random.choose(table.setup, None, table.legal_moves.ids, 1.0))
    support, engine = table.game.bots(), table.setup.engine
    assert tuple(support.certain_points(engine, table.state, seat) for seat in range(2)) == table.scores()


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_equal_seeds_play_equal_games(game: str) -> None:
    def play() -> list[object]:
        table = bl.Table(game, players=3, seed=5)
        greedy = bots.bot("greedy:seed=1")
        while not table.over:
            table.push(greedy.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 1.0))
        return list(table.moves)

    assert play() == play()


def test_greedy_builds_nothing_that_only_costs() -> None:
    table = bl.Table("nuremberg", players=2, seed=1)
    greedy = bots.bot("greedy", seed=1)
    while table.view().phase != "building":
        table.push(greedy.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 1.0))
    move = greedy.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 1.0)
    assert str(table.game.move(table.setting, move)) == "stop"


def test_an_unknown_bot_is_refused_with_a_list() -> None:
    with pytest.raises(bots.UnknownBot, match="greedy"):
        bots.bot("gredy")
