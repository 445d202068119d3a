"""Health checks for monitoring: whether the server is alive, and whether it is ready for visitors."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from branchline._version import __version__
from branchline.server.http.rendering import RETRY
from branchline.server.lobby.lobby import lobby_of
from branchline.server.table.state.context import ServerContext
from branchline.server.workers.process_pool import ProcessPool
from branchline.store import StoreTrouble

log = logging.getLogger(__name__)
TIMEOUT: Final = 3.0  # seconds that the store may take


async def live(request: Request) -> Response:
    """The process answers."""
    return JSONResponse({"words": "all aboard"})


async def ready(request: Request) -> Response:
    """The store can be read and written, and the drawing and thinking workers are running; 503 if not."""
    store, painters, thinkers = False, 0, 0
    if request.app.state.open:
        context = lobby_of(request).context
        store = await _store_works(context)
        painters, thinkers = (_processes(pool) for pool in (context.painters.pool, context.thinkers.pool))
    fine = store and painters > 0
    words = {
        "ready": fine,
        "store": store,
        "painters": painters,
        "thinkers": thinkers,
        "version": __version__,
    }
    return JSONResponse(words) if fine else JSONResponse(words, 503, RETRY)


async def _store_works(context: ServerContext) -> bool:
    try:
        async with asyncio.timeout(TIMEOUT):
            await context.store.check()
        return True
    except StoreTrouble as trouble:
        log.warning("Not ready. %s", trouble)
    except TimeoutError:
        log.warning("Not ready. The store takes longer than %s seconds.", TIMEOUT)
    return False


def _processes(pool: ProcessPool) -> int:
    return sum(worker.alive for worker in pool.workers)
