"""Where tables are kept: a contract that SQLite and PostgreSQL fulfil.

A table is a row, its seats, the lines of its record and its chat. Lines are appended, never changed; whatever a
method promises is on the disk when it returns. Links and visitors are kept as fingerprints only.

Several processes may use one store. A table has one writer at a time: who writes says what they believe to be there,
and if another was quicker they get a `Conflict` and have changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.text import SEAT_NAME

SPECTATOR: Final = -1  # the number that a watching link has instead of a seat's

Kind: TypeAlias = Literal["person", "bot", "open"]


class Conflict(BranchlineError):
    """Somebody else has written to the table: a table has one writer."""


class StoreTrouble(BranchlineError):
    """The store can't be used: wrong version, no room, no permission, nobody there."""


class StoreAway(StoreTrouble):
    """The store does not answer just now. Whether the last write was kept is not known; reading will tell."""


class DiskFull(StoreTrouble):
    """The store has no room left: it can be read, but nothing more is kept."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    header: bytes  # the first line of the record
    seed: str  # the dealer's, so that a restart deals the same; never leaves the server
    host: str  # fingerprint of the visitor who made the table
    made: int  # seconds since 1970
    link: str = ""  # fingerprint of the spectators' link
    link_number: int = 0  # how many of these links died before it
    hints: bool = False
    lesson: str = ""  # the tutorial that it is a table of
    next: str = ""  # the table of the rematch
    uploaded: bool = False  # a record to look at; nobody plays here
    to_move: int = 0  # the seat; -2: the game is over
    changed: int = 0  # when the last line came
    edition: int = 0  # how often the row or a seat was changed
    ended: int = 0  # when the host of the server ended it in the middle of its game; 0: nobody did


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    kind: Kind
    bot: str = ""
    forced: bool = True  # moves that are the only ones are made for it
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
    "asked",  # `voter` would give out a new invitation
    "kept",  # its owner was there in time
    "freed",  # the others have given out a new invitation
]


class SeatEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A seat changes hands, or is about to: everybody at the table is told."""

    seat: int
    kind: SeatEventKind
    name: str  # of who sits there, or sat
    voter: int = SPECTATOR  # the seat of who asked; SPECTATOR: the host of the table
    author: str = ""  # the member whose name it is; empty: a guest, or a bot
    at: int = 0  # how many lines the record had
    time: int = 0


class ChatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int  # SPECTATOR: somebody who watches
    name: str
    words: str
    time: int
    author: str = ""  # the member who said it; empty: a guest


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """All of a table."""

    row: TableRow
    seats: list[SeatRow]
    holders: list[tuple[int, str]]  # seat, visitor's fingerprint
    lines: list[bytes]
    chat: list[ChatRow]
    seat_events: list[SeatEvent] = []


class Stand(msgspec.Struct, frozen=True):
    """How far a table has come: what is not equal has changed."""

    lines: int
    chat: int
    edition: int


class Added(msgspec.Struct, frozen=True):
    """Lines that were appended to a record."""

    first: int  # the number of the first of them
    lines: list[bytes]
    to_move: int
    time: int


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What another process tells. Without words: there is something new at the table. Without a table: anything may
    have happened, since nothing was heard for a while."""

    table: str = ""
    words: str = ""
    by: str = ""  # the process
    added: Added | None = None  # what is new at the table, where it is no more than this


Hear: TypeAlias = Callable[[News], None]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a list shows it."""

    row: TableRow
    seats: list[SeatRow]
    mine: tuple[int, ...]  # the seats of the visitor who asks


class Statement(NamedTuple):
    """SQL that both engines understand, with `?` for a value. What is not a table of the contract (members, clocks)
    is kept by such statements."""

    words: str
    values: tuple[object, ...] = ()
    rows: int | None = None  # that it must change; if it changes another number, nothing of all is kept


class Store(Protocol):
    name: str  # of the process that uses it, for the news
    shared: bool  # other processes use it too, and tell each other what is new

    async def add(self, table: Kept) -> None:
        """Keep a new table, whole."""

    async def find(self, table: str, since: Stand | None = None) -> Kept | None:
        """All of a table at one moment; with `since`, of the lines and the chat only those that came after it."""

    async def stand(self, table: str) -> Stand | None: ...

    async def append(
        self,
        table: str,
        first: int,
        lines: Sequence[bytes],
        to_move: int,
        time: int,
        also: Sequence[Statement] = (),
    ) -> None:
        """Add lines to a record, with them `also` what they bring about: all or none. `first` says how many lines there
        are; raises `Conflict` if not so, or if the table was ended."""

    async def change(self, row: TableRow) -> None:
        """Keep the row of a table, except for what `append` writes. Raises `Conflict` if the table is not of the row's
        edition; afterwards it is of the next one."""

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
        """Keep a seat as it is now, give it to the visitor `hold`, take it from the visitors `forget`, and with that
        keep `also` what it brings about: all or none. Raises `Conflict` if the table is not of that edition; afterwards
        it is of the next one."""

    async def linked(self, link: str) -> tuple[str, int] | None:
        """Table and seat (or `SPECTATOR`) that a link's fingerprint opens."""

    async def listed(self, visitor: str, most: int) -> list[Listed]:
        """The tables that a visitor made or sits at: those first where it is their turn, then the last changed."""

    async def say(self, table: str, row: ChatRow) -> int:
        """Keep what was said; its number in the table's chat."""

    async def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that answer a question."""

    async def columns(self, table: str) -> list[str]:
        """The columns that a table of the database has."""

    async def write(self, *statements: Statement) -> list[int]:
        """Keep all or nothing; how many rows each has changed. Raises `Conflict` where one changes another number than
        it must, or what is to be there once is there already."""

    async def fact(self, name: str, value: str) -> str:
        """What is kept under a name for the whole store; the value, if nothing was kept there yet."""

    async def facts(self) -> dict[str, str]: ...

    async def tables(self, after: str, most: int) -> list[str]:
        """The ids of some tables, in order, those after that one."""

    async def tell(self, table: str, words: str) -> None:
        """Say something to the other processes. It is not kept."""

    async def listen(self, hear: Hear) -> None:
        """From now on, `hear` what the other processes do and tell."""

    async def check(self) -> None:
        """Read something and write something; raises `StoreTrouble` where that can't be done."""

    async def close(self) -> None: ...
