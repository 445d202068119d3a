"""The store in one SQLite file.

One thread writes. It takes all that waits and commits it at once, so that two hundred tables share the wait for the
disk; readers have connections of their own and, in WAL mode, never wait for the writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, local
from typing import Any, Final, TypeVar
from urllib.parse import quote

from branchline.store import (
    ChatRow,
    Conflict,
    Hear,
    Kept,
    Listed,
    SeatRow,
    Stand,
    Statement,
    StoreTrouble,
    TableRow,
    migrating,
    rows,
)

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")
CHECKPOINT: Final = 500  # commits after which the log is brought into the tables


class SqliteStore:
    """The contract is `branchline.store.Store`. Several processes may write to one file, but they do not hear of
    each other: a server that is to be several processes needs PostgreSQL."""

    name = ""
    shared = False

    def __init__(self, path: Path) -> None:
        self._path = path
        prepare(path)
        self._jobs: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._local = local()
        self._opened: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(2, "store-reader", initializer=self._open_reader)
        self._writer = Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def _open_reader(self) -> None:
        self._local.connection = _connect(self._path)
        self._opened.append(self._local.connection)

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, lambda: job(self._local.connection)
        )

    async def _write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        done: Future[T] = Future()
        self._jobs.put((job, done))
        return await asyncio.wrap_future(done)

    def _write_all(self) -> None:
        connection = _connect(self._path)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        commits = 0
        while (first := self._jobs.get()) is not None:
            batch = [first]
            last = False
            while not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    last = True
                    break
                batch.append(following)
            _commit(connection, batch)
            commits += 1
            if commits % CHECKPOINT == 0:
                self._readers.submit(self._checkpoint)
            if last:
                break
        connection.close()

    def _checkpoint(self) -> None:
        """Bring what the log of the store holds into its tables: elsewhere, so that no commit waits for it."""
        with contextlib.suppress(sqlite3.OperationalError):  # somebody else is at it
            self._local.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        for connection in self._opened:
            connection.close()

    # Writing

    async def add(self, table: Kept) -> None:
        row, name = table.row, table.row.id

        def job(db: sqlite3.Connection) -> None:
            db.execute(rows.ADD_TABLE, rows.of_table(row))
            db.executemany(rows.ADD_SEAT, [rows.of_seat(name, seat) for seat in table.seats])
            db.executemany(rows.ADD_HOLDER, [(name, *held) for held in table.holders])
            db.executemany(rows.ADD_LINE, [(name, n, line) for n, line in enumerate(table.lines)])
            db.executemany(rows.ADD_CHAT, [rows.of_chat(name, n, said) for n, said in enumerate(table.chat)])

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
        self, table: str, row: SeatRow, edition: int, *, hold: str = "", forget: Sequence[str] = ()
    ) -> None:
        def job(db: sqlite3.Connection) -> None:
            if not db.execute(rows.NEXT_EDITION, (table, edition)).rowcount:
                raise Conflict(rows.OTHER_EDITION)
            db.execute(rows.CHANGE_SEAT, rows.of_changed_seat(table, row))
            db.executemany(rows.FORGET, [(table, row.seat, visitor) for visitor in forget])
            if hold:
                db.execute(rows.ADD_HOLDER, (table, row.seat, hold))

        await self._write(job)

    async def say(self, table: str, row: ChatRow) -> int:
        def job(db: sqlite3.Connection) -> int:
            number: int = db.execute(rows.CHAT_LENGTH, (table,)).fetchone()[0]
            db.execute(rows.ADD_CHAT, rows.of_chat(table, number, row))
            return number

        return await self._write(job)

    async def fact(self, name: str, value: str) -> str:
        def job(db: sqlite3.Connection) -> str:
            db.execute(rows.ADD_FACT, (name, value))
            kept: str = db.execute(rows.FACT, (name,)).fetchone()[0]
            return kept

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

    async def find(self, table: str, since: Stand | None = None) -> Kept | None:
        have = since or Stand(0, 0, 0)

        def job(db: sqlite3.Connection) -> Kept | None:
            db.execute("BEGIN")  # all of one moment
            try:
                row = db.execute(rows.TABLE, (table,)).fetchone()
                if row is None:
                    return None
                return Kept(
                    row=rows.table_row(row),
                    seats=rows.seat_rows(db.execute(rows.SEATS, (table,))),
                    holders=list(db.execute(rows.HOLDERS, (table,))),
                    lines=[line for (line,) in db.execute(rows.LINES, (table, have.lines))],
                    chat=rows.chat_rows(db.execute(rows.CHAT, (table, have.chat))),
                )
            finally:
                db.execute("COMMIT")

        return await self._read(job)

    async def stand(self, table: str) -> Stand | None:
        return await self._read(
            lambda db: rows.stand(db.execute(rows.STAND, (table, table, table)).fetchone())
        )

    async def linked(self, link: str) -> tuple[str, int] | None:
        def job(db: sqlite3.Connection) -> tuple[str, int] | None:
            found = db.execute(rows.LINKED, (link, link)).fetchone()
            return None if found is None else (found[0], found[1])

        return await self._read(job) if link else None

    async def listed(self, visitor: str, most: int) -> list[Listed]:
        def job(db: sqlite3.Connection) -> list[Listed]:
            return [
                Listed(
                    row=rows.table_row(row),
                    seats=rows.seat_rows(db.execute(rows.SEATS, (row[0],))),
                    mine=tuple(seat for (seat,) in db.execute(rows.MINE, (row[0], visitor))),
                )
                for row in db.execute(rows.LISTED, (visitor, visitor, visitor, most)).fetchall()
            ]

        return await self._read(job)

    async def facts(self) -> dict[str, str]:
        return await self._read(lambda db: dict(db.execute(rows.FACTS).fetchall()))

    async def tables(self, after: str, most: int) -> list[str]:
        return await self._read(lambda db: [name for (name,) in db.execute(rows.IDS, (after, most))])

    # News: there is nobody else.

    async def tell(self, table: str, words: str) -> None:
        pass

    async def listen(self, hear: Hear) -> None:
        pass


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def prepare(path: Path) -> None:
    """Make the tables of a new file, bring those of an older one up to date; refuse one of a later Branchline."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _connect(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreTrouble(f"{path} can't be opened: {error}. Choose another folder with --data.") from None
    try:
        if migrating.up_to_date("sqlite", _applied(connection), str(path)):
            return
        # Held by one process at a time, and let go also by one that is killed.
        lock = sqlite3.connect(path.with_name(f"{path.name}-migrating"), isolation_level=None, timeout=60)
        try:
            lock.execute("BEGIN EXCLUSIVE")
            if not migrating.up_to_date("sqlite", _applied(connection), str(path)):
                migrating.migrate("sqlite", f"sqlite:///{quote(path.resolve().as_posix())}")
        finally:
            lock.close()
    except sqlite3.DatabaseError as error:
        raise StoreTrouble(f"{path} is not a store: {error}. Choose another folder with --data.") from None
    finally:
        connection.close()


def _applied(connection: sqlite3.Connection) -> list[str]:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = '_yoyo_migration'").fetchone():
        return []
    return [name for (name,) in connection.execute(migrating.APPLIED)]


def _commit(connection: sqlite3.Connection, batch: list[tuple[Job, Future[Any]]]) -> None:
    """All jobs in one transaction; one that fails leaves nothing and does not disturb the others."""
    batch = [(job, done) for job, done in batch if done.set_running_or_notify_cancel()]
    results: list[tuple[Future[Any], Any, BaseException | None]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job, done in batch:
            connection.execute("SAVEPOINT job")
            try:
                results.append((done, job(connection), None))
            except Exception as error:
                connection.execute("ROLLBACK TO job")
                results.append((done, None, error))
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
    except Exception as error:  # such as a full disk: nothing of the batch is kept
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        results = [(done, None, error) for _, done in batch]
    for done, result, trouble in results:
        if trouble is not None:
            done.set_exception(trouble)
        else:
            done.set_result(result)
