"""Bots of a server of several processes: each thing to think about is a job, for whichever worker is free.

Moves of bots, hints and analyses of finished games are asked for here. `bot_job_workers` has those who think.
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

LOOK: Final = 1.0  # seconds between two looks for what nobody has told of
YIELD: Final = 2.0  # seconds that the process which asked first has to make the move, before another does
TROUBLE: Final = 0.5  # seconds until the next attempt where the store is away


class MoveJob(msgspec.Struct, frozen=True):
    """What a worker needs to know. It makes the bot's view of it: a bot never gets a state."""

    setup: Setup
    state: list[int]
    seat: int
    bot: str


class HintJob(msgspec.Struct, frozen=True):
    """The same for a hint, which is thought of from the view of who asks."""

    setup: Setup
    state: list[int]
    seat: int
    names: tuple[str, ...]
    language: str


class CourseJob(msgspec.Struct, frozen=True):
    """Some turns of a finished game, which hides nothing any more."""

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
    """What a worker has to think about."""
    return _DECODERS[job.kind](job.body)


def leases(think: float, lease: float) -> dict[Kind, float]:
    """Seconds after which a job goes to another worker; `think` is what a bot may take for a move."""
    seconds = {Kind.MOVE: think, Kind.HINT: min(think, HINT), Kind.COURSE: PART}
    return {kind: most + GRACE + lease for kind, most in seconds.items()}


def _nobody() -> None:
    pass


class BotJobs(Thinkers):
    """Asks instead of thinking, but for moves that nobody else thinks of while a worker of this process is free."""

    def __init__(self, size: int, limit: float, store: PostgresStore, lease: float) -> None:
        super().__init__(size, limit)
        self._jobs = Jobs(store)
        # Time for a worker that is lost, and for the next one.
        self._patience = {kind: 2 * seconds for kind, seconds in leases(limit, lease).items()}
        self._told: dict[Name, asyncio.Future[bytes | None]] = {}
        self.posted: Callable[[], None] = _nobody  # wakes the workers of this process, who hear no news of it

    def thought(self, table: str, at: int, kind: int, what: str, move: int) -> None:
        told = self._told.get((table, at, Kind(kind), what))
        if told is not None and not told.done():
            told.set_result(encode(move) if kind == Kind.MOVE else None)

    async def turn(
        self, position: Position, seat: int, bot: str, leads: bool, current: Callable[[], bool]
    ) -> int | None:
        if leads and self.pool.free:
            return await super().turn(position, seat, bot, leads, current)
        body = encode(MoveJob(position.setup, position.state, seat, bot))
        job = Job(position.owner.table, position.at, body)
        first = await self._post_first(job)
        answer = await self._answer(job, current, look=not first)
        end = time.monotonic() + (0 if first else YIELD)
        while current() and time.monotonic() < end:
            await asyncio.sleep(0.05)
        return int(answer) if answer is not None and current() else None

    async def hint(
        self, position: Position, seat: int, names: Sequence[str], language: str
    ) -> Analysis | None:
        body = encode(HintJob(position.setup, position.state, seat, tuple(names), language))
        job = Job(position.owner.table, position.at, body, Kind.HINT, f"{seat} {language}")
        answer = await self._answer_in_time(job)
        return None if answer is None else _analysis(answer)

    async def _part(self, position: Position, steps: Sequence[Step], first: int) -> list[Moment]:
        body = encode(CourseJob(position.setup, steps, first))
        job = Job(position.owner.table, position.at, body, Kind.COURSE, f"{first} {TURNS_AT_ONCE}")
        answer = await self._answer_in_time(job)
        if answer is None:
            raise WorkerFailed("nobody was free to look over a game")
        return _moments(answer)

    async def _post_first(self, job: Job) -> bool:
        """Whether nobody else had asked before."""
        while True:
            try:
                return await self._post(job)
            except StoreTrouble:
                await asyncio.sleep(TROUBLE)

    async def _post(self, job: Job) -> bool:
        first = await self._jobs.add(job)
        self.posted()
        return first

    async def _answer_in_time(self, job: Job) -> bytes | None:
        """None where nobody answers in time, or who tried has failed; then who asks again has it tried again."""
        end = time.monotonic() + self._patience[job.kind]
        answer = await self._answer(job, lambda: time.monotonic() < end)
        if answer is not None and answer != encode(None):
            return answer
        with contextlib.suppress(StoreTrouble):
            await self._jobs.withdraw(job)
        return None

    async def _answer(self, job: Job, wanted: Callable[[], bool], look: bool = True) -> bytes | None:
        """What somebody answers while it is wanted. A move is told; for more than a number one has to look."""
        try:
            while wanted():
                told = self._told.get(job.name)
                if told is None or told.done():
                    told = self._told[job.name] = asyncio.get_running_loop().create_future()
                if look and (answer := await self._look(job)) is not None:
                    return answer
                look = True
                await asyncio.wait([told], timeout=LOOK)
                if told.done() and (answer := told.result()) is not None:
                    return answer
            return None
        finally:
            self._told.pop(job.name, None)

    async def _look(self, job: Job) -> bytes | None:
        """The answer, if there is one. Its news may be lost, and after a crash the job itself."""
        with contextlib.suppress(StoreTrouble):
            try:
                return await self._jobs.answered(job)
            except Missing:
                await self._post(job)
        return None
