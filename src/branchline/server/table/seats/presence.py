"""Who is looking at a table, through this process or another one that serves it."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from branchline.server import metrics
from branchline.server.table.protocol.connection import Connection
from branchline.server.table.protocol.peer_messages import Here, PeerNews, UndoRequested
from branchline.server.table.state.table_state import TableState

DELAY: Final = 0.3  # seconds, so that people who come and go at the same time are announced together


class Presence:
    def __init__(self, state: TableState, news: PeerNews) -> None:
        self._state = state
        self._news = news
        self._elsewhere: dict[str, set[int]] = {}  # by process: seats whose owners are connected to it
        self._announced: set[int] | None = None  # seats, as the other processes know them; None: they don't
        self._due: asyncio.TimerHandle | None = None
        self._last_left = time.monotonic()

    def enter(self, page: Connection) -> None:
        self._state.connections.add(page)
        self._state.refresh_seats_of(page)
        metrics.connections.inc()
        page.update()
        self._announce_soon()

    def leave(self, page: Connection) -> None:
        self._state.connections.discard(page)
        metrics.connections.dec()
        self._last_left = time.monotonic()
        self._announce_soon()

    @property
    def empty_for(self) -> float:
        """Seconds for which no page has been open here."""
        return 0.0 if self._state.connections else time.monotonic() - self._last_left

    # Telling pages and other processes

    def _announce_soon(self) -> None:
        """If many people come at once, everybody gets one update."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(DELAY, self._announce_all)

    def _announce_all(self) -> None:
        self._due = None
        self.announce()
        if self._state.seats_here != self._state.seats_shown:
            self._state.update_pages()

    def announce(self) -> None:
        """Tell the other processes, if something has changed."""
        here = self._state.seats_here
        if here != self._announced:
            self._news.send(Here(sorted(here), ask=self._announced is None))
            self._announced = here

    def announce_again(self) -> None:
        """Messages may have been lost: tell the other processes, and ask them."""
        self._announced = None
        self.announce()

    def stop(self) -> None:
        if self._due is not None:
            self._due.cancel()

    # What other processes tell

    def peer_has(self, message: Here, process: str) -> None:
        self._elsewhere[process] = set(message.seats)
        if message.ask and self._announced is not None:
            self._news.send(Here(sorted(self._announced)))
            if self._state.undo_request is not None:
                self._news.send(UndoRequested(self._state.point.at, self._state.undo_request))
        self._show_elsewhere()

    def peer_lost(self, process: str) -> None:
        if self._elsewhere.pop(process, None):
            self._show_elsewhere()

    def _show_elsewhere(self) -> None:
        self._state.seats_elsewhere = set().union(*self._elsewhere.values())
        self._state.update_pages()
