"""How often somebody may do what costs the server much: a bucket a visitor and one an address.

Behind one address may be a whole club, so it may do more than one of its visitors. This machine itself has no limits.
Each process of a server counts for itself.
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeAlias

from starlette.requests import HTTPConnection

from branchline.languages import _, n_
from branchline.server import metrics
from branchline.server.settings import Limits

MOST: Final = (
    100_000  # buckets; then those that were not used for longest are forgotten, which are full again anyway
)
_UNLIMITED_PATHS: Final = ("/static/", "/words/", "/health", "/metrics")
_EXPENSIVE: Final = tuple(
    (re.compile(path), what)
    for path, what in (
        (r"/(new|play-now)|/learn/[^/]*|/table/[^/]*/rematch|/replay/[^/]*/branch", "tables"),
        (r"/records", "uploads"),
        (r"/(sign|account|member|join-club|password).*", "sign_in"),
    )
)

Limited: TypeAlias = Callable[
    [str], float
]  # seconds to wait until something may be done; 0: now, and it counts


def unlimited(_what: str) -> float:
    return 0.0


class Limiter:
    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self._rates = limits.rates()
        self._crowd = limits.crowd
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def of(self, caller: HTTPConnection, me: str) -> Limited:
        """What limits who calls. `me`: by what the store knows them; empty: they have not been here before."""
        address = caller.client.host if caller.client else ""
        if _is_here(address) and "x-forwarded-for" not in caller.headers:
            return unlimited
        keys = [(f"at {_network(address)}", self._crowd), *([(me, 1.0)] if me else [])]
        return lambda what: self._take(what, keys)

    def _take(self, what: str, keys: list[tuple[str, float]]) -> float:
        if what not in self._rates:
            return 0.0
        count, seconds = self._rates[what]
        now, left = self._now(), []
        for key, share in keys:
            most = count * share
            had, since = self._buckets.get((what, key), (most, now))
            left.append(min(most, had + (now - since) * most / seconds))
        waits = [(1 - has) * seconds / (count * share) for has, (_key, share) in zip(left, keys, strict=True)]
        if max(waits) > 0:
            metrics.refused.labels(what).inc()
            return max(waits)
        for has, (key, _share) in zip(left, keys, strict=True):
            self._buckets[what, key] = (has - 1, now)
            self._buckets.move_to_end((what, key))
        while len(self._buckets) > MOST:
            self._buckets.popitem(last=False)
        return 0.0


def what_is_asked(method: str, path: str) -> tuple[str, ...]:
    """The limits that a request falls under."""
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


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _network(address: str) -> str:
    """Whoever has an IPv6 address has a whole network of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
