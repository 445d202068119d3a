"""Self-play of examples/train.py: processes and actors on Ray decide the same; a dead worker is replaced."""

from __future__ import annotations

import os
import signal
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'branchline[train]'")
EXAMPLES = Path(__file__).parents[2] / "examples"
PARTS = [("nuremberg", 4, 1000 + part, {"board": "mini", "rounds": 2}) for part in range(2)]


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")]))
    return import_module("train")


def test_parts_of_the_matches_are_joined_in_their_order(train: Any) -> None:
    alone = [train.SelfPlay(*part) for part in PARTS]
    weights = alone[0].network.state_dict()
    whole = train.joined([part.play(weights, 3) for part in alone])
    assert [row.shape for row in whole.moves] == [(8,)] * 3
    assert whole.results[0].shape == (8, 2)


def test_processes_find_the_same_again_and_one_that_dies_is_replaced(train: Any) -> None:
    weights = train.SelfPlay(*PARTS[0]).network.state_dict()
    first, again = (train.Processes(PARTS) for _ in range(2))
    found = first.play(weights, 6)
    assert np.array_equal(found.moves, again.play(weights, 6).moves)
    (worker,) = first.pools[1]._processes
    os.kill(worker, signal.SIGKILL)
    after = first.play(weights, 6)
    assert np.array_equal(np.stack(after.moves)[:, 4:], np.stack(found.moves)[:, 4:]), (
        "its matches begin anew"
    )


@pytest.mark.filterwarnings("ignore")
def test_actors_on_ray_find_what_processes_find(train: Any) -> None:
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'branchline[ray]'")
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    weights = train.SelfPlay(*PARTS[0]).network.state_dict()
    try:
        found = train.Actors("ray", PARTS).play(weights, 6)
    finally:
        ray.shutdown()
    assert np.array_equal(found.moves, train.Processes(PARTS).play(weights, 6).moves)
