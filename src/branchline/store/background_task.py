"""Tasks that run as long as the server: how they wait for the store, and how they stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from branchline.store import StoreTrouble

AGAIN: Final = 1.0  # seconds until a task that is still running is cancelled again
PAUSE: Final = 1.0  # seconds between two attempts to reach a store that is away

T = TypeVar("T")
log = logging.getLogger(__name__)


async def until_the_store_is_back(work: Callable[[], Awaitable[T]]) -> T:
    """Retry for as long as it takes."""
    said = ""
    while True:
        try:
            return await work()
        except StoreTrouble as trouble:
            if str(trouble) != said:
                said = str(trouble)
                log.warning("Waiting for the store. %s", said)
        except Exception:
            log.exception("Waiting for the store")
        await asyncio.sleep(PAUSE)


async def halt(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks until they stop, and wait for them, whether they fail or not.

    Once is not enough: until Python 3.12, `asyncio.wait_for` can lose a cancellation that arrives together with its
    result, and a loop around it would run for ever.
    """
    running = {task for task in tasks if task is not None}
    while running:
        for task in running:
            task.cancel()
        done, running = await asyncio.wait(running, timeout=AGAIN)
        await asyncio.gather(*done, return_exceptions=True)
