"""What bots have to think about, for whoever has the time: any process that reaches the database may take a job.

A job is taken for a while. Who dies over it, or takes too long, loses it to the next.
"""

from __future__ import annotations

from typing import Final

import msgspec

from branchline.store import Hear
from branchline.store.postgres import PostgresStore

CHANNEL: Final = "branchline_jobs"
OLD: Final = 120  # seconds after which nobody asks for the same again


class Job(msgspec.Struct, frozen=True):
    table: str
    at: int  # the point of the table: a job is asked for once, by however many
    body: bytes


class Missing(Exception):
    """Nobody knows of the job any more."""


class Jobs:
    def __init__(self, store: PostgresStore) -> None:
        self._store = store
        self.url = store.url

    async def post(self, job: Job) -> bool:
        """Ask for a job to be done; whether nobody had asked for it yet."""
        async with self._store.statement() as db:
            done = await db.execute(
                "INSERT INTO jobs (table_id, at, body) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
                (job.table, job.at, job.body),
            )
        if done.rowcount:
            self._store.post.tell(job.table, channel=CHANNEL)
        return bool(done.rowcount)

    async def listen(self, hear: Hear) -> None:
        """Hear of new jobs."""
        await self._store.listen(hear, CHANNEL)

    async def take(self, lease: float) -> Job | None:
        """The job that has waited longest. It is one's own for so many seconds."""
        async with self._store.statement() as db:
            cursor = await db.execute(
                "UPDATE jobs SET taken_until = now() + make_interval(secs => %s) WHERE (table_id, at) ="
                " (SELECT table_id, at FROM jobs WHERE answer IS NULL AND taken_until < now()"
                " ORDER BY made LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING table_id, at, body",
                (lease,),
            )
            row = await cursor.fetchone()
        return None if row is None else Job(row[0], row[1], row[2])

    async def answer(self, job: Job, answer: int) -> bool:
        """Whether this answer is the first."""
        async with self._store.statement() as db:
            done = await db.execute(
                "UPDATE jobs SET answer = %s, body = '' WHERE table_id = %s AND at = %s AND answer IS NULL",
                (answer, job.table, job.at),
            )
        return bool(done.rowcount)

    async def answered(self, job: Job) -> int | None:
        """The answer, if there is one by now; raises `Missing`."""
        async with self._store.statement() as db:
            cursor = await db.execute(
                "SELECT answer FROM jobs WHERE table_id = %s AND at = %s", (job.table, job.at)
            )
            row = await cursor.fetchone()
        if row is None:
            raise Missing
        answer: int | None = row[0]
        return answer

    async def forget_old(self) -> None:
        """Not at once: a process that is a little behind may still ask, and it should not be thought of twice."""
        async with self._store.statement() as db:
            await db.execute("DELETE FROM jobs WHERE made < now() - make_interval(secs => %s)", (OLD,))
