"""One open page of a table: whose it is, and what waits to be sent to it.

Answers are sent at once, updates when they have been drawn. A slow page gets the latest update, not those in between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import Final, NamedTuple

from branchline.languages import _, speaking
from branchline.server.http.visitors import Visit
from branchline.server.table.protocol.messages import (
    Chat,
    Entry,
    Lesson,
    RefusedMessage,
    Reply,
    Told,
    encoder,
)
from branchline.server.workers.painters import Drawn
from branchline.store import SPECTATOR, ChatRow

BACKLOG: Final = 200  # messages that may wait for a slow page
_numbers: Final = count()


class Closed(Exception):
    """The connection has to be closed; the code tells the page why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


NOT_YOURS: Final = 4403  # the visitor has lost their seat, or the link to watch is no longer valid
TOO_MUCH: Final = 4429  # the page sends too many requests, or does not read what it is sent
RESTARTING: Final = 1012  # this process is shutting down: reconnect to another one
TRY_LATER: Final = 1013  # something went wrong on the server


class Sight:
    """What the table shows to a seat, in a language and theme: the same for all pages that look that way."""

    def __init__(self, at: int, drawn: Drawn, log: tuple[Entry, ...], told: Told) -> None:
        self.at, self.drawn, self.log, self.told = at, drawn, log, told
        self.number = next(_numbers)
        self.since: dict[int, bytes] = {}  # encoded changes, by the number of what a page showed before


class Shown(NamedTuple):
    """What the page shows: changes are sent relative to it."""

    sight: Sight
    lesson: Lesson | None = None


class Connection:
    """`next_update` makes what brings the page up to date, if anything. `watching`: by the spectators' link, whatever
    seats the visitor holds."""

    def __init__(
        self,
        visit: Visit,
        send: Callable[[bytes], Awaitable[None]],
        next_update: Callable[[Connection], Awaitable[bytes | None]],
        watching: bool = False,
    ) -> None:
        self.visit = visit
        self.watching = watching
        self.blocked: frozenset[str] = frozenset()  # members whose chat is not shown
        self.host = False
        self.mine: tuple[int, ...] = ()  # the visitor's seats
        self.seat: int | None = None  # the one from which they look
        self.shown: Shown | None = None
        self._send_bytes = send
        self._next_update = next_update
        self._outdated = True
        self._close_code: int | None = None
        self._waiting: deque[Reply] = deque()
        self._wake = asyncio.Event()
        self._sending = asyncio.Lock()

    def put(self, reply: Reply) -> None:
        self._waiting.append(reply)
        self._wake.set()

    def update(self, whole: bool = False) -> None:
        """The table has changed. `whole`: the page needs the whole position, not just changes."""
        if whole:
            self.shown = None
        self._outdated = True
        self._wake.set()

    def look(self, seat: int | None) -> None:
        self.seat = seat
        self.update(whole=True)

    def set_seats(self, mine: tuple[int, ...], host: bool) -> None:
        """The seats that the visitor holds now, and whether they are the host of the table."""
        if self.watching or (mine, host) == (self.mine, self.host):
            return
        self.mine, self.host = mine, host
        if not mine and not host:
            self.close()
        elif self.seat not in mine:
            self.seat = mine[0] if mine else None
        self.update(whole=True)

    def close(self, code: int = NOT_YOURS) -> None:
        self._close_code = code
        self._wake.set()

    def undo_declined(self, seat: int) -> None:
        if seat in self.mine:
            with speaking(self.visit.language):
                self.put(RefusedMessage(_("The others did not agree to undo it.")))

    def visible_chat(self, rows: Sequence[ChatRow]) -> list[Chat]:
        """Without the lines of members whom the visitor has blocked."""
        return [
            Chat(None if row.seat == SPECTATOR else row.seat, row.name, row.words, row.time)
            for row in rows
            if not row.author or row.author not in self.blocked
        ]

    async def send(self, reply: Reply) -> None:
        await self._send(encoder.encode(reply))

    async def _send(self, message: bytes) -> None:
        async with self._sending:
            await self._send_bytes(message)

    async def send_all(self) -> None:
        """Send whatever is waiting, for as long as the page is open; raises `Closed`."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._close_code is not None:
                raise Closed(self._close_code)
            if len(self._waiting) > BACKLOG:
                raise Closed(TOO_MUCH)
            while self._waiting:
                await self.send(self._waiting.popleft())
            if self._outdated:
                self._outdated = False
                await self._send_update()

    async def _send_update(self) -> None:
        """A method of its own, so that a waiting page doesn't keep the last message in memory."""
        if (message := await self._next_update(self)) is not None:
            await self._send(message)
