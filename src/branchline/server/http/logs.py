"""The log: plain for people, or for machines one JSON object per line, including a line for every request.

No line shows the requested URL: a link in it could open a seat. Only the route's pattern is logged. Anything in a
request that could be a secret (a link, a cookie) is redacted from its log lines wherever it appears, even in the
message and traceback of an exception.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server import metrics

log = logging.getLogger(__name__)
# The request that a line belongs to, and its id.
_request: ContextVar[tuple[str, Scope]] = ContextVar("request")
_QUIET: Final = ("/static", "/health")  # requested all the time: counted, not logged
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{20,}")  # table ids are shorter, all tokens longer
_OPENING: Final = (b"cookie", b"authorization", b"referer")
_BLACK: Final = "[secret]"


class PlainLines(logging.Formatter):
    """Python's default format, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if request := _request.get(None):
            line["request"] = request[0]
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line, ensure_ascii=False))


def without_secrets(line: str) -> str:
    """The line without any secrets of the current request."""
    request = _request.get(None)
    for secret in sorted(_secrets(request[1]), key=len, reverse=True) if request else ():
        line = line.replace(secret, _BLACK)
    return line


def _secrets(scope: Scope) -> set[str]:
    sent = [scope["path"], scope["query_string"].decode("latin-1")]
    sent += [value.decode("latin-1") for name, value in scope["headers"] if name in _OPENING]
    return {secret for text in sent for secret in _SECRET.findall(text)}


def set_up(kind: str) -> None:
    """Set up logging for this process. The plain log shows only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else PlainLines())
    for name in ("", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [] if name else [handler]
        logger.propagate = True
    if kind == "json":
        logging.getLogger("branchline").setLevel(logging.INFO)


def log_event(event: str, **fields: object) -> None:
    """Log one line about normal operation."""
    log.info(event, extra={"fields": fields})


def route_of(scope: Scope) -> tuple[str, str]:
    """Method and pattern of the route; neither if no route matches, since a stranger chose them."""
    route = getattr(scope.get("route"), "path", "")
    return scope.get("method", "GET") if route else "other", route


class Observed:
    """Counts, times and logs every request and gives it an id."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name, began, status = secrets.token_hex(8), time.perf_counter(), 0
        _request.set((name, scope))

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = name
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        try:
            await self.app(scope, receive, told)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = route_of(scope)
        if scope["type"] == "websocket":
            log_event("page", route=route, status=status, seconds=round(seconds, 1))
            return
        metrics.requests.labels(method, route, str(status)).inc()
        metrics.request_seconds.labels(route).observe(seconds)
        if not route.startswith(_QUIET):
            log_event(
                "request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1)
            )
