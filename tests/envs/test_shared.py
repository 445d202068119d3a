"""Batches on several processes."""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest

from branchline.core.errors import OptionError
from branchline.envs import MINI
from branchline.envs.batched import Batch, Matches
from branchline.envs.shared import ProcessDied, SharedBatch

GAMES = ["nuremberg", "firstclass"]


def assert_same(one: Matches, other: Matches) -> None:
    for name in ("to_move", "masks", "ended", "scores", "rewards", "observations"):
        assert (getattr(one, name) == getattr(other, name)).all(), name


@pytest.mark.parametrize("game", GAMES)
def test_processes_play_what_one_batch_plays(game: str) -> None:
    """Five matches each, some of which end and are dealt again; then moves from the mask."""
    options = MINI[game]
    alone = Batch(game, 10, 3, seed=4, **options)
    with SharedBatch(game, 10, 3, seed=4, processes=2, **options) as shared:
        assert_same(alone, shared)
        ends = 0
        for _ in range(400):
            alone.step_random()
            shared.step_random()
            ends += int(alone.ended.sum())
            assert_same(alone, shared)
        assert ends > 0
        for _ in range(10):
            moves = alone.masks.argmax(1)
            alone.step(moves)
            shared.step(moves)
            assert_same(alone, shared)


def test_compact_observations_and_separate_seeds() -> None:
    seeds = [7, 8, 9, 10]
    settings: dict[str, Any] = {"features": "compact", "renew": False, "seat": 1, "random_seats": [0]}
    alone = Batch("firstclass", 4, seed=seeds, **settings)
    with SharedBatch("firstclass", 4, seed=seeds, processes=3, **settings) as shared:
        assert not shared.renews
        assert shared.observations.dtype == np.float32
        assert_same(alone, shared)
        for batch in (alone, shared):
            batch.deal([1, None, 3, 4], np.array([True, True, False, True]))
        assert_same(alone, shared)


def test_an_illegal_move_is_refused_and_arrays_are_for_reading() -> None:
    with SharedBatch("nuremberg", 2, processes=2, observe=False) as shared:
        assert len(shared.observations) == 0
        with pytest.raises(ValueError, match="not legal in match 0"):
            shared.step([-1, -1])
        with pytest.raises(ValueError, match="read-only"):
            shared.masks[0, 0] = 1


def test_mistakes_are_explained_in_a_sentence() -> None:
    for processes in (0, 3):
        with pytest.raises(OptionError, match="2 matches take 1 to 2 processes"):
            SharedBatch("nuremberg", 2, processes=processes)
    with pytest.raises(ValueError, match="A seed is a whole number"):
        SharedBatch("nuremberg", 2, processes=2, seed=[1, -1])


def test_a_process_that_dies_is_noticed() -> None:
    with SharedBatch("nuremberg", 4, processes=2, board="mini") as shared:
        process, _ = shared._workers[1]
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        with pytest.raises(ProcessDied, match="A process that stepped matches died"):
            shared.step_random()


def test_arrays_outlive_the_batch() -> None:
    with SharedBatch("firstclass", 2, processes=1, modules="AB") as shared:
        masks = shared.masks
    assert masks.any()
