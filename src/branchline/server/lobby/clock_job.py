"""Watches the clocks of all tables: one process per store at a time, every few seconds."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.store import StoreTrouble
from branchline.store.background_task import halt
from branchline.store.club.notices import Notices
from branchline.store.table.clocks import Clocks

if TYPE_CHECKING:
    from branchline.server.lobby.lobby import Lobby

DOWN: Final = 60  # seconds without a check after which clocks are credited for the gap
AT_ONCE: Final = 50  # tables per check

log = logging.getLogger(__name__)


class ClockJob:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._clocks = Clocks(lobby.context.store)
        self._every = lobby.context.settings.sweep
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Before anybody sees a table, credit the clocks for the time in which no server ran."""
        await self.watch()
        self._task = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                if await self.watch():
                    await self.look()
            except StoreTrouble as trouble:
                log.warning("The clocks could not be checked: %s", trouble)
            except Exception:
                log.exception("The clocks could not be checked")

    async def watch(self) -> bool:
        """Whether it is this process's turn. Nothing is written if no clock is running."""
        if not await self._clocks.some_run():
            return False
        return await self._clocks.watch(wall_clock.now(), max(1, int(self._every / 2)), DOWN)

    async def look(self) -> None:
        """Where a player's time is up, announce it and do what the table agreed on."""
        await Notices(self._lobby.context.store).add_short_of_time(wall_clock.now())
        for name in await self._clocks.overdue(wall_clock.now(), AT_ONCE):
            live = await self._lobby.find(name)
            try:
                if live is not None:
                    await live.table_clock.time_up()
            except Refused as no:
                log.warning("The clock of table %s could not be checked: %s", name, no)

    async def close(self) -> None:
        await halt(self._task)
