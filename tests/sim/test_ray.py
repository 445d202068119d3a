"""The same on a real Ray on this machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from branchline.arena.matches import event, play_all, schedule
from branchline.balance.making import make
from branchline.balance.plan import FULL
from branchline.core import registry
from branchline.sim.games import GameResult, play
from branchline.sim.run_jobs import run_jobs
from tests.sim.test_run_jobs import MATCHES, Fatal, die_once

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'branchline[ray]'")


@pytest.fixture(scope="module")
def two_workers() -> Iterator[None]:
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    yield
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("two_workers")
def test_ray_gives_the_same_results_and_loses_nothing(tmp_path: Path) -> None:
    assert run_jobs(play, MATCHES, GameResult, workers=2, cluster="ray") == run_jobs(
        play, MATCHES, GameResult, workers=1
    )
    jobs = [Fatal(number, str(tmp_path / "died")) for number in range(8)]
    assert run_jobs(die_once, jobs, int, workers=2, cluster="ray") == [0, 10, 20, 30, 40, 50, 60, 70]
    assert (tmp_path / "died").exists()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("two_workers")
def test_the_arena_on_ray_gives_the_same_results(tmp_path: Path) -> None:
    what = event("nuremberg", 2, {"board": "mini", "rounds": 2})
    plan = schedule(("greedy", "random"), 2, deals=3, seed=1)
    on_ray = play_all(what, plan, tmp_path / "results.jsonl", workers=2, cluster="ray", quiet=True)
    alone = play_all(what, plan, workers=1, quiet=True)
    assert [result.scores for result in on_ray] == [result.scores for result in alone]
    kept = play_all(what, plan, tmp_path / "results.jsonl", workers=1, quiet=True)
    assert kept == on_ray


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("two_workers")
def test_the_full_balance_report_on_ray_says_the_same() -> None:
    plan = msgspec.structs.replace(FULL, bot="planner", games=1, deals=1)
    game, small = registry.game("nuremberg"), {"board": "mini", "rounds": 1}
    on_ray = make(game, plan, small, workers=2, cluster="ray", quiet=True)
    assert on_ray == make(game, plan, small, workers=1, quiet=True)
    assert sum(row.matches for row in on_ray.places) == len(game.players)
