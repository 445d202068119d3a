"""A live table: one match that people and bots play now. It puts its parts together.

The parts share a `TableState` and know the `TableWriter`; none of them knows this class. Whatever gets into the store
comes back here as one event, `Committed`, and everybody who has to follow does so in `_committed`.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.core.errors import BranchlineError, IllegalMove
from branchline.core.play.table import Table
from branchline.languages import _
from branchline.server import metrics
from branchline.server.http.errors import Refused
from branchline.server.table.display.frames import Frames
from branchline.server.table.display.journal import Journals
from branchline.server.table.peer_sync import PeerSync
from branchline.server.table.play.bot_turns import BotTurns
from branchline.server.table.play.chat import TableChat
from branchline.server.table.play.orders import Orders
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol.messages import Rematch, Seat
from branchline.server.table.protocol.peer_messages import Beside, Hurried, PeerNews
from branchline.server.table.seats.absent_players import Absent
from branchline.server.table.seats.new_invitations import NewInvitations
from branchline.server.table.seats.table_seats import TableSeats
from branchline.server.table.state.committed import Committed
from branchline.server.table.state.context import Guide, ServerContext
from branchline.server.table.state.seating import Seating
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import TableWriter
from branchline.store import Conflict, Kept, TableRow
from branchline.store.club.club_tables import ClubTable

if TYPE_CHECKING:
    from branchline.server.table.protocol.connection import Connection

GATHER: Final = 0.3  # seconds in which those who come and go are told of together


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
        self.state = state = TableState(context, kept, table, guide, club)
        self.frames = Frames(context.painters, table.setup, state.owner)
        self.journals = Journals(self.frames)
        self.writer = writer = TableWriter(state, len(kept.lines), self._committed)
        self.news = PeerNews(context.store, kept.row.id)
        self.chat = TableChat(state, writer)
        self.seats = TableSeats(state, writer)
        self.table_clock = TableClock(state, writer)
        self.absent = Absent(state, writer, self.table_clock, self.seats)
        self.new_invitations = NewInvitations(state, writer, self.seats)
        self.orders = Orders(state, writer)
        self.bots = BotTurns(state, writer, self.table_clock)
        self.undo = TableUndo(state, writer, self.news)
        self.peers = PeerSync(state, writer, self.news, self.undo, self.bots, self.load_beside)
        self._left = time.monotonic()  # when the last page was closed
        self._presence: asyncio.TimerHandle | None = None  # when it will be told who is here

    @property
    def row(self) -> TableRow:
        return self.state.row

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def point(self) -> Snapshot:
        return self.state.point

    @property
    def seating(self) -> Seating:
        return self.state.seating

    @property
    def connections(self) -> set[Connection]:
        return self.state.connections

    @property
    def ended(self) -> bool:
        return self.state.ended

    # What follows from what is in the store

    async def _committed(self, event: Committed) -> None:
        """First who may look at all, then what is kept beside the record, then the other processes, the pages, and
        whoever moves by itself."""
        if event.seats:
            for page in list(self.connections):
                page.recount()
        if event.watch_link:
            for page in [page for page in self.connections if page.watching]:
                page.dismiss()
        if event.record:
            self.absent.votes = {}
        if event.cleared:
            await self._load_beside()
        if event.record or event.seats:
            await self.table_clock.follow()
        if event.record:
            await self.orders.follow()
        if event.beside:
            self.news.tell(Beside())
        if event.seats:
            self.peers.tell_here()
        self.chat.show(event.said)
        if event.rematch:
            self.state.send_to_pages(Rematch(f"/table/{event.rematch}"))
        self.state.update_pages(event.whole)
        self._wake()

    def _wake(self) -> None:
        """A bot may be to move, or an order to be carried out."""
        self.bots.wake()
        self.orders.wake()

    async def load_beside(self) -> None:
        """Read what is kept beside the record."""
        async with self.writer.lock:
            await self._load_beside()
        self.state.update_pages()
        self._wake()

    async def _load_beside(self) -> None:
        await self.absent.load()
        await self.new_invitations.load()
        await self.table_clock.load()
        await self.orders.load()

    # Playing

    async def play(self, seat: int, at: int, move: str) -> None:
        state = self.state
        async with self.writer.writing(at):
            if state.point.to_move is None or state.row.uploaded:
                raise Refused(_("The game is over."))
            if state.waiting:
                raise Refused(_("The game starts when all seats are taken."))
            if state.point.to_move != seat:
                raise Refused(_("It is {name}'s turn.", name=state.seating.names[state.point.to_move]))
            wrong = state.guide.wrong(state.table, move) if state.guide else None
            if wrong is not None:
                raise Refused(wrong.words, wrong.clause)
            try:
                state.table.push(move)
            except IllegalMove as error:
                raise Refused(error.text, error.clause) from None
            except BranchlineError as error:
                raise Refused(str(error)) from None
        metrics.moves.labels(state.row.game, "person").inc()

    def hurry(self) -> None:
        """No pauses until a person has to move."""
        self.bots.hurry()
        self.news.tell(Hurried())

    async def change(self, row: TableRow) -> None:
        """What its host decides: hints, links, the table that follows."""
        if row.hints and self.state.counts:
            raise Refused(_("There are no hints in rated games."))
        row = msgspec.structs.replace(row, edition=self.seating.edition)
        try:
            await self.context.store.change(row)
        except Conflict:
            self.peers.look()
            raise Refused(_("The game has moved on. Look at the table and try again."), stale=True) from None
        self.seating.edition += 1
        self.state.row = row
        await self.writer.committed(Committed(whole=True))

    # Who looks

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        metrics.connections.inc()
        connection.update()
        self._tell_presence()
        self.bots.wake()

    def go(self, connection: Connection) -> None:
        self.connections.discard(connection)
        metrics.connections.dec()
        self._left = time.monotonic()
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Soon, and together with whoever else comes and goes until then: many who come at once are one update."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(GATHER, self._tell_here)

    def _tell_here(self) -> None:
        self._presence = None
        self.peers.tell_here()
        if self.state.seats_here != self.state.seats_shown:
            self.state.update_pages()

    def shown_seats(self) -> tuple[Seat, ...]:
        state, point = self.state, self.state.point
        present = state.seats_present
        return tuple(
            Seat(
                name=row.name,
                kind=row.kind,
                bot=row.bot,
                here=row.seat in present,
                thinking=point.to_move == row.seat
                and (row.kind == "bot" or bool(self.table_clock.bot_for(row.seat))),
                score=point.scores[row.seat],
                stand_in=state.stand_ins.get(row.seat, ""),
                new_invitation=self.new_invitations.shown(row.seat),
            )
            for row in state.seating.rows
        )

    # The end

    async def stop(self) -> None:
        if self._presence is not None:
            self._presence.cancel()
        await self.orders.stop()
        await self.bots.stop()

    def idle(self) -> bool:
        """Whether nobody has looked for long, and nothing is under way."""
        if self.connections or self.writer.lock.locked() or self.bots.busy or self.orders.busy:
            return False
        return time.monotonic() - self._left > self.context.settings.rest
