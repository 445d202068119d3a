"""One open page of a table, and what it is sent.

A page gets only what its own seat may see. Answers go out at once; pictures when they are drawn. A page that is slow
to take them gets the newest one and none of those between.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec

from branchline.core.screen import Account
from branchline.languages import _, speaking
from branchline.server.http.visitors import Visit
from branchline.server.table.display.frames import changed_parts, pictures_of
from branchline.server.table.live_table import LiveTable
from branchline.server.table.protocol.messages import (
    Changes,
    Chat,
    Entry,
    Position,
    RefusedMessage,
    Reply,
    Told,
    Undrawn,
    encoder,
)
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.workers.painters import Drawn
from branchline.server.workers.process_pool import WorkerFailed
from branchline.store import SPECTATOR, ChatRow

BACKLOG: Final = 200  # messages that may wait for a slow page

log = logging.getLogger(__name__)


class Closed(Exception):
    """The connection ends: the code says to the page why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


NOT_YOURS: Final = 4403  # the visitor has no seat here any more, or the link to watch is dead
TOO_MUCH: Final = 4429  # more requests than people make, or nothing taken off our hands
AGAIN: Final = 1012  # the process ends: come again, another takes over
LATER: Final = 1013  # something is wrong on our side: try again


class Shown(msgspec.Struct, frozen=True):
    """What the page has."""

    at: int
    drawn: Drawn
    log: tuple[Entry, ...]


class Connection:
    """`watching`: by the spectators' link, whatever seats the visitor may hold."""

    def __init__(
        self, live: LiveTable, visit: Visit, send: Callable[[bytes], Awaitable[None]], watching: bool = False
    ) -> None:
        self.live = live
        self.visit = visit
        self.watching = watching
        self.blocked: frozenset[str] = frozenset()  # members whose chat is not shown
        self.host = not watching and live.row.host == visit.me
        self.mine: tuple[int, ...] = () if watching else live.seating.of(visit.me)
        self.seat: int | None = self.mine[0] if self.mine else None
        self._send_bytes = send
        self._shown: Shown | None = None
        self._due = True
        self._end: int | None = None
        self._waiting: deque[Reply] = deque()
        self._wake = asyncio.Event()
        self._sending = asyncio.Lock()

    def put(self, reply: Reply) -> None:
        self._waiting.append(reply)
        self._wake.set()

    def update(self, whole: bool = False) -> None:
        """The table has changed; `whole`: the page needs everything anew."""
        if whole:
            self._shown = None
        self._due = True
        self._wake.set()

    def look(self, seat: int | None) -> None:
        self.seat = seat
        self.update(whole=True)

    def recount(self) -> None:
        """Who holds which seat may have changed."""
        mine = () if self.watching else self.live.seating.of(self.visit.me)
        host = not self.watching and self.live.row.host == self.visit.me
        if (mine, host) == (self.mine, self.host):
            return
        self.mine, self.host = mine, host
        if not mine and not self.host:
            self.dismiss()
        elif self.seat not in mine:
            self.seat = mine[0] if mine else None
        self.update(whole=True)

    def dismiss(self, code: int = NOT_YOURS) -> None:
        self._end = code
        self._wake.set()

    def declined(self, seat: int) -> None:
        if seat in self.mine:
            with speaking(self.visit.language):
                self.put(RefusedMessage(_("The others did not agree to undo it.")))

    def heard(self, rows: Sequence[ChatRow]) -> list[Chat]:
        """What was said, without what those have said whom the visitor blocks."""
        return [
            Chat(None if row.seat == SPECTATOR else row.seat, row.name, row.words, row.time)
            for row in rows
            if not row.author or row.author not in self.blocked
        ]

    async def send(self, reply: Reply) -> None:
        async with self._sending:
            await self._send_bytes(encoder.encode(reply))

    async def send_all(self) -> None:
        """Sends what is due, for as long as the page is open; raises `Closed`."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._end is not None:
                raise Closed(self._end)
            if len(self._waiting) > BACKLOG:
                raise Closed(TOO_MUCH)
            while self._waiting:
                await self.send(self._waiting.popleft())
            if self._due:
                self._due = False
                await self._send_picture()
                if self.seat is not None:
                    await self.live.orders.tell_lapsed(self.seat)

    async def _send_picture(self) -> None:
        live, seat, visit = self.live, self.seat, self.visit
        point = live.point
        try:
            drawn = await live.frames.drawn(point, seat, live.seating.names, visit.language, visit.dark)
            journal = await live.journals.of(
                live.table, seat, visit.language, live.point.at, live.seating.names, live.seating.events
            )
        except WorkerFailed as failure:
            log.warning("The table %s could not be drawn: %s", live.row.id, failure)
            self._shown = None
            with speaking(visit.language):
                await self.send(Undrawn(failure.sentence))
            return
        if seat != self.seat:
            return  # they look from another seat by now, for which another picture is due
        entries, accounts = tuple(journal.entries), journal.accounts
        shown, self._shown = self._shown, Shown(point.at, drawn, entries)
        parts = changed_parts(shown.drawn, drawn) if shown else None
        if shown is None or parts is None:
            told = self._told(point, drawn, tuple(accounts.get(len(entries), ())))
            await self.send(self._position(drawn, told, entries))
            return
        same = _common(shown.log, entries)
        due = [account for length in range(same, len(entries)) for account in accounts.get(length + 1, ())]
        kept = same if same < len(shown.log) else None
        await self.send(Changes(shown.at, self._told(point, drawn, tuple(due)), parts, entries[same:], kept))

    def _told(self, point: Snapshot, drawn: Drawn, accounts: tuple[Account, ...]) -> Told:
        live = self.live
        with speaking(self.visit.language):
            lesson = live.state.guide.lesson(live.table) if live.state.guide else None
            orders, offers = live.orders.shown(self.seat), live.orders.offers(self.seat)
            now = drawn.now
            if live.ended:
                now = _("A server admin has ended this table.")
            elif live.state.waiting:
                now = _("The game starts when all seats are taken.")
        return Told(
            at=point.at,
            now=now,
            to_move=point.to_move,
            seats=live.shown_seats(),
            undo=live.undo.shown(self.seat),
            choices=() if live.state.waiting or live.ended else drawn.choices,
            accounts=accounts,
            lesson=lesson,
            over=point.over,
            ended=live.ended,
            winners=point.winners,
            clock=live.table_clock.shown(),
            absence=live.absent.shown(),
            orders=orders,
            offers=offers,
        )

    def _position(self, drawn: Drawn, told: Told, entries: tuple[Entry, ...]) -> Position:
        live = self.live
        return Position(
            seat=self.seat,
            mine=self.mine,
            host=self.host,
            hints=live.row.hints,
            forced=self.seat is not None and live.seating.rows[self.seat].forced,
            definitions=drawn.still.definitions,
            panels=pictures_of(drawn),
            told=told,
            log=entries,
            chat=tuple(self.heard(live.state.chat.rows)),
        )


def _common(old: tuple[Entry, ...], new: tuple[Entry, ...]) -> int:
    """How many lines at the beginning are the same ones."""
    same = 0
    for mine, theirs in zip(old, new, strict=False):
        if mine is not theirs and mine != theirs:
            break
        same += 1
    return same
