"""Workers on this machine."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any


def one(task: Callable[[Any], Any], jobs: Sequence[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Do all jobs in this process."""
    for number, job in jobs:
        yield number, task(job)


class Executor:
    """Parallel processes. When one dies all are replaced, and unfinished jobs are repeated."""

    def __init__(self, workers: int, tries: int) -> None:
        self.workers = workers
        self.tries = tries

    def __call__(
        self, task: Callable[[Any], Any], jobs: Sequence[tuple[int, Any]]
    ) -> Iterator[tuple[int, Any]]:
        todo = dict(jobs)
        lost: Counter[int] = Counter()
        while todo:
            with ProcessPoolExecutor(self.workers, multiprocessing.get_context("forkserver")) as pool:
                for number, result in self._round(pool, task, todo, lost):
                    del todo[number]
                    yield number, result

    def _round(
        self, pool: ProcessPoolExecutor, task: Callable[[Any], Any], todo: dict[int, Any], lost: Counter[int]
    ) -> Iterator[tuple[int, Any]]:
        """Do all jobs once, or as many as possible before a worker dies."""
        waiting: dict[Future[Any], int] = {}
        numbers = iter(list(todo))
        try:
            while True:
                for number in numbers:
                    waiting[pool.submit(task, todo[number])] = number
                    if len(waiting) >= 2 * self.workers:
                        break
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            lost.update(waiting.values())
            if max(lost.values(), default=0) >= self.tries:
                raise
