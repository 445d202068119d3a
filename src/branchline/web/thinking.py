"""Bots think in worker processes, within a limit. One that fails costs its seat a good move, never the table."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from branchline import bots
from branchline.store import SeatRow
from branchline.web.workers import Crew, WorkerFailed

if TYPE_CHECKING:
    from branchline.web.live import LiveTable
    from branchline.web.point import Point

GRACE: Final = 2.0  # seconds beyond the limit after which a bot's process is put away

ADVISER: Final = "greedy"  # the bot that gives hints

log = logging.getLogger(__name__)


@lru_cache(32)
def _bot(spec: str) -> bots.Bot:
    return bots.bot(spec)


def think(spec: str, view: Any, legal: Sequence[int], limit: float) -> int:
    return _bot(spec).choose(view, legal, limit)


class Thinkers:
    def __init__(self, size: int, limit: float) -> None:
        self.crew = Crew(size)
        self.limit = limit

    async def move(self, spec: str, view: Any, legal: Sequence[int]) -> int:
        """The bot's move; a random one where the bot dies, is too slow or says something that is not legal."""
        try:
            move = await self.crew.do(think, spec, view, legal, self.limit, limit=self.limit + GRACE)
        except WorkerFailed as failure:
            log.warning("The bot %s gave no move, a random one is played: %s", spec, failure)
        else:
            if move in legal:
                return move
            log.warning("The bot %s wanted %s, which is not legal; a random move is played.", spec, move)
        return SystemRandom().choice(legal)

    async def idea(self, spec: str, view: Any, legal: Sequence[int]) -> int | None:
        """A hint; none where the bot fails."""
        try:
            move = await self.crew.do(think, spec, view, legal, self.limit, limit=self.limit + GRACE)
        except WorkerFailed:
            return None
        return move if move in legal else None

    async def turn(self, live: LiveTable, point: Point, row: SeatRow) -> int | None:
        """The move of the bot that is to move; none where somebody else makes it."""
        return await self.move(row.bot, point.game.view(point.state, row.seat), point.legal)

    def thought(self, table: str, at: int, move: int) -> None:
        """A bot has thought elsewhere."""
