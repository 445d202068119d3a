"""OpenSpiel's own tests, and its algorithms on small matches."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, external_sampling_mccfr, ismcts, mcts

import branchline.envs.openspiel  # noqa: F401  # makes the games known
from branchline.envs import MINI, TINY


def load(game: str, players: int = 2, **options: Any) -> pyspiel.Game:
    return pyspiel.load_game(f"branchline_{game}", {"players": players, **options})


def first_decision(game: pyspiel.Game, seed: int = 1) -> pyspiel.State:
    rng, state = Random(seed), game.new_initial_state()
    while state.is_chance_node():
        moves, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(moves, weights)[0])
    return state


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_simulation(game: str, players: int) -> None:
    pyspiel.random_sim_test(load(game, players, **MINI[game]), num_sims=1, serialize=True, verbose=False)


def test_chances_sum_to_one() -> None:
    state = load("nuremberg").new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_pieces_of_the_observation_fill_the_tensor() -> None:
    game = load("firstclass")
    observer = game.make_py_observer()
    observer.set_from(first_decision(game), 0)
    assert sum(piece.size for piece in observer.dict.values()) == observer.tensor.size
    assert observer.dict["phase"].sum() == 1


def test_resampling_keeps_what_a_player_knows_and_deals_the_rest_anew() -> None:
    game = load("firstclass", 3, modules="AC")
    state = first_decision(game)
    player = state.current_player()
    again = [state.resample_from_infostate(player, Random(seed).random) for seed in range(12)]
    assert {other.information_state_string(player) for other in again} == {
        state.information_state_string(player)
    }
    assert {tuple(other.legal_actions()) for other in again} == {tuple(state.legal_actions())}
    assert len({other.observation_string((player + 1) % 3) for other in again}) > 1


def test_searches_run() -> None:
    rng = np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, rng)
    open_game, hidden_game = load("nuremberg", **MINI["nuremberg"]), load("firstclass", **MINI["firstclass"])
    for bot, state in (
        (mcts.MCTSBot(open_game, 2.0, 10, rollout, random_state=rng), first_decision(open_game)),
        (ismcts.ISMCTSBot(hidden_game, rollout, 2.0, 10, random_state=rng), first_decision(hidden_game)),
    ):
        assert bot.step(state) in state.legal_actions()


def test_regrets_shrink_on_a_tiny_board() -> None:
    """Monte Carlo counterfactual regret learns to beat random play, measured over the whole tree."""
    game = load("nuremberg", **TINY)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(12):
        solver.iteration()
    random, learned = policy.UniformRandomPolicy(game), solver.average_policy()
    values = [
        expected_game_score.policy_value(first_decision(game), players)
        for players in ([learned, random], [random, learned])
    ]
    assert values[0][0] + values[1][1] > 0
