"""The ASGI application: routes, what stands before them, start and end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator
from functools import partial
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute

from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.core.loading import resume
from branchline.core.table import Table
from branchline.languages import _
from branchline.store import StoreAway
from branchline.store.opening import open_store
from branchline.web import (
    account_pages,
    after_game_pages,
    away_pages,
    club_pages,
    health,
    home_pages,
    invitation_pages,
    lesson_pages,
    logs,
    meters,
    new_table_pages,
    replay_pages,
    rule_pages,
    seat_pages,
    socket,
    table_pages,
    uploads,
)
from branchline.web.accounts import Accounts
from branchline.web.courses import Courses
from branchline.web.crier import Crier
from branchline.web.delivery import Delivery
from branchline.web.farewell import Farewell
from branchline.web.frames import Painters
from branchline.web.guard import Guard
from branchline.web.house import House
from branchline.web.leagues import LeagueOffice
from branchline.web.limits import Limiter
from branchline.web.lobby import Lobby
from branchline.web.mail import Mail
from branchline.web.pages import trouble
from branchline.web.push import Pusher, can_push
from branchline.web.record_desk import RecordDesk
from branchline.web.secretary import Secretary
from branchline.web.settings import Settings
from branchline.web.sharing import bots_of, shared_links
from branchline.web.static_files import Static
from branchline.web.sweeper import Sweeper
from branchline.web.telegraph import Telegraph
from branchline.web.workers import Crew

log = logging.getLogger(__name__)
logging.getLogger("python_multipart").setLevel(logging.ERROR)  # what strangers send is not worth a line
SETTINGS: Final = "BRANCHLINE_SETTINGS"  # by which the processes of a server learn theirs


def routes(settings: Settings) -> list[Route | Mount | WebSocketRoute]:
    return [
        Route("/", home_pages.home),
        Route("/play-now", home_pages.play_now, methods=["POST"]),
        Route("/new", new_table_pages.new, methods=["GET", "POST"]),
        Route("/join/{token}", seat_pages.join, methods=["GET", "POST"]),
        Route("/watch/{token}", table_pages.watch),
        Route("/table/{table}", table_pages.table),
        WebSocketRoute("/table/{table}/live", socket.live),
        Route("/table/{table}/link", seat_pages.new_link, methods=["POST"]),
        Route("/table/{table}/seat", seat_pages.change_seat, methods=["POST"]),
        Route("/table/{table}/leave", seat_pages.leave, methods=["POST"]),
        Route("/table/{table}/rematch", after_game_pages.rematch, methods=["POST"]),
        Route("/table/{table}/record", after_game_pages.download),
        Route("/records", after_game_pages.upload, methods=["POST"]),
        Route("/settings", home_pages.settings, methods=["POST"]),
        Route("/words/{language}.json", home_pages.words),
        Route("/health", health.live),
        Route("/health/ready", health.ready),
        Route("/metrics", meters.page),
        *away_pages.ROUTES,
        *rule_pages.ROUTES,
        *replay_pages.ROUTES,
        *lesson_pages.ROUTES,
        *(account_pages.ROUTES + invitation_pages.ROUTES + club_pages.ROUTES if settings.accounts else ()),
        Mount("/static", Static(), name="static"),
    ]


def app_of_environment() -> Starlette:
    """In a process of its own."""
    settings = Settings.of_words(os.environ[SETTINGS])
    logs.set_up(settings.logs)
    return make_app(settings)


def make_app(settings: Settings) -> Starlette:
    limiter = Limiter(settings.limits)
    app = Starlette(
        routes=routes(settings),
        lifespan=partial(_lifespan, settings),
        middleware=[
            Middleware(logs.Observed),
            Middleware(Guard, settings, limiter),
            Middleware(GZipMiddleware, minimum_size=500, compresslevel=5),
        ],
        exception_handlers={HTTPException: _http_error, StoreAway: _away, BranchlineError: _refused},
    )
    app.state.limiter = limiter
    return app


@contextlib.asynccontextmanager
async def _lifespan(settings: Settings, app: Starlette) -> AsyncIterator[None]:
    for name in registry.games():
        # Before anybody calls: else whoever comes first would wait for it.
        resume(Table(name, registry.game(name).players[0]).header(), [])
    store = await open_store(settings.address)
    links = await shared_links(store, settings.data)
    painters = Painters(settings.painters)
    thinkers, workers = await bots_of(settings, store)
    app.state.workers = workers
    app.state.courses = Courses(thinkers)
    checkers = Crew(1, partial(uploads.prepare, settings.check_memory), nice=15)
    house = House(settings, meters.timed_store(store), links, painters, thinkers)
    app.state.lobby = Lobby(house)
    app.state.record_desk = RecordDesk(house, checkers)
    app.state.mail = Mail(settings.smtp, settings.site)
    if settings.accounts:
        app.state.accounts = Accounts(app.state.lobby, app.state.mail)
        app.state.office = LeagueOffice(app.state.lobby)
        app.state.secretary = Secretary(app.state.lobby, app.state.office)
    telegraph = Telegraph(app.state.lobby)
    await telegraph.start()
    app.state.sweeper = Sweeper(app.state.lobby)
    await app.state.sweeper.start()
    pusher = Pusher(settings.data, settings.site) if can_push() else None
    app.state.delivery = Delivery(house, app.state.mail, pusher)
    app.state.delivery.start()
    crier = app.state.crier = Crier(app.state.lobby)
    await crier.start()
    if settings.accounts:
        app.state.secretary.start()
    warming = asyncio.gather(painters.crew.warm(), thinkers.crew.warm(), return_exceptions=True)
    farewell = Farewell(app.state.lobby)
    farewell.heed()
    logs.tell("started")
    try:
        yield
    finally:
        farewell.ignore()
        logs.tell("stopping")
        await app.state.delivery.close()
        if settings.accounts:
            await app.state.secretary.close()
            await app.state.accounts.close()
        await crier.close()
        await app.state.sweeper.close()
        await telegraph.close()
        if workers is not None:
            await workers.stop()
        await app.state.lobby.close()
        for crew in (painters.crew, thinkers.crew, checkers):
            crew.close()
        await warming
        await store.close()


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    usual = {
        404: _("There is no such page."),
        405: _("This page does not take that."),
    }
    plain = HTTPStatus(error.status_code).phrase
    words = usual.get(error.status_code, plain) if error.detail == plain else error.detail
    return trouble(request, error.status_code, words)


async def _away(request: Request, error: Exception) -> Response:
    log.warning("%s", error)
    return trouble(request, 503, _("That could not be kept. Nothing has changed; try again."))


async def _refused(request: Request, error: Exception) -> Response:
    """Whatever a user can put right: the sentence says how."""
    return trouble(request, 422, str(error))
