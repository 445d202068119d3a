"""What this process knows about a live table: the data that its parts share."""

from __future__ import annotations

from collections import deque
from typing import Final

from branchline.core.play.history import Transition
from branchline.core.play.table import Table
from branchline.server.table.protocol.connection import Connection
from branchline.server.table.protocol.messages import Reply
from branchline.server.table.protocol.peer_messages import UndoRequest
from branchline.server.table.state.chat_log import ChatLog
from branchline.server.table.state.context import Guide, ServerContext
from branchline.server.table.state.seating import Seating
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.table.state.undo_rules import Turns
from branchline.server.workers.process_pool import Owner
from branchline.server.workers.thinkers import Position
from branchline.store import StoredTable, TableRow
from branchline.store.club.club_tables import ClubTable

FEW: Final = 16  # moves that journals can tell without playing them


class TableState:
    def __init__(
        self,
        context: ServerContext,
        stored: StoredTable,
        table: Table,
        guide: Guide | None,
        club: ClubTable | None,
    ) -> None:
        self.context = context
        self.row: TableRow = stored.row
        self.owner = Owner(stored.row.host, stored.row.id)
        self.seating = Seating(context.store, stored)
        self.chat = ChatLog(stored.chat)
        self._guide = guide
        self.club = club
        self.connections: set[Connection] = set()
        self.seats_shown: set[int] = set()  # those that pages were told are here
        self.seats_elsewhere: set[int] = set()  # of those who are connected to other processes
        self.stand_ins: dict[int, str] = {}  # bots that play for absent players, by seat
        self.undo_request: UndoRequest | None = None
        self.version = 0  # rises whenever pages have to be updated
        self.replace_table(table)

    # The record

    def replace_table(self, table: Table) -> None:
        self.table = table
        table.trail = []
        self.trail: deque[Transition] = deque(
            maxlen=FEW
        )  # the last moves, with the positions that they led through
        self.turns = Turns(table)
        self.point = Snapshot(table, self.turns, self.ended)
        self.undo_request = None

    def move_on(self) -> None:
        """What is new on the table is in the store, so everybody may see it."""
        passed, self.table.trail = self.table.trail or [], []
        self.turns.follow(self.table, passed)
        self.trail.extend(passed)
        self.point = Snapshot(self.table, self.turns, self.ended)
        self.undo_request = None

    def replace_seating(self, stored: StoredTable) -> None:
        """Another process has changed who holds which seat, or their names."""
        self.seating = Seating(self.context.store, stored)
        self.table.asking = set(self.seating.asking)
        self.table.seats[:] = self.seating.names
        self.undo_request = None

    @property
    def guide(self) -> Guide | None:
        """The tutorial or the coach, until its learner leaves it."""
        return self._guide if self.row.lesson else None

    @property
    def position(self) -> Position:
        """The position that bots think about."""
        return Position(self.owner, self.table.setup, self.point.at, self.point.numbers)

    @property
    def ended(self) -> bool:
        """Whether a server admin has ended the table; nothing is written to it any more."""
        return bool(self.row.ended)

    # Its place in the club

    @property
    def rated(self) -> bool:
        return self.club is not None and self.club.rated

    @property
    def paired(self) -> tuple[str, ...]:
        """In a league: the owner of each seat, from the start."""
        return self.club.paired if self.club else ()

    @property
    def members_only(self) -> bool:
        return self.club is not None and (self.club.rated or self.club.members_only)

    @property
    def begun(self) -> bool:
        return any(step.decided for step in self.table.steps)

    @property
    def waiting(self) -> bool:
        """A rated game, or one at an open table, starts when all seats are taken."""
        expecting = self.club is not None and (self.club.open or self.club.rated)
        return expecting and not self.begun and any(row.kind == "open" for row in self.seating.rows)

    # Who is there

    @property
    def people(self) -> set[str]:
        """The host of the table and its players."""
        return {self.row.host, *(one for held in self.seating.holders for one in held)}

    @property
    def seats_here(self) -> set[int]:
        """The seats of those who are connected to this process."""
        return {seat for page in self.connections for seat in page.mine}

    @property
    def seats_present(self) -> set[int]:
        return self.seats_here | self.seats_elsewhere

    def must_agree(self, seat: int) -> set[int]:
        """The other people. A stand-in agrees at once."""
        return self.seating.others(seat) - set(self.stand_ins)

    # The open pages

    def refresh_seats(self) -> None:
        """Pages learn which seats their visitors hold now; those of visitors without any are closed."""
        for page in self.connections:
            self.refresh_seats_of(page)

    def refresh_seats_of(self, page: Connection) -> None:
        page.set_seats(self.seating.of(page.visit.me), self.row.host == page.visit.me)

    def update_pages(self, whole: bool = False) -> None:
        """`whole`: pages need the whole position, not just changes."""
        self.version += 1
        self.seats_shown = self.seats_here
        for page in self.connections:
            page.update(whole)

    def send_to_pages(self, reply: Reply) -> None:
        for page in self.connections:
            page.put(reply)

    def close_spectators(self) -> None:
        for page in self.connections:
            if page.watching:
                page.close()
