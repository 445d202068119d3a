"""A live table: one match that people and bots play now. What they do to it, and what everybody is shown."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from branchline.core.errors import BranchlineError, IllegalMove
from branchline.core.table import Table
from branchline.languages import _
from branchline.server import metrics
from branchline.server.http.errors import Refused
from branchline.server.table.absent_players import Absent
from branchline.server.table.bot_turns import BotTurns
from branchline.server.table.chat import TableChat
from branchline.server.table.context import Guide, ServerContext
from branchline.server.table.journal import Journals
from branchline.server.table.messages import Reply, Seat
from branchline.server.table.orders import Orders
from branchline.server.table.peer_sync import PeerSync
from branchline.server.table.seating import Seating
from branchline.server.table.snapshot import Snapshot
from branchline.server.table.table_clock import TableClock
from branchline.server.table.table_writer import TableWriter
from branchline.server.table.undo import UndoRequest
from branchline.server.table.undo_rules import Turns
from branchline.server.workers.painters import Frames
from branchline.store import Conflict, Kept, SeatRow, TableRow
from branchline.store.club_tables import ClubTable

if TYPE_CHECKING:
    from branchline.server.table.connection import Connection


class LiveTable:
    def __init__(
        self,
        context: ServerContext,
        kept: Kept,
        table: Table,
        guide: Guide | None = None,
        club: ClubTable | None = None,
    ) -> None:
        self.context = context
        self.row: TableRow = kept.row
        self.seating = Seating(context.store, kept)
        self.connections: set[Connection] = set()
        self.frames = Frames(context.painters, table.setup)
        self.guide = guide
        self.club = club
        self.take(table)
        self.writer = TableWriter(self, len(kept.lines))
        self.talk = TableChat(self, kept.chat)
        self.table_clock = TableClock(self)
        self.absent = Absent(self)
        self.orders = Orders(self)
        self.bots = BotTurns(self)
        self.peers = PeerSync(self)
        self._left = time.monotonic()  # when the last page was closed

    @property
    def ended(self) -> bool:
        """Whether the host of the server has ended it: then nothing is written any more."""
        return bool(self.row.ended)

    # What is in the store

    def take(self, table: Table) -> None:
        """That is the table, from its beginning."""
        self.table = table
        self.turns = Turns(table)
        self.point = Snapshot(table, self.turns, self.ended)
        self.wish: UndoRequest | None = None
        self.journals = Journals(table)

    def move_on(self) -> None:
        """What is new on the table is in the store."""
        self.turns.follow(self.table)
        self.point = Snapshot(self.table, self.turns, self.ended)
        self.wish = None

    def take_seating(self, kept: Kept, before: TableRow) -> None:
        """Somebody came, went, or is called otherwise, by way of another process."""
        names = self.seating.names
        self.seating = Seating(self.context.store, kept)
        self.table.asking = set(self.seating.asking)
        self.wish = None
        for page in list(self.connections):
            page.recount()
            if page.watching and kept.row.link != before.link:
                page.dismiss()
        if names != self.seating.names:
            self._renamed()

    def _renamed(self) -> None:
        self.table.seats[:] = self.seating.names
        self.journals = Journals(self.table)

    def stir(self) -> None:
        """Something has changed: a bot may be to move, or an order to be carried out."""
        self.bots.stir()
        self.orders.stir()

    # What is kept beside the record

    async def load_beside(self) -> None:
        async with self.writer.lock:
            await self.absent.load()
            await self.table_clock.load()
            await self.orders.load()
        self.tell()
        self.stir()

    async def follow_up(self) -> None:
        """Lines are kept: what is kept beside them has to follow."""
        self.absent.votes = {}
        await self.table_clock.follow()
        await self.orders.follow()

    def told_beside(self) -> None:
        """What is kept beside the record has changed."""
        self.peers.tell_beside()
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
        async with self.writer.writing(at):
            if self.point.to_move is None or self.row.uploaded:
                raise Refused(_("The game is over."))
            if self.waiting:
                raise Refused(_("The game starts when all seats are taken."))
            if self.point.to_move != seat:
                raise Refused(_("It is {name}'s turn.", name=self.seating.names[self.point.to_move]))
            wrong = self.guide.wrong(self.table, move) if self.guide else None
            if wrong is not None:
                raise Refused(wrong.words, wrong.clause)
            try:
                self.table.push(move)
            except IllegalMove as error:
                raise Refused(error.text, error.clause) from None
            except BranchlineError as error:
                raise Refused(str(error)) from None
        metrics.moves.labels(self.row.game, "person").inc()

    # Who plays

    async def prefer(self, seat: int, forced: bool) -> None:
        async with self.writer.writing():
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
            self._renamed()
        self.wish = None
        for connection in list(self.connections):
            connection.recount()
        await self.table_clock.follow()
        self.peers.tell_here()
        self.tell(whole=renamed)
        self.bots.stir()

    async def rename(self, seat: int, name: str) -> None:
        async with self.writer.writing():
            await self.change_seat(msgspec.structs.replace(self.seating.rows[seat], name=name))

    async def change(self, row: TableRow) -> None:
        if row.hints and self.counts:
            raise Refused(_("There are no hints in rated games."))
        row = msgspec.structs.replace(row, edition=self.seating.edition)
        try:
            await self.context.store.change(row)
        except Conflict:
            self.peers.stir()
            raise Refused(_("The game has moved on. Look at the table and try again."), stale=True) from None
        self.seating.edition += 1
        self.row = row
        self.tell(whole=True)

    # Telling

    def tell(self, whole: bool = False) -> None:
        """Let every page that looks have what is new; `whole`: more than moves change."""
        for connection in self.connections:
            connection.update(whole)

    def pass_on(self, reply: Reply) -> None:
        for connection in self.connections:
            connection.put(reply)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        metrics.connections.inc()
        self.peers.tell_here()
        self.tell()
        self.bots.stir()

    def go(self, connection: Connection) -> None:
        self.connections.discard(connection)
        metrics.connections.dec()
        self._left = time.monotonic()
        self.peers.tell_here()
        self.tell()

    def there(self) -> set[str]:
        """Who made the table, and who sits at it."""
        return {self.row.host, *(one for held in self.seating.holders for one in held)}

    def here(self) -> set[int]:
        """The seats of those who look by way of this process."""
        return {seat for connection in self.connections for seat in connection.mine}

    def shown_seats(self) -> tuple[Seat, ...]:
        point = self.point
        here = self.peers.here | self.here()
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

    # The end

    async def stop(self) -> None:
        await self.orders.stop()
        await self.bots.stop()

    def idle(self) -> bool:
        """Whether nobody has looked for long, and nothing is under way."""
        if self.connections or self.writer.lock.locked() or self.bots.busy or self.orders.busy:
            return False
        return time.monotonic() - self._left > self.context.settings.rest
