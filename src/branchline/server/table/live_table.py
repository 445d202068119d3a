"""A live table: a match that is in memory because people or bots are playing it.

This puts the parts of a table together. None of them knows this class: they share a `TableState`, change it through the
`TableWriter`, and what follows from a change is up to the `CommitHandler`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from branchline.core.play.table import Table
from branchline.server.http.rate_limits import Limited, unlimited
from branchline.server.http.visitors import Visit
from branchline.server.table.commit_handler import CommitHandler
from branchline.server.table.display.frames import Frames
from branchline.server.table.display.journal import Journals
from branchline.server.table.display.page_updates import PageUpdates
from branchline.server.table.peer_sync import PeerSync
from branchline.server.table.play.bot_turns import BotTurns
from branchline.server.table.play.chat import TableChat
from branchline.server.table.play.moves import Moves
from branchline.server.table.play.orders import Orders
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol.connection import Connection
from branchline.server.table.protocol.peer_messages import PeerNews
from branchline.server.table.request_handler import RequestHandler, RequestTargets
from branchline.server.table.seats.absent_players import AbsentPlayers
from branchline.server.table.seats.host_settings import HostSettings
from branchline.server.table.seats.new_invitations import NewInvitations
from branchline.server.table.seats.presence import Presence
from branchline.server.table.seats.table_seats import TableSeats
from branchline.server.table.state.context import Guide, ServerContext
from branchline.server.table.state.seating import Seating
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import TableWriter
from branchline.store import StoredTable, TableRow
from branchline.store.club.club_tables import ClubTable


class LiveTable:
    def __init__(
        self,
        context: ServerContext,
        stored: StoredTable,
        table: Table,
        guide: Guide | None = None,
        club: ClubTable | None = None,
    ) -> None:
        self.context = context
        self.state = state = TableState(context, stored, table, guide, club)
        self.writer = writer = TableWriter(state, len(stored.lines))
        self.frames = frames = Frames(context.painters, table.setup, state.owner)
        self.chat = chat = TableChat(state, writer)
        self.seats = seats = TableSeats(state, writer)
        self.settings = settings = HostSettings(state, writer)
        self.table_clock = clock = TableClock(state, writer)
        self.absent = absent = AbsentPlayers(state, writer, clock, seats)
        self.new_invitations = invitations = NewInvitations(state, writer, seats)
        self.orders = orders = Orders(state, writer)
        news = PeerNews(context.store, stored.row.id)
        self.bots = bots = BotTurns(state, writer, clock, news, seats.note)
        self.undo = undo = TableUndo(state, writer, news)
        moves = Moves(state, writer)
        self._presence = here = Presence(state, news)
        self._updates = PageUpdates(state, frames, Journals(frames), undo, clock, orders, absent, invitations)
        self._targets = RequestTargets(
            state, frames, moves, undo, orders, bots, chat, seats, absent, settings
        )
        self._commits = CommitHandler(state, news, here, chat, clock, orders, bots, absent, invitations)
        writer.committed = self._commits.committed
        self.peers = PeerSync(state, writer, news, here, undo, bots, self.load_side_data)

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

    async def load_side_data(self) -> None:
        """Read the clock, votes, invitations and orders from the store."""
        async with self.writer.lock:
            await self._commits.load_side_data()
        self._commits.show()

    # Pages

    def connect(
        self, visit: Visit, send: Callable[[bytes], Awaitable[None]], watching: bool = False
    ) -> Connection:
        """A page of this table, which is shown nothing before it enters."""
        return Connection(visit, send, self._updates.next_for, watching)

    def request_handler(self, page: Connection, limited: Limited = unlimited) -> RequestHandler:
        return RequestHandler(page, self._targets, limited)

    def enter(self, page: Connection) -> None:
        self._presence.enter(page)
        self.bots.wake()

    def leave(self, page: Connection) -> None:
        self._presence.leave(page)

    # The end

    async def stop(self) -> None:
        self._presence.stop()
        await self.orders.stop()
        await self.bots.stop()

    def idle(self) -> bool:
        """Whether nobody has looked at the table for long, and nothing is going on."""
        busy = self.writer.lock.locked() or self.bots.busy or self.orders.busy
        return not busy and self._presence.empty_for > self.context.settings.rest
