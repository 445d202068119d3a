"""What happens at a table in the other processes that serve it.

What is kept is read from the store as soon as somebody says that it is there. What is not kept (who looks, who would
like to take back) is told, and told again to a process that comes later. With one process nothing of this happens.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from branchline.server.http.errors import Refused
from branchline.server.table.undo import UndoRequest, decline, fulfil
from branchline.server.workers.thinkers import Thought
from branchline.store import News, StoreTrouble

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable

log = logging.getLogger(__name__)


class Here(msgspec.Struct, frozen=True, tag="here"):
    """The seats of those who look by way of a process. `ask`: it does not know yet of the others."""

    seats: list[int]
    ask: bool = False


class Wished(msgspec.Struct, frozen=True, tag="wished"):
    at: int
    wish: UndoRequest


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    at: int
    seat: int


class Hurried(msgspec.Struct, frozen=True, tag="hurried"):
    pass


class Beside(msgspec.Struct, frozen=True, tag="beside"):
    """Something has changed that is kept beside the record: clocks, votes, orders."""


Words: TypeAlias = Here | Wished | Declined | Hurried | Thought | Beside
_decode: Final = msgspec.json.Decoder(Words).decode


def in_words(words: Words) -> str:
    return msgspec.json.encode(words).decode()


class PeerSync:
    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._seats: dict[str, set[int]] = {}  # by process
        self._told: set[int] | None = None
        self._due: deque[News] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def here(self) -> set[int]:
        """The seats of those who look by way of other processes."""
        return set().union(*self._seats.values())

    # Telling

    def tell_here(self) -> None:
        here = self._live.here()
        if here != self._told:
            self._tell(Here(sorted(here), ask=self._told is None))
            self._told = here

    def tell_wish(self, wish: UndoRequest) -> None:
        self._tell(Wished(self._live.point.at, wish))

    def tell_declined(self, wish: UndoRequest) -> None:
        self._tell(Declined(self._live.point.at, wish.seat))

    def tell_hurried(self) -> None:
        self._tell(Hurried())

    def tell_beside(self) -> None:
        self._tell(Beside())

    def _tell(self, words: Words) -> None:
        if self._live.context.store.shared:
            self._later(self._live.context.store.tell(self._live.row.id, in_words(words)))

    # Hearing

    def hear(self, news: News) -> None:
        """In the order in which it comes, but not at once: first the table catches up."""
        self._due.append(news)
        if len(self._due) == 1:
            self._later(self._hear_all())

    def stir(self) -> None:
        """Something may have happened."""
        self.hear(News(self._live.row.id))

    def missed(self) -> None:
        """The news of a while are lost: say and ask everything anew."""
        self._told = None
        self.tell_here()
        self.hear(News(self._live.row.id, in_words(Beside())))

    def lost(self, process: str) -> None:
        """A process is gone, and all who looked by way of it."""
        if self._seats.pop(process, None):
            self._live.tell()
        if self._live.writer.leads is False:  # perhaps it was that process
            self._live.writer.leads = None
        self.stir()

    async def _hear_all(self) -> None:
        while self._due:
            try:
                await self._hear_next(self._due[0])
            except (StoreTrouble, Refused) as trouble:
                log.warning("The table %s could not catch up: %s", self._live.row.id, trouble)
            except Exception:  # whatever it is, what comes next must be heard
                log.exception("The table %s could not take something in", self._live.row.id)
            finally:
                self._due.popleft()

    async def _hear_next(self, news: News) -> None:
        words = _decode(news.words) if news.words else None
        known = isinstance(words, Thought | Hurried) or (
            news.added is not None and await self._live.writer.take_added(news.added)
        )
        if not known:
            async with self._live.context.catching_up:
                await self._live.writer.catch_up()
                if isinstance(words, Beside):
                    await self._live.load_beside()
        if words is not None:
            self._take(words, news.by)

    def _take(self, words: Words, process: str) -> None:
        live = self._live
        match words:
            case Here():
                self._take_here(words, process)
            case Thought():
                live.context.thinkers.thought(live.row.id, words.at, words.kind, words.what, words.move)
            case Hurried():
                live.bots.hurry()
            case Declined() if words.at == live.point.at and live.wish is not None:
                decline(live, live.wish)
            case Wished() if words.at == live.point.at:
                self._take_wish(words.wish)
            case _:
                pass  # the table has moved on since

    def _take_here(self, words: Here, process: str) -> None:
        self._seats[process] = set(words.seats)
        if words.ask and self._told is not None:
            self._tell(Here(sorted(self._told)))
            if self._live.wish is not None:
                self.tell_wish(self._live.wish)
        self._live.tell()

    def _take_wish(self, wish: UndoRequest) -> None:
        live, known = self._live, self._live.wish
        if known is not None and (known.seat, known.what) == (wish.seat, wish.what):
            wish.waits &= known.waits  # others may have agreed here at the same time
        live.wish = wish
        live.tell()
        if not wish.waits:
            self._later(self._agree(wish))

    async def _agree(self, wish: UndoRequest) -> None:
        with contextlib.suppress(Refused):  # another process was quicker
            await fulfil(self._live, wish)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the loop itself does not hold on to it
        task.add_done_callback(self._tasks.discard)
