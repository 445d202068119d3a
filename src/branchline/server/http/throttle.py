"""How often something may be tried in a given time, per name and address. Tries are counted in the store, so a server
with several processes allows no more than one with a single process."""

from __future__ import annotations

from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.http.visitors import fingerprint
from branchline.store import Conflict, Statement, Store
from branchline.store.club.attempts import counting_attempt, forgetting_attempts, forgetting_expired_attempts


class Throttle:
    """`name`: what is tried; throttles with the same name share their counts."""

    def __init__(self, store: Store, name: str, most: int, seconds: int) -> None:
        self._store = store
        self._name = name
        self._most = most
        self._seconds = seconds

    def trying(self, key: str) -> Statement:
        return counting_attempt(self._what(key), self._most, self._seconds, wall_clock.now())

    async def count(self, key: str) -> None:
        """Count a try; raises `Refused` if there were too many."""
        await count(self._store, self.trying(key))

    async def forget(self, key: str) -> None:
        """It succeeded."""
        await self._store.write(forgetting_attempts(self._what(key)))

    def _what(self, key: str) -> str:
        return fingerprint(f"{self._name} {key}")


async def count(store: Store, *tries: Statement) -> None:
    """Count a try in all throttles or in none; raises `Refused` if one of them has had too many. Tries are counted
    before their outcome is known, so simultaneous tries don't get around the limit."""
    try:
        await store.write(*tries)
    except Conflict:
        raise Refused(_("Too many attempts. Wait a few minutes and try again.")) from None


async def tidy(store: Store) -> None:
    await store.write(forgetting_expired_attempts(wall_clock.now()))
