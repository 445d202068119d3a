"""The message bus between the processes of a server: passes news of tables to those that are live here.

Every process sends a heartbeat. When it stops, everybody connected to that process counts as gone, and its
last news may be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Collection, Coroutine
from typing import TYPE_CHECKING, Any, Final

from branchline.server.http.rate_limits import Limiter
from branchline.server.lobby import blocking
from branchline.store import News, StoreTrouble
from branchline.store.background_task import halt

if TYPE_CHECKING:
    from branchline.server.lobby.lobby import Lobby

BEAT: Final = 2.0  # seconds between two heartbeats
SILENCE: Final = 7.0  # seconds after which a process counts as gone
ALIVE: Final = "alive"
GONE: Final = "gone"
COUNTED: Final = "counted "  # prefix of rate limit counts
SETTLE: Final = 1.0  # seconds between two such messages
ENDED: Final = "ended "  # prefix of fingerprints of sessions
MOST_ENDED: Final = 200  # sessions per message; the others are found by the regular check of each process


def ended(sessions: Collection[str]) -> str:
    return ENDED + ",".join(sorted(sessions)[:MOST_ENDED])


class PeerBus:
    def __init__(self, lobby: Lobby, limiter: Limiter) -> None:
        self._lobby = lobby
        self._limiter = limiter
        self._counted = asyncio.Event()
        self._store = lobby.context.store
        self._heard: dict[str, float] = {}  # when each process was last heard of
        self._running: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        if self._store.shared:
            await self._store.listen(self.receive)
            self._limiter.counted = self._counted.set
            self._running = [asyncio.create_task(self._beat()), asyncio.create_task(self._settle())]

    def receive(self, news: News) -> None:
        new = news.by not in self._heard
        self._heard[news.by] = time.monotonic()
        if new and news.by:  # or silent for so long that it was considered dead
            self._limiter.resend_all()
            for live in self._lobby.live():
                live.peers.missed()
        if news.table:
            self._lobby.pass_on(news)
        elif news.words.startswith(ENDED):
            self._lobby.cut_off(set(news.words.removeprefix(ENDED).split(",")))
        elif news.words.startswith(COUNTED):
            self._limiter.receive(news.by, news.words.removeprefix(COUNTED).partition(" ")[2])
        elif news.words.startswith(blocking.NEWS):
            self._later(self._heed_blocks(news.words.removeprefix(blocking.NEWS)))
        elif news.words == GONE:
            self._lose(news.by)
        elif news.words != ALIVE:
            for live in self._lobby.live():
                live.peers.missed()

    async def _heed_blocks(self, member: str) -> None:
        with contextlib.suppress(StoreTrouble):  # every process also checks regularly
            await blocking.refresh_pages(self._lobby, [member])

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the event loop keeps only a weak reference
        task.add_done_callback(self._tasks.discard)

    def _lose(self, process: str) -> None:
        self._heard.pop(process, None)
        self._limiter.lost(process)
        for live in self._lobby.live():
            live.peers.lost(process)

    async def _beat(self) -> None:
        while True:
            with contextlib.suppress(StoreTrouble):
                await self._store.publish("", ALIVE)
            await asyncio.sleep(BEAT)
            late = time.monotonic() - SILENCE
            for process in [process for process, heard in self._heard.items() if heard < late]:
                self._lose(process)

    async def _settle(self) -> None:
        """Send what was counted here to all processes."""
        number = 0
        while True:
            await self._counted.wait()
            self._counted.clear()
            for words in self._limiter.news():
                number += 1  # makes every message unique, otherwise duplicates would be dropped
                with contextlib.suppress(StoreTrouble):
                    await self._store.publish("", f"{COUNTED}{number} {words}")
            await asyncio.sleep(SETTLE)

    async def close(self) -> None:
        if self._running:
            self._limiter.counted = None
            await halt(*self._running)
            with contextlib.suppress(StoreTrouble):
                await self._store.publish("", GONE)
