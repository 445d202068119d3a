"""Work spread over workers: the same results whichever worker does it, and nothing lost when a worker dies or a run is
stopped."""

import os
import signal
from pathlib import Path

import msgspec
import pytest

from branchline.cli import main
from branchline.core.errors import FileError
from branchline.core.setup import Setup
from branchline.sim.games import GameResult, Match, play
from branchline.sim.run_jobs import ClusterError, ResultsFile, run_jobs

SETUP = Setup.make("nuremberg", 2, {"board": "mini", "rounds": 1})
MATCHES = [Match(SETUP, ("random", "greedy"), seed) for seed in range(12)]


class Fatal(msgspec.Struct, frozen=True):
    """A job that kills its worker the first time."""

    number: int
    mark: str


def die_once(job: Fatal) -> int:
    mark = Path(job.mark)
    if job.number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return job.number * 10


def always_die(job: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return job


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_gives_the_same_results(workers: int) -> None:
    alone = run_jobs(play, MATCHES, GameResult, workers=1)
    assert run_jobs(play, MATCHES, GameResult, workers=workers) == alone


def test_the_job_of_a_dead_worker_is_done_again(tmp_path: Path) -> None:
    jobs = [Fatal(number, str(tmp_path / "died")) for number in range(8)]
    assert run_jobs(die_once, jobs, int, workers=2) == [0, 10, 20, 30, 40, 50, 60, 70]
    assert (tmp_path / "died").exists()


def test_a_job_that_always_kills_its_worker_is_given_up() -> None:
    with pytest.raises(Exception, match="terminated abruptly"):
        run_jobs(always_die, [1, 2], int, workers=2)


def test_a_stopped_run_continues_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    first = run_jobs(play, MATCHES, GameResult, workers=1, keep=ResultsFile(file, "a run"))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:6]) + lines[6][:9])  # stopped while it wrote the sixth result
    done: list[int] = []

    def noted(match: Match) -> GameResult:
        done.append(match.seed)
        return play(match)

    again = run_jobs(noted, MATCHES, GameResult, workers=1, keep=ResultsFile(file, "a run"))
    assert again == first
    assert done == list(range(5, 12))


def test_results_of_another_run_are_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    run_jobs(play, MATCHES[:1], GameResult, keep=ResultsFile(file, "a run"))
    with pytest.raises(FileError, match="another run"):
        run_jobs(play, MATCHES[:1], GameResult, keep=ResultsFile(file, "another"))


def test_an_unknown_cluster_is_refused() -> None:
    with pytest.raises(ClusterError, match="ray"):
        run_jobs(play, MATCHES, GameResult, cluster="slurm")


def test_sim_stores_results_and_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = f"sim nuremberg --players 2 --board mini --rounds 1 --games 40 --seed 4 --json --keep {tmp_path}/k.jsonl"
    assert main(command.split()) == 0
    first = msgspec.json.decode(capsys.readouterr().out)["results"]
    assert main(command.split()) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["results"] == first
    assert main(command.replace(" --seed 4", "").split()) == 2
    assert "--keep needs --seed" in capsys.readouterr().err
