"""The store in a PostgreSQL database, for servers of several processes.

A table's row is locked while its record grows, so a table has one writer; the second one gets a `Conflict`.
`docs/decisions` explains why other processes are notified after a commit and not within it.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from branchline.store import (
    Added,
    ChatRow,
    Conflict,
    DiskFull,
    Listed,
    Receive,
    SeatRow,
    Statement,
    StoredTable,
    StoreTrouble,
    StoreUnavailable,
    TableRow,
    TableVersion,
    migrate,
    rows,
)
from branchline.store.columns import from_row, values
from branchline.store.postgres.news import AWAY, KEEPALIVE, TABLES, Notifier
from branchline.store.shared_queries import SharedQueries

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
T = TypeVar("T")

CONNECTIONS: Final = 8  # maximum per process
TIMEOUT: Final = (
    10.0  # seconds that a request waits for a database that is not answering, for example while it restarts
)
BRIEFLY: Final = 1.0  # seconds that it waits once another request has given up
PAUSE: Final = 0.1  # seconds between two attempts
MIGRATING: Final = 0x6272616E  # the number of the lock for migrations

# One statement, one round trip. The update locks the row of the table, so a second writer waits; it still sees the old
# length, and then fails because the numbers are taken.
APPEND: Final = """
WITH moved AS (
  UPDATE tables SET to_move = %(to_move)s, changed = %(time)s WHERE id = %(table)s AND ended = 0
  AND (SELECT COALESCE(MAX(number) + 1, 0) FROM events WHERE table_id = %(table)s) = %(first)s
  RETURNING id
)
INSERT INTO events (table_id, number, line)
SELECT moved.id, %(first)s + new.n - 1, new.line
FROM moved, unnest(%(lines)s::bytea[]) WITH ORDINALITY AS new(line, n)
"""


def _sql(statement: str) -> bytes:
    return rows.for_postgres(statement).encode()


class PostgresStore(SharedQueries):
    """Made by `open`; the contract is `branchline.store.Store`."""

    shared = True

    def __init__(self, url: str, pool: AsyncConnectionPool[Connection]) -> None:
        self.name = secrets.token_hex(6)
        self.url = url
        self._pool = pool
        self._patience = TIMEOUT
        self.notifier = Notifier(url, self.name, pool)

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        await asyncio.to_thread(prepare, url)
        pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=TIMEOUT,
            reconnect_timeout=TIMEOUT / 2,
            kwargs={"autocommit": True, **KEEPALIVE},
            open=False,
        )
        await pool.open()
        return cls(url, pool)

    async def close(self) -> None:
        await self.notifier.close()
        await self._pool.close()

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection in a transaction. Raises `StoreUnavailable`, `DiskFull`."""
        async with self.statement() as db, db.transaction():
            yield db

    @contextlib.asynccontextmanager
    async def statement(self) -> AsyncIterator[Connection]:
        """A connection that commits each statement, which is faster. Raises `StoreUnavailable`, `DiskFull`."""
        try:
            async with self._pool.connection(self._patience) as db:
                self._patience = TIMEOUT
                yield db
        except psycopg.errors.DiskFull as error:
            self.full = True
            raise DiskFull(f"The disk of the database is full: {error}") from None
        except AWAY as error:
            if isinstance(error, PoolTimeout):
                self._patience = BRIEFLY
            raise StoreUnavailable(f"The database is not answering: {error}") from None

    async def _read(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        """Reads are retried, so a restart of the database is only a pause."""
        end = asyncio.get_running_loop().time() + self._patience
        while True:
            try:
                async with self.statement() as db:
                    return await job(db)
            except StoreUnavailable:
                if asyncio.get_running_loop().time() > end:
                    raise
            await asyncio.sleep(PAUSE)

    # Writing

    async def add(self, table: StoredTable) -> None:
        async with self.transaction() as db, db.cursor() as cursor:
            for statement, added in rows.of_new_table(table):
                await cursor.executemany(_sql(statement), added)

    async def append(
        self,
        table: str,
        first: int,
        lines: Sequence[bytes],
        to_move: int,
        time: int,
        also: Sequence[Statement] = (),
    ) -> None:
        values = {"table": table, "first": first, "lines": list(lines), "to_move": to_move, "time": time}
        try:
            async with self.transaction() if also else self.statement() as db:
                added = await db.execute(APPEND, values)
                for one in also if added.rowcount == len(lines) else ():
                    rows.counted(one, (await db.execute(_sql(one.words), one.values)).rowcount)
        except psycopg.errors.UniqueViolation:
            raise Conflict(rows.OTHER_LENGTH) from None
        if added.rowcount != len(lines):
            raise Conflict(rows.OTHER_LENGTH)
        self.notifier.publish_added(table, Added(first, list(lines), to_move, time))

    async def change(self, row: TableRow) -> None:
        async with self.transaction() as db:
            if not (await db.execute(_sql(rows.CHANGE), rows.of_change(row))).rowcount:
                raise Conflict(rows.OTHER_EDITION)
        self.notifier.publish(row.id)

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
        async with self.transaction() as db, db.cursor() as cursor:
            if not (await cursor.execute(_sql(rows.NEXT_EDITION), (table, edition))).rowcount:
                raise Conflict(rows.OTHER_EDITION)
            await cursor.execute(_sql(rows.CHANGE_SEAT), rows.of_changed_seat(table, row))
            await cursor.executemany(_sql(rows.FORGET), [(table, row.seat, visitor) for visitor in forget])
            if hold:
                await cursor.execute(_sql(rows.ADD_HOLDER), (table, row.seat, hold))
            for one in also:
                rows.counted(one, (await cursor.execute(_sql(one.words), one.values)).rowcount)
        self.notifier.publish(table)

    async def say(self, table: str, row: ChatRow) -> int:
        async with self.transaction() as db:
            # First lock, then read: a statement that waits for the lock would see the old length.
            await db.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", (table,))
            found = await (await db.execute(_sql(rows.CHAT_LENGTH), (table,))).fetchone()
            number = int(found[0]) if found else 0
            await db.execute(_sql(rows.ADD_CHAT), (table, number, *values(row)))
        self.notifier.publish(table)
        return number

    async def write(self, *statements: Statement) -> list[int]:
        try:
            async with self.transaction() as db:
                return [
                    rows.counted(one, (await db.execute(_sql(one.words), one.values)).rowcount)
                    for one in statements
                ]
        except (psycopg.errors.IntegrityError, psycopg.errors.SerializationFailure) as error:
            raise Conflict(str(error)) from None

    # Reading

    async def find(self, table: str, since: TableVersion | None = None) -> StoredTable | None:
        questions = rows.of_table(table, since)

        async def job(db: Connection) -> list[list[tuple[Any, ...]]]:
            async with db.transaction(), db.pipeline():
                # A consistent snapshot.
                await db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                cursors = [await db.execute(_sql(question), values) for question, values in questions]
            return [await cursor.fetchall() for cursor in cursors]

        return rows.stored_table(await self._read(job))

    async def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        async def job(db: Connection) -> list[tuple[Any, ...]]:
            return await (await db.execute(_sql(question), values)).fetchall()

        return await self._read(job)

    async def columns(self, table: str) -> list[str]:
        found = await self.ask(
            "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped"
            " ORDER BY attnum",
            table,
        )
        return [name for (name,) in found]

    async def listed(self, visitor: str, most: int) -> list[Listed]:
        async def job(db: Connection) -> list[Listed]:
            found = await (await db.execute(_sql(rows.LISTED), (visitor, visitor, visitor, most))).fetchall()
            async with db.pipeline():
                seats = [await db.execute(_sql(rows.SEATS), (row[0],)) for row in found]
                mine = [await db.execute(_sql(rows.MINE), (row[0], visitor)) for row in found]
            return [
                Listed(
                    row=from_row(TableRow, row),
                    seats=rows.all_of(SeatRow, await seated.fetchall()),
                    mine=tuple(seat for (seat,) in await own.fetchall()),
                )
                for row, seated, own in zip(found, seats, mine, strict=True)
            ]

        return await self._read(job)

    # News

    async def publish(self, table: str, words: str) -> None:
        self.notifier.publish(table, words)

    async def listen(self, receive: Receive, channel: str = TABLES) -> None:
        await self.notifier.listen(receive, channel)


def prepare(url: str) -> None:
    """Create the tables or bring them up to date; refuses those of a later Branchline."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=int(TIMEOUT)) as db:
            where = f"The database {db.info.dbname}"
            if migrate.up_to_date("postgresql", _applied(db), where):
                return
            # Held by one process at a time, and released even if it is killed.
            db.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
            if not migrate.up_to_date("postgresql", _applied(db), where):
                migrate.migrate("postgresql", url.replace("://", "+psycopg://", 1))
    except AWAY as error:
        raise StoreUnavailable(f"The database can't be used: {error}") from None
    except psycopg.Error as error:
        raise StoreTrouble(f"The database can't be used: {error}") from None


def _applied(db: psycopg.Connection[tuple[Any, ...]]) -> list[str]:
    if db.execute("SELECT to_regclass('_yoyo_migration')").fetchone() == (None,):
        return []
    return [name for (name,) in db.execute(migrate.APPLIED)]
