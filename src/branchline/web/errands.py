"""Bots of a server of several processes: each move to think about is an errand, for whichever worker is free.

The workers may be in the servers' processes or, by `branchline bots`, on other machines.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.store import News, SeatRow, StoreTrouble
from branchline.store.halting import halt
from branchline.store.postgres import PostgresStore
from branchline.store.postgres_jobs import OLD, Job, Jobs, Missing
from branchline.web.elsewhere import Thought, in_words
from branchline.web.frames import Match, setting
from branchline.web.thinking import GRACE, Thinkers

if TYPE_CHECKING:
    from branchline.web.live import LiveTable
    from branchline.web.point import Point

LOOK: Final = 1.0  # seconds between two looks for what nobody has told of
YIELD: Final = 2.0  # seconds that the process which asked first has to make the move, before another does
TROUBLE: Final = 0.5  # seconds until the next attempt where the store is away

log = logging.getLogger(__name__)


class Errand(msgspec.Struct, frozen=True):
    """What a worker needs to know. It makes the bot's view of it: a bot never gets a state."""

    match: Match
    state: list[int]
    seat: int
    bot: str


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Errand).decode


def _nobody() -> None:
    pass


class Errands(Thinkers):
    """Asks for moves instead of thinking; hints are thought of here."""

    def __init__(self, size: int, limit: float, store: PostgresStore) -> None:
        super().__init__(size, limit)
        self._jobs = Jobs(store)
        self._waiting: dict[tuple[str, int], asyncio.Future[int]] = {}
        self.posted: Callable[[], None] = _nobody  # wakes the workers of this process, who hear no news of it

    def thought(self, table: str, at: int, move: int) -> None:
        waiting = self._waiting.get((table, at))
        if waiting is not None and not waiting.done():
            waiting.set_result(move)

    async def turn(self, live: LiveTable, point: Point, row: SeatRow) -> int | None:
        errand = Errand(live.frames.match, point.numbers, row.seat, row.bot)
        job, key = Job(live.row.id, point.at, _encode(errand)), (live.row.id, point.at)
        thought = self._waiting[key] = asyncio.get_running_loop().create_future()
        try:
            first = await self._post(job)
            while live.point is point and not thought.done():
                await asyncio.wait([thought], timeout=LOOK)
                if not thought.done():
                    await self._look(job)
            end = time.monotonic() + (0 if first else YIELD)
            while live.point is point and time.monotonic() < end:
                await asyncio.sleep(0.05)
            return thought.result() if live.point is point else None
        finally:
            del self._waiting[key]

    async def _post(self, job: Job) -> bool:
        while True:
            try:
                first = await self._jobs.post(job)
                self.posted()
                return first
            except StoreTrouble:
                await asyncio.sleep(TROUBLE)

    async def _look(self, job: Job) -> None:
        """The news of an answer may be lost, and after a crash the job itself."""
        with contextlib.suppress(StoreTrouble):
            try:
                move = await self._jobs.answered(job)
            except Missing:
                await self._jobs.post(job)
                self.posted()
            else:
                if move is not None:
                    self.thought(job.table, job.at, move)


class Workers:
    """Take errands and think, until they are stopped."""

    def __init__(
        self,
        store: PostgresStore,
        thinkers: Thinkers,
        size: int,
        lease: float,
        heard: Callable[[str, int, int], None] | None = None,
    ) -> None:
        self._store = store
        self._jobs = Jobs(store)
        self._thinkers = thinkers
        self._size = size
        self._lease = thinkers.limit + GRACE + lease
        self._heard = heard  # who is in this process hears no news of it
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.done = 0

    async def start(self) -> None:
        await self._jobs.listen(self._hear)
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self._size)]
        self._tasks.append(asyncio.create_task(self._tidy()))

    def _hear(self, news: News) -> None:
        self._wake.set()

    def stir(self) -> None:
        """There may be something to do."""
        self._wake.set()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                job = await self._jobs.take(self._lease)
                if job is not None:
                    await self._do(job)
                    continue
            except StoreTrouble:
                await asyncio.sleep(TROUBLE)
            except Exception:
                log.exception("A bot's move could not be thought of")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK)

    async def _do(self, job: Job) -> None:
        errand = _decode(job.body)
        game = errand.match.played
        state = game.restore(setting(errand.match), errand.state)
        view, who = game.view(state, errand.seat), f"{job.table} {errand.seat}"
        move = await self._thinkers.move(errand.bot, who, view, list(game.legal(state)))
        if await self._jobs.answer(job, move):
            self.done += 1
            await self._store.tell(job.table, in_words(Thought(job.at, move)))
            if self._heard is not None:
                self._heard(job.table, job.at, move)

    async def _tidy(self) -> None:
        while True:
            with contextlib.suppress(StoreTrouble):
                await self._jobs.forget_old()
            await asyncio.sleep(OLD / 4)

    async def stop(self) -> None:
        await halt(*self._tasks)
