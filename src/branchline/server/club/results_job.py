"""Records results and advances leagues.

Every process runs one on the same store; whichever comes first does the work for all.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from branchline.server.club.leagues import LeagueService
from branchline.server.lobby.game_result import result_of
from branchline.server.lobby.lobby import Lobby
from branchline.store import StoreTrouble
from branchline.store.background_task import halt
from branchline.store.club import club_tables, results

log = logging.getLogger(__name__)

PAUSE: Final = 2.0  # seconds between two runs
AT_ONCE: Final = 50


class ResultsJob:
    def __init__(self, lobby: Lobby, league_service: LeagueService) -> None:
        self._lobby = lobby
        self._leagues = league_service
        self._store = lobby.context.store
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while True:
            try:
                await self.look()
            except StoreTrouble as trouble:  # it is retried at the next run
                log.warning("Results and leagues have to wait: %s", trouble)
            except Exception:
                log.exception("Results and leagues could not be updated")
            await asyncio.sleep(PAUSE)

    async def look(self) -> None:
        """Do everything that is due."""
        for table in await club_tables.ended(self._store, AT_ONCE):
            try:
                await self.note(table)
            except Exception:  # one table that can't be read must not hold up the others
                log.exception("The result of table %s could not be stored", table)
        await self._leagues.look()

    async def note(self, table: str) -> None:
        live, club = await self._lobby.find(table), await club_tables.find(self._store, table)
        if live is not None and club is not None and live.point.over and not live.ended:
            await results.keep(self._store, await result_of(self._store, live, club))

    async def close(self) -> None:
        await halt(self._task)
