"""Bots of a server of several processes: each thing to think about is an errand, for whichever worker is free.

Moves of bots, hints and analyses of finished games are asked for here. `errand_workers` has those who think.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from branchline.bots.analysis import Analysis, Moment
from branchline.core.history import Step
from branchline.core.setup import Setup
from branchline.server.workers.process_pool import WorkerFailed
from branchline.server.workers.thinkers import GRACE, HINT, PART, TURNS_AT_ONCE, Thinkers
from branchline.store import SeatRow, StoreTrouble
from branchline.store.postgres.jobs import Job, Jobs, Kind, Missing, Name
from branchline.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable
    from branchline.server.table.snapshot import Snapshot

LOOK: Final = 1.0  # seconds between two looks for what nobody has told of
YIELD: Final = 2.0  # seconds that the process which asked first has to make the move, before another does
TROUBLE: Final = 0.5  # seconds until the next attempt where the store is away


class MoveErrand(msgspec.Struct, frozen=True):
    """What a worker needs to know. It makes the bot's view of it: a bot never gets a state."""

    setup: Setup
    state: list[int]
    seat: int
    bot: str


class HintErrand(msgspec.Struct, frozen=True):
    """The same for a hint, which is thought of from the view of who asks."""

    setup: Setup
    state: list[int]
    seat: int
    names: tuple[str, ...]
    language: str


class CourseErrand(msgspec.Struct, frozen=True):
    """Some turns of a finished game, which hides nothing any more."""

    setup: Setup
    steps: Sequence[Step]
    first: int


BotJob: TypeAlias = MoveErrand | HintErrand | CourseErrand
encode: Final = msgspec.json.Encoder().encode
_ERRANDS: Final[dict[Kind, Callable[[bytes], BotJob]]] = {
    Kind.MOVE: msgspec.json.Decoder(MoveErrand).decode,
    Kind.HINT: msgspec.json.Decoder(HintErrand).decode,
    Kind.COURSE: msgspec.json.Decoder(CourseErrand).decode,
}
_analysis: Final = msgspec.json.Decoder(Analysis).decode
_moments: Final = msgspec.json.Decoder(list[Moment]).decode


def errand_of(job: Job) -> BotJob:
    return _ERRANDS[job.kind](job.body)


def seen(errand: MoveErrand | HintErrand) -> tuple[Any, list[int]]:
    """What the seat may know, and its moves: whoever thinks gets nothing else."""
    game = errand.setup.game
    state = game.restore(errand.setup.setting, errand.state)
    return game.view(state, errand.seat), list(game.legal(state))


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

    async def turn(self, live: LiveTable, point: Snapshot, row: SeatRow) -> int | None:
        if live.writer.leads and self.pool.free:
            return await super().turn(live, point, row)
        errand = MoveErrand(live.table.setup, point.numbers, row.seat, row.bot)
        job = Job(live.row.id, point.at, encode(errand))
        first = await self._post_first(job)
        answer = await self._answer(job, lambda: live.point is point, look=not first)
        end = time.monotonic() + (0 if first else YIELD)
        while live.point is point and time.monotonic() < end:
            await asyncio.sleep(0.05)
        return int(answer) if answer is not None and live.point is point else None

    async def hint(
        self, live: LiveTable, point: Snapshot, seat: int, names: Sequence[str], language: str
    ) -> Analysis | None:
        errand = HintErrand(live.table.setup, point.numbers, seat, tuple(names), language)
        job = Job(live.row.id, point.at, encode(errand), Kind.HINT, f"{seat} {language}")
        answer = await self._answer_in_time(job)
        return None if answer is None else _analysis(answer)

    async def _part(self, live: LiveTable, first: int) -> list[Moment]:
        errand = CourseErrand(live.frames.setup, live.table.steps, first)
        job = Job(live.row.id, live.point.at, encode(errand), Kind.COURSE, f"{first} {TURNS_AT_ONCE}")
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
        first = await self._jobs.post(job)
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
