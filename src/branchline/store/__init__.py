"""Storage: a contract that the SQLite and PostgreSQL engines implement.

A table is a row, its seats, the lines of its record and its chat. Lines are appended, never changed. When a method
returns, its work is on disk. Links and visitors are stored as fingerprints only.

Several processes may share a store. A table has one writer at a time: a writer says what it expects to find, and if
another one was quicker, it gets a `Conflict` and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.text import SEAT_NAME

SPECTATOR: Final = -1  # takes the place of a seat number in a link for watching

Kind: TypeAlias = Literal["person", "bot", "open"]


class Conflict(BranchlineError):
    """Another writer was quicker; nothing was changed."""


class StoreTrouble(BranchlineError):
    """The store can't be used: wrong version, disk full, no permission, no database."""


class StoreUnavailable(StoreTrouble):
    """The store isn't answering. The last write may or may not have been kept; read to find out."""


class DiskFull(StoreTrouble):
    """The disk is full: the store can be read but not written."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    header: bytes  # the first line of the record
    seed: str  # of the shuffles, so that a restart deals the same; never leaves the server
    host: str  # fingerprint of the visitor who made the table
    made: int  # seconds since 1970
    link: str = ""  # fingerprint of the spectators' link
    link_number: int = 0  # how many earlier links were revoked
    hints: bool = False
    lesson: str = ""  # the tutorial played here
    next: str = ""  # the table of the rematch
    uploaded: bool = False  # a record to look at; nobody plays here
    to_move: int = 0  # the seat; -2: the game is over
    changed: int = 0  # when the last line was added
    round: int = 0  # of the game, from 1; 0: not known
    edition: int = 0  # how many times the row or a seat has changed
    ended: int = 0  # when a server admin ended the unfinished game; 0: not ended


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    kind: Kind
    bot: str = ""
    forced: bool = True  # play a move at once if it is the only legal one
    link: str = ""
    link_number: int = 0

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "name", SEAT_NAME.tidy(self.name))


SeatEventKind: TypeAlias = Literal[
    "taken",  # by an invitation, or at an open table
    "device",  # its owner came by their own link
    "left",
    "bot",  # a bot took the open seat
    "opened",  # a bot made room
    "stand_in",  # a bot plays while its owner is away
    "back",  # and no more
    "failed",  # its bot crashed or was too slow, and makes a random move
    "asked",  # `voter` would give out a new invitation
    "kept",  # its owner was there in time
    "freed",  # the others have given out a new invitation
]


class SeatEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A seat changes hands, or is about to; everybody at the table sees it."""

    seat: int
    kind: SeatEventKind
    name: str  # of the player who has, or had, the seat
    voter: int = SPECTATOR  # the seat of the player who asked; SPECTATOR: the host of the table
    author: str = ""  # the member whose name it is; empty: a guest, or a bot
    at: int = 0  # how many lines the record had
    time: int = 0


class ChatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int  # SPECTATOR: somebody who watches
    name: str
    words: str
    time: int
    author: str = ""  # the member who said it; empty: a guest


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """A whole table."""

    row: TableRow
    seats: list[SeatRow]
    holders: list[tuple[int, str]]  # seat, visitor's fingerprint
    lines: list[bytes]
    chat: list[ChatRow]
    seat_events: list[SeatEvent] = []


class TableVersion(msgspec.Struct, frozen=True):
    """How far a table has got: anything that differs has changed."""

    lines: int
    chat: int
    edition: int


class Added(msgspec.Struct, frozen=True):
    """Lines appended to a record."""

    first: int  # the number of the first of them
    lines: list[bytes]
    to_move: int
    time: int


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message from another process. Without words: something at the table is new. Without a table: anything may have
    happened, because no messages arrived for a while."""

    table: str = ""
    words: str = ""
    by: str = ""  # the process
    added: Added | None = None  # the new lines, if nothing else is new


Receive: TypeAlias = Callable[[News], None]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a list shows it."""

    row: TableRow
    seats: list[SeatRow]
    mine: tuple[int, ...]  # the seats of the visitor the list is for


class Statement(NamedTuple):
    """SQL that both engines understand, with `?` for each value. Everything beyond tables and their records (members,
    clocks) is stored by such statements."""

    words: str
    values: tuple[object, ...] = ()
    rows: int | None = None  # how many rows it must change; otherwise the whole write is undone


class Store(Protocol):
    name: str  # of this process, in messages to the others
    shared: bool  # other processes use it, too, and they notify each other

    async def add(self, table: StoredTable) -> None:
        """Store a new table."""

    async def find(self, table: str, since: TableVersion | None = None) -> StoredTable | None:
        """A consistent snapshot of a table; with `since`, only the later lines and chat."""

    async def version(self, table: str) -> TableVersion | None: ...

    async def append(
        self,
        table: str,
        first: int,
        lines: Sequence[bytes],
        to_move: int,
        time: int,
        also: Sequence[Statement] = (),
    ) -> None:
        """Add lines to a record and run `also`, all or nothing. `first` is the expected length of the record; raises
        `Conflict` if it is different, or if the table has been ended."""

    async def change(self, row: TableRow) -> None:
        """Store the row of a table, except for what `append` writes. Raises `Conflict` if the table has another
        edition; increments the edition."""

    async def seat(
        self,
        table: str,
        row: SeatRow,
        edition: int,
        *,
        hold: str = "",
        forget: Sequence[str] = (),
        also: Sequence[Statement] = (),
    ) -> None:
        """Store a seat, give it to the visitor `hold`, take it from the visitors `forget` and run `also`, all or
        nothing. Raises `Conflict` if the table has another edition; increments the edition."""

    async def linked(self, link: str) -> tuple[str, int] | None:
        """The table and seat (or `SPECTATOR`) that a link opens, by its fingerprint."""

    async def listed(self, visitor: str, most: int) -> list[Listed]:
        """The tables that a visitor created or plays at: first those where it is their turn, then the last changed."""

    async def say(self, table: str, row: ChatRow) -> int:
        """Store a chat message; returns its number in the table's chat."""

    async def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a query returns."""

    async def columns(self, table: str) -> list[str]:
        """The columns that a table of the database has."""

    async def write(self, *statements: Statement) -> list[int]:
        """Run all or nothing; returns how many rows each statement changed. Raises `Conflict` if that is not the number
        it must change, or if a row that must be unique exists already."""

    async def fact(self, name: str, value: str) -> str:
        """A setting of the whole store; `value` is stored and returned if there is none yet."""

    async def facts(self) -> dict[str, str]: ...

    async def tables(self, after: str, most: int) -> list[str]:
        """The ids of at most `most` tables after the id `after`, in order."""

    async def publish(self, table: str, words: str) -> None:
        """Send a message to the other processes. It isn't stored."""

    async def listen(self, receive: Receive) -> None:
        """Call `receive` with every message of the other processes from now on."""

    async def check(self) -> None:
        """Health check: reads and writes something; raises `StoreTrouble` if that fails."""

    async def close(self) -> None: ...
