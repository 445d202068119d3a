"""Random play through the environments, as a learner would use them: with the mask and observation of every decision.
Environments that are not installed are left out; `pip install 'branchline[rl,openspiel]'` installs everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import numpy as np
from numpy.typing import NDArray

from branchline.bench.job import Job, rate

MATCHES = 256


def jobs(game: str, players: int, seconds: float) -> Iterator[Job]:
    for what, prepare in (
        ("PettingZoo", _pettingzoo),
        (f"Gymnasium vector of {MATCHES}", _vector),
        ("OpenSpiel", _openspiel),
    ):
        try:
            piece = prepare(game, players)
        except ImportError:
            continue
        yield Job(f"{game}: {what}", "decisions/s", partial(rate, piece, seconds))


def _pettingzoo(game: str, players: int) -> Callable[[], int]:
    """A match by the loop in PettingZoo's documentation: `last`, `step`. `bench/peers.py` does the same."""
    from branchline.envs.pettingzoo import SeatsEnv

    env, rng = SeatsEnv(game, players), Random(1)

    def match() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(rng.choice(observation["action_mask"].view(bool).nonzero()[0].tolist()))
                steps += 1
        return steps

    return match


def _vector(game: str, players: int) -> Callable[[], int]:
    """One step of all matches, with observations; the moves are chosen in NumPy."""
    import gymnasium

    import branchline.envs.gymnasium  # noqa: F401  # registers the names

    env = gymnasium.make_vec(f"branchline/{game}-v0", num_envs=MATCHES, players=players, opponents="self")
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)

    def step() -> int:
        nonlocal seen
        seen, *_ = env.step(pick(seen["action_mask"], rng))
        return MATCHES

    return step


def pick(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal move for each row. Most of a mask is 0, so NumPy first looks at eight moves together: all masks
    have to hold a multiple of eight."""
    eights = masks.ravel().view(np.int64)
    filled = (eights != 0).nonzero()[0]
    found = eights[filled].view(bool).nonzero()[0]
    legal = filled[found >> 3] * 8 + (found & 7)
    rows = np.arange(len(masks) + 1) * masks.shape[1]
    starts = legal.searchsorted(rows)
    places = starts[:-1] + (rng.random(len(masks)) * np.diff(starts)).astype(int)
    chosen: NDArray[np.int64] = legal[places] - rows[:-1]
    return chosen


def _openspiel(game: str, players: int) -> Callable[[], int]:
    """A match by OpenSpiel's Python API, draws included. `bench/peers.py` does the same with games of OpenSpiel."""
    import pyspiel

    import branchline.envs.openspiel  # noqa: F401  # registers the games

    loaded, rng = pyspiel.load_game(f"branchline_{game}", {"players": players}), Random(1)

    def match() -> int:
        state, decisions = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return match
