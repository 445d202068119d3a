"""Where tables are kept: a contract, so that SQLite is one engine among others.

A table is a row, its seats, the lines of its record and its chat. Lines are appended, never changed; whatever a
method promises is on the disk when it returns. Links and visitors are kept as fingerprints only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from branchline.core.errors import BranchlineError

SPECTATOR: Final = -1  # the number that a watching link has instead of a seat's

Kind: TypeAlias = Literal["person", "bot", "open"]


class Conflict(BranchlineError):
    """Somebody else has appended to the table: a table has one writer."""


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


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    kind: Kind
    bot: str = ""
    forced: bool = True  # moves that are the only ones are made for it
    link: str = ""
    link_number: int = 0


class ChatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int  # SPECTATOR: somebody who watches
    name: str
    words: str
    time: int


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """All of a table."""

    row: TableRow
    seats: list[SeatRow]
    holders: list[tuple[int, str]]  # seat, visitor's fingerprint
    lines: list[bytes]
    chat: list[ChatRow]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a list shows it."""

    row: TableRow
    seats: list[SeatRow]
    mine: tuple[int, ...]  # the seats of the visitor who asks


class Store(Protocol):
    async def add(self, table: Kept) -> None:
        """Keep a new table, whole."""

    async def find(self, table: str) -> Kept | None: ...

    async def append(self, table: str, first: int, lines: Sequence[bytes], to_move: int, time: int) -> None:
        """Add lines to a record, all or none. `first` says how many there are; raises `Conflict` if not so."""

    async def change(self, row: TableRow) -> None:
        """Keep link, hints and next of a table."""

    async def seat(self, table: str, row: SeatRow, *, forget: bool = False) -> None:
        """Keep a seat as it is now; `forget` takes it from all who hold it."""

    async def hold(self, table: str, seat: int, visitor: str) -> None:
        """Give a visitor a seat; twice is once."""

    async def release(self, table: str, seat: int, visitor: str) -> None: ...

    async def linked(self, link: str) -> tuple[str, int] | None:
        """Table and seat (or `SPECTATOR`) that a link's fingerprint opens."""

    async def listed(self, visitor: str, most: int) -> list[Listed]:
        """The tables that a visitor made or sits at, the last changed first."""

    async def say(self, table: str, row: ChatRow) -> None: ...

    async def close(self) -> None: ...
