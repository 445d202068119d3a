"""Prometheus metrics, served at `/metrics`; with several workers, their sums.

Labels have few values: a route's template, never the URL; a kind of bot, never its spec.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from branchline.server.settings import Metrics
from branchline.store import Conflict, Store

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # where the workers write their metrics; read by prometheus_client
QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

# One registry per process; in tests, several servers share it.
_registry: Final = CollectorRegistry()

requests: Final = Counter(
    "branchline_requests", "Answered requests.", ["method", "route", "status"], registry=_registry
)
request_seconds: Final = Histogram(
    "branchline_request_seconds",
    "Time to answer a request.",
    ["route"],
    buckets=QUICK,
    registry=_registry,
)
connections: Final = Gauge(
    "branchline_connections", "Open pages of tables.", multiprocess_mode="livesum", registry=_registry
)
tables: Final = Gauge(
    "branchline_tables", "Tables in memory.", multiprocess_mode="livesum", registry=_registry
)
moves: Final = Counter("branchline_moves", "Moves saved.", ["game", "by"], registry=_registry)
move_seconds: Final = Histogram(
    "branchline_move_seconds",
    "Time from reading a person's move to saving it.",
    buckets=QUICK,
    registry=_registry,
)
bot_seconds: Final = Histogram(
    "branchline_bot_seconds", "Time bots took to think.", ["bot"], buckets=QUICK, registry=_registry
)
bot_failures: Final = Counter(
    "branchline_bot_failures",
    "Moves made at random because a bot gave no legal move in time.",
    ["bot"],
    registry=_registry,
)
store_seconds: Final = Histogram(
    "branchline_store_seconds", "Time the store took.", ["method"], buckets=QUICK, registry=_registry
)
store_conflicts: Final = Counter(
    "branchline_store_conflicts", "Writes that lost to another process.", registry=_registry
)
refused: Final = Counter(
    "branchline_limited", "Requests refused by a rate limit.", ["what"], registry=_registry
)


def bot_kind(spec: str) -> str:
    return spec.partition(":")[0]


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Like the histogram's own `time`, but failures are not counted."""
    began = time.perf_counter()
    yield
    histogram.observe(time.perf_counter() - began)


# The store


class _Timed:
    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if asyncio.iscoroutinefunction(found):
            found = _timed_method(found, store_seconds.labels(name))
            setattr(self, name, found)  # so that the next call finds it directly
        return found


def _timed_method(method: Callable[..., Any], histogram: Histogram) -> Callable[..., Any]:
    async def timed_method(*values: Any, **more: Any) -> Any:
        try:
            with timed(histogram):
                return await method(*values, **more)
        except Conflict:
            store_conflicts.inc()
            raise

    return timed_method


def timed_store(store: Store) -> Store:
    """The same store, with every method timed."""
    return cast("Store", _Timed(store))


# The page


async def page(request: Request) -> Response:
    """For callers from an allowed address, or with the token in the settings."""
    allowed: Metrics = request.app.state.settings.metrics
    if not _may(request, allowed):
        raise HTTPException(404)
    return Response(_text(), media_type=CONTENT_TYPE_LATEST)


def _may(request: Request, allowed: Metrics) -> bool:
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if allowed.token and secrets.compare_digest(given.encode(), allowed.token.encode()):
        return True
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    if address.is_loopback and "x-forwarded-for" in request.headers:
        return False  # a local proxy that we were not told to trust: the client could be anybody
    return any(address in ipaddress.ip_network(network, strict=False) for network in allowed.allow)


def _text() -> bytes:
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(_registry)
    for process in {path.stem.rpartition("_")[2] for path in Path(folder).glob("gauge_live*.db")}:
        if not _alive(int(process)):
            multiprocess.mark_process_dead(int(process), folder)  # type: ignore[no-untyped-call]
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def _alive(process: int) -> bool:
    with contextlib.suppress(PermissionError):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
    return True
