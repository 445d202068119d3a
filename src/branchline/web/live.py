"""A live table: one match that people and bots play now. What they do to it, and what everybody is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from branchline.core.errors import BranchlineError, IllegalMove
from branchline.core.table import Table
from branchline.languages import _
from branchline.store import SPECTATOR, ChatRow, Conflict, Kept, SeatRow, Statement, TableRow
from branchline.store.club_tables import ClubTable
from branchline.web import meters, noticing
from branchline.web.absent import Absent
from branchline.web.bot_turns import BotTurns
from branchline.web.elsewhere import Elsewhere
from branchline.web.house import Guide, House, No
from branchline.web.journal import Journal
from branchline.web.keeping import KeptTable
from branchline.web.orders import Orders
from branchline.web.telling import Seat
from branchline.web.timing import Timing

if TYPE_CHECKING:
    from branchline.web.connection import Connection


class LiveTable(KeptTable):
    def __init__(
        self,
        house: House,
        kept: Kept,
        table: Table,
        guide: Guide | None = None,
        club: ClubTable | None = None,
    ) -> None:
        super().__init__(house, kept, table)
        self.guide = guide
        self.club = club
        self.timing = Timing(self)
        self.absent = Absent(self)
        self.orders = Orders(self)
        self.bots = BotTurns(self)
        self.elsewhere = Elsewhere(self)
        self._left = time.monotonic()  # when the last page was closed

    def stir(self) -> None:
        self.bots.stir()
        self.orders.stir()

    # What is kept beside the record

    async def load_beside(self) -> None:
        async with self._lock:
            await self.absent.load()
            await self.timing.load()
            await self.orders.load()
        self.tell()
        self.stir()

    async def follow_up(self) -> None:
        self.absent.votes = {}
        await self.timing.follow()
        await self.orders.follow()

    def notices(self, now: int) -> list[Statement]:
        return noticing.of_move(self, now)

    def told_beside(self) -> None:
        """What is kept beside the record has changed."""
        self.elsewhere.tell_beside()
        self.tell()
        self.stir()

    # What it is in the club

    @property
    def counts(self) -> bool:
        """Whether ratings follow from the game, so that it has to be fair to the end."""
        return self.club is not None and self.club.rated

    @property
    def begun(self) -> bool:
        return any(step.decided for step in self.table.steps)

    @property
    def waiting(self) -> bool:
        """A game that counts, or is open to everybody, begins when all seats are taken."""
        expecting = self.club is not None and (self.club.open or self.club.rated)
        return expecting and not self.begun and any(row.kind == "open" for row in self.seating.rows)

    # Playing

    async def play(self, seat: int, at: int, move: str) -> None:
        async with self.writing(at):
            if self.point.to_move is None or self.row.uploaded:
                raise No(_("The game is over."))
            if self.waiting:
                raise No(_("The game begins when all seats are taken."))
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
        meters.moves.labels(self.row.game, "person").inc()

    # Who plays, and what they say

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
        await self.timing.follow()
        self.elsewhere.tell_here()
        self.tell(whole=renamed)
        self.bots.stir()

    async def rename(self, seat: int, name: str) -> None:
        async with self.writing():
            await self.change_seat(msgspec.structs.replace(self.seating.rows[seat], name=name))

    async def change(self, row: TableRow) -> None:
        if row.hints and self.counts:
            raise No(_("There are no hints in a game that counts."))
        row = msgspec.structs.replace(row, edition=self.seating.edition)
        try:
            await self.house.store.change(row)
        except Conflict:
            self.elsewhere.stir()
            raise No(_("The table has moved on since. Look again."), stale=True) from None
        self.seating.edition += 1
        self.row = row
        self.tell(whole=True)

    async def say(self, seat: int | None, name: str, words: str, author: str = "") -> None:
        """`author`: the member who says it."""
        if self.ended:
            raise No(_("The host of the server has ended this table."))
        now, place = int(time.time()), SPECTATOR if seat is None else seat
        row = ChatRow(seat=place, name=name, words=words, time=now, author=author)
        number = await self.house.store.say(self.row.id, row)
        if number > self._said:
            await self.catch_up()  # others have said something before
        self.pass_on_chat(self._hear_chat(number, [row]))

    # Telling

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        meters.connections.inc()
        self.elsewhere.tell_here()
        self.tell()
        self.bots.stir()

    def go(self, connection: Connection) -> None:
        self.connections.discard(connection)
        meters.connections.dec()
        self._left = time.monotonic()
        self.elsewhere.tell_here()
        self.tell()

    def there(self) -> set[str]:
        """Who made the table, and who sits at it."""
        return {self.row.host, *(one for held in self.seating.holders for one in held)}

    def here(self) -> set[int]:
        """The seats of those who look by way of this process."""
        return {seat for connection in self.connections for seat in connection.mine}

    def shown_seats(self) -> tuple[Seat, ...]:
        point = self.point
        here = self.elsewhere.here | self.here()
        return tuple(
            Seat(
                name=row.name,
                kind=row.kind,
                bot=row.bot,
                here=row.seat in here,
                thinking=point.to_move == row.seat
                and (row.kind == "bot" or bool(self.absent.bot_of(row.seat))),
                score=point.scores[row.seat],
                stand_in=self.absent.stand_ins.get(row.seat, ""),
            )
            for row in self.seating.rows
        )

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

    async def stop(self) -> None:
        await self.orders.stop()
        await self.bots.stop()

    def idle(self) -> bool:
        """Whether nobody has looked for long, and nothing is under way."""
        if self.connections or self._lock.locked() or self.bots.busy or self.orders.busy:
            return False
        return time.monotonic() - self._left > self.house.settings.rest
