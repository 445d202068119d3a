"""A live table: one match that people and bots play now. What they do to it, and what everybody is shown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.core.errors import BranchlineError, IllegalMove
from branchline.core.table import Table
from branchline.languages import _
from branchline.server import metrics, wall_clock
from branchline.server.http.errors import Refused
from branchline.server.table.absent_players import Absent
from branchline.server.table.bot_turns import BotTurns
from branchline.server.table.chat import TableChat
from branchline.server.table.context import Guide, ServerContext
from branchline.server.table.frames import Frames
from branchline.server.table.journal import Journals
from branchline.server.table.messages import Reply, Seat
from branchline.server.table.new_invitations import NewInvitations
from branchline.server.table.orders import Orders
from branchline.server.table.peer_sync import PeerSync
from branchline.server.table.seating import Seating
from branchline.server.table.snapshot import Snapshot
from branchline.server.table.table_clock import TableClock
from branchline.server.table.table_writer import TableWriter
from branchline.server.table.undo import UndoRequest
from branchline.server.table.undo_rules import Turns
from branchline.server.workers.process_pool import Owner
from branchline.server.workers.thinkers import Position
from branchline.store import (
    SPECTATOR,
    Conflict,
    Kept,
    SeatEvent,
    SeatEventKind,
    SeatRow,
    Statement,
    TableRow,
)
from branchline.store.club_tables import ClubTable
from branchline.store.members import is_member

if TYPE_CHECKING:
    from branchline.server.table.connection import Connection

GATHER: Final = 0.3  # seconds in which those who come and go are told of together
GOING: Final[tuple[SeatEventKind, ...]] = ("left", "opened", "freed")  # events that name who sat there before


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
        self.frames = Frames(context.painters, table.setup, Owner(kept.row.host, kept.row.id))
        self.guide = guide
        self.club = club
        self.take(table)
        self.writer = TableWriter(self, len(kept.lines))
        self.talk = TableChat(self, kept.chat)
        self.table_clock = TableClock(self)
        self.absent = Absent(self)
        self.new_invitations = NewInvitations(self)
        self.orders = Orders(self)
        self.bots = BotTurns(self)
        self.peers = PeerSync(self)
        self._left = time.monotonic()  # when the last page was closed
        self._presence: asyncio.TimerHandle | None = None  # when it will be told who is here
        self._told_here: set[int] = set()

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
        self.journals = Journals(table, self.frames)

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
        self.journals = Journals(self.table, self.frames)

    def stir(self) -> None:
        """Something has changed: a bot may be to move, or an order to be carried out."""
        self.bots.stir()
        self.orders.stir()

    # What is kept beside the record

    async def load_beside(self) -> None:
        async with self.writer.lock:
            await self._load_beside()
        self.tell()
        self.stir()

    async def _load_beside(self) -> None:
        await self.absent.load()
        await self.new_invitations.load()
        await self.table_clock.load()
        await self.orders.load()

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
    def paired(self) -> tuple[str, ...]:
        """In a league: whose each seat is, from the first moment."""
        return self.club.paired if self.club else ()

    @property
    def members_only(self) -> bool:
        return self.club is not None and (self.club.rated or self.club.members_only)

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

    async def change_seat(
        self, row: SeatRow, *events: SeatEventKind, hold: str = "", forget: Sequence[str] = ()
    ) -> None:
        """Within `writing`: somebody comes, goes, or is called otherwise. A seat that opens has a new invitation, and
        whoever takes it finds nothing of who sat there before."""
        before, also = self.seating.rows[row.seat], list[Statement]()
        renamed = before.name != row.name
        if row.kind == "open" and before.kind != "open":
            row = self.context.links.renewed_seat(self.row.id, row)
        if before.kind == "person" and row.kind != "person":
            forget, also = sorted(self.seating.holders[row.seat]), self._left_behind(row.seat)
        told = [
            self._seat_event(row.seat, kind, before.name if kind in GOING else row.name, hold)
            for kind in events
        ]
        await self.seating.change(row, hold=hold, forget=forget, events=told, also=also)
        if renamed:
            self._renamed()
        if also:
            await self._load_beside()
            self.peers.tell_beside()
        self.wish = None
        for connection in list(self.connections):
            connection.recount()
        await self.table_clock.follow()
        self.peers.tell_here()
        self.tell(whole=renamed)
        self.bots.stir()

    def _left_behind(self, seat: int) -> list[Statement]:
        """Clears what is kept for the owner of a seat."""
        return [
            Statement("DELETE FROM orders WHERE table_id = ? AND seat = ?", (self.row.id, seat)),
            Statement("DELETE FROM stand_ins WHERE table_id = ? AND seat = ?", (self.row.id, seat)),
            *self.new_invitations.forgetting(seat),
        ]

    async def note(
        self, seat: int, kind: SeatEventKind, voter: int = SPECTATOR, also: Sequence[Statement] = ()
    ) -> None:
        """Within `writing`: something about a seat that everybody has to know; who holds it stays the same."""
        row = self.seating.rows[seat]
        event = self._seat_event(seat, kind, row.name, voter=voter)
        await self.seating.change(row, events=[event], also=also)
        self.tell()

    def _seat_event(
        self, seat: int, kind: SeatEventKind, name: str, hold: str = "", voter: int = SPECTATOR
    ) -> SeatEvent:
        members = [person for person in (hold, *sorted(self.seating.holders[seat])) if is_member(person)]
        return SeatEvent(
            seat=seat,
            kind=kind,
            name=name,
            voter=voter,
            author=members[0] if members and kind != "bot" else "",
            at=self.point.at,
            time=wall_clock.now(),
        )

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

    def position(self, point: Snapshot) -> Position:
        """What bots are asked about."""
        return Position(self.frames.owner, self.table.setup, point.at, point.numbers)

    # Telling

    def tell(self, whole: bool = False) -> None:
        """Let every page that looks have what is new; `whole`: more than moves change."""
        self._told_here = self.here()
        for connection in self.connections:
            connection.update(whole)

    def pass_on(self, reply: Reply) -> None:
        for connection in self.connections:
            connection.put(reply)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        metrics.connections.inc()
        connection.update()
        self._tell_presence()
        self.bots.stir()

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
        if self.here() != self._told_here:
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
                new_invitation=self.new_invitations.shown(row.seat),
            )
            for row in self.seating.rows
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
