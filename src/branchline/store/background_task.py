"""The end of tasks that go on for as long as a server does."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN: Final = 1.0  # seconds until a task that goes on is told once more


async def halt(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks until they heed it, and wait for their end, good or bad.

    Once is not enough: `asyncio.wait_for` loses a cancellation that comes together with what was waited for (until
    Python 3.12), and a loop around it then goes on for ever.
    """
    running = {task for task in tasks if task is not None}
    while running:
        for task in running:
            task.cancel()
        done, running = await asyncio.wait(running, timeout=AGAIN)
        await asyncio.gather(*done, return_exceptions=True)
