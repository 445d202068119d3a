"""Workers that do the jobs of bots, in the processes of the server or, with `branchline bots`, on other machines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from branchline.bots.analysis import Analysis, Moment
from branchline.server.workers.bot_jobs import (
    POLL,
    RETRY,
    CourseJob,
    HintJob,
    MoveJob,
    decode,
    encode,
    leases,
)
from branchline.server.workers.process_pool import Owner, WorkerFailed
from branchline.server.workers.thinkers import NO_MOVE, TURNS_AT_ONCE, Thinkers, Thought
from branchline.store import StoreTrouble
from branchline.store.background_task import halt
from branchline.store.postgres.jobs import OLD, Job, Jobs
from branchline.store.postgres.store import PostgresStore

log = logging.getLogger(__name__)


class Workers:
    """`done_here` is called with each job that is done, since a process gets no news of what it did itself."""

    def __init__(
        self,
        store: PostgresStore,
        thinkers: Thinkers,
        size: int,
        lease: float,
        done_here: Callable[[str, int, int, str, int], None] | None = None,
    ) -> None:
        self._store = store
        self._jobs = Jobs(store)
        self._thinkers = thinkers
        self._size = size
        self._leases = leases(thinkers.limit, lease)
        self._done_here = done_here
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.done = 0

    async def start(self) -> None:
        await self._jobs.listen(lambda _news: self.wake())
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._size)]
        self._tasks.append(asyncio.create_task(self._tidy()))

    def wake(self) -> None:
        """There may be a new job."""
        self._wake.set()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                job = await self._jobs.take(self._leases)
                if job is not None:
                    await self._do(job)
                    continue
            except StoreTrouble:
                await asyncio.sleep(RETRY)
            except Exception:
                log.exception("A bot's job failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), POLL)

    async def _do(self, job: Job) -> None:
        answer = await self._think(job)
        if await self._jobs.answer(job, encode(answer)):
            self.done += 1
            move = answer if isinstance(answer, int) else NO_MOVE
            await self._store.publish(job.table, encode(Thought(job.at, move, job.kind, job.what)).decode())
            if self._done_here is not None:
                self._done_here(*job.name, move)

    async def _think(self, job: Job) -> int | Analysis | list[Moment] | None:
        """None: it failed. That is an answer, too, so that nobody waits in vain."""
        owner = Owner("", job.table)
        match decode(job):
            case MoveJob() as asked:
                return await self._thinkers.move(
                    owner, asked.bot, f"{job.table} {asked.seat}", asked.setup, asked.state, asked.seat
                )
            case HintJob() as asked:
                return await self._thinkers.advice(
                    owner, asked.setup, asked.state, asked.seat, asked.names, asked.language, asked.most
                )
            case CourseJob(setup, steps, first):
                try:
                    return await self._thinkers.moments(owner, setup, steps, first, first + TURNS_AT_ONCE)
                except WorkerFailed as failure:
                    log.warning("A game could not be analysed: %s", failure)
                    return None

    async def _tidy(self) -> None:
        while True:
            with contextlib.suppress(StoreTrouble):
                await self._jobs.forget_old()
            await asyncio.sleep(OLD / 4)

    async def stop(self) -> None:
        await halt(*self._tasks)
