"""A table between memory and store.

It has one writer. A move is checked and made in memory, its lines are appended to the store, and only when they are on
the disk it becomes the table's `point`: what is acknowledged, and told to everybody who looks. Whatever goes wrong
before leaves the point as it was. What other processes append is taken in as it comes. Whatever is in the store is
told by one event, `committed`: the writer knows nobody who follows it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from branchline.core.play.loading import follow
from branchline.core.protocols import OVER
from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused, not_kept
from branchline.server.table.state import notifications
from branchline.server.table.state.committed import Committed, Listener
from branchline.server.table.state.record_lines import decode_event, encode, opened
from branchline.server.table.state.table_state import TableState
from branchline.store import Added, Conflict, Kept, Stand, StoreTrouble

log = logging.getLogger(__name__)


class TableWriter:
    def __init__(self, state: TableState, lines: int, committed: Listener) -> None:
        self._state = state
        self.committed = committed
        self.lock = asyncio.Lock()
        self._lines = lines  # in the store
        self._sure = True  # the table in memory is the one in the store
        self.leads: bool | None = None  # whether what came last was written here; None: that is not known

    @asynccontextmanager
    async def writing(self, at: int | None = None, *, look: bool = True) -> AsyncIterator[None]:
        """One writer at a time. What is made inside is appended to the store, and told; what fails changes nothing.
        `at`: where whoever asks believes the table to be. `look`: without such a belief, see first whether another
        process has written."""
        state = self._state
        async with self.lock:
            if not self._sure:
                await self._go_back()
            elif at is None and look:
                await self._catch_up()
            if state.ended:
                raise Refused(_("A server admin has ended this table."), stale=True)
            if at is not None and at != state.point.at:
                raise Refused(_("The game has moved on. Look at the table and try again."), stale=True)
            try:
                yield
                await self._keep()
            except Refused:
                raise
            except Conflict:
                self._sure = False
                await self._go_back()
                raise Refused(
                    _("The game has moved on. Look at the table and try again."), stale=True
                ) from None
            except Exception as trouble:
                known = isinstance(trouble, StoreTrouble)
                log.error("At the table %s: %s", state.row.id, trouble, exc_info=None if known else trouble)
                self._sure = False
                await self._go_back()
                raise Refused(not_kept(trouble), stale=True) from None

    async def _keep(self) -> None:
        state, first = self._state, self._lines
        lines = [encode(event) for event in state.table.log[first:]]
        if not lines or state.ended:
            return
        to_move = OVER if state.table.to_move is None else state.table.to_move
        now = wall_clock.now()
        await state.context.store.append(
            state.row.id, first, lines, to_move, now, notifications.of_move(state, now)
        )
        state.row = msgspec.structs.replace(state.row, to_move=to_move, changed=now)
        self._lines += len(lines)
        state.move_on()
        self.leads = True
        await self.committed(Committed(record=True))

    async def _go_back(self) -> None:
        """Be again what the store has: an append failed, or another process appended."""
        state = self._state
        try:
            kept = await state.context.store.find(state.row.id)
        except StoreTrouble:
            kept = None
        if kept is None:
            raise Refused(_("The table can't be loaded just now. Try again."))
        table = await asyncio.to_thread(opened, kept)
        event = self._take_in(msgspec.structs.replace(kept, lines=[], chat=kept.chat[state.chat.known :]))
        self._lines, self._sure, self.leads = len(kept.lines), True, None
        state.replace_table(table)
        await self.committed(msgspec.structs.replace(event, whole=True))

    # What other processes write

    async def catch_up(self, sure: bool = False) -> None:
        """Take in what other processes have written, and tell it. `sure`: something was written here past the table,
        so there is something new also where there are no others."""
        async with self.lock:
            await self._catch_up(sure)

    async def _catch_up(self, sure: bool = False) -> None:
        if not self._state.context.store.shared and not sure:
            return
        try:
            if self._sure:
                new = await self._new()
                if new is not None:
                    await self._follow(new)
                return
        except StoreTrouble:
            raise Refused(_("The table can't be loaded just now. Try again.")) from None
        except Conflict:
            pass
        await self._go_back()

    async def take_added(self, added: Added) -> bool:
        """Take in lines that another process has appended, and tell them. False: the store knows better."""
        state = self._state
        async with self.lock:
            if added.first + len(added.lines) <= self._lines:
                return True
            if not self._sure or added.first != self._lines:
                return False
            row = msgspec.structs.replace(
                state.row, edition=state.seating.edition, to_move=added.to_move, changed=added.time
            )
            try:
                await self._follow(Kept(row=row, seats=[], holders=[], lines=added.lines, chat=[]))
            except (StoreTrouble, Conflict):
                return False
            return True

    async def _follow(self, new: Kept) -> None:
        self._sure = False  # until all of it is taken in
        await self.committed(self._take_in(new))
        await self._keep()  # what the table did by itself
        self._sure = True

    async def _new(self) -> Kept | None:
        """What the store has beyond what is known; None: nothing."""
        state, store = self._state, self._state.context.store
        known = Stand(self._lines, state.chat.known, state.seating.edition)
        now = await store.stand(state.row.id)
        if now is None or now == known:
            return None
        if now.edition == known.edition:
            return await store.find(state.row.id, known)
        new = await store.find(state.row.id, Stand(known.lines, 0, known.edition))
        if new is not None:
            state.chat.replace(new.chat)
            new = msgspec.structs.replace(new, chat=new.chat[state.chat.known :])
        return new

    def _take_in(self, new: Kept) -> Committed:
        state, before = self._state, self._state.row
        seats = new.row.edition != state.seating.edition
        state.row = new.row
        if seats:
            state.replace_seating(new)
        if new.lines:
            follow(state.table, [decode_event(line) for line in new.lines])
            self._lines += len(new.lines)
        if new.lines or new.row.ended != before.ended:
            state.move_on()
            self.leads = False
        return Committed(
            record=True,
            seats=seats,
            watch_link=seats and new.row.link != before.link,
            whole=seats,
            said=state.chat.add(state.chat.known, new.chat),
            rematch=new.row.next if new.row.next != before.next else "",
        )
