"""What this process knows of a live table: data that the parts of the table share. It calls none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.play.table import Table
from branchline.server.table.protocol.messages import Reply
from branchline.server.table.state.chat_log import ChatLog
from branchline.server.table.state.context import Guide, ServerContext
from branchline.server.table.state.seating import Seating
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.table.state.undo_rules import Turns, UndoRequest
from branchline.server.workers.process_pool import Owner
from branchline.server.workers.thinkers import Position
from branchline.store import Kept, TableRow
from branchline.store.club.club_tables import ClubTable

if TYPE_CHECKING:
    from branchline.server.table.protocol.connection import Connection


class TableState:
    def __init__(
        self, context: ServerContext, kept: Kept, table: Table, guide: Guide | None, club: ClubTable | None
    ) -> None:
        self.context = context
        self.row: TableRow = kept.row
        self.owner = Owner(kept.row.host, kept.row.id)
        self.seating = Seating(context.store, kept)
        self.chat = ChatLog(kept.chat)
        self.guide = guide
        self.club = club
        self.connections: set[Connection] = set()
        self.seats_shown: set[int] = set()  # whose presence the pages were told of
        self.seats_elsewhere: set[int] = set()  # of those who look by way of other processes
        self.stand_ins: dict[int, str] = {}  # bots that play for people who are away, by seat
        self.undo_request: UndoRequest | None = None
        self.replace_table(table)

    # The record

    def replace_table(self, table: Table) -> None:
        """That is the table, from its beginning."""
        self.table = table
        self.turns = Turns(table)
        self.point = Snapshot(table, self.turns, self.ended)
        self.undo_request = None

    def move_on(self) -> None:
        """What is new on the table is in the store."""
        self.turns.follow(self.table)
        self.point = Snapshot(self.table, self.turns, self.ended)
        self.undo_request = None

    def replace_seating(self, kept: Kept) -> None:
        """Somebody came, went, or is called otherwise, by way of another process."""
        self.seating = Seating(self.context.store, kept)
        self.table.asking = set(self.seating.asking)
        self.table.seats[:] = self.seating.names
        self.undo_request = None

    @property
    def position(self) -> Position:
        """What bots are asked about."""
        return Position(self.owner, self.table.setup, self.point.at, self.point.numbers)

    @property
    def ended(self) -> bool:
        """Whether the host of the server has ended it: then nothing is written any more."""
        return bool(self.row.ended)

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

    # Who is there

    @property
    def people(self) -> set[str]:
        """Who made the table, and who sits at it."""
        return {self.row.host, *(one for held in self.seating.holders for one in held)}

    @property
    def seats_here(self) -> set[int]:
        """The seats of those who look by way of this process."""
        return {seat for connection in self.connections for seat in connection.mine}

    @property
    def seats_present(self) -> set[int]:
        return self.seats_here | self.seats_elsewhere

    def must_agree(self, seat: int) -> set[int]:
        """The other people; for who is away a bot agrees at once."""
        return self.seating.others(seat) - set(self.stand_ins)

    # The open pages

    def update_pages(self, whole: bool = False) -> None:
        """Let every page that looks have what is new; `whole`: more than moves change."""
        self.seats_shown = self.seats_here
        for connection in self.connections:
            connection.update(whole)

    def send_to_pages(self, reply: Reply) -> None:
        for connection in self.connections:
            connection.put(reply)
