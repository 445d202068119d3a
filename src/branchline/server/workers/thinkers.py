"""Bots think in worker processes, within a limit. One that fails costs its seat a good move, never the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import SystemRandom
from typing import Any, Final

import msgspec

from branchline import bots
from branchline.bots import analysis
from branchline.core import registry
from branchline.core.play.history import Step
from branchline.core.play.table import Table
from branchline.core.setup import Setup
from branchline.languages import speaking
from branchline.server.workers.process_pool import Owner, ProcessPool, WorkerFailed

GRACE: Final = 2.0  # seconds beyond the limit after which a bot's process is put away
HINT: Final = 1.5  # seconds that somebody who asks for a hint may wait
HINT_PLAYOUTS: Final = 1500  # enough for a good hint, where they take less time
TURNS_AT_ONCE: Final = 8  # of a finished game: between two such parts others get their turn
PART: Final = 10.0  # seconds that such a part may take
REMEMBERED: Final = 16  # bots that a process keeps, for some go on with what they thought before

log = logging.getLogger(__name__)


@lru_cache(REMEMBERED)
def _bot(spec: str, who: str) -> bots.Bot:
    return bots.bot(spec)


def think(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    return _bot(spec, who).choose(setup, view, legal, limit)


def advise(
    setup: Setup, view: Any, legal: Sequence[int], names: Sequence[str], language: str, limit: float
) -> analysis.Analysis:
    with speaking(language):
        return analysis.analyse(setup, view, legal, limit, names, playouts=HINT_PLAYOUTS)


def part_of_course(setup: Setup, steps: Sequence[Step], first: int, last: int) -> list[analysis.Moment]:
    return analysis.course_of(setup, steps, first, last)


def warm_up() -> None:
    """Let a bot think once about each game, so that loading it counts against nobody's time."""
    for name in registry.OURS:
        table = Table(name, 2, seed=1)
        advise(table.setup, table.view(table.to_move), table.legal_moves.ids, table.seats, "en", 0.1)


class Position(msgspec.Struct, frozen=True):
    """What there is to think about: a point of a table's record, as plain data. `owner` names the table."""

    owner: Owner
    setup: Setup
    at: int
    state: list[int]


class Thought(msgspec.Struct, frozen=True, tag="thought"):
    """News for all processes: a job at a point of the table is answered, with a bot's move, or with more than news can
    hold."""

    at: int
    move: int  # -1 where it is more
    kind: int = 0
    what: str = ""


def seen(setup: Setup, state: list[int], seat: int) -> tuple[Any, list[int]]:
    """What the seat may know, and its moves: whoever thinks gets nothing else."""
    found = setup.game.restore(setup.setting, state)
    return setup.game.view(found, seat), list(setup.game.legal(found))


class Thinkers:
    def __init__(self, size: int, limit: float) -> None:
        self.pool = ProcessPool(size, warm_up, nice=10)
        self.limit = limit
        self._part_under_way = asyncio.Lock()  # games are looked over in turns

    async def move(
        self, owner: Owner, spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int]
    ) -> int:
        """The bot's move; a random one where the bot dies, is too slow or says something that is not legal. `who`
        tells bots of one spec apart: by table and seat."""
        from branchline.server import metrics  # not for the workers, which load this module too

        with metrics.timed(metrics.bot_seconds.labels(metrics.bot_kind(spec))):
            move = await self.idea(owner, spec, who, setup, view, legal)
        if move is not None:
            return move
        metrics.bot_failures.labels(metrics.bot_kind(spec)).inc()
        return SystemRandom().choice(legal)

    async def idea(
        self, owner: Owner, spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int]
    ) -> int | None:
        """What a bot would do; none where it fails."""
        try:
            move = await self.pool.do(
                think, spec, who, setup, view, legal, self.limit, limit=self.limit + GRACE, owner=owner
            )
        except WorkerFailed as failure:
            log.warning("The bot %s gave no move: %s", spec, failure)
            return None
        if move not in legal:
            log.warning("The bot %s wanted %s, which is not legal.", spec, move)
            return None
        return move

    async def advice(
        self, owner: Owner, setup: Setup, view: Any, legal: Sequence[int], names: Sequence[str], language: str
    ) -> analysis.Analysis | None:
        """The best moves with their reasons; none where that fails."""
        limit = min(self.limit, HINT)
        try:
            return await self.pool.do(
                advise, setup, view, legal, names, language, limit, limit=limit + GRACE, owner=owner
            )
        except WorkerFailed as failure:
            log.warning("There was no hint: %s", failure)
            return None

    async def moments(
        self, owner: Owner, setup: Setup, steps: Sequence[Step], first: int, last: int
    ) -> list[analysis.Moment]:
        """The chances after some turns of a finished game; raises `WorkerFailed`."""
        return await self.pool.do(part_of_course, setup, steps, first, last, limit=PART, owner=owner)

    # What tables ask for

    async def turn(
        self, position: Position, seat: int, bot: str, leads: bool, current: Callable[[], bool]
    ) -> int | None:
        """The move of the bot that is to move; none where somebody else makes it. `leads`: this process wrote last.
        `current`: whether the table is still at that position."""
        view, legal = seen(position.setup, position.state, seat)
        who = f"{position.owner.table} {seat}"
        return await self.move(position.owner, bot, who, position.setup, view, legal)

    async def hint(
        self, position: Position, seat: int, names: Sequence[str], language: str
    ) -> analysis.Analysis | None:
        """The best moves of the seat that is to move; none where nobody finds them in time."""
        view, legal = seen(position.setup, position.state, seat)
        return await self.advice(position.owner, position.setup, view, legal, names, language)

    async def course(self, position: Position, steps: Sequence[Step]) -> list[analysis.Moment]:
        """The chances after each turn of a finished game; raises `WorkerFailed`."""
        found: list[analysis.Moment] = []
        while True:
            async with self._part_under_way:
                part = await self._part(position, steps, len(found))
            found += part
            if len(part) < TURNS_AT_ONCE:
                return found

    async def _part(self, position: Position, steps: Sequence[Step], first: int) -> list[analysis.Moment]:
        return await self.moments(position.owner, position.setup, steps, first, first + TURNS_AT_ONCE)

    def thought(self, table: str, at: int, kind: int, what: str, move: int) -> None:
        """Somebody elsewhere has thought."""
