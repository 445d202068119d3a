"""The checkers of Gymnasium and Stable-Baselines3, and a seat against bots."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as sb3_check_env
from stable_baselines3.common.monitor import Monitor

from branchline.core.errors import OptionError
from branchline.envs.gymnasium import SeatEnv

from .configurations import FULL, named


@pytest.mark.parametrize(("game", "options"), named(FULL))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_checkers_of_gymnasium_and_stable_baselines(
    game: str, options: dict[str, Any], players: int
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(game, players, seat=players - 1, **options), skip_render_check=True)
        sb3_check_env(SeatEnv(game, players, seat=players - 1, **options))


def test_the_checker_renders() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv("firstclass", 2, render_mode="rgb_array"))


def test_maskable_ppo_learns_without_an_illegal_move() -> None:
    env = Monitor(SeatEnv("nuremberg", 2, board="mini", rounds=1), info_keywords=("scores",))
    learner = MaskablePPO("MultiInputPolicy", env, n_steps=40, batch_size=40, n_epochs=1, seed=1)
    learner.learn(40)
    assert env.get_episode_rewards(), "every match ended with scores, none with an illegal move"


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


def test_something_that_is_not_a_number_is_not_a_move() -> None:
    env = SeatEnv("nuremberg", 2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="A move is a whole number, one that the mask allows, not"):
        env.step(1.5)  # type: ignore[arg-type]


def test_bad_settings_say_what_to_do() -> None:
    with pytest.raises(OptionError, match="no seat 2"):
        SeatEnv("nuremberg", 2, seat=2)
    with pytest.raises(OptionError, match="one per seat"):
        SeatEnv("nuremberg", 3, opponents=["random"])
    for opponents in (7, [7]):
        with pytest.raises(OptionError, match="a spec such as 'greedy', or a Bot, not 7"):
            SeatEnv("nuremberg", 2, opponents=opponents)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="The render mode is None or 'svg' or 'rgb_array', not 'human'"):
        SeatEnv("nuremberg", 2, render_mode="human")
    with pytest.raises(ValueError, match="A seed is a whole number, 0 or more, not 'lucky'"):
        SeatEnv("nuremberg", 2).reset(seed="lucky")  # type: ignore[arg-type]


class Cheat:
    needs_view = False

    def choose(self, setup: Any, view: Any, legal: Any, limit: float) -> int:
        return -7


def test_a_bot_that_chooses_an_illegal_move_is_named() -> None:
    env = SeatEnv("nuremberg", 2, opponents=Cheat())

    def play() -> None:
        env.reset(seed=1)
        while True:
            env.step(int(env.action_masks().argmax()))

    with pytest.raises(ValueError, match="The bot in seat 1 chose -7"):
        play()


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
