"""The queue of jobs for bots: any process that reaches the database may take one.

A job is leased. If a worker dies or takes too long, another one gets it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, TypeAlias

import msgspec

from branchline.store import Receive
from branchline.store.postgres.store import PostgresStore

CHANNEL: Final = "branchline_jobs"
LATELY: Final = 10  # seconds for which jobs done count against a host's priority
OLD: Final = 120  # seconds after which nobody asks for the same job again

_THIS: Final = "table_id = %s AND at = %s AND kind = %s AND what = %s"


class Kind(IntEnum):
    """In order of priority: a table is waiting for a move, a player for a hint; an analysis can wait."""

    MOVE = 0
    HINT = 1
    COURSE = 2


Name: TypeAlias = tuple[str, int, Kind, str]


class Job(msgspec.Struct, frozen=True):
    table: str
    at: int  # the length of the table's record: a job is added once, however many processes ask for it
    body: bytes
    kind: Kind = Kind.MOVE
    what: str = ""  # tells jobs of a kind apart

    @property
    def name(self) -> Name:
        return self.table, self.at, self.kind, self.what


class Missing(Exception):
    """The job no longer exists."""


class Jobs:
    def __init__(self, store: PostgresStore) -> None:
        self._store = store
        self.url = store.url

    async def add(self, job: Job) -> bool:
        """Add a job; False if it was added already."""
        async with self._store.statement() as db:
            done = await db.execute(
                "INSERT INTO jobs (table_id, at, kind, what, body) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                (*job.name, job.body),
            )
        if done.rowcount:
            self._store.notifier.publish(job.table, channel=CHANNEL)
        return bool(done.rowcount)

    async def listen(self, receive: Receive) -> None:
        """Call `receive` when jobs are added."""
        await self._store.listen(receive, CHANNEL)

    async def take(self, leases: Mapping[Kind, float]) -> Job | None:
        """Lease the next job for some seconds. Within a kind, the hosts with the fewest recent jobs come first, then
        the jobs that have waited longest; a table waits for one move at a time."""
        async with self._store.statement() as db:
            cursor = await db.execute(
                "WITH lately AS (SELECT host, count(*) AS jobs FROM jobs JOIN tables ON id = table_id"
                " WHERE taken_until > '-infinity' AND jobs.made > now() - make_interval(secs => %s) GROUP BY host)"
                " UPDATE jobs SET taken_until = now() + make_interval(secs => (%s::float8[])[kind + 1])"
                " WHERE (table_id, at, kind, what) ="
                " (SELECT table_id, at, kind, what FROM jobs LEFT JOIN tables ON id = table_id"
                " LEFT JOIN lately USING (host) WHERE answer IS NULL AND taken_until < now()"
                " ORDER BY kind, COALESCE(lately.jobs, 0), jobs.made LIMIT 1 FOR UPDATE OF jobs SKIP LOCKED)"
                " RETURNING table_id, at, body, kind, what",
                (LATELY, [leases[kind] for kind in Kind]),
            )
            row = await cursor.fetchone()
        return None if row is None else Job(row[0], row[1], row[2], Kind(row[3]), row[4])

    async def answer(self, job: Job, answer: bytes) -> bool:
        """Store an answer, in JSON; False if there is one already."""
        number = int(answer) if job.kind is Kind.MOVE else 0
        async with self._store.statement() as db:
            done = await db.execute(
                f"UPDATE jobs SET answer = %s, words = %s, body = '' WHERE {_THIS} AND answer IS NULL".encode(),
                (number, answer, *job.name),
            )
        return bool(done.rowcount)

    async def answered(self, job: Job) -> bytes | None:
        """The answer, if there is one; raises `Missing`."""
        async with self._store.statement() as db:
            cursor = await db.execute(
                f"SELECT COALESCE(words, convert_to(answer::text, 'UTF8')) FROM jobs WHERE {_THIS}".encode(),
                job.name,
            )
            row = await cursor.fetchone()
        if row is None:
            raise Missing
        answer: bytes | None = row[0]
        return answer

    async def withdraw(self, job: Job) -> None:
        """Nobody is waiting for it any more; if it is added again, it starts from scratch."""
        async with self._store.statement() as db:
            await db.execute(f"DELETE FROM jobs WHERE {_THIS}".encode(), job.name)

    async def forget_old(self) -> None:
        """Not at once: a process that is a little behind may still ask, and the answer should not be computed twice."""
        async with self._store.statement() as db:
            await db.execute("DELETE FROM jobs WHERE made < now() - make_interval(secs => %s)", (OLD,))
