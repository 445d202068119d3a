"""How often visitors may do what is expensive for the server: one bucket per visitor and one per address.

A whole club may be behind one address, so an address may do more than a single visitor. This machine itself has no
limits. The processes of a server share their counts about once a second: a visitor who calls several of them at the
same moment may do a little more, but waits longer afterwards, because buckets can go into debt.
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from hashlib import blake2b
from typing import Final, TypeAlias

from starlette.requests import HTTPConnection

from branchline.languages import _, n_
from branchline.server import metrics
from branchline.server.settings import Limits

# Maximum number of buckets; the least recently used are dropped, since they are full again anyway.
MOST: Final = 100_000
_UNLIMITED_PATHS: Final = ("/static/", "/words/", "/health", "/metrics")
_EXPENSIVE: Final = tuple(
    (re.compile(path), what)
    for path, what in (
        (
            r"/(new|play-now)|/learn/[^/]*|/table/[^/]*/rematch|/replay/[^/]*/(branch|challenge)|/challenge/[^/]*"
            r"|/problem/[^/]*/[^/]*/play",
            "tables",
        ),
        (r"/records", "uploads"),
        (r"/(sign|account|member|join-club|password).*", "sign_in"),
    )
)

# Seconds to wait until something may be done; 0: now, and it counts.
Limited: TypeAlias = Callable[[str], float]

CONNECTIONS: Final = "connections"  # the name of this count; the others have the names of their settings
_ADDRESS: Final = "@"  # prefix of the key of an address
_NEWS: Final = 150  # counts in one message to the other processes


class TooMany(Exception):
    """The client has the maximum number of connections open."""


def unlimited(_what: str) -> float:
    return 0.0


class Limiter:
    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self._rates = limits.rates()
        self._crowd = limits.crowd
        self._most_connections = limits.connections
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()  # open connections, by key
        self._pages: Counter[str] = Counter()  # long-lived ones among them
        self._elsewhere: dict[str, dict[str, int]] = {}  # long-lived ones, by process and key
        self._due: Counter[tuple[str, str]] = Counter()  # counts not yet sent to the other processes
        self.counted: Callable[[], None] | None = None  # called when there is something to send

    def of(self, caller: HTTPConnection, me: str) -> Limited:
        """The limits of a client. `me`: their id in the store; empty: a new visitor."""
        keys = _keys(caller, me)
        return (lambda what: self._take(what, keys)) if keys else unlimited

    def _take(self, what: str, keys: Sequence[str]) -> float:
        if what not in self._rates:
            return 0.0
        now = self._now()
        left = [self._left(what, key, now) for key in keys]
        waits = [(1 - has) * self._pause(what, key) for has, key in zip(left, keys, strict=True)]
        if max(waits) > 0:
            metrics.refused.labels(what).inc()
            return max(waits)
        for has, key in zip(left, keys, strict=True):
            self._put(what, key, has - 1, now)
            self._tell(what, key, 1)
        return 0.0

    def _left(self, what: str, key: str, now: float) -> float:
        most = self._rates[what][0] * self._share(key)
        had, since = self._buckets.get((what, key), (most, now))
        return min(most, had + (now - since) / self._pause(what, key))

    def _pause(self, what: str, key: str) -> float:
        """Seconds until one more is allowed."""
        count, seconds = self._rates[what]
        return seconds / (count * self._share(key))

    def _share(self, key: str) -> float:
        return self._crowd if key.startswith(_ADDRESS) else 1.0

    def _put(self, what: str, key: str, left: float, now: float) -> None:
        self._buckets[what, key] = (left, now)
        self._buckets.move_to_end((what, key))
        while len(self._buckets) > MOST:
            self._buckets.popitem(last=False)

    # Connections

    def connected(self, caller: HTTPConnection, me: str, stays: bool = False) -> AbstractContextManager[None]:
        """Counts a connection while it is open; `stays`: a long-lived one, as of an open page. Raises `TooMany`."""
        keys = _keys(caller, me)
        return self._connected(keys, stays) if keys else nullcontext()

    @contextmanager
    def _connected(self, keys: Sequence[str], stays: bool) -> Iterator[None]:
        for key in keys:
            elsewhere = sum(pages.get(key, 0) for pages in self._elsewhere.values())
            if self._open[key] + elsewhere >= self._most_connections * self._share(key):
                metrics.refused.labels(CONNECTIONS).inc()
                raise TooMany
        self._count(keys, 1, stays)
        try:
            yield
        finally:
            self._count(keys, -1, stays)

    def _count(self, keys: Sequence[str], more: int, stays: bool) -> None:
        for key in keys:
            for counted in (self._open, self._pages) if stays else (self._open,):
                counted[key] += more
                if not counted[key]:
                    del counted[key]
            if stays:
                self._tell(CONNECTIONS, key, 0)

    # The other processes

    def _tell(self, what: str, key: str, count: int) -> None:
        if self.counted is not None:
            self._due[what, key] += count
            self.counted()

    def resend_all(self) -> None:
        """A new process has joined and needs all counts."""
        for key in self._pages:
            self._tell(CONNECTIONS, key, 0)

    def news(self) -> Iterator[str]:
        """What to tell the other processes: the number of connections, and what was added to the other counts."""
        due, self._due = list(self._due.items()), Counter()
        for first in range(0, len(due), _NEWS):
            yield ",".join(
                f"{what} {key} {self._pages[key] if what == CONNECTIONS else count}"
                for (what, key), count in due[first : first + _NEWS]
            )

    def receive(self, process: str, news: str) -> None:
        now = self._now()
        for what, key, count in (one.split(" ") for one in news.split(",")):
            if what == CONNECTIONS:
                pages = self._elsewhere.setdefault(process, {})
                pages[key] = int(count)
                if not pages[key]:
                    del pages[key]
            elif what in self._rates:
                self._put(what, key, self._left(what, key, now) - int(count), now)

    def lost(self, process: str) -> None:
        self._elsewhere.pop(process, None)


def _keys(caller: HTTPConnection, me: str) -> list[str]:
    """The keys under which a client is counted: network and visitor; none for this machine."""
    address = caller.client.host if caller.client else ""
    if is_here(address) and "x-forwarded-for" not in caller.headers:
        return []
    return [_ADDRESS + _short(network_of(address)), *([_short(me)] if me else [])]


def _short(name: str) -> str:
    """A short hash: enough to tell names apart without telling the other processes whose they are."""
    return blake2b(name.encode(), digest_size=8).hexdigest()


def what_is_asked(method: str, path: str) -> tuple[str, ...]:
    """The limits that apply to a request."""
    if path.startswith(_UNLIMITED_PATHS):
        return ()
    if method in ("GET", "HEAD"):
        return ("requests",)
    return ("requests", *(what for pattern, what in _EXPENSIVE if pattern.fullmatch(path)))


def not_so_fast(seconds: float) -> str:
    if seconds < 60:
        count = int(seconds) + 1
        when = n_("in a second", "in {count} seconds", count, count=count)
    else:
        count = int(seconds / 60) + 1
        when = n_("in a minute", "in {count} minutes", count, count=count)
    return _("Not so fast: too many requests at once. Try again {when}.", when=when)


def is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """The network of an address, because a client with one IPv6 address usually has a whole network of them. A server
    that listens on both sees IPv4 addresses mapped into one such network: each counts on its own."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
