"""Bots think in worker processes, within a limit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from branchline.bots import analysis
from branchline.core.play.history import Step
from branchline.core.setup import Setup
from branchline.server import metrics
from branchline.server.workers.bot_thinking import advise, choose, part_of_course, think, warm_up
from branchline.server.workers.process_pool import Owner, ProcessPool, WorkerFailed

GRACE: Final = 2.0  # seconds beyond the limit after which a bot's process is killed
HINT: Final = 1.5  # seconds that a hint may take
COACHED_HINT: Final = 0.4  # where a coach gives one at every step
TURNS_AT_ONCE: Final = 8  # of a finished game that are analysed in one job, so that other jobs get their turn
NO_MOVE: Final = -1  # the answer of a bot that failed
PART: Final = 10.0  # seconds that such a job may take

log = logging.getLogger(__name__)


class Position(msgspec.Struct, frozen=True):
    """What there is to think about, as plain data: a table at a line of its record. `owner` names the table."""

    owner: Owner
    setup: Setup
    at: int
    state: list[int]


class Thought(msgspec.Struct, frozen=True, tag="thought"):
    """News for all processes: a job is done. Its answer is a bot's move, or too large to be sent with the news."""

    at: int
    move: int  # -1: the answer is in the store
    kind: int = 0
    what: str = ""


class Thinkers:
    def __init__(self, size: int, limit: float) -> None:
        self.pool = ProcessPool(size, warm_up, nice=10)
        self.limit = limit
        # Analyses take turns: visitors, and the games of a visitor.
        self._analysing = asyncio.Lock()
        self._of_visitor: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def move(
        self, owner: Owner, spec: str, who: str, setup: Setup, state: Sequence[int], seat: int
    ) -> int:
        """The bot's move; `NO_MOVE` if the bot crashes, is too slow or chooses an illegal move. `who` distinguishes
        bots with the same spec: by table and seat."""
        kind, most = metrics.bot_kind(spec), self.limit + GRACE
        try:
            with metrics.timed(metrics.bot_seconds.labels(kind)):
                return await self.pool.do(
                    think, choose, spec, who, setup, state, seat, self.limit, limit=most, owner=owner
                )
        except WorkerFailed as failure:
            log.warning("Bot %s did not move: %s", spec, failure)
        metrics.bot_failures.labels(kind).inc()
        return NO_MOVE

    async def advice(
        self,
        owner: Owner,
        setup: Setup,
        state: Sequence[int],
        seat: int,
        names: Sequence[str],
        language: str,
        most: float = HINT,
    ) -> analysis.Analysis | None:
        """The best moves with reasons, found in `most` seconds; None if that fails."""
        limit = min(self.limit, most)
        try:
            return await self.pool.do(
                advise, setup, state, seat, names, language, limit, limit=limit + GRACE, owner=owner
            )
        except WorkerFailed as failure:
            log.warning("No hint: %s", failure)
            return None

    async def moments(
        self, owner: Owner, setup: Setup, steps: Sequence[Step], first: int, last: int
    ) -> list[analysis.Moment]:
        """The chances of winning after some turns of a finished game; raises `WorkerFailed`."""
        return await self.pool.do(part_of_course, setup, steps, first, last, limit=PART, owner=owner)

    # For tables

    async def turn(
        self, position: Position, seat: int, bot: str, wrote_last: bool, current: Callable[[], bool]
    ) -> int | None:
        """The move of the bot that is to move, or `NO_MOVE`; None if another process makes it. `wrote_last`: whether
        this process made the last move. `current`: whether the table is still at that position."""
        who = f"{position.owner.table} {seat}"
        return await self.move(position.owner, bot, who, position.setup, position.state, seat)

    async def hint(
        self, position: Position, seat: int, names: Sequence[str], language: str, most: float = HINT
    ) -> analysis.Analysis | None:
        """The best moves of the seat to move; None if they are not found in time."""
        return await self.advice(position.owner, position.setup, position.state, seat, names, language, most)

    async def course(
        self, position: Position, steps: Sequence[Step], found: list[analysis.Moment]
    ) -> list[analysis.Moment]:
        """The chances of winning after each turn of a finished game, which are added to `found` part by part; raises
        `WorkerFailed`."""
        own = self._of_visitor.setdefault(position.owner.visitor, asyncio.Lock())
        while True:
            async with own, self._analysing:
                part = await self._part(position, steps, len(found))
            found += part
            if len(part) < TURNS_AT_ONCE:
                return found

    async def _part(self, position: Position, steps: Sequence[Step], first: int) -> list[analysis.Moment]:
        return await self.moments(position.owner, position.setup, steps, first, first + TURNS_AT_ONCE)

    def thought(self, table: str, at: int, kind: int, what: str, move: int) -> None:
        """Another process has done a job of this table."""
