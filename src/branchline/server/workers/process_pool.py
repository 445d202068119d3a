"""Worker processes, for jobs that take long or might never end.

Every job has a limit. A worker that dies or is too slow is replaced: the caller of that job gets an exception, and
nobody else notices. `fair_queue` decides which job is next. The event loop itself writes jobs to the sockets of the
processes and reads their answers: threads would have to wait for each other's turn with the interpreter.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from io import BufferedRWPair
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar, cast

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
_LENGTH: Final = struct.Struct("!Q")  # precedes each message


class _Requeued(Exception):
    """The job was stopped and is waiting again."""


class _Answers(asyncio.Protocol):
    """What a process sends: first that it is ready, then an answer to each job. `next` is the one that is awaited."""

    def __init__(self) -> None:
        self.next: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if len(self._buffer) < _LENGTH.size:
            return
        end = _LENGTH.size + _LENGTH.unpack_from(self._buffer)[0]
        if len(self._buffer) >= end:
            message = bytes(self._buffer[_LENGTH.size : end])
            del self._buffer[:end]
            if not self.next.done():
                self.next.set_result(message)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.next.done():
            self.next.set_exception(EOFError())
            self.next.exception()  # nobody may be waiting for it


class _Worker:
    """One process, as the server sees it."""

    def __init__(self, context: BaseContext, start: Callable[[], None] | None, nice: int) -> None:
        self._context = context
        self._start = start
        self._nice = nice
        self.process: BaseProcess | None = None
        self.closed = False
        self._transport: asyncio.Transport | None = None
        self._answers: _Answers | None = None
        self._lowered = False  # whether its priority was lowered

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.is_alive()

    async def call(self, job: Job, quick: float | None, slow: Callable[[Job], bool]) -> Any:
        """The result of a job. If it takes more than `quick` seconds of CPU time, `slow` says whether it may go on."""
        if self.closed:
            raise WorkerFailed("the server is closing")
        try:
            request = pickle.dumps((job.work, job.arguments), pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            raise WorkerFailed(f"{type(error).__name__}: {error}") from None
        try:
            answers, transport = await self._running()
            answers.next = asyncio.get_running_loop().create_future()
            transport.write(_LENGTH.pack(len(request)) + request)
            await self._wait(answers.next, job, quick, slow)
            fine, result = pickle.loads(answers.next.result())
            if self._lowered:
                await self.stop()
        except (EOFError, OSError):
            await self.stop()
            raise WorkerFailed(f"the process died over {job.work.__name__}") from None
        if not fine:
            raise WorkerFailed(result)
        return result

    async def _wait(
        self, answer: asyncio.Future[Any], job: Job, quick: float | None, slow: Callable[[Job], bool]
    ) -> None:
        """Wait for the answer; if the process has to be killed, raises `CutOff` or `_Requeued`."""
        assert self.process is not None
        began, worked = time.monotonic(), 0.0 if quick is None else _cpu_seconds(self.process)
        left = job.limit
        while not answer.done():
            await asyncio.wait([answer], timeout=left if quick is None else min(left, quick))
            if answer.done():
                return
            passed = time.monotonic() - began
            left = max(0.0, job.limit - passed)
            if not left:
                await self.stop()
                raise CutOff(f"{job.work.__name__} took longer than {job.limit} seconds")
            if quick is None:
                continue
            if _cpu_seconds(self.process) - worked >= quick or passed >= STALLED * quick:
                quick = None
                if not slow(job):
                    await self.stop()
                    raise _Requeued
                self._lower_priority()

    def _lower_priority(self) -> None:
        """It can't be raised again, so the process is replaced after the job."""
        if hasattr(os, "setpriority") and self.process is not None and self.process.pid is not None:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.process.pid, LOWEST_PRIORITY)
                self._lowered = True

    async def _running(self) -> tuple[_Answers, asyncio.Transport]:
        if self._transport is None or self._answers is None or self._transport.is_closing():
            await self.stop()
            ours, theirs = socket.socketpair()
            process: BaseProcess = self._context.Process(  # type: ignore[attr-defined]
                target=_serve, args=(theirs, self._start, self._nice), daemon=True
            )
            try:
                await asyncio.to_thread(process.start)  # the first waits until everything is loaded
            except BaseException:
                ours.close()
                raise
            finally:
                theirs.close()
            self.process = process
            loop = asyncio.get_running_loop()
            self._transport, self._answers = await loop.create_connection(_Answers, sock=ours)
            ready = self._answers.next
            await asyncio.wait([ready], timeout=START)
            if not ready.done():
                await self.stop()
                raise WorkerFailed(f"a process did not start within {START} seconds")
            ready.result()
        return self._answers, self._transport

    async def restart(self) -> None:
        """Start a new process before the next job needs it."""
        with contextlib.suppress(WorkerFailed, EOFError, OSError):  # the next job will raise it
            if not self.closed:
                await self._running()

    async def stop(self) -> None:
        if (process := self.kill()) is not None:
            await asyncio.to_thread(process.join)

    def kill(self) -> BaseProcess | None:
        """It may take a moment until the process, which is returned, is gone."""
        process = self.process
        if self._transport is not None:
            self._transport.close()
        if process is not None:
            process.kill()
        self.process = self._transport = self._answers = None
        self._lowered = False
        return process


class ProcessPool:
    """Workers that share a queue. `start` runs in each before its first job, to load what it needs. `nice`: their
    niceness, so that the server itself comes first. `quick`: seconds of CPU time that jobs usually stay below; if
    given, there is one more worker, and never more than one does a slower job. `most`: jobs that may wait."""

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
        self._results: dict[Job, asyncio.Future[Any]] = {}  # of jobs that are waiting or running
        self._idle: list[
            asyncio.Future[None]
        ] = []  # workers that wait for a job, the last one that did one last
        self._tasks = [asyncio.create_task(self._run_jobs(worker)) for worker in self.workers]

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
        loop, job = asyncio.get_running_loop(), Job(work, arguments, owner, limit, slow)
        self._queue.put(job)
        result = self._results[job] = loop.create_future()
        self._wake_one()
        giving_up = loop.call_later(wait, self._give_up, job)
        try:
            return cast("T", await result)
        finally:
            giving_up.cancel()

    def _give_up(self, job: Job) -> None:
        if self._queue.withdraw(job):
            self._end(job, Busy(f"{job.work.__name__} waited too long for a worker"))

    def _end(self, job: Job, result: Any) -> None:
        done = self._results.pop(job)
        if done.done():  # its caller was cancelled
            return
        if isinstance(result, WorkerFailed):
            done.set_exception(result)
        else:
            done.set_result(result)

    @property
    def free(self) -> bool:
        """Whether a job would be started at once."""
        return len(self._results) < len(self.workers)

    def _wake_one(self) -> None:
        while self._idle:
            idle = self._idle.pop()
            if not idle.done():
                idle.set_result(None)
                return

    async def _next(self) -> Job:
        while (job := self._queue.take()) is None:
            idle = asyncio.get_running_loop().create_future()
            self._idle.append(idle)
            await idle
        return job

    async def _run_jobs(self, worker: _Worker) -> None:
        while True:
            job = await self._next()
            if self._results[job].done():  # its caller was cancelled
                self._queue.finished(job)
                self._end(job, None)
                continue
            result: Any
            try:
                result = await worker.call(job, self._quick, self._queue.turned_out_slow)
            except _Requeued:
                result = _Requeued
            except WorkerFailed as failure:
                result = failure
            self._queue.finished(job, isinstance(result, CutOff))
            if result is not _Requeued:
                self._end(job, result)
            if not worker.alive:
                await worker.restart()

    async def warm(self) -> None:
        """Start all workers now."""
        await asyncio.gather(*(self.do(_nothing, limit=START, wait=START) for _ in self.workers))

    def close(self) -> None:
        """End all processes; jobs that are waiting or running fail."""
        self._queue.close()
        for task in self._tasks:
            task.cancel()
        for worker in self.workers:
            worker.closed = True
        for process in [worker.kill() for worker in self.workers]:
            if process is not None:
                process.join()
        for job in list(self._results):
            self._end(job, Busy("the server is closing"))


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


def _serve(connection: socket.socket, start: Callable[[], None] | None, nice: int) -> None:
    """The main loop of a worker process."""
    if hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops its workers
    if start is not None:
        with contextlib.suppress(Exception):  # the first job that needs it will say what is wrong
            start()
    with contextlib.suppress(EOFError, OSError), connection.makefile("rwb") as pipe:  # the server is gone
        _send(pipe, b"ready")
        while True:
            request = _exactly(pipe, _LENGTH.unpack(_exactly(pipe, _LENGTH.size))[0])
            try:
                work, arguments = pickle.loads(request)
                answer = pickle.dumps((True, work(*arguments)), pickle.HIGHEST_PROTOCOL)
            except Exception as error:
                answer = pickle.dumps((False, f"{type(error).__name__}: {error}"))
            _send(pipe, answer)


def _exactly(pipe: BufferedRWPair, count: int) -> bytes:
    found = pipe.read(count)
    if len(found) < count:
        raise EOFError
    return found


def _send(pipe: BufferedRWPair, message: bytes) -> None:
    pipe.write(_LENGTH.pack(len(message)) + message)
    pipe.flush()
