"""A copy of an environment continues exactly as the original does, luck included, so you can plan on it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import branchline.envs.gymnasium  # noqa: F401  # makes the names known
from branchline.bots import bot
from branchline.core import registry
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.envs import MINI
from branchline.envs.batched import Batch
from branchline.envs.gymnasium import SeatEnv
from branchline.envs.pettingzoo import SeatsEnv

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda original: pickle.loads(pickle.dumps(original)),
}
GAMES = ["nuremberg", "firstclass"]

ways = pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
games = pytest.mark.parametrize("game", GAMES)


def play_seat(env: Any, seed: int, steps: int = 40) -> list[Any]:
    """Random moves: all that was seen and earned."""
    rng, lived = np.random.default_rng(seed), []
    mask = env.unwrapped.action_masks()
    for _ in range(steps):
        seen, reward, over, _, _ = env.step(int(rng.choice(np.flatnonzero(mask))))
        lived.append((seen["observation"].tolist(), reward))
        if over:
            seen, _ = env.reset()
        mask = seen["action_mask"]
    return lived


@ways
@games
@pytest.mark.parametrize("opponents", ["random", "greedy", "level:1", "search:playouts=8"])
def test_one_seat(game: str, opponents: str, way: Callable[[Any], Any]) -> None:
    env = gymnasium.make(f"branchline/{game}-v0", opponents=opponents, **MINI[game])
    env.reset(seed=1)
    play_seat(env, 1, 5)
    other = way(env) if way is not copy.copy else copy.copy(env.unwrapped)
    assert play_seat(env, 2, 15) == play_seat(other, 2, 15)


@ways
@games
def test_all_seats(game: str, way: Callable[[Any], Any]) -> None:
    def play(env: SeatsEnv, steps: int) -> list[Any]:
        rng, lived = np.random.default_rng(3), []
        for _ in range(steps):
            if not env.agents:
                env.reset()
            seen, reward, over, _, _ = env.last()
            lived.append((env.agent_selection, seen["observation"].tolist(), reward))
            env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        return lived

    env = SeatsEnv(game, 3, **MINI[game])
    env.reset(seed=1)
    play(env, 20)
    other = way(env)
    assert play(env, 200) == play(other, 200)


@ways
@games
@pytest.mark.parametrize("opponents", ["random", "level:1", "self"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vectors(game: str, opponents: str, mode: str, way: Callable[[Any], Any]) -> None:
    def play(env: Any, steps: int) -> list[Any]:
        lived = []
        for _ in range(steps):
            seen, rewards, over, _, _ = env.step(env.action_masks().argmax(1))
            lived.append((seen["observation"].tolist(), rewards.tolist(), over.tolist()))
        return lived

    env = gymnasium.make_vec(
        f"branchline/{game}-v0", num_envs=3, opponents=opponents, autoreset_mode=mode, **MINI[game]
    )
    env.reset(seed=1)
    play(env, 30)
    other = way(env)
    assert play(env, 40) == play(other, 40)


@ways
@games
def test_batches(game: str, way: Callable[[Any], Any]) -> None:
    def play(batch: Batch) -> list[Any]:
        lived = []
        for _ in range(120):
            batch.step_random()
            lived.append((batch.observations.tolist(), batch.masks.tolist(), batch.rewards.tolist()))
        return lived

    batch = Batch(game, 3, players=3, seed=4, **MINI[game])
    batch.step_random(150)
    other = way(batch)
    for name in ("observations", "masks", "to_move", "ended", "scores", "rewards"):
        assert np.array_equal(getattr(other, name), getattr(batch, name)), name
    assert play(batch) == play(other)


@ways
@games
def test_states(game: str, way: Callable[[Any], Any]) -> None:
    rules = registry.game(game)
    engine = rules.engine(rules.setting(2, {}))
    state, rng, choices = engine.start(), Rng(1), Random(1)
    for _ in range(200):
        if state.active == CHANCE:
            draw(engine, state, rng)
        elif state.active != OVER:
            engine.apply(state, choices.choice(engine.legal(state)))
    other = way(state)
    numbers = rules.numbers(other)
    assert numbers == rules.numbers(state)
    engine.apply(state, engine.legal(state)[0])
    assert rules.numbers(other) == numbers != rules.numbers(state)


def test_a_planner_on_copies_finds_the_better_move() -> None:
    """It tries every move on copies and plays the best: far better than chance, so copies do not lie."""

    def outcome(env: SeatEnv, move: int) -> float:
        _, reward, over, _, _ = env.step(move)
        rng = np.random.default_rng(0)
        while not over:
            _, reward, over, _, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        return reward

    total = 0.0
    for seed in range(4):
        env = SeatEnv("nuremberg", 2, reward="margin", board="tiny", rounds=1)
        env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            legal = np.flatnonzero(env.action_masks()).tolist()
            best = max(legal, key=lambda move: outcome(copy.deepcopy(env), move))
            _, reward, over, _, _ = env.step(best)
        total += reward
    assert total > 0


def test_a_bot_that_is_a_program_says_that_it_cannot_be_copied(tmp_path: Any) -> None:
    program = bot("stdio:python examples/stdio_bot.py", programs=True)
    with pytest.raises(TypeError, match="is a running program, which can't be copied"):
        copy.deepcopy(program)
    program.close()  # type: ignore[attr-defined]
