"""Observation rows that are updated step by step show the same as ones written from scratch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from branchline.envs.batched import Batch
from tests.envs.configurations import ALL, named


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("game", "options"), named(ALL))
def test_a_step_writes_everything_that_has_changed(game: str, options: dict[str, Any], players: int) -> None:
    batch = Batch(game, 4, players, seed=players, **options)
    ended = 0
    while not ended:
        batch.step_random()
        ended += int(batch.ended.sum())
        _compare(batch)


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_the_same_holds_for_a_seat_that_watches_others_move(game: str) -> None:
    watched = Batch(game, 3, 3, seed=1, seat=1)
    against_random = Batch(game, 3, 4, seed=2, seat=2, random_seats=[0, 1, 3])
    for _ in range(300):
        for batch in (watched, against_random):
            batch.step_random()
            _compare(batch)


def _compare(batch: Batch) -> None:
    lanes = batch._lanes
    for lane, position in enumerate(lanes.positions):
        seat = lanes.observer if lanes.observer >= 0 else int(batch.to_move[lane])
        seen = np.frombuffer(memoryview(lanes.engine.seen(position, seat)), np.int16)
        differ = np.flatnonzero(batch.observations[lane] != seen)
        assert not len(differ), (lane, differ, batch.observations[lane][differ], seen[differ])
