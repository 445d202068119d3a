"""A live table: one match that people and bots play now.

It has one writer. A move is checked and made in memory, its lines are appended to the store, and only when they are on
the disk it becomes the table's `point`: what is acknowledged, and told to everybody who looks. Whatever goes wrong
before leaves the point as it was.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.core import record
from branchline.core.errors import BranchlineError, IllegalMove
from branchline.core.loading import resume
from branchline.core.protocols import OVER
from branchline.core.table import Table
from branchline.languages import _
from branchline.store import SPECTATOR, ChatRow, Kept, SeatRow, TableRow
from branchline.web.bot_turns import BotTurns
from branchline.web.fairness import Turns, What
from branchline.web.frames import Frames, Match
from branchline.web.house import Guide, House, No
from branchline.web.journal import Journal
from branchline.web.messages import Chat, Reply, Seat, Undo
from branchline.web.point import Point
from branchline.web.seating import Seating

if TYPE_CHECKING:
    from branchline.web.connection import Connection

MOST_CHAT: Final = 200  # lines that a page is sent

log = logging.getLogger(__name__)
encode: Final = msgspec.json.Encoder().encode
decode_header: Final = msgspec.json.Decoder(record.Header).decode
decode_event: Final = msgspec.json.Decoder(record.Event).decode


class Wish(msgspec.Struct):
    """Somebody would like to take back what is no longer theirs alone."""

    seat: int
    what: What
    waits: set[int]


def opened(kept: Kept) -> Table:
    """The table that the store keeps."""
    events: list[record.Event] = [decode_event(line) for line in kept.lines]
    asking = [row.seat for row in kept.seats if not row.forced]
    table = resume(decode_header(kept.row.header), events, seed=int(kept.row.seed, 16), asking=asking)
    table.seats[:] = [row.name for row in kept.seats]
    return table


class LiveTable:
    def __init__(self, house: House, kept: Kept, table: Table, guide: Guide | None = None) -> None:
        self.house = house
        self.row: TableRow = kept.row
        self.seating = Seating(house.store, kept)
        self.chat = [_chat(row) for row in kept.chat]
        self.guide = guide
        self.connections: set[Connection] = set()
        self.wish: Wish | None = None
        header = table.header()
        self.frames = Frames(house.painters, Match(header.game, header.players, encode(header.options)))
        self._journals: dict[tuple[int | None, str], Journal] = {}
        self._lock = asyncio.Lock()
        self.bots = BotTurns(self)
        self._left = time.monotonic()  # when the last page was closed
        self._take(table, len(kept.lines))

    def _take(self, table: Table, kept: int) -> None:
        self.table = table
        self._turns = Turns(table)
        self.point = Point(table, self._turns)
        self._kept = kept  # lines in the store
        self._sure = True  # the table in memory is the one in the store

    # Writing

    @asynccontextmanager
    async def writing(self, at: int | None = None) -> AsyncIterator[None]:
        """One writer at a time. What is made inside is appended to the store, and told; what fails changes nothing.
        `at`: where whoever asks believes the table to be."""
        async with self._lock:
            if not self._sure:
                await self._go_back()
            if at is not None and at != self.point.at:
                raise No(_("The table has moved on since. Look again."), stale=True)
            try:
                yield
                await self._keep()
            except No:
                raise
            except Exception:
                log.exception("Something at the table %s could not be kept", self.row.id)
                self._sure = False
                await self._go_back()
                self.tell(whole=True)
                raise No(_("That could not be kept. Nothing has changed; try again."), stale=True) from None

    async def _keep(self) -> None:
        lines = [encode(event) for event in self.table.log[self._kept :]]
        if not lines:
            return
        to_move = OVER if self.table.to_move is None else self.table.to_move
        await self.house.store.append(self.row.id, self._kept, lines, to_move, int(time.time()))
        self._kept += len(lines)
        self._turns.follow(self.table)
        self.point = Point(self.table, self._turns)
        self.wish = None
        self.tell()
        self.bots.stir()

    async def _go_back(self) -> None:
        """Be again what the store has: an append failed, or another process appended."""
        kept = await self.house.store.find(self.row.id)
        if kept is None:
            raise No(_("The table can't be read just now. Try again."))
        self._journals.clear()
        self._take(opened(kept), len(kept.lines))

    async def play(self, seat: int, at: int, move: str) -> None:
        async with self.writing(at):
            if self.point.to_move is None or self.row.uploaded:
                raise No(_("The game is over."))
            if self.point.to_move != seat:
                raise No(_("It is {name}'s turn.", name=self.seating.names[self.point.to_move]))
            wrong = self.guide.wrong(self.table, move) if self.guide else None
            if wrong is not None:
                raise No(wrong.words, wrong.clause)
            try:
                self.table.push(move)
            except IllegalMove as error:
                raise No(error.text, error.clause) from None
            except BranchlineError as error:
                raise No(str(error)) from None

    async def take_back(self, seat: int, at: int, what: What) -> None:
        async with self.writing(at):
            allowed = getattr(self.point.undo[seat], what)
            if not allowed:
                raise No(_("There is nothing that you could take back."))
            waits = self.seating.others(seat) if allowed == "ask" else set()
            if waits:
                self.wish = Wish(seat, what, waits)
                self.tell()
            else:
                self._take_back(seat, what)

    def _take_back(self, seat: int, what: What) -> None:
        """With all that came after it."""
        depth = self._turns.start_of(seat, what)
        assert depth is not None
        self.table.pop_to(depth)

    async def agree(self, seats: Iterable[int], at: int, yes: bool) -> None:
        async with self.writing(at):
            wish = self.wish
            if wish is None or not wish.waits & set(seats):
                raise No(_("Nobody waits for your answer."))
            if not yes:
                self.wish = None
                for connection in self.connections:
                    connection.declined(wish.seat)
                self.tell()
                self.bots.stir()
                return
            wish.waits -= set(seats)
            if wish.waits:
                self.tell()
            else:
                self._take_back(wish.seat, wish.what)

    async def prefer(self, seat: int, forced: bool) -> None:
        async with self.writing():
            await self.seating.change(msgspec.structs.replace(self.seating.rows[seat], forced=forced))
            self.table.ask(seat, not forced)
        for connection in self.connections:
            if seat in connection.mine:
                connection.update(whole=True)

    async def change_seat(self, row: SeatRow, *, hold: str = "", forget: Sequence[str] = ()) -> None:
        """Within `writing`: somebody comes, goes, or is called otherwise."""
        renamed = self.seating.rows[row.seat].name != row.name
        await self.seating.change(row, hold=hold, forget=forget)
        if renamed:
            self.table.seats[:] = self.seating.names
            self._journals.clear()
        self.wish = None
        for connection in list(self.connections):
            connection.recount()
        self.tell(whole=renamed)
        self.bots.stir()

    async def rename(self, seat: int, name: str) -> None:
        async with self.writing():
            await self.change_seat(msgspec.structs.replace(self.seating.rows[seat], name=name))

    async def change(self, row: TableRow) -> None:
        await self.house.store.change(row)
        self.row = row
        self.tell(whole=True)

    async def say(self, seat: int | None, name: str, words: str) -> None:
        now = int(time.time())
        row = ChatRow(seat=SPECTATOR if seat is None else seat, name=name, words=words, time=now)
        await self.house.store.say(self.row.id, row)
        self.chat = [*self.chat, _chat(row)][-MOST_CHAT:]
        self.pass_on(self.chat[-1])

    # Telling

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.tell()
        self.bots.stir()

    def go(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._left = time.monotonic()
        self.tell()

    def tell(self, whole: bool = False) -> None:
        """Let every page that looks have what is new; `whole`: more than moves change."""
        for connection in self.connections:
            connection.update(whole)

    def pass_on(self, reply: Reply) -> None:
        for connection in self.connections:
            connection.put(reply)

    def shown_seats(self) -> tuple[Seat, ...]:
        point = self.point
        here = {seat for connection in self.connections for seat in connection.mine}
        return tuple(
            Seat(
                name=row.name,
                kind=row.kind,
                bot=row.bot,
                here=row.seat in here,
                thinking=row.kind == "bot" and point.to_move == row.seat,
                score=point.scores[row.seat],
            )
            for row in self.seating.rows
        )

    def shown_undo(self, seat: int | None) -> Undo:
        wish = self.wish
        asks, waits = (wish.seat, tuple(sorted(wish.waits))) if wish else (None, ())
        if seat is None:
            return Undo(wish=asks, waits=waits)
        allowed, alone = self.point.undo[seat], not self.seating.others(seat)
        step, turn = ("free" if found == "ask" and alone else found for found in (allowed.step, allowed.turn))
        return Undo(step, turn, asks, waits)

    async def journal(self, seat: int | None, language: str) -> Journal:
        """The log as a seat may know it, up to the present point."""
        key = (seat, language)
        if key not in self._journals:
            self._journals[key] = Journal(self.table.game, self.table.setting, seat, language)
        journal, lines, names = self._journals[key], self.table.log, self.seating.names
        while journal.read < self.point.at:
            journal.add(lines[journal.read], names)
            if journal.read % 16 == 0:
                await asyncio.sleep(0)  # a long match takes a while: let others in between
        return journal

    # The end

    def idle(self) -> bool:
        """Whether nobody has looked for long, and nothing is under way."""
        if self.connections or self._lock.locked() or self.bots.busy:
            return False
        return time.monotonic() - self._left > self.house.settings.rest


def _chat(row: ChatRow) -> Chat:
    return Chat(None if row.seat == SPECTATOR else row.seat, row.name, row.words, row.time)
