"""Whether the server is alive, and whether it is ready for people: for whoever watches over it."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from branchline._version import __version__
from branchline.server.lobby.lobby import lobby_of
from branchline.server.table.context import ServerContext
from branchline.server.workers.process_pool import ProcessPool
from branchline.store import StoreTrouble

PATIENCE: Final = 3.0  # seconds that the store may take


async def live(request: Request) -> Response:
    """The process answers."""
    return JSONResponse({"words": "all aboard"})


async def ready(request: Request) -> Response:
    """The store answers, and there is somebody to draw and to think; 503 if not."""
    context = lobby_of(request).context
    store = await _store_answers(context)
    painters, thinkers = (_processes(pool) for pool in (context.painters.pool, context.thinkers.pool))
    fine = store and painters > 0
    words = {
        "ready": fine,
        "store": store,
        "painters": painters,
        "thinkers": thinkers,
        "version": __version__,
    }
    return JSONResponse(words, 200 if fine else 503)


async def _store_answers(context: ServerContext) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            return bool(await context.store.ask("SELECT 1"))
    except (StoreTrouble, TimeoutError):
        return False


def _processes(pool: ProcessPool) -> int:
    return sum(worker.alive for worker in pool.workers)
