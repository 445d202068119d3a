"""What all tables of a server share, and what a tutorial or a coach is to a table."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

import msgspec

from branchline.core.play.table import Table
from branchline.server.settings import Settings
from branchline.server.table.protocol.messages import Lesson, RefusedMessage
from branchline.server.table.state.seat_links import Links
from branchline.server.workers.painters import Painters
from branchline.server.workers.thinkers import Thinkers
from branchline.store import Store

LEARNER: Final = 0  # the seat that a guide speaks to
AT_ONCE: Final = 4  # tables that catch up at the same time


class ServerContext(msgspec.Struct, frozen=True):
    """What all tables of a server share."""

    settings: Settings
    store: Store
    links: Links
    painters: Painters
    thinkers: Thinkers
    # When a process comes or goes, all tables catch up; a few at a time, so that moves don't have to wait.
    catching_up: asyncio.Semaphore = msgspec.field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))


class Guide(Protocol):
    """A tutorial or a coach. How far it has got follows from the table."""

    def lesson(self, table: Table) -> Lesson | None:
        """What to say to the learner now."""

    def scripted(self, table: Table) -> str | None:
        """The move that a bot has to make now; None: it can choose."""

    def wrong(self, table: Table, move: str) -> RefusedMessage | None:
        """The answer to a legal move that is not the one the lesson waits for."""
