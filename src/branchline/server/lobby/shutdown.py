"""Shutting down a server process without losing a turn: pending requests of pages are carried out and answered, then
the pages are told to reconnect, and only then the process exits. Pages reconnect to the next process, or to another
one."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from branchline.server.http import logs
from branchline.server.lobby.lobby import Lobby
from branchline.server.table.protocol.connection import RESTARTING

LONGEST: Final = 4.0  # seconds that pages may take to disconnect
LATE: Final = 0.2  # seconds for connections already accepted to send their request
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Shutdown:
    """Handles the stop signals before uvicorn does."""

    def __init__(self) -> None:
        self.lobby: Lobby | None = None  # until the store is open
        self._before: dict[int, Any] = {}
        self._task: asyncio.Task[None] | None = None

    def listen(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # a server inside a test, which stops it itself
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            self._before[number] = signal.signal(
                number, lambda got, frame: loop.call_soon_threadsafe(self._begin, got, frame)
            )
        if parent := multiprocessing.parent_process():
            loop.add_reader(parent.sentinel, self._orphaned, parent.sentinel)

    def _orphaned(self, sentinel: int) -> None:
        """The parent process, which would stop this one, was killed: this one must not keep the port by itself."""
        asyncio.get_running_loop().remove_reader(sentinel)
        signal.raise_signal(signal.SIGTERM)

    def ignore(self) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _begin(self, number: int, frame: FrameType | None) -> None:
        before: Callable[[int, FrameType | None], object] = self._before[number]
        if self._task is not None:
            before(number, frame)  # a second signal: they are in a hurry
            return
        self._take_no_more(getattr(before, "__self__", None))
        self._task = asyncio.create_task(self.say())
        self._task.add_done_callback(lambda _done: before(number, frame))

    def _take_no_more(self, server: Any) -> None:
        """Stop accepting, so that new connections wait for the next process; uvicorn would do this later."""
        loop = asyncio.get_running_loop()
        for listening in getattr(server, "servers", ()):
            for each in listening.sockets:
                loop.remove_reader(each.fileno())

    async def say(self) -> None:
        """Tell all pages; returns when they have disconnected."""
        if self.lobby is None:
            return
        lobby = self.lobby
        logs.log_event("leaving", pages=sum(len(live.connections) for live in lobby.live()))
        lobby.leaving = True
        for live in lobby.live():
            for page in list(live.connections):
                page.close(RESTARTING)
        await asyncio.sleep(LATE)
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if not lobby.arriving and not any(live.connections for live in lobby.live()):
                return
            await asyncio.sleep(0.01)
