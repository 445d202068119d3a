"""The log: plain for people, or a JSON object a line for machines, then with a line for every request.

No line has an address as it was called: a link in it would be a seat. Only the route's template is told.
"""

from __future__ import annotations

import json
import logging
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
# The request that a line belongs to.
_request: ContextVar[str] = ContextVar("request", default="")
_QUIET: Final = ("/static", "/health")  # asked for all the time: counted, not logged


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if request := _request.get():
            line["request"] = request
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(kind: str) -> None:
    """For this process. Plain: only what is amiss, as Python writes it if nobody says otherwise."""
    if kind != "json":
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [] if name else [handler]
        logger.propagate = True
    logging.getLogger("branchline").setLevel(logging.INFO)


def tell(event: str, **fields: object) -> None:
    """One line of what goes as it should."""
    log.info(event, extra={"fields": fields})


class Observed:
    """Counts and times every request, gives it an id, and tells of it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name, began, status = secrets.token_hex(8), time.perf_counter(), 0
        _request.set(name)

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
        route = getattr(scope.get("route"), "path", "")
        if scope["type"] == "websocket":
            tell("page", route=route, status=status, seconds=round(seconds, 1))
            return
        # A method or an address of a stranger's own making is no label.
        method = scope["method"] if route else "other"
        metrics.requests.labels(method, route, str(status)).inc()
        metrics.request_seconds.labels(route).observe(seconds)
        if not route.startswith(_QUIET):
            tell("request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1))
