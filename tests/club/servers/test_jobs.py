"""Jobs for bots: asked once, done once, and never lost with a worker that dies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest

from branchline.store import News, StoredTable, TableRow
from branchline.store.postgres.jobs import Job, Jobs, Kind, Missing
from branchline.store.postgres.store import PostgresStore

from ...postgres import Postgres
from ...server.arrange import TIMEOUT

LONG = dict.fromkeys(Kind, 60.0)
SHORT = dict.fromkeys(Kind, 0.3)

Use = Callable[[Callable[[Jobs], Awaitable[Any]]], Any]


@pytest.fixture
def use(postgres: Postgres) -> Use:
    url = postgres.database()

    def opened(work: Callable[[Jobs], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            store = await PostgresStore.open(url)
            try:
                return await work(Jobs(store))
            finally:
                await store.close()

        return asyncio.run(run())

    return opened


def job(at: int) -> Job:
    return Job("abc", at, b"think")


def test_it_is_one_job_however_many_ask(use: Use) -> None:
    async def work(jobs: Jobs) -> tuple[list[bool], list[Job | None]]:
        asked = await asyncio.gather(*(jobs.add(job(7)) for _ in range(5)))
        return sorted(asked), [await jobs.take(LONG), await jobs.take(LONG)]

    assert use(work) == ([False, False, False, False, True], [job(7), None])


def test_many_workers_take_each_job_once_in_the_order_in_which_they_came(use: Use) -> None:
    async def work(jobs: Jobs) -> tuple[Job | None, list[int]]:
        for at in range(20):
            await jobs.add(job(at))
        first = await jobs.take(LONG)
        rest = await asyncio.gather(*(jobs.take(LONG) for _ in range(25)))
        return first, sorted(taken.at for taken in rest if taken is not None)

    assert use(work) == (job(0), list(range(1, 20)))


def test_the_job_of_a_worker_that_dies_is_taken_by_the_next(use: Use) -> None:
    async def work(jobs: Jobs) -> None:
        await jobs.add(job(1))
        assert await jobs.take(SHORT) == job(1)  # and dies
        assert await jobs.take(LONG) is None
        await asyncio.sleep(0.4)
        assert await jobs.take(LONG) == job(1)
        assert await jobs.answer(job(1), b"42")
        assert not await jobs.answer(job(1), b"43"), "the first was not dead, but slow"
        assert await jobs.answered(job(1)) == b"42"
        assert await jobs.take(LONG) is None

    use(work)


def test_a_caller_finds_the_answer_even_without_news_of_it(use: Use) -> None:
    async def work(jobs: Jobs) -> None:
        await jobs.add(job(1))
        assert await jobs.answered(job(1)) is None
        await jobs.answer(job(1), b"42")
        assert not await jobs.add(job(1)), "a process that is behind asks again; nobody thinks again"
        assert await jobs.answered(job(1)) == b"42"
        with pytest.raises(Missing):
            await jobs.answered(job(2))
        await jobs.forget_old()
        assert await jobs.answered(job(1)) == b"42"

    use(work)


def test_moves_come_before_hints_and_hints_before_analyses(use: Use) -> None:
    async def work(jobs: Jobs) -> list[Kind]:
        for kind in (Kind.COURSE, Kind.HINT, Kind.MOVE):
            for at in (1, 2):
                await jobs.add(Job("abc", at, b"think", kind))
        taken = [await jobs.take(LONG) for _ in range(6)]
        return [one.kind for one in taken if one is not None]

    assert use(work) == [Kind.MOVE] * 2 + [Kind.HINT] * 2 + [Kind.COURSE] * 2


def test_each_kind_of_job_has_its_own_lease(use: Use) -> None:
    async def work(jobs: Jobs) -> None:
        hint, course = Job("abc", 1, b"", Kind.HINT), Job("abc", 1, b"", Kind.COURSE)
        for one in (hint, course):
            await jobs.add(one)
            assert await jobs.take({**LONG, Kind.HINT: 0.3}) == one
        await asyncio.sleep(0.4)
        assert await jobs.take(LONG) == hint
        assert await jobs.take(LONG) is None

    use(work)


def test_hints_in_two_languages_at_one_point_are_two_jobs_with_answers_of_any_length(use: Use) -> None:
    async def work(jobs: Jobs) -> None:
        english, german = (Job("abc", 7, b"think", Kind.HINT, f"0 {language}") for language in ("en", "de"))
        for hint in (english, german):
            assert await jobs.add(hint)
        assert await jobs.answer(german, b'"Baue!"' * 10_000)
        assert await jobs.answered(german) == b'"Baue!"' * 10_000
        assert await jobs.answered(english) is None

    use(work)


def test_a_caller_who_gives_up_withdraws_the_job(use: Use) -> None:
    async def work(jobs: Jobs) -> None:
        hint = Job("abc", 7, b"think", Kind.HINT)
        await jobs.add(hint)
        await jobs.withdraw(hint)
        assert await jobs.take(LONG) is None
        assert not await jobs.answer(hint, b"late")
        assert await jobs.add(hint), "who asks again has it thought of anew"

    use(work)


def test_a_process_of_an_earlier_version_still_takes_and_answers_moves(use: Use, postgres: Postgres) -> None:
    """It knows neither kinds nor answers in words, and ends only after the first new process has begun."""

    async def work(jobs: Jobs) -> None:
        async with await psycopg.AsyncConnection.connect(jobs.url, autocommit=True) as before:
            await before.execute("INSERT INTO jobs (table_id, at, body) VALUES ('abc', 1, 'think')")
            assert await jobs.take(LONG) == job(1)
            await jobs.answer(job(1), b"42")
            found = await before.execute("SELECT answer FROM jobs WHERE table_id = 'abc' AND at = 1")
            assert await found.fetchone() == (42,)
            await jobs.add(job(2))
            await before.execute("UPDATE jobs SET answer = 43, body = '' WHERE table_id = 'abc' AND at = 2")
            assert await jobs.answered(job(2)) == b"43"

    use(work)


def test_workers_are_told_of_new_jobs(use: Use, postgres: Postgres) -> None:
    async def work(jobs: Jobs) -> None:
        worker = await PostgresStore.open(jobs.url)
        heard: asyncio.Queue[News] = asyncio.Queue()
        await Jobs(worker).listen(heard.put_nowait)
        await jobs.add(job(1))
        assert (await asyncio.wait_for(heard.get(), TIMEOUT)).table == "abc"
        await worker.close()

    use(work)


def test_the_hosts_of_tables_take_turns(use: Use) -> None:
    async def work(jobs: Jobs) -> list[str]:
        for table, host in {"e1": "eve", "e2": "eve", "e3": "eve", "a1": "ann"}.items():
            row = TableRow(
                id=table, game="nuremberg", header=b"", seed="0", host=host, made=0, to_move=0, changed=0
            )
            await jobs._store.add(StoredTable(row=row, seats=[], holders=[], lines=[], chat=[]))
            await jobs.add(Job(table, 1, b"think"))
        taken = [await jobs.take(LONG) for _ in range(4)]
        return [one.table for one in taken if one is not None]

    assert use(work) == ["e1", "a1", "e2", "e3"]
