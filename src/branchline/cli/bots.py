"""`branchline bots`: compute the bots' moves for a server of several processes, on this machine or another."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from functools import partial
from typing import TYPE_CHECKING

from branchline.cli.arguments.hosting import serving_of, settings_argument
from branchline.core.extras import extra
from branchline.store import StoreTrouble, StoreUnavailable
from branchline.store.open_store import POSTGRES

if TYPE_CHECKING:
    from branchline.server.settings import Settings


def arguments(parser: argparse.ArgumentParser) -> None:
    settings_argument(parser)
    parser.add_argument("--store", metavar="URL", help="the server's store: postgresql://USER@HOST/DATABASE")
    parser.add_argument("--processes", type=int, default=None, metavar="N", help="how many at once")


def run(args: argparse.Namespace) -> int:
    from branchline.store.open_store import prepare_store

    settings = serving_of(args)
    if not settings.store.startswith(POSTGRES):
        raise StoreTrouble(
            "Bots think in the server itself if its store is a file; this needs PostgreSQL,"
            " by --store postgresql://USER@HOST/DATABASE or the settings file."
        )
    try:
        prepare_store(settings.store)
    except StoreUnavailable as away:
        print(f"{away}\nThe bots are waiting for it.", file=sys.stderr)
    asyncio.run(think(settings, args.processes or max(1, settings.thinkers)))
    return 0


async def think(settings: Settings, size: int) -> None:
    """Run until stopped. Another worker does a job that is still in progress then."""
    from branchline.store.background_task import until_the_store_is_back

    me = asyncio.current_task()
    assert me is not None
    for sign in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(sign, me.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        async with await until_the_store_is_back(partial(_start, settings, size)):
            print(f"{size} processes compute bots' moves. Press Ctrl-C to stop.", flush=True)
            await asyncio.Event().wait()


async def _start(settings: Settings, size: int) -> contextlib.AsyncExitStack:
    """Closes what it opens."""
    with extra("play"):
        from branchline.server.workers.bot_job_workers import Workers
        from branchline.server.workers.thinkers import Thinkers
    from branchline.store.postgres.store import PostgresStore

    async with contextlib.AsyncExitStack() as opened:
        store = await PostgresStore.open(settings.store)
        opened.push_async_callback(store.close)
        thinkers = Thinkers(size, settings.think)
        opened.callback(thinkers.pool.close)
        workers = Workers(store, thinkers, size, settings.lease)
        opened.push_async_callback(workers.stop)
        await asyncio.gather(thinkers.pool.warm(), return_exceptions=True)  # a job is taken only then
        await workers.start()
        return opened.pop_all()
