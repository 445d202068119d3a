"""The greedy bot goes for what scores by the end of the round."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline import bots
from branchline.arena.matches import event, play_all, schedule
from branchline.arena.ratings import wins


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


def test_greedy_builds_and_ships() -> None:
    table = bl.Table("nuremberg", players=2, seed=1)
    greedy, first = bots.bot("greedy", seed=1), bots.bot("first")
    verbs = set()
    while not table.over:
        player = greedy if table.to_move == 0 else first
        move = player.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 1.0)
        if table.to_move == 0:
            verbs.add(str(table.game.move(table.setting, move)).split()[0])
        table.push(move)
    assert {"build", "rent", "ship"} <= verbs
    assert table.scores()[0] > max(0, table.scores()[1])


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
@pytest.mark.parametrize("other", ["first", "random"])
def test_greedy_beats_the_baselines(game: str, other: str) -> None:
    what = event(game, 3, {})
    results = play_all(what, schedule(("greedy", other, other), 3, 1, seed=1), workers=1, quiet=True)
    assert sum(wins(result, "greedy") for result in results) == len(results) == 3


def test_an_unknown_bot_is_refused_with_a_list() -> None:
    with pytest.raises(bots.UnknownBot, match="greedy"):
        bots.bot("gredy")
