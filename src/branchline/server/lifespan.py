"""A process that serves, from its start to its end: what is opened, who is at work meanwhile, what is closed again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Protocol

from starlette.applications import Starlette

from branchline.core import registry
from branchline.core.loading import resume
from branchline.core.table import Table
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
from branchline.server.table.context import ServerContext
from branchline.server.workers.painters import Painters
from branchline.store.open_store import open_store


@contextlib.asynccontextmanager
async def lifespan(settings: Settings, app: Starlette) -> AsyncIterator[None]:
    _load_games()
    store = await open_store(settings.address)
    links = await shared_links(store, settings.data)
    painters = Painters(settings.painters)
    thinkers, workers = await bots_of(settings, store)
    checkers = RecordUploads.checkers(settings.check_memory)
    context = ServerContext(settings, metrics.timed_store(store), links, painters, thinkers)
    app.state.workers = workers
    app.state.record_uploads = RecordUploads(context, checkers)
    staff = await _at_work(app, context)
    warming = asyncio.gather(painters.pool.warm(), thinkers.pool.warm(), return_exceptions=True)
    shutdown = Shutdown(app.state.lobby)
    shutdown.heed()
    logs.tell("started")
    try:
        yield
    finally:
        shutdown.ignore()
        logs.tell("stopping")
        for one in staff:
            await one.close()
        if workers is not None:
            await workers.stop()
        await app.state.lobby.close()
        for pool in (painters.pool, thinkers.pool, checkers):
            pool.close()
        await warming
        await store.close()


def _load_games() -> None:
    """Before anybody calls: else whoever comes first would wait for it."""
    for name in registry.games():
        resume(Table(name, registry.game(name).players[0]).header(), [])


class _Closes(Protocol):
    async def close(self) -> None: ...


async def _at_work(app: Starlette, context: ServerContext) -> list[_Closes]:
    """Everybody takes up their work; who has to be closed, in that order."""
    settings, state = context.settings, app.state
    state.courses = Courses(context.thinkers)
    state.lobby = Lobby(context)
    state.mail = Mail(settings.smtp, settings.site)
    if settings.accounts:
        state.accounts = Accounts(state.lobby, state.mail)
        state.league_service = LeagueService(state.lobby)
        state.results_job = ResultsJob(state.lobby, state.league_service)
    peer_bus = PeerBus(state.lobby)
    await peer_bus.start()
    state.clock_job = ClockJob(state.lobby)
    await state.clock_job.start()
    pusher = Pusher(settings.data, settings.site) if can_push() else None
    state.delivery = Delivery(context, state.mail, pusher)
    state.delivery.start()
    state.announcements_job = AnnouncementsJob(state.lobby)
    await state.announcements_job.start()
    if settings.accounts:
        state.results_job.start()
    of_the_club = [state.results_job, state.accounts] if settings.accounts else []
    return [state.delivery, *of_the_club, state.announcements_job, state.clock_job, peer_bus]
