"""Rewards follow the ranking of the rules, on every configuration: thousands of finished matches."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from branchline.envs.batched import Batch

CONFIGURATIONS: list[tuple[str, dict[str, Any]]] = [
    *(("firstclass", {"modules": "".join(pair)}) for pair in combinations("ABCDE", 2)),
    ("firstclass", {"modules": "AC", "arrest": "fine"}),
    ("firstclass", {"deck": "mini"}),
    ("nuremberg", {"board": "nuremberg"}),
    ("nuremberg", {"board": "wensleydale"}),
    ("nuremberg", {"board": "nuremberg", "furth": "own", "sets": "three"}),
    ("nuremberg", {"board": "mini", "rounds": 2}),
]
MATCHES = 64


def expected(ranking: tuple[tuple[int, ...], ...], players: int) -> list[float]:
    """Places are worth 1, ..., -1; those who share places share their worth."""
    worth = list(np.linspace(1, -1, players))
    rewards = [0.0] * players
    for seats in ranking:
        shared, worth = worth[: len(seats)], worth[len(seats) :]
        for seat in seats:
            rewards[seat] = float(np.mean(shared))
    return rewards


@pytest.mark.parametrize(("game", "options"), CONFIGURATIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_are_those_of_the_rules_own_ranking(game: str, options: dict[str, Any], players: int) -> None:
    batch = Batch(game, MATCHES, players, seed=players, observe=False, **options)
    rules = batch.setup.game
    checked = np.zeros(MATCHES, dtype=int)
    while checked.min() == 0:
        batch.step_random()
        for lane in np.flatnonzero(batch.ended):
            end = batch._lanes.finished[lane]
            assert batch.rewards[lane].tolist() == pytest.approx(expected(rules.ranking(end), players))
            assert tuple(batch.scores[lane]) == rules.scores(end)
            checked[lane] += 1
