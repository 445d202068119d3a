"""How often something may be tried: so many times in so many seconds, for each name and address. Kept in memory, so
each process of a server counts for itself."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from typing import Final

from branchline.languages import _
from branchline.web.house import No

MOST_KEYS: Final = 10_000  # remembered at once; the longest unused is forgotten


class Throttle:
    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._tries: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, key: str) -> None:
        """One more try; raises `No` where there were too many. It counts before it is known whether it succeeds, so
        many at once are no way around it."""
        now = time.monotonic()
        tries = self._tries.setdefault(key, deque())
        self._tries.move_to_end(key)
        while tries and now - tries[0] > self._seconds:
            tries.popleft()
        if len(tries) >= self._most:
            raise No(_("That was tried too often. Wait a few minutes, and try again."))
        tries.append(now)
        if len(self._tries) > MOST_KEYS:
            self._tries.popitem(last=False)

    def forget(self, key: str) -> None:
        """It succeeded."""
        self._tries.pop(key, None)
