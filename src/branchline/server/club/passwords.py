"""Passwords: hashed with argon2id, off the event loop, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from branchline.languages import _
from branchline.server.http.errors import Refused

T = TypeVar("T")

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 2  # each takes 64 MiB and a core
MOST_WAITING: Final = 40


def checked_password(password: str) -> str:
    """A password that may be chosen; raises `Refused`."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(_("A password must have {least} to {most} characters.", least=SHORTEST, most=LONGEST))
    return password


class Passwords:
    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()  # defaults: low-memory profile of RFC 9106
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0

    @cached_property
    def _nobodys(self) -> str:
        """The hash used for unknown names, so that checking them takes as long."""
        return self._hasher.hash("nobody's")

    async def hash(self, password: str) -> str:
        return await self._do(self._hasher.hash, password)

    async def right(self, kept: str, password: str) -> bool:
        """Whether the password matches the hash; an empty hash matches nothing. Both take equally long."""
        if len(password) > LONGEST:
            return False
        same = await self._do(self._same, kept, password)
        return bool(kept) and same

    def stale(self, kept: str) -> bool:
        """Whether a hash was made with weaker settings than the current ones."""
        return self._hasher.check_needs_rehash(kept)

    def _same(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _do(self, work: Callable[..., T], *values: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refused(_("Many people are signing in just now. Try again in a minute."))
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
