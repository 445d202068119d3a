"""OpenSpiel's own tests, and its algorithms on small matches."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, external_sampling_mccfr, ismcts, mcts

import branchline.envs.openspiel  # noqa: F401  # makes the games known
from branchline.envs import MINI, TINY

from .configurations import FULL, named


def load(game: str, players: int = 2, **options: Any) -> pyspiel.Game:
    return pyspiel.load_game(f"branchline_{game}", {"players": players, **options})


def first_decision(game: pyspiel.Game, seed: int = 1) -> pyspiel.State:
    rng, state = Random(seed), game.new_initial_state()
    while state.is_chance_node():
        moves, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(moves, weights)[0])
    return state


@pytest.mark.parametrize(("game", "options"), named([*FULL, ("nuremberg", TINY)]))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_simulation(game: str, options: dict[str, Any], players: int) -> None:
    pyspiel.random_sim_test(
        load(game, players, **options), num_sims=1, serialize=options == TINY, verbose=False
    )


@pytest.mark.parametrize(("game", "options"), named(FULL))
def test_games_and_states_are_written_and_read_back(game: str, options: dict[str, Any]) -> None:
    loaded = load(game, 3, **options)
    state = first_decision(loaded)
    for _ in range(20):
        state.apply_action(state.legal_actions()[0]) if not state.is_chance_node() else state.apply_action(
            state.chance_outcomes()[0][0]
        )
    again_game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
    assert str(again_game) == str(loaded)
    assert again.history() == state.history()
    assert str(again) == str(state)
    copied_game, copied = pickle.loads(pickle.dumps((loaded, state)))
    assert str(copied_game) == str(loaded)
    assert copied.legal_actions() == state.legal_actions()


def test_a_list_of_numbers_survives_in_the_name_of_a_game() -> None:
    game = load("nuremberg", starting_influence="4,3,2,1")
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.setup.options["starting_influence"] == [4, 3, 2, 1]


def test_information_states_recall_everything() -> None:
    """Equal information states mean equal pasts: the player knew the same at every decision of theirs, and chose the
    same."""
    game = load("nuremberg", **TINY)
    past: dict[str, Any] = {}
    states: list[Any] = [(game.new_initial_state(), ((), ()))]
    while states:
        state, lived = states.pop()
        if state.is_terminal():
            continue
        player = state.current_player()
        if player >= 0:
            known = state.information_state_string(player)
            assert past.setdefault(known, lived[player]) == lived[player]
        for move in state.legal_actions():
            then = list(lived)
            if player >= 0:
                then[player] = (*lived[player], known, move)
            states.append((state.child(move), tuple(then)))
    assert len(past) > 100


def test_there_are_no_tensors_that_pretend_to_recall() -> None:
    game = load("nuremberg", **TINY)
    assert not game.get_type().provides_information_state_tensor
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(first_decision(game), 0)
    assert observer.tensor is None
    assert "player 0" in observer.string_from(first_decision(game), 0)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    state = first_decision(load("nuremberg", **TINY))
    before = str(state)
    with pytest.raises(ValueError, match="Move 9999 is not legal now: look at legal_actions"):
        state.apply_action(9999)
    assert str(state) == before


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


def test_resampling_keeps_what_a_player_knows_and_deals_the_rest_again() -> None:
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


def test_exploitability_falls_with_cfr() -> None:
    """The first figures of the table in docs/environments.md."""
    game = load("nuremberg", **TINY)
    solver = pyspiel.CFRPlusSolver(game)
    curve = []
    for iteration in range(1, 5):
        solver.evaluate_and_update_policy()
        if iteration in (1, 4):
            curve.append(pyspiel.exploitability(game, solver.average_policy()))
    assert curve == pytest.approx([0.667, 0.133], abs=0.001)


def test_regret_sampling_learns_to_beat_random_play() -> None:
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
