"""A server process from start to end: what it opens, which jobs it runs, what it closes.

It serves at once. While its store is unavailable, visitors are told so (`http.security`), and it retries.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette

from branchline.core import registry
from branchline.core.play.loading import resume
from branchline.core.play.table import Table
from branchline.server import metrics
from branchline.server.club.accounts import Accounts
from branchline.server.club.announcements_job import AnnouncementsJob
from branchline.server.club.delivery import Delivery
from branchline.server.club.email import Mail
from branchline.server.club.leagues import LeagueService
from branchline.server.club.push import Pusher, can_push
from branchline.server.club.results_job import ResultsJob
from branchline.server.http import logs
from branchline.server.lobby.clock_job import ClockJob
from branchline.server.lobby.lobby import Lobby
from branchline.server.lobby.peer_bus import PeerBus
from branchline.server.lobby.record_uploads import RecordUploads
from branchline.server.lobby.shared_setup import bots_of, shared_links
from branchline.server.lobby.shutdown import Shutdown
from branchline.server.pages.replay.game_analysis import Courses
from branchline.server.settings import Settings
from branchline.server.table.state.context import ServerContext
from branchline.server.workers.painters import Painters
from branchline.server.workers.process_pool import ProcessPool
from branchline.server.workers.souvenirs import Souvenirs
from branchline.store import StoreUnavailable
from branchline.store.background_task import halt, until_the_store_is_back
from branchline.store.open_store import open_store


@contextlib.asynccontextmanager
async def lifespan(settings: Settings, app: Starlette) -> AsyncIterator[None]:
    _load_games()
    shutdown = Shutdown()
    shutdown.listen()
    running = contextlib.AsyncExitStack()
    waiting: asyncio.Task[None] | None = None

    async def open_() -> None:
        async with contextlib.AsyncExitStack() as opened:  # closes whatever a failed attempt has opened
            await _open(settings, app, opened)
            running.push_async_exit(opened.pop_all())
        app.state.open, shutdown.lobby = True, app.state.lobby
        logs.log_event("started")

    try:
        await open_()
    except StoreUnavailable:
        waiting = asyncio.create_task(until_the_store_is_back(open_))
    try:
        yield
    finally:
        shutdown.ignore()
        logs.log_event("stopping")
        await halt(waiting)
        app.state.open = False
        await running.aclose()


def _load_games() -> None:
    """Load everything before the first visitor comes, who would have to wait for it."""
    for name in registry.games():
        resume(Table(name, registry.game(name).players[0]).header(), [])


async def _open(settings: Settings, app: Starlette, opened: contextlib.AsyncExitStack) -> None:
    """Open the store and everything that uses it; closed in reverse order."""
    store = await open_store(settings.address)
    opened.push_async_callback(store.close)
    links = await shared_links(store, settings.data)
    painters = Painters(settings.painters)
    _warm(painters.pool, opened)
    thinkers, workers = bots_of(settings, store)
    _warm(thinkers.pool, opened)
    checkers = RecordUploads.checkers(settings.check_memory)
    opened.callback(checkers.close)
    if workers is not None:
        opened.push_async_callback(workers.stop)
        await workers.start()
    context = ServerContext(settings, metrics.timed_store(store), links, painters, thinkers)
    app.state.workers = workers
    app.state.record_uploads = RecordUploads(context, checkers)
    await _start_jobs(app, context, opened)


def _warm(pool: ProcessPool, opened: contextlib.AsyncExitStack) -> None:
    """Start the pool's processes now; closing it doesn't wait for them."""
    warming = asyncio.create_task(pool.warm())

    async def close() -> None:
        pool.close()
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)

    opened.push_async_callback(close)


async def _start_jobs(app: Starlette, context: ServerContext, opened: contextlib.AsyncExitStack) -> None:
    settings, state = context.settings, app.state
    state.courses = Courses(context.thinkers)
    state.souvenirs = Souvenirs(context.painters.pool)
    state.lobby = Lobby(context)
    opened.push_async_callback(state.lobby.close)
    peer_bus = PeerBus(state.lobby, state.limiter)
    opened.push_async_callback(peer_bus.close)
    await peer_bus.start()
    state.clock_job = ClockJob(state.lobby)
    opened.push_async_callback(state.clock_job.close)
    await state.clock_job.start()
    state.announcements_job = AnnouncementsJob(state.lobby)
    opened.push_async_callback(state.announcements_job.close)
    await state.announcements_job.start()
    state.mail = Mail(settings.smtp, settings.site)
    if settings.accounts:
        state.accounts = Accounts(state.lobby, state.mail)
        opened.push_async_callback(state.accounts.close)
        state.league_service = LeagueService(state.lobby)
        state.results_job = ResultsJob(state.lobby, state.league_service)
        opened.push_async_callback(state.results_job.close)
        state.results_job.start()
    pusher = Pusher(settings.data, settings.site) if can_push() else None
    state.delivery = Delivery(context, state.mail, pusher)
    opened.push_async_callback(state.delivery.close)
    state.delivery.start()
