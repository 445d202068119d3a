"""Bots think in worker processes, within a limit. One that fails costs its seat a good move, never the table."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from random import SystemRandom
from typing import Any, Final

from branchline import bots
from branchline.web.workers import Crew, WorkerFailed

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
        self._limit = limit

    async def move(self, spec: str, view: Any, legal: Sequence[int]) -> int:
        """The bot's move; a random one where the bot dies, is too slow or says something that is not legal."""
        try:
            move = await self.crew.do(think, spec, view, legal, self._limit, limit=self._limit + GRACE)
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
            move = await self.crew.do(think, spec, view, legal, self._limit, limit=self._limit + GRACE)
        except WorkerFailed:
            return None
        return move if move in legal else None
