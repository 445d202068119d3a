"""The ASGI application: routes, middleware, error handlers."""

from __future__ import annotations

import logging
import os
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

from branchline.core.errors import BranchlineError
from branchline.languages import _
from branchline.server import metrics
from branchline.server.http import logs
from branchline.server.http.errors import unavailable
from branchline.server.http.rate_limits import Limiter
from branchline.server.http.rendering import error_response
from branchline.server.http.security import Security
from branchline.server.http.static_files import Static
from branchline.server.lifespan import lifespan
from branchline.server.pages import health
from branchline.server.pages.account import account_pages, away_pages, invitation_pages
from branchline.server.pages.app import app_pages
from branchline.server.pages.club import club_pages
from branchline.server.pages.home import home_pages, new_table_pages
from branchline.server.pages.problem import problem_pages
from branchline.server.pages.replay import after_game_pages, challenge_pages, replay_pages, souvenir_pages
from branchline.server.pages.rules import lesson_pages, rule_pages
from branchline.server.pages.table import seat_pages, table_pages, ticket_pages, websocket
from branchline.server.settings import Settings
from branchline.server.workers.process_pool import WorkerFailed
from branchline.store import StoreTrouble

log = logging.getLogger(__name__)
logging.getLogger("python_multipart").setLevel(logging.ERROR)  # malformed uploads are not worth a log line
SETTINGS: Final = "BRANCHLINE_SETTINGS"  # passes the settings to worker processes


def routes(settings: Settings) -> list[Route | Mount | WebSocketRoute]:
    return [
        Route("/", home_pages.home),
        Route("/play-now", home_pages.play_now, methods=["POST"]),
        Route("/new", new_table_pages.new, methods=["GET", "POST"]),
        Route("/join/{token}", seat_pages.join, methods=["GET", "POST"]),
        Route("/watch/{token}", table_pages.watch),
        Route("/table/{table}", table_pages.table),
        WebSocketRoute("/table/{table}/live", websocket.live),
        Route("/table/{table}/link", seat_pages.new_link, methods=["POST"]),
        Route("/table/{table}/back/{token}", seat_pages.come_back, methods=["GET", "POST"]),
        Route("/table/{table}/invite-again", seat_pages.invite_again, methods=["POST"]),
        Route("/table/{table}/seat", seat_pages.change_seat, methods=["POST"]),
        Route("/table/{table}/leave", seat_pages.leave, methods=["POST"]),
        Route("/table/{table}/rematch", after_game_pages.rematch, methods=["POST"]),
        Route("/table/{table}/record", after_game_pages.download),
        Route("/records", after_game_pages.upload, methods=["POST"]),
        Route("/settings", home_pages.settings, methods=["POST"]),
        Route("/words/{language}.json", home_pages.words),
        Route("/health", health.live),
        Route("/health/ready", health.ready),
        Route("/metrics", metrics.page),
        *ticket_pages.ROUTES,
        *app_pages.ROUTES,
        *away_pages.ROUTES,
        *rule_pages.ROUTES,
        *replay_pages.ROUTES,
        *souvenir_pages.ROUTES,
        *challenge_pages.ROUTES,
        *lesson_pages.ROUTES,
        *problem_pages.ROUTES,
        *(account_pages.ROUTES + invitation_pages.ROUTES + club_pages.ROUTES if settings.accounts else ()),
        Mount("/static", Static(), name="static"),
    ]


def app_of_environment() -> Starlette:
    """The application of a worker process."""
    settings = Settings.of_words(os.environ[SETTINGS])
    logs.set_up(settings.logs)
    return make_app(settings)


def make_app(settings: Settings) -> Starlette:
    limiter = Limiter(settings.limits)
    app = Starlette(
        routes=routes(settings),
        lifespan=partial(lifespan, settings),
        middleware=[
            Middleware(logs.Observed),
            Middleware(Security, settings, limiter),
            Middleware(GZipMiddleware, minimum_size=500, compresslevel=5),
        ],
        exception_handlers={
            HTTPException: _http_error,
            StoreTrouble: _away,
            WorkerFailed: _not_done,
            BranchlineError: _refused,
        },
    )
    app.state.settings = settings
    app.state.open = False
    app.state.limiter = limiter
    return app


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    usual = {
        404: _("Page not found."),
        405: _("This page does not accept that kind of request."),
    }
    plain = HTTPStatus(error.status_code).phrase
    words = usual.get(error.status_code, plain) if error.detail == plain else error.detail
    return error_response(request, error.status_code, words)


async def _away(request: Request, error: Exception) -> Response:
    log.warning("%s", error)
    return error_response(request, 503, unavailable(error))


async def _not_done(request: Request, error: Exception) -> Response:
    """A worker timed out, died, or was not free."""
    assert isinstance(error, WorkerFailed)
    log.warning("%s", error)
    return error_response(request, 503, error.sentence)


async def _refused(request: Request, error: Exception) -> Response:
    """An error that the user can fix; the sentence says how."""
    return error_response(request, 422, str(error))
