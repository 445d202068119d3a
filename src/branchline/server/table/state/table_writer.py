"""Writes a table: in memory and in the store.

A table has one writer at a time. A move is checked and made in memory, and its lines are appended to the store. Only
when they are on disk is the move acknowledged and shown: `TableState.point` moves on. If anything goes wrong before
that, the point stays as it was. What other processes have appended is taken in when they say so. Everything that is in
the store is announced by one event, `committed`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from branchline.core.play.loading import follow
from branchline.core.protocols import OVER
from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused, not_saved
from branchline.server.table.state import notifications
from branchline.server.table.state.record_lines import decode_event, encode, load_table
from branchline.server.table.state.table_state import TableState
from branchline.store import Added, ChatRow, Conflict, StoredTable, StoreTrouble, TableVersion
from branchline.store.rows import changing_round

log = logging.getLogger(__name__)


class Committed(msgspec.Struct, frozen=True):
    """The one event of a table: what is new in the store, whether this process wrote it or another one. Side data is
    whatever is stored beside the record, the seats and the chat: clock, votes, orders, invitations."""

    record: bool = False  # lines were added to the record
    seats: bool = False  # who holds which seat, or their names
    side_data: bool = False  # this process wrote some
    cleared: bool = False  # the side data of a seat was deleted
    watch_link: bool = False  # the old link to watch is no longer valid
    whole: bool = False  # pages need the whole position, not just changes
    said: Sequence[ChatRow] = ()
    rematch: str = ""  # the table of the rematch


class TableWriter:
    committed: Callable[[Committed], Awaitable[None]]  # set by the live table, once all its parts are there

    def __init__(self, state: TableState, lines: int) -> None:
        self._state = state
        self.lock = asyncio.Lock()
        self._lines = lines  # in the store
        self._in_step = True  # the table in memory is the one in the store
        self.wrote_last: bool | None = None  # whether this process did, not another one; None: unknown

    @asynccontextmanager
    async def writing(self, at: int | None = None, *, look: bool = True) -> AsyncIterator[None]:
        """One writer at a time. What is done inside is stored and announced, or, if it fails, undone. `at`: where the
        caller believes the table to be. Without it, the writer first looks whether another process has written,
        unless `look` is false."""
        state = self._state
        async with self.lock:
            if not self._in_step:
                await self._reload()
            elif at is None and look:
                await self._catch_up()
            if state.ended:
                raise Refused(_("A server admin has ended this table."), stale=True)
            if at is not None and at != state.point.at:
                raise Refused(_("The game has moved on. Look at the table and try again."), stale=True)
            try:
                yield
                await self._save()
            except Refused:
                raise
            except Conflict:
                self._in_step = False
                await self._reload()
                raise Refused(
                    _("The game has moved on. Look at the table and try again."), stale=True
                ) from None
            except Exception as trouble:
                known = isinstance(trouble, StoreTrouble)
                log.error("At table %s: %s", state.row.id, trouble, exc_info=None if known else trouble)
                self._in_step = False
                await self._reload()
                raise Refused(not_saved(trouble), stale=True) from None

    async def _save(self) -> None:
        state, first = self._state, self._lines
        lines = [encode(event) for event in state.table.log[first:]]
        if not lines or state.ended:
            return
        to_move = OVER if state.table.to_move is None else state.table.to_move
        now, round_ = wall_clock.now(), state.table.game.screen().round(state.table.state)
        also = notifications.of_move(state, now)
        if round_ != state.row.round:
            also = [*also, changing_round(state.row.id, round_)]
        await state.context.store.append(state.row.id, first, lines, to_move, now, also)
        state.row = msgspec.structs.replace(state.row, to_move=to_move, changed=now, round=round_)
        self._lines += len(lines)
        state.move_on()
        self.wrote_last = True
        await self.committed(Committed(record=True))

    async def _reload(self) -> None:
        """Start again from the store: an append failed, or another process has appended."""
        state = self._state
        try:
            stored = await state.context.store.find(state.row.id)
        except StoreTrouble:
            stored = None
        if stored is None:
            raise Refused(_("The table can't be loaded just now. Try again."))
        table = await asyncio.to_thread(load_table, stored)
        event = self._take(msgspec.structs.replace(stored, lines=[], chat=stored.chat[state.chat.known :]))
        self._lines, self._in_step, self.wrote_last = len(stored.lines), True, None
        state.replace_table(table)
        await self.committed(msgspec.structs.replace(event, whole=True))

    # What other processes write

    async def catch_up(self, sure: bool = False) -> None:
        """Take what other processes have written. `sure`: this process has written to the store past the table, so
        there is something new even if there are no others."""
        async with self.lock:
            await self._catch_up(sure)

    async def _catch_up(self, sure: bool = False) -> None:
        if not self._state.context.store.shared and not sure:
            return
        try:
            if self._in_step:
                new = await self._new()
                if new is not None:
                    await self._follow(new)
                return
        except StoreTrouble:
            raise Refused(_("The table can't be loaded just now. Try again.")) from None
        except Conflict:
            pass
        await self._reload()

    async def take_added(self, added: Added) -> bool:
        """Take lines that another process has appended. False: they don't fit, so the store has to be read."""
        state = self._state
        async with self.lock:
            if added.first + len(added.lines) <= self._lines:
                return True
            if not self._in_step or added.first != self._lines:
                return False
            row = msgspec.structs.replace(
                state.row, edition=state.seating.edition, to_move=added.to_move, changed=added.time
            )
            try:
                await self._follow(StoredTable(row=row, seats=[], holders=[], lines=added.lines, chat=[]))
            except (StoreTrouble, Conflict):
                return False
            return True

    async def _follow(self, new: StoredTable) -> None:
        self._in_step = False  # until everything is taken
        await self.committed(self._take(new))
        await self._save()  # moves that the table made automatically
        self._in_step = True

    async def _new(self) -> StoredTable | None:
        """What the store has that this process does not; None: nothing."""
        state, store = self._state, self._state.context.store
        known = TableVersion(self._lines, state.chat.known, state.seating.edition)
        now = await store.version(state.row.id)
        if now is None or now == known:
            return None
        if now.edition == known.edition:
            return await store.find(state.row.id, known)
        new = await store.find(state.row.id, TableVersion(known.lines, 0, known.edition))
        if new is not None:
            state.chat.replace(new.chat)
            new = msgspec.structs.replace(new, chat=new.chat[state.chat.known :])
        return new

    def _take(self, new: StoredTable) -> Committed:
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
            self.wrote_last = False
        return Committed(
            record=True,
            seats=seats,
            watch_link=seats and new.row.link != before.link,
            whole=seats,
            said=state.chat.add(state.chat.known, new.chat),
            rematch=new.row.next if new.row.next != before.next else "",
        )


class TablePart:
    """A part of a live table: it reads the state, and changes it through the writer."""

    def __init__(self, state: TableState, writer: TableWriter) -> None:
        self._state = state
        self._writer = writer
