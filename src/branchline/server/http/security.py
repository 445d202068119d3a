"""Checks that every request passes first (visitor, origin, size, rate), and headers that every response carries."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from branchline.languages import _, speaking
from branchline.server.http import rendering
from branchline.server.http.cookies import cookie
from branchline.server.http.errors import unavailable
from branchline.server.http.logs import route_of
from branchline.server.http.rate_limits import Limiter, TooMany, not_so_fast, what_is_asked
from branchline.server.http.visitors import SESSION, VISITOR, Visit, visit
from branchline.server.settings import Settings
from branchline.store import StoreTrouble, StoreUnavailable

log = logging.getLogger(__name__)

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LARGEST_FORM: Final = 20_000  # bytes
# Called by the admin's own programs, by whatever name they know this machine.
WATCHED: Final = ("/health", "/metrics")
# Callers that ask for these get no cookie.
NO_VISIT: Final = ("/static/", "/words/", "/manifest/", "/service-worker.js", *WATCHED)


NUL: Final = "\0"  # no name contains it, and PostgreSQL rejects text with it
_NAME: Final = r"(?P<name>[A-Za-z0-9._~-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?"
_HOST: Final = re.compile(_NAME)
_ORIGIN: Final = re.compile(rf"null|[A-Za-z][A-Za-z0-9+.-]*://(?P<host>{_NAME})")


class TooLarge(Exception):
    """The request body is larger than a form or a record may be."""


class TooSlow(Exception):
    """The request body did not arrive in time."""


class Security:
    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter) -> None:
        self.app = app
        self.settings = settings
        self.limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        caller = visit(connection.cookies, connection.headers.get("accept-language", ""))
        scope.setdefault("state", {})["visit"] = caller
        with speaking(caller.language):
            if (refused := self._malformed(connection)) is not None:
                await _answer(refused, connection, receive, send)
                return
            if not scope["path"].startswith(NO_VISIT):
                try:
                    if not connection.app.state.open:
                        raise StoreUnavailable("The store is not open yet.")
                    if self.settings.accounts:
                        caller = scope["state"]["visit"] = await _signed_in(connection, caller)
                except Exception as trouble:
                    known = isinstance(trouble, StoreTrouble)
                    log.warning(
                        "Visitors are not identified: %s", trouble, exc_info=None if known else trouble
                    )
                    await self._away(scope, receive, _Answer(send, caller, connection), trouble)
                    return
        with speaking(caller.language):
            if scope["type"] == "websocket":
                await self._websocket(scope, receive, send)
            else:
                await self._http(scope, receive, _Answer(send, caller, connection))

    def _malformed(self, connection: HTTPConnection) -> Response | None:
        """The response to a request with a malformed `Host` or `Origin` header."""
        host, origins = connection.headers.get("host", ""), connection.headers.getlist("origin")
        if _HOST.fullmatch(host) and len(origins) < 2 and all(map(_ORIGIN.fullmatch, origins)):
            return None
        return rendering.error_response(connection, 400, _("This request is broken. Reload the page."))

    async def _away(self, scope: Scope, receive: Receive, answer: _Answer, trouble: Exception) -> None:
        if scope["type"] == "websocket":
            await receive()
            await answer({"type": "websocket.close", "code": 1013})
            return
        response = rendering.error_response(HTTPConnection(scope), 503, unavailable(trouble))
        await response(scope, receive, answer)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self._stranger(headers) or _elsewhere(headers) or NUL in scope["path"]:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        connection = HTTPConnection(scope)
        try:
            with self.limiter.connected(connection, rendering.visit_of(connection).me, stays=True):
                await self.app(scope, receive, send)
        except TooMany:
            await _answer(_too_many(connection), connection, receive, send)

    async def _http(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        connection, headers = HTTPConnection(scope), Headers(scope=scope)
        if self._stranger(headers) and not scope["path"].startswith(WATCHED):
            response = rendering.error_response(
                connection, 400, _("This server does not answer to that host name.")
            )
            await response(scope, receive, answer)
            return
        if NUL in scope["path"]:
            await rendering.not_found(connection, _("Page not found."))(scope, receive, answer)
            return
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and _elsewhere(headers):
            response = rendering.error_response(
                connection, 403, _("The form was sent from another site. Reload the page and try again.")
            )
            await response(scope, receive, answer)
            return
        if (seconds := self._wait(connection)) > 0:
            response = rendering.error_response(connection, 429, not_so_fast(seconds))
            response.headers["retry-after"] = str(int(seconds) + 1)
            await response(scope, receive, answer)
            return
        try:
            with self._counted(connection):
                await self.app(scope, _limited(receive, self._most(scope), self.settings.limits.body), answer)
        except TooMany:
            await _too_many(connection)(scope, receive, answer)
        except TooLarge:
            response = rendering.error_response(connection, 413, _("That is too large."))
            await response(scope, receive, answer)
        except TooSlow:
            response = rendering.error_response(
                connection, 408, _("That took too long to arrive. Try again.")
            )
            response.headers["connection"] = "close"
            await response(scope, receive, answer)
        except ClientDisconnect:
            return  # in the middle of the request body
        except Exception:
            log.exception("%s %s failed", *route_of(scope))
            if answer.begun:
                raise
            words = _("Something went wrong on our side. Nothing has changed; try again.")
            try:
                response = rendering.error_response(connection, 503, words)
            except Exception:  # not even the error page works
                response = PlainTextResponse(words, 503, rendering.RETRY)
            await response(scope, receive, answer)

    def _wait(self, connection: HTTPConnection) -> float:
        """Seconds until the visitor may do this; 0: now."""
        limited = self.limiter.of(connection, _known(connection))
        asked = what_is_asked(connection.scope["method"], connection.scope["path"])
        return max((limited(what) for what in asked), default=0.0)

    def _counted(self, connection: HTTPConnection) -> AbstractContextManager[None]:
        if connection.scope["path"].startswith(WATCHED):
            return nullcontext()
        return self.limiter.connected(connection, _known(connection))

    def _stranger(self, headers: Headers) -> bool:
        """Whether the request uses a host name that is not the server's, as a page of another site might."""
        found = _HOST.fullmatch(headers.get("host", ""))
        name = found["name"].strip("[]").lower() if found else ""
        return bool(self.settings.hosts) and name not in self.settings.hosts

    def _most(self, scope: Scope) -> int:
        return self.settings.largest_record + LARGEST_FORM if scope["path"] == "/records" else LARGEST_FORM


def _known(connection: HTTPConnection) -> str:
    """The visitor's id in the store; empty: a new visitor."""
    caller = rendering.visit_of(connection)
    return "" if caller.fresh else caller.me


def _too_many(connection: HTTPConnection) -> Response:
    response = rendering.error_response(
        connection, 429, _("Too many pages of yours are open. Close some, and try again.")
    )
    response.headers["retry-after"] = "10"
    return response


async def _answer(response: Response, connection: HTTPConnection, receive: Receive, send: Send) -> None:
    """Answer in place of the requested page or WebSocket."""
    scope = connection.scope
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(response)
    else:
        await response(scope, receive, _Answer(send, rendering.visit_of(connection), connection))


async def _signed_in(connection: HTTPConnection, caller: Visit) -> Visit:
    """The visitor as a member, if their cookie belongs to a session that has not ended."""
    cookie = connection.cookies.get(SESSION, "")
    if not cookie:
        return caller
    session = await connection.app.state.accounts.session(cookie)
    return caller.signed_in(session) if session else caller


def _elsewhere(headers: Headers) -> bool:
    """Whether the browser says that another site caused the request."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    found = _ORIGIN.fullmatch(origin)
    host = found["host"] if found else None  # "null": from a page that may not reveal its origin
    return not host or host.lower() != headers.get("host", "").lower()


def _limited(receive: Receive, most: int, seconds: float) -> Receive:
    """Receives the body up to a number of bytes, which must arrive within a number of seconds."""
    taken, more = 0, True
    end = asyncio.get_running_loop().time() + seconds

    async def counted() -> Message:
        nonlocal taken, more
        if not more:
            return await receive()  # the notice that the client has disconnected
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            raise TooSlow from None
        more = message.get("more_body", False)
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge
        return message

    return counted


class _Answer:
    """Sends responses with the headers that all of them share."""

    def __init__(self, send: Send, caller: Visit, connection: HTTPConnection) -> None:
        self._send = send
        self._caller = caller
        self._connection = connection
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
            shared = headers["cache-control"].startswith("public")  # so it must be the same for everybody
            if self._caller.fresh and not shared and not self._connection.scope["path"].startswith(NO_VISIT):
                headers.append("set-cookie", cookie(self._connection, VISITOR, self._caller.cookie))
        await self._send(message)
