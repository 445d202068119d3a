"""What happens at a table in the other processes that serve it.

What is kept is read from the store as soon as somebody says that it is there. What is not kept (who looks, who would
like to take back) is told, and told again to a process that comes later. With one process nothing of this happens.
"""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from branchline.server.http.errors import Refused
from branchline.server.table.play.bot_turns import BotTurns
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol.peer_messages import (
    Beside,
    Declined,
    Here,
    Hurried,
    PeerMessage,
    PeerNews,
    Wished,
    decode,
    encode,
)
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import TableWriter
from branchline.server.table.state.undo_rules import UndoRequest
from branchline.server.workers.thinkers import Thought
from branchline.store import News, StoreTrouble

log = logging.getLogger(__name__)


class PeerSync:
    """`reload`: reads again what is kept beside the record."""

    def __init__(
        self,
        state: TableState,
        writer: TableWriter,
        news: PeerNews,
        undo: TableUndo,
        bots: BotTurns,
        reload: Callable[[], Awaitable[None]],
    ) -> None:
        self._state = state
        self._writer = writer
        self._news = news
        self._undo = undo
        self._bots = bots
        self._reload = reload
        self._seats: dict[str, set[int]] = {}  # by process
        self._told: set[int] | None = None
        self._due: deque[News] = deque()

    # Telling

    def tell_here(self) -> None:
        here = self._state.seats_here
        if here != self._told:
            self._news.tell(Here(sorted(here), ask=self._told is None))
            self._told = here

    # Hearing

    def hear(self, news: News) -> None:
        """In the order in which it comes, but not at once: first the table catches up."""
        self._due.append(news)
        if len(self._due) == 1:
            self._news.later(self._hear_all())

    def look(self) -> None:
        """Something may have happened."""
        self.hear(News(self._state.row.id))

    def missed(self) -> None:
        """The news of a while are lost: say and ask everything anew."""
        self._told = None
        self.tell_here()
        self.hear(News(self._state.row.id, encode(Beside())))

    def lost(self, process: str) -> None:
        """A process is gone, and all who looked by way of it."""
        if self._seats.pop(process, None):
            self._show_seats()
        if self._writer.leads is False:  # perhaps it was that process
            self._writer.leads = None
        self.look()

    def _show_seats(self) -> None:
        self._state.seats_elsewhere = set().union(*self._seats.values())
        self._state.update_pages()

    async def _hear_all(self) -> None:
        while self._due:
            try:
                await self._hear_next(self._due[0])
            except (StoreTrouble, Refused) as trouble:
                log.warning("The table %s could not catch up: %s", self._state.row.id, trouble)
            except Exception:  # whatever it is, what comes next must be heard
                log.exception("The table %s could not take something in", self._state.row.id)
            finally:
                self._due.popleft()

    async def _hear_next(self, news: News) -> None:
        message = decode(news.words) if news.words else None
        known = isinstance(message, Thought | Hurried) or (
            news.added is not None and await self._writer.take_added(news.added)
        )
        if not known:
            async with self._state.context.catching_up:
                await self._writer.catch_up()
                if isinstance(message, Beside):
                    await self._reload()
        if message is not None:
            await self._take(message, news.by)

    async def _take(self, message: PeerMessage, process: str) -> None:
        state = self._state
        match message:
            case Here():
                self._take_here(message, process)
            case Thought(at, move, kind, what):
                state.context.thinkers.thought(state.row.id, at, kind, what, move)
            case Hurried():
                self._bots.hurry()
            case Declined() if message.at == state.point.at and state.undo_request is not None:
                await self._undo.decline(state.undo_request)
            case Wished() if message.at == state.point.at:
                self._take_undo_request(message.wish)
            case _:
                pass  # the table has moved on since

    def _take_here(self, message: Here, process: str) -> None:
        self._seats[process] = set(message.seats)
        if message.ask and self._told is not None:
            self._news.tell(Here(sorted(self._told)))
            if self._state.undo_request is not None:
                self._news.tell(Wished(self._state.point.at, self._state.undo_request))
        self._show_seats()

    def _take_undo_request(self, request: UndoRequest) -> None:
        state, known = self._state, self._state.undo_request
        if known is not None and (known.seat, known.what) == (request.seat, request.what):
            request.waits &= known.waits  # others may have agreed here at the same time
        state.undo_request = request
        state.update_pages()
        if not request.waits:
            self._news.later(self._agree(request))

    async def _agree(self, request: UndoRequest) -> None:
        with contextlib.suppress(Refused):  # another process was quicker
            await self._undo.fulfil(request)
