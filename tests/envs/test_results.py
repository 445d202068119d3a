"""Rewards follow the ranking of the rules, in every configuration: thousands of finished matches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from branchline.envs.batched import Batch
from branchline.envs.gymnasium import SeatEnv
from branchline.envs.pettingzoo import SeatsEnv

from .configurations import ALL, named

MATCHES = 48


def expected(ranking: tuple[tuple[int, ...], ...], players: int) -> list[float]:
    """Places are worth 1, ..., -1; seats that share places share their worth."""
    worth = list(np.linspace(1, -1, players))
    rewards = [0.0] * players
    for seats in ranking:
        shared, worth = worth[: len(seats)], worth[len(seats) :]
        for seat in seats:
            rewards[seat] = float(np.mean(shared))
    return rewards


@pytest.mark.parametrize(("game", "options"), named(ALL))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_rewards_by_the_rules_own_ranking(game: str, options: dict[str, Any], players: int) -> None:
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


def choose(mask: NDArray[Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize(("game", "options"), named(ALL))
def test_scalar_environments_reward_by_the_same_ranking(game: str, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(1)
    all_seats = SeatsEnv(game, 3, **options)
    all_seats.reset(seed=1)
    while all_seats.match.to_move is not None:
        all_seats.step(choose(all_seats.last()[0]["action_mask"], rng))
    ranking = all_seats.match.game.ranking(all_seats.match.position)
    assert list(all_seats.rewards.values()) == pytest.approx(expected(ranking, 3))

    one_seat = SeatEnv(game, 3, seat=1, **options)
    seen, _ = one_seat.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        seen, reward, over, _, _ = one_seat.step(choose(seen["action_mask"], rng))
    ranking = one_seat.match.game.ranking(one_seat.match.position)
    assert reward == pytest.approx(expected(ranking, 3)[1])


@pytest.mark.clause("N14.4")
def test_equal_points_do_not_share_a_place_where_the_rules_break_the_tie() -> None:
    batch = Batch("nuremberg", 64, 2, seed=1, board="tiny", rounds=1)
    ties = 0
    for _ in range(400):
        batch.step_random()
        level = batch.ended.astype(bool) & (batch.scores[:, 0] == batch.scores[:, 1])
        assert (np.abs(batch.rewards[level]) == 1).all()
        ties += int(level.sum())
    assert ties > 10


@pytest.mark.clause("F13.6")
def test_a_draw_may_end_a_match_and_arrested_players_come_last() -> None:
    batch = Batch("firstclass", 64, 2, seed=1, modules="AC")
    upset = 0
    for _ in range(900):
        batch.step_random()
        for lane in np.flatnonzero(batch.ended):
            rewards, scores = batch.rewards[lane], batch.scores[lane]
            upset += bool((rewards[0] - rewards[1]) * (scores[0] - scores[1]) < 0)
    assert upset > 0, "somebody had more points, and was out"
