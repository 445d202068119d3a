"""Checks the store for what the server admin has done (an announcement, ended tables) and tells the open pages."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.table.protocol.messages import Announced
from branchline.store import StoreTrouble
from branchline.store.background_task import halt
from branchline.store.club.admin import Administration

if TYPE_CHECKING:
    from branchline.server.lobby.lobby import Lobby

EVERY: Final = 3.0  # seconds
LONG_AGO: Final = 24 * 3600  # seconds after which every process has seen the end of a table


class AnnouncementsJob:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._hosting = Administration(lobby.context.store)
        self._known = ""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._known = await self._hosting.announced()
        self._task = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with contextlib.suppress(StoreTrouble, Refused):
                await self.look()
                await self.look_for_ends()

    @property
    def words(self) -> str:
        """The current announcement; empty: none."""
        return self._known.partition(" ")[2]

    async def look_for_ends(self) -> None:
        """Find ended tables: the message about an end may be lost, and some stores send none."""
        running = {live.row.id: live for live in self._lobby.live() if not live.point.over}
        for name in await self._hosting.ended_since(wall_clock.now() - LONG_AGO) if running else ():
            if name in running:
                await running[name].writer.catch_up(sure=True)

    async def look(self) -> None:
        said = await self._hosting.announced()
        if said != self._known:
            self._known = said
            for live in self._lobby.live():
                live.state.send_to_pages(Announced(self.words))

    async def close(self) -> None:
        await halt(self._task)
