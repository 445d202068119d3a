"""Nobody keeps others waiting: visitors take turns, slow work gets one worker, and work that takes too long is
stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from branchline.core.setup import Setup
from branchline.server.workers.fair_queue import SLOW_FOR, Busy, CutOff, FairQueue, Job, Owner, WorkerFailed
from branchline.server.workers.process_pool import ProcessPool
from branchline.server.workers.thinkers import TURNS_AT_ONCE, Position, Thinkers

from .slow_work import burn, echo, view

ANN, BOB, EVE = Owner("ann", "1"), Owner("bob", "2"), Owner("eve", "3")


def job(owner: Owner, name: str = "", slow: bool = False) -> Job:
    return Job(echo, (name or owner.visitor,), owner, limit=5.0, slow=slow)


def taken(queue: FairQueue, count: int) -> list[str]:
    return [found.arguments[0] for _ in range(count) if (found := queue.take())]


def test_visitors_take_turns_however_much_one_of_them_asks_for() -> None:
    queue = FairQueue()
    for owner in (EVE, EVE, EVE, EVE, ANN, BOB, BOB):
        queue.put(job(owner))
    assert taken(queue, 7) == ["eve", "ann", "bob", "eve", "bob", "eve", "eve"]


def test_the_tables_of_a_visitor_take_turns_too() -> None:
    queue = FairQueue()
    for table in "aaab":
        queue.put(job(Owner("eve", table), table))
    assert taken(queue, 4) == ["a", "b", "a", "a"]


def test_a_visitor_with_too_much_waiting_is_refused_and_others_are_not() -> None:
    queue = FairQueue(most=200)
    for _ in range(2):
        queue.put(job(EVE))
    with pytest.raises(Busy):
        queue.put(job(EVE))
    queue.put(job(ANN))


def test_having_many_tables_does_not_help() -> None:
    queue = FairQueue(most=200)
    for table in range(20):
        queue.put(job(Owner("eve", str(table))))
    with pytest.raises(Busy):
        queue.put(job(Owner("eve", "one more")))
    queue.put(job(ANN))


def test_at_most_one_worker_does_slow_work() -> None:
    queue = FairQueue(most_slow=1)
    queue.put(job(EVE, "eve 1"))
    first = queue.take()
    assert first is not None
    assert queue.turned_out_slow(first), "nobody else does slow work, so it may go on"
    queue.put(job(EVE, "eve 2"))
    queue.put(job(ANN))
    assert taken(queue, 1) == ["ann"], "eve's next job waits for her first"
    queue.finished(first)
    assert taken(queue, 1) == ["eve 2"]


def test_a_second_slow_job_is_stopped_and_waits_for_the_first() -> None:
    queue = FairQueue(most_slow=1)
    queue.put(job(EVE))
    queue.put(job(BOB))
    first, second = queue.take(), queue.take()
    assert first is not None
    assert second is not None
    assert queue.turned_out_slow(first)
    assert not queue.turned_out_slow(second)
    queue.finished(second)
    queue.put(job(ANN))
    assert taken(queue, 1) == ["ann"]
    queue.finished(first)
    assert queue.take() is second


def test_nobody_counts_as_slow_forever() -> None:
    now = [0.0]
    queue = FairQueue(most_slow=1, clock=lambda: now[0])
    queue.put(job(EVE))
    first = queue.take()
    assert first is not None
    queue.turned_out_slow(first)
    now[0] = SLOW_FOR + 1
    queue.put(job(EVE, "quick by now"))
    assert taken(queue, 1) == ["quick by now"]


def test_a_table_whose_work_was_cut_off_rests_as_long_as_it_took() -> None:
    now = [0.0]
    queue = FairQueue(clock=lambda: now[0])
    queue.put(job(EVE))
    first = queue.take()
    assert first is not None
    queue.finished(first, cut_off=True)
    with pytest.raises(Busy):
        queue.put(job(EVE))
    queue.put(job(Owner("eve", "another table")))
    now[0] = first.limit
    queue.put(job(EVE))


def test_a_job_can_be_withdrawn_until_it_starts() -> None:
    queue = FairQueue()
    waiting = job(ANN)
    queue.put(waiting)
    assert queue.withdraw(waiting)
    queue.put(job(BOB))
    assert taken(queue, 1) == ["bob"]
    assert not queue.withdraw(waiting)


def test_a_closed_queue_takes_no_jobs() -> None:
    queue = FairQueue()
    queue.put(job(ANN))
    queue.close()
    assert queue.take() is None
    with pytest.raises(Busy):
        queue.put(job(ANN))


def test_analyses_of_games_take_turns_by_visitor() -> None:
    analysed: list[str] = []

    class Noted(Thinkers):
        async def _part(self, position: Position, steps: Any, first: int) -> list[Any]:
            analysed.append(position.owner.visitor)
            await asyncio.sleep(0)
            return [None] * (TURNS_AT_ONCE if first < 3 * TURNS_AT_ONCE else 1)

    async def run() -> None:
        thinkers, setup = Noted(1, 1.0), Setup.make("nuremberg", 2, {})
        owners = [*(Owner("eve", str(table)) for table in range(8)), ANN]
        await asyncio.gather(*(thinkers.course(Position(one, setup, 0, []), [], []) for one in owners))
        thinkers.pool.close()

    asyncio.run(run())
    assert analysed[:8] == ["eve", "ann"] * 4
    assert analysed[8:] == ["eve"] * 28


def in_pool(work: Callable[[ProcessPool], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        pool = ProcessPool(1, quick=0.2)
        try:
            await pool.warm()
            return await work(pool)
        finally:
            pool.close()

    return asyncio.run(run())


def test_with_one_painter_others_are_served_while_a_slow_job_runs() -> None:
    async def work(pool: ProcessPool) -> bool:
        slow = asyncio.create_task(pool.do(burn, 60.0, limit=30.0, owner=EVE))
        for number in range(20):
            assert await pool.do(echo, number, limit=10.0, owner=ANN) == number
        still = not slow.done()
        slow.cancel()
        return still

    assert in_pool(work), "all of them were done while the slow one ran"


def test_endless_work_is_cut_off() -> None:
    async def work(pool: ProcessPool) -> str:
        with pytest.raises(CutOff) as cut:
            await pool.do(burn, 60.0, limit=1.0, owner=EVE)
        assert await pool.do(echo, "fine", limit=10.0, owner=ANN) == "fine"
        return cut.value.sentence

    assert in_pool(work) == "This takes the server too long, so it was stopped. Try again in a minute."


def test_a_caller_who_waits_too_long_is_told() -> None:
    async def work(pool: ProcessPool) -> None:
        slow = asyncio.create_task(pool.do(burn, 60.0, limit=30.0, owner=EVE, slow=True))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.do(burn, 60.0, limit=30.0, owner=ANN, slow=True, wait=0.2)
        slow.cancel()

    in_pool(work)


def test_a_caller_who_is_waiting_when_the_server_closes_is_told() -> None:
    async def work(pool: ProcessPool) -> None:
        jobs = [asyncio.create_task(pool.do(burn, 60.0, limit=30.0, owner=ANN)) for _ in range(3)]
        await asyncio.sleep(0.1)
        pool.close()
        for found in await asyncio.gather(*jobs, return_exceptions=True):
            assert isinstance(found, Busy)

    in_pool(work)


def test_a_result_that_cannot_be_sent_fails_its_own_job_only() -> None:
    async def work(pool: ProcessPool) -> None:
        with pytest.raises(WorkerFailed, match="pickle"):
            await pool.do(echo, memoryview(b""), limit=10.0)
        with pytest.raises(WorkerFailed, match="pickle"):
            await pool.do(view, b"", limit=10.0)
        assert await pool.do(echo, "fine", limit=10.0) == "fine"

    in_pool(work)
