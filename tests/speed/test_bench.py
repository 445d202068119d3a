"""What `branchline bench` compares."""

from __future__ import annotations

import runpy
from random import Random

import numpy as np
import pytest

from branchline.bench import environments
from branchline.bench.against import PAIRS, Against, against
from branchline.bench.beside import SCRIPT, Peer
from branchline.bench.ours import Figure, _jobs, play_by_engine
from branchline.core import registry
from branchline.core.compiled.rng import Rng

ENVIRONMENTS = ("PettingZoo", "Gymnasium vector of 256", "OpenSpiel")


def figure(what: str, rate: float) -> Figure:
    return Figure(what, "decisions/s", rate, 1.0)


def test_ratios_are_computed() -> None:
    ours = [figure("nuremberg: PettingZoo", 50_000), figure("nuremberg: batch of 256", 900_000)]
    ours.append(figure("nuremberg: random play from Python", 600_000))
    found = against(ours, {"PettingZoo connect four": Peer(5_000, None)})
    assert found == [
        Against("nuremberg: batch of 256", "nuremberg: random play from Python", 1.5),
        Against("nuremberg: PettingZoo", "PettingZoo connect four", 10.0),
    ]


def test_every_pair_is_measured() -> None:
    rows = {job.what for job in _jobs(quick=True)}
    peers = runpy.run_path(str(SCRIPT))["PEERS"] if SCRIPT.exists() else pytest.skip("not in a checkout")
    for game in registry.OURS:
        assert {f"{game}: {what}" for what in ENVIRONMENTS} <= rows
        for ours, theirs in PAIRS:
            assert f"{game}: {ours}" in rows
            assert theirs in peers or f"{game}: {theirs}" in rows


@pytest.mark.parametrize("game", registry.OURS)
def test_environments_play(game: str) -> None:
    for job in environments.jobs(game, 3, 0.001):
        assert job.work() > 0, job.what


@pytest.mark.parametrize("game", registry.OURS)
def test_a_loop_in_python_plays_whole_matches(game: str) -> None:
    engine = registry.game(game).engine(registry.game(game).setting(4, {}))
    counts = [play_by_engine(engine, Random(seed), Rng(seed)) for seed in (1, 1, 2)]
    assert counts[0] == counts[1] != counts[2]
    assert min(counts) > 150


def test_moves_of_a_vector_are_picked_evenly_among_the_legal() -> None:
    masks = np.array([[0, 1, 0, 1], [1, 0, 0, 0], [1, 1, 1, 1], [0, 0, 1, 0]], dtype=np.int8)
    rng = np.random.default_rng(1)
    picked = np.array([environments.pick(masks, rng) for _ in range(400)])
    assert masks[np.arange(4), picked].all()
    assert np.bincount(picked[:, 0], minlength=4)[1] == pytest.approx(200, abs=40)
    assert np.bincount(picked[:, 2]).tolist() == pytest.approx([100] * 4, abs=40)
