"""Jobs for many workers: this machine's cores, or a Ray cluster. The results come in the order of the jobs; a job
whose worker died is repeated; results can be kept in a file, so that an interrupted run continues where it stopped.

    results = run_jobs(play, jobs, kind=Result, workers=2, keep=ResultsFile("run.jsonl", "sim nuremberg seed 1"))
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec
from tqdm import tqdm

from branchline.core.errors import BranchlineError, FileError
from branchline.sim import local

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")
Done = Iterator[tuple[int, Any]]

TRIES: Final = 4  # how often a job may lose its worker


class ClusterError(BranchlineError):
    """A cluster that can't be used."""


class Executor(Protocol):
    """Does the jobs and yields each result when it is done, with the number of its job."""

    def __call__(self, task: Callable[[Any], Any], jobs: Sequence[tuple[int, Any]]) -> Done: ...


class Keep(Protocol):
    """Where results are kept, by the number of the job."""

    def read(self) -> dict[int, bytes]:
        """The results so far, as JSON."""

    def add(self, job: int, result: Any) -> None: ...


class ResultsFile:
    """Results in a file of JSON lines: the first names the run, then one per job. A truncated line is dropped."""

    def __init__(self, path: str | Path, run: str) -> None:
        self.path = Path(path)
        self.run = run

    def read(self) -> dict[int, bytes]:
        if not self.path.exists():
            self.path.write_bytes(msgspec.json.encode({"run": self.run}) + b"\n")
            return {}
        rows = self.path.read_bytes().split(b"\n")
        try:
            named = msgspec.json.decode(rows[0], type=dict[str, str])["run"]
        except (msgspec.DecodeError, KeyError):
            raise FileError(
                self.path, 1, "It does not hold the results of a run.", "Choose another name."
            ) from None
        if named != self.run:
            raise FileError(
                self.path, 1, f"It holds the results of another run ({named}).", "Choose another name."
            )
        found = {}
        for row in rows[1:-1]:
            line = msgspec.json.decode(row, type=_Line)
            found[line.job] = bytes(line.result)
        self.path.write_bytes(b"\n".join(rows[:-1]) + b"\n")
        return found

    def add(self, job: int, result: Any) -> None:
        line = msgspec.json.encode(_Line(job, msgspec.Raw(msgspec.json.encode(result))))
        with self.path.open("ab") as file:
            file.write(line + b"\n")


class _Line(msgspec.Struct, frozen=True):
    job: int
    result: msgspec.Raw


def run_jobs(
    task: Callable[[JobT], ResultT],
    jobs: Sequence[JobT],
    kind: type[ResultT],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    keep: Keep | None = None,
    unit: str = "game",
    quiet: bool = False,
) -> list[ResultT]:
    """Do all jobs. `task` is a function of a module; jobs and results are plain data (`kind` reads kept ones)."""
    found: dict[int, ResultT] = {}
    if keep is not None:
        found = {job: msgspec.json.decode(row, type=kind) for job, row in keep.read().items()}
    todo = [(number, job) for number, job in enumerate(jobs) if number not in found]
    executor = _executor(workers or os.cpu_count() or 1, cluster, len(todo))
    with tqdm(total=len(jobs), initial=len(found), unit=unit, disable=quiet or None, leave=False) as bar:
        for number, result in executor(task, todo):
            if keep is not None:
                keep.add(number, result)
            found[number] = result
            bar.update()
    return [found[number] for number in range(len(jobs))]


def _executor(workers: int, cluster: str | None, jobs: int) -> Executor:
    if cluster is not None:
        from branchline.sim import on_ray

        return on_ray.Executor(cluster, workers, TRIES)
    return local.one if min(workers, jobs) <= 1 else local.Executor(min(workers, jobs), TRIES)
