"""Work that waits for a worker, in a fair order: visitors take turns, and so do the tables of a visitor.

Somebody whose work turned out to be slow gets one worker at most, for a while, so that the others stay free for quick
work. A table whose work was cut off has to rest for as long as it took.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Condition
from typing import Any, Final, NamedTuple, TypeVar

from branchline.languages import _

K = TypeVar("K")
MOST_WAITING: Final = 2400  # jobs of all together
# Shares of it: a visitor may be the host of many tables, a table have seats and spectators with several languages.
OF_A_VISITOR: Final = 10
OF_A_TABLE: Final = 100
SLOW_FOR: Final = 600.0  # seconds that somebody counts as slow after slow work
REMEMBERED: Final = 1000  # visitors and tables of whom such things are known


class WorkerFailed(Exception):
    """The work was not done: the worker died, or the work raised something."""

    @property
    def sentence(self) -> str:
        """What to tell people."""
        return _("The server could not do that just now. Try again in a moment.")


class CutOff(WorkerFailed):
    """The work took too long."""

    @property
    def sentence(self) -> str:
        return _("This takes the server too long, so it was stopped. Try again in a minute.")


class Busy(WorkerFailed):
    """The work was not begun: too much is waiting, or the last work of that table was cut off."""

    @property
    def sentence(self) -> str:
        return _("The server is too busy for this just now. Try again in a minute.")


class Owner(NamedTuple):
    """For whom work is done: a visitor, and one of the tables that they host or brought."""

    visitor: str
    table: str = ""


HOUSE: Final = Owner("")  # what is for everybody


class Job:
    """Something to do for an owner, within so many seconds. `slow`: it is known to take its time."""

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
        self.done: Future[Any] = Future()

    def begin(self) -> bool:
        """Whether somebody still waits for it. It may have been begun before."""
        return self.done.running() or self.done.set_running_or_notify_cancel()


class FairQueue:
    """`most_slow`: jobs of slow visitors that are done at a time; none: any number. `most`: jobs that may wait. Used
    from several threads."""

    def __init__(
        self,
        most_slow: int | None = None,
        most: int = MOST_WAITING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most_slow = most_slow
        self._most = most
        self._clock = clock
        self._changed = Condition()
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()
        self._count = 0
        self._slow_until: OrderedDict[str, float] = OrderedDict()  # by visitor
        self._rests_until: OrderedDict[Owner, float] = OrderedDict()
        self._slow_jobs: set[Job] = set()  # that are being done
        self._closed = False

    def put(self, job: Job) -> None:
        """Raises `Busy`."""
        with self._changed:
            if self._closed:
                raise Busy("the server is closing")
            if self._rests_until.get(job.owner, 0.0) > self._clock():
                raise Busy(f"the last work for the table {job.owner.table!r} was cut off")
            of_table = len(self._of_table(job.owner))
            of_visitor = sum(len(jobs) for jobs in self._waiting.get(job.owner.visitor, {}).values())
            if (
                of_table >= max(1, self._most // OF_A_TABLE)
                or of_visitor >= max(1, self._most // OF_A_VISITOR)
                or self._count >= self._most
            ):
                raise Busy(f"too much is waiting for the table {job.owner.table!r}, its host, or all")
            self._add(job)

    def _of_table(self, owner: Owner) -> Sequence[Job]:
        tables = self._waiting.get(owner.visitor)
        return tables.get(owner.table, ()) if tables else ()

    def _add(self, job: Job) -> None:
        tables = self._waiting.setdefault(job.owner.visitor, OrderedDict())
        tables.setdefault(job.owner.table, deque()).append(job)
        self._count += 1
        self._changed.notify_all()

    def take(self) -> Job | None:
        """The next job, when there is one; None: the queue is closed."""
        with self._changed:
            while not self._closed:
                if (job := self._next()) is not None:
                    if job.slow:
                        self._slow_jobs.add(job)
                    return job
                self._changed.wait()
            return None

    def _next(self) -> Job | None:
        for visitor, tables in self._waiting.items():
            for table, jobs in tables.items():
                if self._may_begin(jobs[0]):
                    self._waiting.move_to_end(visitor)
                    tables.move_to_end(table)
                    return self._removed(jobs[0])
        return None

    def _removed(self, job: Job) -> Job:
        visitor, table = job.owner
        tables = self._waiting[visitor]
        tables[table].remove(job)
        self._count -= 1
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[visitor]
        return job

    def _may_begin(self, job: Job) -> bool:
        job.slow = job.slow or self._slow_until.get(job.owner.visitor, 0.0) > self._clock()
        return not job.slow or self._room_for_slow()

    def _room_for_slow(self) -> bool:
        return self._most_slow is None or len(self._slow_jobs) < self._most_slow

    def turned_out_slow(self, job: Job) -> bool:
        """A job takes longer than quick work does. Whether it may go on; else it waits again, to be begun anew."""
        with self._changed:
            if job in self._slow_jobs or job.owner == HOUSE or self._closed:
                return True
            _note(self._slow_until, job.owner.visitor, self._clock() + SLOW_FOR)
            job.slow = True
            if self._room_for_slow():
                self._slow_jobs.add(job)
                return True
            self._add(job)
            return False

    def finished(self, job: Job, cut_off: bool = False) -> None:
        with self._changed:
            if cut_off:
                _note(self._rests_until, job.owner, self._clock() + job.limit)
            self._slow_jobs.discard(job)
            self._changed.notify_all()

    def give_up(self, job: Job) -> None:
        """It has waited too long, if it still waits."""
        with self._changed:
            if job in self._of_table(job.owner):
                self._removed(job)
                job.done.set_exception(Busy(f"{job.work.__name__} waited too long for a worker"))

    def close(self) -> None:
        """Nothing is begun any more; whoever waits hears of it."""
        with self._changed:
            self._closed = True
            for job in [job for tables in self._waiting.values() for jobs in tables.values() for job in jobs]:
                if job.begin():
                    job.done.set_exception(Busy("the server is closing"))
            self._waiting.clear()
            self._changed.notify_all()


def _note(known: OrderedDict[K, float], key: K, until: float) -> None:
    known[key] = until
    known.move_to_end(key)
    while len(known) > REMEMBERED:
        known.popitem(last=False)
