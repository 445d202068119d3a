"""Worker processes, for jobs that take long or might never end.

Every job has a limit. A worker that dies or is too slow is replaced: the caller of that job gets an exception, and
nobody else notices. `fair_queue` decides which job is next.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Final, TypeVar

from branchline.server.workers.fair_queue import (
    MOST_WAITING,
    SERVER,
    Busy,
    CutOff,
    FairQueue,
    Job,
    Owner,
    WorkerFailed,
)

__all__ = ["SERVER", "Busy", "CutOff", "Owner", "ProcessPool", "WorkerFailed"]

T = TypeVar("T")
START: Final = 60.0  # seconds that a process may take to start
WAIT: Final = 30.0  # seconds that a job may wait for a worker
LOWEST_PRIORITY: Final = 19  # the niceness of slow jobs
LOADED: Final = "branchline.server.workers.loaded"  # what all worker processes share
STALLED: Final = 8.0  # a job that takes this many times `quick` counts as slow, even if it uses no CPU time


class _Requeued(Exception):
    """The job was stopped and is waiting again."""


class _Worker:
    """One process, as the thread that talks to it sees it."""

    def __init__(self, context: BaseContext, start: Callable[[], None] | None, nice: int) -> None:
        self._context = context
        self._start = start
        self._nice = nice
        self.process: BaseProcess | None = None
        self.closed = False
        self._pipe: Connection | None = None
        self._lowered = False  # whether its priority was lowered

    @property
    def alive(self) -> bool:
        process = self.process  # another thread may remove it meanwhile
        try:
            return process is not None and process.is_alive()
        except ValueError:
            return False

    def call(self, job: Job, quick: float | None, slow: Callable[[Job], bool]) -> Any:
        """The result of a job. If it takes more than `quick` seconds of CPU time, `slow` says whether it may go on."""
        if self.closed:
            raise WorkerFailed("the server is closing")
        try:
            pipe = self._running()
            pipe.send((job.work, job.arguments))
            self._wait(pipe, job, quick, slow)
            fine, result = pipe.recv()
            if self._lowered:
                self.stop()
        except (EOFError, OSError):
            self.stop()
            raise WorkerFailed(f"the process died over {job.work.__name__}") from None
        if not fine:
            raise WorkerFailed(result)
        return result

    def _wait(self, pipe: Connection, job: Job, quick: float | None, slow: Callable[[Job], bool]) -> None:
        """Wait for the answer; if the process has to be killed, raises `CutOff` or `_Requeued`."""
        assert self.process is not None
        began, worked = time.monotonic(), _cpu_seconds(self.process)
        left = job.limit
        while not pipe.poll(left if quick is None else min(left, quick)):
            passed = time.monotonic() - began
            left = max(0.0, job.limit - passed)
            if not left:
                self.stop()
                raise CutOff(f"{job.work.__name__} took longer than {job.limit} seconds")
            busy = _cpu_seconds(self.process) - worked
            if quick is not None and (busy >= quick or passed >= STALLED * quick):
                quick = None
                if not slow(job):
                    self.stop()
                    raise _Requeued
                self._lower_priority()

    def _lower_priority(self) -> None:
        """It can't be raised again, so the process is replaced after the job."""
        if hasattr(os, "setpriority") and self.process is not None and self.process.pid is not None:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.process.pid, LOWEST_PRIORITY)
                self._lowered = True

    def _running(self) -> Connection:
        if self.process is None or self._pipe is None or not self.process.is_alive():
            self.stop()
            self._pipe, theirs = self._context.Pipe()
            self.process = self._context.Process(  # type: ignore[attr-defined]
                target=_serve, args=(theirs, self._start, self._nice), daemon=True
            )
            self.process.start()
            theirs.close()
            if not self._pipe.poll(START):
                self.stop()
                raise WorkerFailed(f"a process did not start within {START} seconds")
            self._pipe.recv()
        return self._pipe

    def restart(self) -> None:
        """Start a new process before the next job needs it."""
        with contextlib.suppress(WorkerFailed, EOFError, OSError):  # the next job will raise it
            if not self.closed:
                self._running()

    def stop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process.close()
        self.process = self._pipe = None
        self._lowered = False


class ProcessPool:
    """Workers with one queue. `start` runs in each before its first job, to load what it needs. `nice`: their niceness,
    so that the server itself comes first. `quick`: seconds of CPU time that jobs usually stay below; if given, there is
    one more worker, and never more than one does a slower job. `most`: jobs that may wait."""

    def __init__(
        self,
        size: int,
        start: Callable[[], None] | None = None,
        nice: int = 5,
        quick: float | None = None,
        most: int = MOST_WAITING,
    ) -> None:
        context = _context()
        slow_workers = 0 if quick is None else 1
        self.workers = [_Worker(context, start, nice) for _ in range(size + slow_workers)]
        self._quick = quick
        self._queue = FairQueue(slow_workers or None, most)
        self._under_way = 0  # jobs that are waiting or running
        # One thread per worker hands it one job after the other, without waiting for the event loop in between.
        self._threads = [
            Thread(target=self._run_jobs, args=(worker,), name="worker", daemon=True)
            for worker in self.workers
        ]
        for thread in self._threads:
            thread.start()

    async def do(
        self,
        work: Callable[..., T],
        *arguments: Any,
        limit: float,
        owner: Owner = SERVER,
        wait: float = WAIT,
        slow: bool = False,
    ) -> T:
        """The result of `work(*arguments)`, which must be importable; raises `WorkerFailed`. The time that it waits for
        a free worker does not count towards its limit; `wait` limits it. `slow`: it is known to be slow, so it has to
        wait for other slow jobs."""
        job = Job(work, arguments, owner, limit, slow)
        self._queue.put(job)
        giving_up = asyncio.get_running_loop().call_later(wait, self._queue.give_up, job)
        self._under_way += 1
        try:
            result: T = await asyncio.wrap_future(job.done)
            return result
        finally:
            self._under_way -= 1
            giving_up.cancel()

    @property
    def free(self) -> bool:
        """Whether a job would be started at once."""
        return self._under_way < len(self.workers)

    def _run_jobs(self, worker: _Worker) -> None:
        while (job := self._queue.take()) is not None:
            cut_off = False
            try:
                if job.begin():
                    job.done.set_result(worker.call(job, self._quick, self._queue.turned_out_slow))
            except _Requeued:
                pass
            except WorkerFailed as failure:
                cut_off = isinstance(failure, CutOff)
                job.done.set_exception(failure)
            except Exception as error:  # for example, arguments that can't be pickled
                job.done.set_exception(WorkerFailed(f"{type(error).__name__}: {error}"))
            self._queue.finished(job, cut_off)
            if not worker.alive:
                worker.restart()

    async def warm(self) -> None:
        """Start all workers now."""
        await asyncio.gather(*(self.do(_nothing, limit=START, wait=START) for _ in self.workers))

    def close(self) -> None:
        self._queue.close()
        for worker in self.workers:
            worker.closed = True
            with contextlib.suppress(AttributeError, ValueError):  # not started, or just removed
                worker.process.kill()  # type: ignore[union-attr]
        for thread in self._threads:
            thread.join()
        self._queue.close()  # again, for jobs that were queued again meanwhile
        for worker in self.workers:
            worker.stop()


def _context() -> BaseContext:
    """Where the system is sure to allow it, workers are forked from one process that has loaded everything: they start
    at once, and share its memory."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([LOADED])
    return context


def _nothing() -> None:
    pass


def _cpu_seconds(process: BaseProcess) -> float:
    """The CPU time of a process; 0 if the system doesn't tell."""
    if process.pid is None or not hasattr(time, "clock_gettime"):
        return 0.0
    try:
        return time.clock_gettime(~process.pid << 3 | 2)  # Linux: the CPU clock of another process
    except OSError:
        return 0.0


def _serve(pipe: Connection, start: Callable[[], None] | None, nice: int) -> None:
    """The main loop of a worker process."""
    if hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops its workers
    if start is not None:
        with contextlib.suppress(Exception):  # the first job that needs it will say what is wrong
            start()
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        pipe.send("ready")
        while True:
            work, arguments = pipe.recv()
            try:
                answer: tuple[bool, Any] = (True, work(*arguments))
            except Exception as error:
                answer = (False, f"{type(error).__name__}: {error}")
            pipe.send(answer)
