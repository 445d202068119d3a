"""Bots of a server with several processes: each move, hint and part of an analysis is a job for any free worker.

Jobs are added here, and done by `bot_job_workers`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from branchline.bots.analysis import Analysis, Moment
from branchline.core.play.history import Step
from branchline.core.setup import Setup
from branchline.server.workers.process_pool import WorkerFailed
from branchline.server.workers.thinkers import GRACE, HINT, PART, TURNS_AT_ONCE, Position, Thinkers
from branchline.store import StoreTrouble
from branchline.store.postgres.jobs import Job, Jobs, Kind, Missing, Name
from branchline.store.postgres.store import PostgresStore

POLL: Final = 1.0  # seconds between two queries, in case news is lost
HEAD_START: Final = (
    2.0  # seconds that the process which asked first has to make the move, before another does
)
RETRY: Final = 0.5  # seconds until the next attempt if the store can't be reached


class MoveJob(msgspec.Struct, frozen=True):
    """The worker makes the bot's view of the state: a bot never gets the state itself."""

    setup: Setup
    state: list[int]
    seat: int
    bot: str


class HintJob(msgspec.Struct, frozen=True):
    """The same for a hint, from the view of the player who asks."""

    setup: Setup
    state: list[int]
    seat: int
    names: tuple[str, ...]
    language: str
    most: float = HINT  # seconds


class CourseJob(msgspec.Struct, frozen=True):
    """Some turns of a finished game, which has no secrets any more."""

    setup: Setup
    steps: Sequence[Step]
    first: int


BotJob: TypeAlias = MoveJob | HintJob | CourseJob
encode: Final = msgspec.json.Encoder().encode
_DECODERS: Final[dict[Kind, Callable[[bytes], BotJob]]] = {
    Kind.MOVE: msgspec.json.Decoder(MoveJob).decode,
    Kind.HINT: msgspec.json.Decoder(HintJob).decode,
    Kind.COURSE: msgspec.json.Decoder(CourseJob).decode,
}
_analysis: Final = msgspec.json.Decoder(Analysis).decode
_moments: Final = msgspec.json.Decoder(list[Moment]).decode


def decode(job: Job) -> BotJob:
    return _DECODERS[job.kind](job.body)


def leases(think: float, lease: float) -> dict[Kind, float]:
    """Seconds after which a job goes to another worker. `think`: seconds that a bot has for a move."""
    seconds = {Kind.MOVE: think, Kind.HINT: min(think, HINT), Kind.COURSE: PART}
    return {kind: most + GRACE + lease for kind, most in seconds.items()}


class BotJobs(Thinkers):
    """Adds jobs instead of thinking, except for moves that are up to this process while it has a free worker."""

    def __init__(self, size: int, limit: float, store: PostgresStore, lease: float) -> None:
        super().__init__(size, limit)
        self._jobs = Jobs(store)
        # Enough for a worker that is lost and for the next one.
        self._patience = {kind: 2 * seconds for kind, seconds in leases(limit, lease).items()}
        self._told: dict[Name, asyncio.Future[bytes | None]] = {}
        self.posted: Callable[[], None] = lambda: (
            None
        )  # wakes the workers of this process, which get no news of it

    def thought(self, table: str, at: int, kind: int, what: str, move: int) -> None:
        told = self._told.get((table, at, Kind(kind), what))
        if told is not None and not told.done():
            told.set_result(encode(move) if kind == Kind.MOVE else None)

    async def turn(
        self, position: Position, seat: int, bot: str, wrote_last: bool, current: Callable[[], bool]
    ) -> int | None:
        if wrote_last and self.pool.free:
            return await super().turn(position, seat, bot, wrote_last, current)
        body = encode(MoveJob(position.setup, position.state, seat, bot))
        job = Job(position.owner.table, position.at, body)
        first = await self._post_first(job)
        answer = await self._answer(job, current, query=not first)
        end = time.monotonic() + (0 if first else HEAD_START)
        while current() and time.monotonic() < end:
            await asyncio.sleep(0.05)
        return int(answer) if answer is not None and current() else None

    async def hint(
        self, position: Position, seat: int, names: Sequence[str], language: str, most: float = HINT
    ) -> Analysis | None:
        body = encode(HintJob(position.setup, position.state, seat, tuple(names), language, most))
        job = Job(position.owner.table, position.at, body, Kind.HINT, f"{seat} {language}")
        answer = await self._answer_in_time(job)
        return None if answer is None else _analysis(answer)

    async def _part(self, position: Position, steps: Sequence[Step], first: int) -> list[Moment]:
        body = encode(CourseJob(position.setup, steps, first))
        job = Job(position.owner.table, position.at, body, Kind.COURSE, f"{first} {TURNS_AT_ONCE}")
        answer = await self._answer_in_time(job)
        if answer is None:
            raise WorkerFailed("no worker was free to analyse a game")
        return _moments(answer)

    async def _post_first(self, job: Job) -> bool:
        """Returns whether nobody had added the job before."""
        while True:
            try:
                return await self._post(job)
            except StoreTrouble:
                await asyncio.sleep(RETRY)

    async def _post(self, job: Job) -> bool:
        first = await self._jobs.add(job)
        self.posted()
        return first

    async def _answer_in_time(self, job: Job) -> bytes | None:
        """None if there is no answer in time, or the worker failed; the job can be tried again then."""
        end = time.monotonic() + self._patience[job.kind]
        answer = await self._answer(job, lambda: time.monotonic() < end)
        if answer is not None and answer != encode(None):
            return answer
        with contextlib.suppress(StoreTrouble):
            await self._jobs.withdraw(job)
        return None

    async def _answer(self, job: Job, wanted: Callable[[], bool], query: bool = True) -> bytes | None:
        """The answer, if it comes while it is wanted. News of a job contains moves; other answers are in the store."""
        try:
            while wanted():
                told = self._told.get(job.name)
                if told is None or told.done():
                    told = self._told[job.name] = asyncio.get_running_loop().create_future()
                if query and (answer := await self._query(job)) is not None:
                    return answer
                query = True
                await asyncio.wait([told], timeout=POLL)
                if told.done() and (answer := told.result()) is not None:
                    return answer
            return None
        finally:
            self._told.pop(job.name, None)

    async def _query(self, job: Job) -> bytes | None:
        """The answer, if there is one. The news of it may be lost, and after a crash even the job."""
        with contextlib.suppress(StoreTrouble):
            try:
                return await self._jobs.answered(job)
            except Missing:
                await self._post(job)
        return None
