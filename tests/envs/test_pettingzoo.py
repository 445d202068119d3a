"""PettingZoo's own tests, and what a learner counts on."""

import warnings
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from branchline.core.errors import OptionError
from branchline.envs import MINI, firstclass_v0, nuremberg_v0

from .configurations import FULL, named

GAMES = {"nuremberg": nuremberg_v0, "firstclass": firstclass_v0}


@pytest.mark.parametrize(("game", "options"), named(FULL))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kit_of_pettingzoo(game: str, options: dict[str, Any], players: int) -> None:
    make = partial(GAMES[game].env, players=players, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it remarks that an observation with a mask is a dictionary
        api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=30)


@pytest.mark.parametrize("module", GAMES.values(), ids=list(GAMES))
def test_rendering(module: ModuleType) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        render_test(module.env)


def test_the_mask_shows_the_moves_of_the_agent_to_move() -> None:
    env = nuremberg_v0.env(players=3)
    env.reset(seed=3)
    mover = env.agent_selection
    legal = env.match.legal
    assert np.flatnonzero(env.last()[0]["action_mask"]).tolist() == legal
    assert np.array_equal(env.infos[mover]["action_mask"], env.last()[0]["action_mask"])
    others = [agent for agent in env.agents if agent != mover]
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    env = firstclass_v0.env(players=2)
    env.reset(seed=1)
    before = env.last()[0]["observation"]
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match=f"Move {wrong} is not legal now: look at the mask"):
        env.step(wrong)
    assert np.array_equal(env.last()[0]["observation"], before)


@pytest.mark.parametrize("wrong", [None, "x", 1.5, [1], np.array([1, 2])], ids=repr)
def test_a_move_is_a_whole_number(wrong: Any) -> None:
    env = firstclass_v0.env(players=2)
    with pytest.raises(AttributeError, match="call reset"):
        env.step(wrong)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="A move is a whole number, one that the mask allows, not"):
        env.step(wrong)


@pytest.mark.parametrize("reward", ["rank", "margin"])
def test_rewards_come_at_the_end_and_sum_to_zero(reward: Any) -> None:
    env = nuremberg_v0.env(players=3, reward=reward, board="mini", rounds=1)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, earned, over, _, info = env.last()
        if over:
            rewards[agent] = earned
            scores = info["scores"]
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(rewards.values()) == pytest.approx(0)
    best = max(range(3), key=lambda seat: rewards[f"seat_{seat}"])
    assert scores[best] == max(scores)


def test_bad_settings_say_what_to_do() -> None:
    with pytest.raises(OptionError, match="2 to 4 players"):
        nuremberg_v0.env(players=5)
    with pytest.raises(OptionError, match="'rank' or 'margin'"):
        nuremberg_v0.env(reward="money")
    with pytest.raises(ValueError, match="A seed is a whole number, 0 or more, not -3"):
        nuremberg_v0.env().reset(seed=-3)


def test_small_matches_are_short() -> None:
    for name, module in GAMES.items():
        env = module.env(players=2, **MINI[name])
        env.reset(seed=1)
        rng = np.random.default_rng(1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        assert steps < 250
