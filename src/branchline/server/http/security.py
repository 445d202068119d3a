"""What every call passes first: who calls, from where, how much; and what every answer carries."""

from __future__ import annotations

import logging
from http.cookies import SimpleCookie
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.languages import _, speaking
from branchline.server.http import rendering
from branchline.server.http.rate_limits import Limiter, not_so_fast, what_is_asked
from branchline.server.http.visitors import SESSION, VISITOR, YEAR, Visit, visit
from branchline.server.settings import Settings
from branchline.store import StoreTrouble

log = logging.getLogger(__name__)

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
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
WATCHED: Final = (
    "/health",
    "/metrics",
)  # by programs of the host's own, by whatever name they know this machine
NO_VISIT: Final = ("/static/", "/words/", *WATCHED)  # who asks for these need not be known again


NUL: Final = "\0"  # no name has it, and PostgreSQL takes no text with it


class TooLarge(Exception):
    pass


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
        if self.settings.accounts and not connection.url.path.startswith(NO_VISIT):
            try:
                caller = scope["state"]["visit"] = await _signed_in(connection, caller)
            except StoreTrouble as trouble:
                log.warning("%s", trouble)
                await self._away(scope, receive, send)
                return
        with speaking(caller.language):
            if scope["type"] == "websocket":
                await self._websocket(scope, receive, send)
            else:
                await self._http(scope, receive, _Answer(send, caller, connection.url.path))

    async def _away(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1013})
            return
        words = _("That could not be saved. Nothing has changed; try again.")
        await rendering.trouble(HTTPConnection(scope), 503, words)(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if self._stranger(headers) or _elsewhere(headers) or NUL in scope["path"]:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        connection, headers = HTTPConnection(scope), Headers(scope=scope)
        if self._stranger(headers) and not scope["path"].startswith(WATCHED):
            response = rendering.trouble(connection, 400, _("This server does not answer to that host name."))
            await response(scope, receive, answer)
            return
        if NUL in scope["path"]:
            await rendering.missing(connection, _("Page not found."))(scope, receive, answer)
            return
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and _elsewhere(headers):
            response = rendering.trouble(
                connection, 403, _("The form was sent from another site. Reload the page and try again.")
            )
            await response(scope, receive, answer)
            return
        if (seconds := self._wait(connection)) > 0:
            response = rendering.trouble(connection, 429, not_so_fast(seconds))
            response.headers["retry-after"] = str(int(seconds) + 1)
            await response(scope, receive, answer)
            return
        try:
            await self.app(scope, _limited(receive, self._most(scope)), answer)
        except TooLarge:
            response = rendering.trouble(connection, 413, _("That is too large."))
            await response(scope, receive, answer)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if answer.begun:
                raise
            words = _("Something went wrong on our side. Nothing has changed; try again.")
            try:
                response = rendering.trouble(connection, 503, words)
            except Exception:  # even the page that says so
                response = PlainTextResponse(words, 503)
            await response(scope, receive, answer)

    def _wait(self, connection: HTTPConnection) -> float:
        """Seconds until who calls may do this; 0: now."""
        caller = rendering.visit_of(connection)
        limited = self.limiter.of(connection, "" if caller.fresh else caller.me)
        asked = what_is_asked(connection.scope["method"], connection.scope["path"])
        return max((limited(what) for what in asked), default=0.0)

    def _stranger(self, headers: Headers) -> bool:
        """Whether the server is called by a name that is not its own, as a page of another site might do."""
        name = urlsplit(f"//{headers.get('host', '')}").hostname
        return bool(self.settings.hosts) and name not in self.settings.hosts

    def _most(self, scope: Scope) -> int:
        return self.settings.largest_record + LARGEST_FORM if scope["path"] == "/records" else LARGEST_FORM


async def _signed_in(connection: HTTPConnection, caller: Visit) -> Visit:
    """The caller as a member, if the cookie of a session says so that has not ended."""
    cookie = connection.cookies.get(SESSION, "")
    if not cookie:
        return caller
    session = await connection.app.state.accounts.session(cookie)
    return caller.signed_in(session) if session else caller


def _elsewhere(headers: Headers) -> bool:
    """Whether a browser says that another site made it call."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()


def _limited(receive: Receive, most: int) -> Receive:
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge
        return message

    return counted


class _Answer:
    """Sends, with the headers that every answer has."""

    def __init__(self, send: Send, caller: Visit, path: str) -> None:
        self._send = send
        self._caller = caller
        self._path = path
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
            if self._caller.fresh and not self._path.startswith(NO_VISIT):
                headers.append("set-cookie", _cookie(VISITOR, self._caller.cookie, http_only=True))
        await self._send(message)


def _cookie(name: str, value: str, http_only: bool = False) -> str:
    cookie: SimpleCookie = SimpleCookie({name: value})
    cookie[name].update({"path": "/", "max-age": str(YEAR), "samesite": "Lax"})
    if http_only:
        cookie[name]["httponly"] = True
    return cookie[name].OutputString()
