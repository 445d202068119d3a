"""The store in one SQLite file.

One thread writes. It commits everything that is waiting at once, so that two hundred tables share one wait for the
disk. Readers have their own connections and, in WAL mode, never wait for the writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import local
from typing import Any, TypeVar, cast

from branchline.store import (
    ChatRow,
    Conflict,
    DiskFull,
    Listed,
    Receive,
    SeatRow,
    Statement,
    StoredTable,
    TableRow,
    TableVersion,
    rows,
)
from branchline.store.columns import from_row, values
from branchline.store.shared_queries import SharedQueries
from branchline.store.sqlite.file import connect, prepare, read_anew, trouble_of
from branchline.store.sqlite.writer import Writer

T = TypeVar("T")


class SqliteStore(SharedQueries):
    """The contract is `branchline.store.Store`. Several processes may write to one file, but they can't notify each
    other: a server with several processes needs PostgreSQL."""

    name = ""
    shared = False

    def __init__(self, path: Path) -> None:
        self._path = path
        prepare(path)
        self._local = local()
        self._opened: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(2, "store-reader")
        self._writer = Writer(path, lambda: self._readers.submit(self._checkpoint))

    def _reader(self) -> sqlite3.Connection:
        """The connection of this reader thread."""
        if not hasattr(self._local, "connection"):
            self._local.connection = connect(self._path)
            self._opened.append(self._local.connection)
        return cast("sqlite3.Connection", self._local.connection)

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        with self._in_words():
            return await asyncio.get_running_loop().run_in_executor(
                self._readers, lambda: job(self._reader())
            )

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        with self._in_words():
            return await self._writer.do(job)

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
        """Raises `StoreTrouble` if the disk or the file is at fault."""
        try:
            yield
        except sqlite3.Error as error:
            trouble = trouble_of(error, self._path)
            self.full = self.full or isinstance(trouble, DiskFull)
            raise trouble from None

    async def check(self) -> None:
        await self._read(lambda _db: read_anew(self._path))
        await super().check()

    def _checkpoint(self) -> None:
        """Move the write-ahead log into the tables, in a reader thread so that no commit waits for it."""
        with contextlib.suppress(sqlite3.OperationalError):  # another process is doing it
            self._reader().execute("PRAGMA wal_checkpoint(PASSIVE)")

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        for connection in self._opened:
            connection.close()

    # Writing

    async def add(self, table: StoredTable) -> None:
        def job(db: sqlite3.Connection) -> None:
            for statement, added in rows.of_new_table(table):
                db.executemany(statement, added)

        await self._write(job)

    async def append(
        self,
        table: str,
        first: int,
        lines: Sequence[bytes],
        to_move: int,
        time: int,
        also: Sequence[Statement] = (),
    ) -> None:
        def job(db: sqlite3.Connection) -> None:
            (there,) = db.execute(rows.LENGTH, (table,)).fetchone()
            if there != first:
                raise Conflict(rows.OTHER_LENGTH)
            db.executemany(rows.ADD_LINE, [(table, first + n, line) for n, line in enumerate(lines)])
            if not db.execute(rows.MOVED_ON, (to_move, time, table)).rowcount:
                raise Conflict(rows.ENDED)
            for one in also:
                rows.counted(one, db.execute(one.words, one.values).rowcount)

        await self._write(job)

    async def change(self, row: TableRow) -> None:
        def job(db: sqlite3.Connection) -> None:
            if not db.execute(rows.CHANGE, rows.of_change(row)).rowcount:
                raise Conflict(rows.OTHER_EDITION)

        await self._write(job)

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
        def job(db: sqlite3.Connection) -> None:
            if not db.execute(rows.NEXT_EDITION, (table, edition)).rowcount:
                raise Conflict(rows.OTHER_EDITION)
            db.execute(rows.CHANGE_SEAT, rows.of_changed_seat(table, row))
            db.executemany(rows.FORGET, [(table, row.seat, visitor) for visitor in forget])
            if hold:
                db.execute(rows.ADD_HOLDER, (table, row.seat, hold))
            for one in also:
                rows.counted(one, db.execute(one.words, one.values).rowcount)

        await self._write(job)

    async def say(self, table: str, row: ChatRow) -> int:
        def job(db: sqlite3.Connection) -> int:
            number: int = db.execute(rows.CHAT_LENGTH, (table,)).fetchone()[0]
            db.execute(rows.ADD_CHAT, (table, number, *values(row)))
            return number

        return await self._write(job)

    async def write(self, *statements: Statement) -> list[int]:
        def job(db: sqlite3.Connection) -> list[int]:
            try:
                return [rows.counted(one, db.execute(one.words, one.values).rowcount) for one in statements]
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from None

        return await self._write(job)

    # Reading

    async def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._read(lambda db: db.execute(question, values).fetchall())

    async def columns(self, table: str) -> list[str]:
        return [name for (name,) in await self.ask("SELECT name FROM pragma_table_info(?)", table)]

    async def find(self, table: str, since: TableVersion | None = None) -> StoredTable | None:
        questions = rows.of_table(table, since)

        def job(db: sqlite3.Connection) -> list[list[tuple[Any, ...]]]:
            db.execute("BEGIN")  # a consistent snapshot
            try:
                return [db.execute(question, values).fetchall() for question, values in questions]
            finally:
                db.execute("COMMIT")

        return rows.stored_table(await self._read(job))

    async def listed(self, visitor: str, most: int) -> list[Listed]:
        def job(db: sqlite3.Connection) -> list[Listed]:
            return [
                Listed(
                    row=from_row(TableRow, row),
                    seats=rows.all_of(SeatRow, db.execute(rows.SEATS, (row[0],))),
                    mine=tuple(seat for (seat,) in db.execute(rows.MINE, (row[0], visitor))),
                )
                for row in db.execute(rows.LISTED, (visitor, visitor, visitor, most)).fetchall()
            ]

        return await self._read(job)

    # Messages: there is no other process.

    async def publish(self, table: str, words: str) -> None:
        pass

    async def listen(self, receive: Receive) -> None:
        pass
