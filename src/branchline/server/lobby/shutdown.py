"""The end of a server's process, so that nobody loses a turn: what pages have asked is done and answered, then they are
told to come again, and only then the process goes. Who comes again finds the next process, or another one."""

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
from branchline.server.table.connection import AGAIN

LONGEST: Final = 4.0  # seconds that pages may take to go
LATE: Final = 0.2  # seconds in which who was already at the door may say what they want
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Shutdown:
    """Stands before what else listens to the signals to end, which is uvicorn."""

    def __init__(self) -> None:
        self.lobby: Lobby | None = None  # until the store is open
        self._before: dict[int, Any] = {}
        self._task: asyncio.Task[None] | None = None

    def listen(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # a server within a test; whoever runs it ends it
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            self._before[number] = signal.signal(
                number, lambda got, frame: loop.call_soon_threadsafe(self._begin, got, frame)
            )
        if parent := multiprocessing.parent_process():
            loop.add_reader(parent.sentinel, self._orphaned, parent.sentinel)

    def _orphaned(self, sentinel: int) -> None:
        """Who has begun this process, and would end it, was killed: it must not go on by itself at the same port."""
        asyncio.get_running_loop().remove_reader(sentinel)
        signal.raise_signal(signal.SIGTERM)

    def ignore(self) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _begin(self, number: int, frame: FrameType | None) -> None:
        before: Callable[[int, FrameType | None], object] = self._before[number]
        if self._task is not None:
            before(number, frame)  # asked twice: they are in a hurry
            return
        self._take_no_more(getattr(before, "__self__", None))
        self._task = asyncio.create_task(self.say())
        self._task.add_done_callback(lambda _done: before(number, frame))

    def _take_no_more(self, server: Any) -> None:
        """Whoever calls from now on waits for the next process; uvicorn, which heeds the signal, would do it later."""
        loop = asyncio.get_running_loop()
        for listening in getattr(server, "servers", ()):
            for each in listening.sockets:
                loop.remove_reader(each.fileno())

    async def say(self) -> None:
        """To all pages; returns when they have gone."""
        if self.lobby is None:
            return
        lobby = self.lobby
        logs.tell("leaving", pages=sum(len(live.connections) for live in lobby.live()))
        lobby.leaving = True
        for live in lobby.live():
            for page in list(live.connections):
                page.dismiss(AGAIN)
        await asyncio.sleep(LATE)
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if not lobby.arriving and not any(live.connections for live in lobby.live()):
                return
            await asyncio.sleep(0.01)
