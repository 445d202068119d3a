"""What all tables of a server share, and what they say no with."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.table import Table
from branchline.store import Store
from branchline.web.frames import Painters
from branchline.web.seats import Links
from branchline.web.settings import Settings
from branchline.web.telling import Lesson, Refused
from branchline.web.thinking import Thinkers

AT_ONCE: Final = 4  # tables that catch up at a time


class House(msgspec.Struct, frozen=True):
    """What all tables of a server share."""

    settings: Settings
    store: Store
    links: Links
    painters: Painters
    thinkers: Thinkers
    # When a process comes or goes all tables look what they missed: not so many at once that moves would have to wait.
    catching_up: asyncio.Semaphore = msgspec.field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))


class Guide(Protocol):
    """Leads through a tutorial. It reads where it stands off the table."""

    def lesson(self, table: Table) -> Lesson | None:
        """What to say now."""

    def scripted(self, table: Table) -> str | None:
        """The move that a bot is to make now; None: it may think for itself."""

    def wrong(self, table: Table, move: str) -> Refused | None:
        """The answer to a move that is allowed, but is not what the lesson waits for."""


class No(BranchlineError):
    """A request that can't be done; the sentence says why, in the language of who asked."""

    def __init__(self, words: str, clause: str = "", stale: bool = False) -> None:
        super().__init__(words)
        self.words = words
        self.clause = clause
        self.stale = stale  # the page is behind and needs the position
