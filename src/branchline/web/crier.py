"""Looks for an announcement of the host's, and tells it to all pages: those that are open, and those that come."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from branchline.store import StoreTrouble
from branchline.store.halting import halt
from branchline.store.hosting import Hosting
from branchline.web.telling import Announced

if TYPE_CHECKING:
    from branchline.web.lobby import Lobby

EVERY: Final = 3.0  # seconds


class Crier:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._hosting = Hosting(lobby.house.store)
        self._known = ""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._known = await self._hosting.announced()
        self._task = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with contextlib.suppress(StoreTrouble):
                await self.look()

    async def look(self) -> None:
        said = await self._hosting.announced()
        if said != self._known:
            self._known = said
            for live in self._lobby.live():
                live.pass_on(Announced(said.partition(" ")[2]))

    async def close(self) -> None:
        await halt(self._task)
