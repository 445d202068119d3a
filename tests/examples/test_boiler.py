"""External games keep their own rules in batches and environments."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from branchline.core import registry
from branchline.envs.batched import Batch
from branchline.envs.gymnasium import SeatEnv
from branchline.envs.pettingzoo import SeatsEnv
from branchline.envs.vector import SeatsVectorEnv
from branchline.testing import check_match


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.OURS, "boiler", f"{__package__}.boiler")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_contract_is_checked_without_an_opening_draw(players: int) -> None:
    for seed in range(10):
        check_match("boiler", players, seed, thorough_every=1)


def test_its_own_ranking_counts() -> None:
    batch = Batch("boiler", 16, 3, seed=1)
    upset = 0
    for _ in range(60):
        batch.step_random()
        for lane in np.flatnonzero(batch.ended):
            ranking = batch.setup.game.ranking(batch._lanes.finished[lane])
            assert [batch.rewards[lane, seats[0]] for seats in ranking] == [1, 0, -1]
            upset += batch.scores[lane, ranking[0][0]] < batch.scores[lane].max()
    assert upset > 0, "a draw burst a boiler, and the most points came last"


def test_it_plays_in_every_environment() -> None:
    one = SeatEnv("boiler", 2, opponents="greedy")
    one.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, _ = one.step(0)
    first = one.match.game.ranking(one.match.position)[0]
    assert reward == (1 if first == (0,) else -1)
    everybody = SeatsEnv("boiler", 4)
    everybody.reset(seed=1)
    for _ in everybody.agent_iter():
        everybody.step(None if everybody.last()[2] else 0)
    many = SeatsVectorEnv("boiler", 8, 3, opponents=["random", "greedy"], seat=2)
    many.reset(seed=1)
    ended = sum(int(many.step([1] * 8)[2].sum()) for _ in range(30))
    assert ended > 8


def test_it_copies() -> None:
    batch = Batch("boiler", 4, seed=1)
    batch.step_random(5)
    for other in (copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert np.array_equal(other.observations, batch.observations)
    state, numbers = batch._lanes.positions[0], batch.setup.game.numbers
    for other_state in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert numbers(other_state) == numbers(state)
