"""Worker processes: what takes long, or can't be trusted to end, is done outside the server's own process.

A worker that dies or is too slow is put away and replaced; whoever waited gets an exception, nobody else notices.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")
START: Final = 60.0  # seconds that a process may take to load what it needs


class WorkerFailed(Exception):
    """The work was not done: the worker died, was too slow, or raised something."""


class _Worker:
    """One process, and the thread of ours that talks to it."""

    def __init__(self, context: SpawnContext, start: Callable[[], None] | None, nice: int) -> None:
        self._context = context
        self._start = start
        self._nice = nice
        self.process: SpawnProcess | None = None
        self.closed = False
        self._pipe: Connection | None = None

    @property
    def alive(self) -> bool:
        process = self.process  # another thread may put it away meanwhile
        try:
            return process is not None and process.is_alive()
        except ValueError:
            return False

    def call(self, work: Callable[..., Any], arguments: tuple[Any, ...], limit: float | None) -> Any:
        if self.closed:
            raise WorkerFailed("the server is closing")
        try:
            pipe = self._running()
            pipe.send((work, arguments))
            if not pipe.poll(limit):
                self.stop()
                raise WorkerFailed(f"{work.__name__} took longer than {limit} seconds")
            fine, result = pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise WorkerFailed(f"the process died over {work.__name__}") from None
        if not fine:
            raise WorkerFailed(result)
        return result

    def _running(self) -> Connection:
        if self.process is None or self._pipe is None or not self.process.is_alive():
            self.stop()
            self._pipe, theirs = self._context.Pipe()
            self.process = self._context.Process(
                target=_serve, args=(theirs, self._start, self._nice), daemon=True
            )
            self.process.start()
            theirs.close()
            if not self._pipe.poll(START):
                self.stop()
                raise WorkerFailed(f"a process did not start within {START} seconds")
            self._pipe.recv()
        return self._pipe

    def stop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process.close()
        self.process = self._pipe = None


class Job(NamedTuple):
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    limit: float | None
    done: Future[Any]


class ProcessPool:
    """Some workers with one queue. `start` is run in each before its first work, such as to load what it needs;
    `nice` says how far they let others go first, above all the server itself."""

    def __init__(self, size: int, start: Callable[[], None] | None = None, nice: int = 5) -> None:
        context = multiprocessing.get_context("spawn")
        self.workers = [_Worker(context, start, nice) for _ in range(size)]
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._under_way = 0  # jobs that somebody waits for
        # A thread a worker hands it one job after the other, without waiting for the event loop between them.
        self._threads = [
            Thread(target=self._hand_out, args=(worker,), name="crew", daemon=True) for worker in self.workers
        ]
        for thread in self._threads:
            thread.start()

    async def do(self, work: Callable[..., T], *arguments: Any, limit: float | None = None) -> T:
        """The result of `work(*arguments)`, which must be importable; raises `WorkerFailed`. The time that it
        waits for a free worker does not count."""
        done: Future[T] = Future()
        self._jobs.put(Job(work, arguments, limit, done))
        if self._closed:
            raise WorkerFailed("the server is closing")
        self._under_way += 1
        try:
            return await asyncio.wrap_future(done)
        finally:
            self._under_way -= 1

    @property
    def free(self) -> bool:
        """Whether what is to do would be begun at once."""
        return self._under_way < len(self.workers)

    def _hand_out(self, worker: _Worker) -> None:
        while (job := self._jobs.get()) is not None:
            if not job.done.set_running_or_notify_cancel():
                continue  # nobody waits for it any more
            try:
                job.done.set_result(worker.call(job.work, job.arguments, job.limit))
            except WorkerFailed as failure:
                job.done.set_exception(failure)
            except Exception as error:  # such as arguments that can't be sent
                job.done.set_exception(WorkerFailed(f"{type(error).__name__}: {error}"))

    async def warm(self) -> None:
        """Start all workers now."""
        await asyncio.gather(*(self.do(_nothing) for _ in self.workers))

    def close(self) -> None:
        self._closed = True
        for worker in self.workers:
            worker.closed = True
            self._jobs.put(None)
            with contextlib.suppress(AttributeError, ValueError):  # not started, or just put away
                worker.process.kill()  # type: ignore[union-attr]
        for thread in self._threads:
            thread.join()
        for worker in self.workers:
            worker.stop()


def _nothing() -> None:
    pass


def _serve(pipe: Connection, start: Callable[[], None] | None, nice: int) -> None:
    """What a worker does all day."""
    if hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then stops us
    if start is not None:
        with contextlib.suppress(Exception):  # what stands in the way will be said when it is needed
            start()
    with contextlib.suppress(EOFError, OSError):  # the server has gone, so there is no more work
        pipe.send("ready")
        while True:
            work, arguments = pipe.recv()
            try:
                answer: tuple[bool, Any] = (True, work(*arguments))
            except Exception as error:
                answer = (False, f"{type(error).__name__}: {error}")
            pipe.send(answer)
