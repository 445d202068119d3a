"""Gymnasium's checker, and a seat against bots."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from branchline.core.errors import OptionError
from branchline.envs import MINI
from branchline.envs.gymnasium import SeatEnv


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_checker(game: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(
            SeatEnv(game, players, seat=players - 1, render_mode="rgb_array"),
            skip_render_check=game != "firstclass",
        )


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_it_is_found_by_name(game: str) -> None:
    env = gymnasium.make(f"branchline/{game}-v0", players=3, opponents=["greedy", "random"])
    observation, info = env.reset(seed=1)
    assert observation["action_mask"].sum() > 0
    assert np.array_equal(observation["action_mask"], info["action_mask"])


def test_a_whole_match() -> None:
    env = SeatEnv("nuremberg", 2, seat=1, opponents="random", board="mini", rounds=1)
    observation, info = env.reset(seed=2)
    rng = np.random.default_rng(2)
    over = False
    while not over:
        observation, reward, over, cut, info = env.step(
            int(rng.choice(np.flatnonzero(observation["action_mask"])))
        )
        assert not cut
    mine, other = info["scores"][1], info["scores"][0]
    assert mine == other or reward == (1.0 if mine > other else -1.0)


def test_an_illegal_move_loses() -> None:
    env = SeatEnv("nuremberg", 2)
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1.0, True, wrong)


def test_bad_settings_say_what_to_do() -> None:
    with pytest.raises(OptionError, match="no seat 2"):
        SeatEnv("nuremberg", 2, seat=2)
    with pytest.raises(OptionError, match="one a seat"):
        SeatEnv("nuremberg", 3, opponents=["random"])


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_rendering(game: str) -> None:
    drawn = {}
    for mode in ("svg", "rgb_array"):
        env = SeatEnv(game, 2, render_mode=mode)
        env.reset(seed=1)
        drawn[mode] = env.render()
    assert drawn["svg"].startswith("<svg")
    assert drawn["rgb_array"].shape[2] == 3
    assert drawn["rgb_array"].std() > 10


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_many_matches_in_one_call(game: str) -> None:
    env = gymnasium.make_vec(f"branchline/{game}-v0", num_envs=16, players=2, **MINI[game])
    seen, infos = env.reset(seed=3)
    rng = np.random.default_rng(3)
    ended = 0
    for _ in range(150):
        mask = seen["action_mask"]
        assert env.observation_space["action_mask"].contains(mask)  # type: ignore[index]
        movers = infos["to_move"].copy()
        seen, rewards, over, cut, infos = env.step((rng.random(mask.shape) * mask).argmax(1))
        assert not cut.any()
        assert not rewards[~over].any()
        for match in np.flatnonzero(over):
            assert infos["rewards"][match].sum() == pytest.approx(0)
            assert rewards[match] == infos["rewards"][match][movers[match]]
        ended += int(over.sum())
    assert ended >= 16


def test_equal_seeds_deal_equal_batches() -> None:
    first, again = (gymnasium.make_vec("branchline/nuremberg-v0", num_envs=4) for _ in range(2))
    assert np.array_equal(first.reset(seed=5)[0]["observation"], again.reset(seed=5)[0]["observation"])
    with pytest.raises(ValueError, match="not legal in match 0"):
        first.step(np.array([-1, 0, 0, 0]))
