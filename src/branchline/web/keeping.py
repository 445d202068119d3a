"""A table between memory and store.

It has one writer. A move is checked and made in memory, its lines are appended to the store, and only when they are on
the disk it becomes the table's `point`: what is acknowledged, and told to everybody who looks. Whatever goes wrong
before leaves the point as it was. What other processes append is taken in as it comes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.core.loading import follow
from branchline.core.protocols import OVER
from branchline.core.table import Table
from branchline.languages import _
from branchline.store import Added, ChatRow, Conflict, Kept, Stand, Statement, StoreTrouble, TableRow
from branchline.web import hours
from branchline.web.fairness import Turns
from branchline.web.frames import Frames, Match
from branchline.web.house import House, No
from branchline.web.journal import Journal
from branchline.web.lines import decode_event, encode, opened
from branchline.web.point import Point
from branchline.web.seating import Seating
from branchline.web.taking_back import Wish
from branchline.web.telling import Rematch, Reply

if TYPE_CHECKING:
    from branchline.web.connection import Connection

MOST_CHAT: Final = 200  # lines that a page is sent

log = logging.getLogger(__name__)


class KeptTable:
    def __init__(self, house: House, kept: Kept, table: Table) -> None:
        self.house = house
        self.row: TableRow = kept.row
        self.seating = Seating(house.store, kept)
        self.chat: list[ChatRow] = []
        self._said = 0  # lines of chat that are known
        self._hear_chat(0, kept.chat)
        self.connections: set[Connection] = set()
        self.wish: Wish | None = None
        self.frames = Frames(house.painters, Match.of(table))
        self._journals: dict[tuple[int | None, str], Journal] = {}
        self._lock = asyncio.Lock()
        self._take(table, len(kept.lines))

    def _take(self, table: Table, kept: int) -> None:
        self.table = table
        self.turns = Turns(table)
        self.point = Point(table, self.turns, self.ended)
        self._kept = kept  # lines in the store
        self._sure = True  # the table in memory is the one in the store
        self.leads: bool | None = None  # whether what came last was written here; None: that is not known

    @property
    def ended(self) -> bool:
        """Whether the host of the server has ended it: then nothing is written any more."""
        return bool(self.row.ended)

    # Writing

    @asynccontextmanager
    async def writing(self, at: int | None = None, *, look: bool = True) -> AsyncIterator[None]:
        """One writer at a time. What is made inside is appended to the store, and told; what fails changes nothing.
        `at`: where whoever asks believes the table to be. `look`: without such a belief, see first whether another
        process has written."""
        async with self._lock:
            if not self._sure:
                await self._go_back()
            elif at is None and look:
                await self._catch_up()
            if self.ended:
                raise No(_("The host of the server has ended this table."), stale=True)
            if at is not None and at != self.point.at:
                raise No(_("The table has moved on since. Look again."), stale=True)
            try:
                yield
                await self._keep()
            except No:
                raise
            except Conflict:
                self._sure = False
                await self._go_back()
                raise No(_("The table has moved on since. Look again."), stale=True) from None
            except Exception as trouble:
                known = isinstance(trouble, StoreTrouble)
                log.error("At the table %s: %s", self.row.id, trouble, exc_info=None if known else trouble)
                self._sure = False
                await self._go_back()
                raise No(_("That could not be kept. Nothing has changed; try again."), stale=True) from None

    async def _keep(self) -> None:
        lines = [encode(event) for event in self.table.log[self._kept :]]
        if not lines or self.ended:
            return
        to_move = OVER if self.table.to_move is None else self.table.to_move
        now = hours.now()
        await self.house.store.append(self.row.id, self._kept, lines, to_move, now, self.notices(now))
        self.row = msgspec.structs.replace(self.row, to_move=to_move, changed=now)
        self._move_on(len(lines))
        self.leads = True
        await self.follow_up()
        self.tell()
        self.stir()

    def _move_on(self, lines: int) -> None:
        self._kept += lines
        self.turns.follow(self.table)
        self.point = Point(self.table, self.turns, self.ended)
        self.wish = None

    async def _go_back(self) -> None:
        """Be again what the store has: an append failed, or another process appended."""
        try:
            kept = await self.house.store.find(self.row.id)
        except StoreTrouble:
            kept = None
        if kept is None:
            raise No(_("The table can't be read just now. Try again."))
        self._journals.clear()
        self.wish = None
        table = opened(kept)
        self._take_in(msgspec.structs.replace(kept, lines=[], chat=kept.chat[self._said :]))
        self._take(table, len(kept.lines))
        await self.follow_up()
        self.tell(whole=True)
        self.stir()

    async def catch_up(self, sure: bool = False) -> None:
        """Take in what other processes have written, and tell it. `sure`: something was written here past the table,
        so there is something new also where there are no others."""
        async with self._lock:
            await self._catch_up(sure)

    async def _catch_up(self, sure: bool = False) -> None:
        store, stand = self.house.store, Stand(self._kept, self._said, self.seating.edition)
        if not store.shared and not sure:
            return
        try:
            if self._sure:
                new = await self._new_since(stand)
                if new is None:
                    return
                await self._follow(new)
                return
        except StoreTrouble:
            raise No(_("The table can't be read just now. Try again.")) from None
        except Conflict:
            pass
        await self._go_back()

    async def take_added(self, added: Added) -> bool:
        """Take in lines that another process has appended, and tell them. False: the store knows better."""
        async with self._lock:
            if added.first + len(added.lines) <= self._kept:
                return True
            if not self._sure or added.first != self._kept:
                return False
            row = msgspec.structs.replace(
                self.row, edition=self.seating.edition, to_move=added.to_move, changed=added.time
            )
            try:
                await self._follow(Kept(row=row, seats=[], holders=[], lines=added.lines, chat=[]))
            except (StoreTrouble, Conflict):
                return False
            return True

    async def _follow(self, new: Kept) -> None:
        self._sure = False  # until all of it is taken in
        self._take_in(new)
        await self.follow_up()
        await self._keep()  # what the table did by itself
        self._sure = True

    async def _new_since(self, stand: Stand) -> Kept | None:
        """What the store has beyond what is known; None: nothing."""
        store, now = self.house.store, await self.house.store.stand(self.row.id)
        if now is None or now == stand:
            return None
        if now.edition == stand.edition:
            return await store.find(self.row.id, stand)
        # Those who have spoken may be called otherwise now.
        new = await store.find(self.row.id, Stand(stand.lines, 0, stand.edition))
        if new is not None:
            self.chat = new.chat[: self._said][-MOST_CHAT:]
            new = msgspec.structs.replace(new, chat=new.chat[self._said :])
        return new

    def _take_in(self, new: Kept) -> None:
        """What is new since the last look."""
        before, names, changed = self.row, self.seating.names, new.row.edition != self.seating.edition
        self.row = new.row
        if changed:
            self.seating = Seating(self.house.store, new)
            self.table.asking = set(self.seating.asking)
            self.wish = None
            for page in list(self.connections):
                page.recount()
                if page.watching and new.row.link != before.link:
                    page.dismiss()
        if names != self.seating.names:
            self.table.seats[:] = self.seating.names
            self._journals.clear()
        if new.lines:
            follow(self.table, [decode_event(line) for line in new.lines])
        if new.lines or new.row.ended != before.ended:
            self._move_on(len(new.lines))
            self.leads = False
        self.pass_on_chat(self._hear_chat(self._said, new.chat))
        if new.row.next != before.next:
            self.pass_on(Rematch(f"/table/{new.row.next}"))
        self.tell(whole=changed)
        self.stir()

    def _hear_chat(self, first: int, rows: Sequence[ChatRow]) -> list[ChatRow]:
        """Each line once, whoever brings it."""
        new = [row for number, row in enumerate(rows, start=first) if number >= self._said]
        self._said += len(new)
        self.chat = [*self.chat, *new][-MOST_CHAT:]
        return new

    # Telling

    def tell(self, whole: bool = False) -> None:
        """Let every page that looks have what is new; `whole`: more than moves change."""
        for connection in self.connections:
            connection.update(whole)

    def pass_on(self, reply: Reply) -> None:
        for connection in self.connections:
            connection.put(reply)

    def pass_on_chat(self, rows: Sequence[ChatRow]) -> None:
        for connection in self.connections:
            for reply in connection.heard(rows):
                connection.put(reply)

    def stir(self) -> None:
        """Something has changed: a bot may be to move."""

    def notices(self, now: int) -> list[Statement]:
        """Whom the lines that are about to be kept are news to."""
        return []

    async def follow_up(self) -> None:
        """Lines are kept: what is kept beside them has to follow."""
