"""Background tasks end with their server."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from branchline.store import background_task
from branchline.store.background_task import halt


def test_a_task_that_missed_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_task, "AGAIN", 0.01)
    told = 0

    async def hard_of_hearing() -> None:
        nonlocal told
        while told < 3:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                told += 1

    async def begin_and_end() -> None:
        task = asyncio.create_task(hard_of_hearing())
        await asyncio.sleep(0)
        await asyncio.wait_for(halt(task), 10)
        assert task.done()

    asyncio.run(begin_and_end())
    assert told == 3


def test_a_task_that_failed_or_never_started_causes_no_trouble() -> None:
    async def begin_and_end() -> None:
        task = asyncio.create_task(fail())
        with contextlib.suppress(ValueError):
            await task
        await halt(task, None)

    async def fail() -> None:
        raise ValueError("no")

    asyncio.run(begin_and_end())
