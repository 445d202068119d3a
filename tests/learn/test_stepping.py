"""Matches for a network: who sits where, how they end, and the workers that step them."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'branchline[train]'")

from branchline.learn import ppo  # noqa: E402
from branchline.learn.evaluation import evaluate  # noqa: E402
from branchline.learn.stepping import (  # noqa: E402
    ADVISER,
    PAST,
    SELF,
    Group,
    Processes,
    Task,
    WorkerDied,
    groups,
    margins,
    players_of,
)
from tests.learn.arrange import CPU, small_network, small_task, thinkers  # noqa: E402


def test_margins_of_finished_matches() -> None:
    ahead = margins(np.array([[59, 39], [100, 0], [7, 7]]))
    assert ahead == pytest.approx(np.array([[0.8, -0.8], [1, -1], [0, 0]]))


def test_opponents_have_all_seats_but_one_which_rotates() -> None:
    task = Task("nuremberg", 2, {}, np.arange(3), ("past", "adviser", "planner"), tables=4)
    assert players_of(task, 8).tolist() == [
        [SELF, PAST], [SELF, ADVISER], [SELF, 2], [SELF, SELF],
        [PAST, SELF], [ADVISER, SELF], [2, SELF], [SELF, SELF],
    ]  # fmt: skip


def test_the_adviser_plays_its_own_advice() -> None:
    _, features = small_network()
    group = Group(small_task(features, "adviser", tables=1), 4, [1])
    part = group.steppers[0].part
    its = part.players[part.lanes, group.window.seats] == ADVISER
    advised, first = group.window.advice.copy(), part.batch.masks.argmax(1)
    group.window.moves[:] = first
    played: list[Any] = []
    part.batch.step = played.append  # type: ignore[assignment]
    part.step()
    assert np.array_equal(played[0], np.where(its, advised, first))
    assert its.any()
    assert not its.all()


def collected(kind: type[Group] | Any, seeds: list[int], steps: int = 6) -> tuple[Group, Any]:
    """A group, and what the same network plays in it."""
    network, features = small_network()
    task = small_task(features, "past", "adviser", tables=4)
    group = kind(task, 4, seeds)
    torch.manual_seed(1)
    return group, ppo.collect(thinkers([group], task, 4, steps), steps, network, network)[0]


def test_processes_play_what_one_process_plays_and_one_that_dies_is_replaced() -> None:
    _, here = collected(Group, [7, 8])
    group, found = collected(Processes, [7, 8])
    assert isinstance(group, Processes)
    try:
        assert torch.equal(here.moves, found.moves)
        group.wait()
        start = found.seen[0, 4:].numpy()
        assert not np.array_equal(group.window.seen[4:], start)
        pid = group.workers[1][0].pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        group.window.moves[:] = np.unpackbits(group.window.masks, axis=1).argmax(1)
        group.go()
        with pytest.raises(WorkerDied, match="1 of 2 workers") as died:
            group.wait()
        died.value.revive()
        assert np.array_equal(group.wait().seen[4:], start), "its matches begin anew"
    finally:
        group.close()


@pytest.mark.filterwarnings("ignore")
def test_actors_on_ray_play_what_one_process_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'branchline[ray]'")
    from branchline.learn.on_ray import actors

    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)
    try:
        group, found = collected(actors("ray", 2), [7, 8])
        group.close()
    finally:
        ray.shutdown()
    assert torch.equal(collected(Group, [7, 8])[1].moves, found.moves)


def test_measuring_a_network_leaves_its_matches_alone() -> None:
    network, features = small_network()
    task = small_task(features)
    with groups(task, 8, 0, 1) as found:
        before = found[0].wait().seen.copy()
        won = evaluate(network, found, task, "random", 6, 5, CPU)
        assert won.games == 6
        assert 0 <= won.low <= won.share <= won.high <= 1
        assert np.array_equal(found[0].wait().seen, before)
