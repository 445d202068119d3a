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

from branchline.core.errors import BranchlineError
from branchline.store import ChatRow, Conflict, Kept, Listed, SeatRow, TableRow
from branchline.store.sqlite_rows import SCHEMA, TABLES, kept, listed, of_seat, of_table, table_row

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")
CHECKPOINT: Final = 500  # commits after which the log is brought into the tables


class StoreTrouble(BranchlineError):
    """The file can't be used: wrong version, no room, no permission."""


class SqliteStore:
    """Made by `open`; the contract is `branchline.store.Store`."""

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
        row = table.row

        def job(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO tables VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", of_table(row))
            db.executemany(
                "INSERT INTO seats VALUES (?,?,?,?,?,?,?,?)", [of_seat(row.id, seat) for seat in table.seats]
            )
            db.executemany("INSERT INTO holders VALUES (?,?,?)", [(row.id, *held) for held in table.holders])
            db.executemany(
                "INSERT INTO events VALUES (?,?,?)", [(row.id, n, line) for n, line in enumerate(table.lines)]
            )

        await self._write(job)

    async def append(self, table: str, first: int, lines: Sequence[bytes], to_move: int, time: int) -> None:
        def job(db: sqlite3.Connection) -> None:
            (there,) = db.execute(
                "SELECT COALESCE(MAX(number) + 1, 0) FROM events WHERE table_id = ?", (table,)
            ).fetchone()
            if there != first:
                raise Conflict(f"The table has {there} lines, not {first}: somebody else writes to it.")
            db.executemany(
                "INSERT INTO events VALUES (?,?,?)",
                [(table, first + n, line) for n, line in enumerate(lines)],
            )
            db.execute("UPDATE tables SET to_move = ?, changed = ? WHERE id = ?", (to_move, time, table))

        await self._write(job)

    async def change(self, row: TableRow) -> None:
        await self._write(
            lambda db: db.execute(
                "UPDATE tables SET link = ?, link_number = ?, hints = ?, next = ? WHERE id = ?",
                (row.link, row.link_number, row.hints, row.next, row.id),
            )
        )

    async def seat(self, table: str, row: SeatRow, *, hold: str = "", forget: Sequence[str] = ()) -> None:
        def job(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO seats VALUES (?,?,?,?,?,?,?,?)", of_seat(table, row))
            db.executemany(
                "DELETE FROM holders WHERE table_id = ? AND seat = ? AND visitor = ?",
                [(table, row.seat, visitor) for visitor in forget],
            )
            if hold:
                db.execute("INSERT OR IGNORE INTO holders VALUES (?,?,?)", (table, row.seat, hold))

        await self._write(job)

    async def say(self, table: str, row: ChatRow) -> None:
        await self._write(
            lambda db: db.execute(
                "INSERT INTO chat SELECT ?, COALESCE(MAX(number), -1) + 1, ?, ?, ?, ?"
                " FROM chat WHERE table_id = ?",
                (table, row.seat, row.name, row.words, row.time, table),
            )
        )

    # Reading

    async def find(self, table: str) -> Kept | None:
        def job(db: sqlite3.Connection) -> Kept | None:
            db.execute("BEGIN")  # all of one moment
            try:
                row = db.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
                return None if row is None else kept(db, table_row(row))
            finally:
                db.execute("COMMIT")

        return await self._read(job)

    async def linked(self, link: str) -> tuple[str, int] | None:
        def job(db: sqlite3.Connection) -> tuple[str, int] | None:
            found = db.execute(
                "SELECT table_id, seat FROM seats WHERE link = ? UNION ALL"
                " SELECT id, -1 FROM tables WHERE link = ? LIMIT 1",
                (link, link),
            ).fetchone()
            return None if found is None else (found[0], found[1])

        return await self._read(job) if link else None

    async def listed(self, visitor: str, most: int) -> list[Listed]:
        def job(db: sqlite3.Connection) -> list[Listed]:
            rows = db.execute(
                "SELECT * FROM tables WHERE id IN (SELECT table_id FROM holders WHERE visitor = ?)"
                " OR host = ? ORDER BY changed DESC, id LIMIT ?",
                (visitor, visitor, most),
            ).fetchall()
            return [listed(db, table_row(row), visitor) for row in rows]

        return await self._read(job)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def prepare(path: Path) -> None:
    """Make the tables of a new file; refuse one of another version."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _connect(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreTrouble(f"{path} can't be opened: {error}. Choose another folder with --data.") from None
    try:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema'").fetchone():
            connection.executescript(f"BEGIN;{TABLES}INSERT INTO schema VALUES ({SCHEMA});COMMIT;")
        (version,) = connection.execute("SELECT version FROM schema").fetchone()
        if version != SCHEMA:
            raise StoreTrouble(
                f"{path} was made by another Branchline (version {version} of the store, this one has {SCHEMA})."
                " Use that one, or choose another folder with --data."
            )
    except sqlite3.DatabaseError as error:
        raise StoreTrouble(f"{path} is not a store: {error}. Choose another folder with --data.") from None
    finally:
        connection.close()


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
