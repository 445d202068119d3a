"""A queue of jobs in a fair order: visitors take turns, and so do the tables of a visitor.

A visitor whose job turned out to be slow gets at most one worker for a while, so that the others stay free for quick
jobs. A table whose job was cut off has to wait for as long as it took.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from branchline.languages import _

K = TypeVar("K")
MOST_WAITING: Final = 2400  # jobs in all
# Per visitor and per table, only a fraction of them: a visitor may host many tables, and a table may have seats and
# spectators with several languages.
PER_VISITOR: Final = 10
PER_TABLE: Final = 100
SLOW_FOR: Final = 600.0  # seconds for which a visitor counts as slow after a slow job
REMEMBERED: Final = 1000  # visitors and tables for which this is remembered


class WorkerFailed(Exception):
    """The job was not done: the worker died, or the job raised an exception."""

    @property
    def sentence(self) -> str:
        """For people to read."""
        return _("The server could not do that just now. Try again in a moment.")


class CutOff(WorkerFailed):
    """The job took too long."""

    @property
    def sentence(self) -> str:
        return _("This takes the server too long, so it was stopped. Try again in a minute.")


class Busy(WorkerFailed):
    """The job was not started: too many are waiting, or the last job of that table was cut off."""

    @property
    def sentence(self) -> str:
        return _("The server is too busy for this just now. Try again in a minute.")


class Owner(NamedTuple):
    """Who a job is for: a visitor, and one of the tables that they host or uploaded."""

    visitor: str
    table: str = ""


SERVER: Final = Owner("")  # for jobs that are for everybody


class Job:
    """A call to make for an owner, within `limit` seconds. `slow`: it is known to take long."""

    def __init__(
        self,
        work: Callable[..., Any],
        arguments: tuple[Any, ...],
        owner: Owner,
        limit: float,
        slow: bool = False,
    ) -> None:
        self.work = work
        self.arguments = arguments
        self.owner = owner
        self.limit = limit
        self.slow = slow


class FairQueue:
    """`most_slow`: jobs of slow visitors that may run at the same time; None: any number. `most`:
    jobs that may wait."""

    def __init__(
        self,
        most_slow: int | None = None,
        most: int = MOST_WAITING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most_slow = most_slow
        self._most = most
        self._clock = clock
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()
        self._count = 0
        self._slow_until: OrderedDict[str, float] = OrderedDict()  # by visitor
        self._rests_until: OrderedDict[Owner, float] = OrderedDict()
        self._slow_jobs: set[Job] = set()  # those that are running
        self._closed = False

    def put(self, job: Job) -> None:
        """Raises `Busy`."""
        if self._closed:
            raise Busy("the server is closing")
        if self._rests_until.get(job.owner, 0.0) > self._clock():
            raise Busy(f"the last job of table {job.owner.table!r} was cut off")
        of_table = len(self._of_table(job.owner))
        of_visitor = sum(len(jobs) for jobs in self._waiting.get(job.owner.visitor, {}).values())
        if (
            of_table >= max(1, self._most // PER_TABLE)
            or of_visitor >= max(1, self._most // PER_VISITOR)
            or self._count >= self._most
        ):
            raise Busy(f"too many jobs are waiting: of table {job.owner.table!r}, of its host, or in all")
        self._add(job)

    def _of_table(self, owner: Owner) -> Sequence[Job]:
        tables = self._waiting.get(owner.visitor)
        return tables.get(owner.table, ()) if tables else ()

    def _add(self, job: Job) -> None:
        tables = self._waiting.setdefault(job.owner.visitor, OrderedDict())
        tables.setdefault(job.owner.table, deque()).append(job)
        self._count += 1

    def take(self) -> Job | None:
        """The next job, if there is one that may begin."""
        for visitor, tables in self._waiting.items():
            for table, jobs in tables.items():
                if self._may_begin(jobs[0]):
                    self._waiting.move_to_end(visitor)
                    tables.move_to_end(table)
                    return self._begun(jobs[0])
        return None

    def _begun(self, job: Job) -> Job:
        self._remove(job)
        if job.slow:
            self._slow_jobs.add(job)
        return job

    def _remove(self, job: Job) -> None:
        visitor, table = job.owner
        tables = self._waiting[visitor]
        tables[table].remove(job)
        self._count -= 1
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[visitor]

    def _may_begin(self, job: Job) -> bool:
        job.slow = job.slow or self._slow_until.get(job.owner.visitor, 0.0) > self._clock()
        return not job.slow or self._room_for_slow()

    def _room_for_slow(self) -> bool:
        return self._most_slow is None or len(self._slow_jobs) < self._most_slow

    def turned_out_slow(self, job: Job) -> bool:
        """A job takes longer than quick ones do. Returns whether it may go on; if not, it is queued again."""
        if job in self._slow_jobs or job.owner == SERVER or self._closed:
            return True
        _note(self._slow_until, job.owner.visitor, self._clock() + SLOW_FOR)
        job.slow = True
        if self._room_for_slow():
            self._slow_jobs.add(job)
            return True
        self._add(job)
        return False

    def finished(self, job: Job, cut_off: bool = False) -> None:
        if cut_off:
            _note(self._rests_until, job.owner, self._clock() + job.limit)
        self._slow_jobs.discard(job)

    def withdraw(self, job: Job) -> bool:
        """Returns whether the job was still waiting."""
        waiting = job in self._of_table(job.owner)
        if waiting:
            self._remove(job)
        return waiting

    def close(self) -> None:
        """Take no more jobs, and forget those that are waiting."""
        self._closed = True
        self._waiting.clear()
        self._count = 0


def _note(known: OrderedDict[K, float], key: K, until: float) -> None:
    known[key] = until
    known.move_to_end(key)
    while len(known) > REMEMBERED:
        known.popitem(last=False)
