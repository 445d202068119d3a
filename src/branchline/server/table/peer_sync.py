"""Keeps a table in step with the other processes that serve it.

What is stored is read from the store as soon as another process says that it is there. What is not stored (who is
looking, who would like to undo) is sent as messages, and again to processes that start later. A server with a single
process does none of this.
"""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from branchline.server.http.errors import Refused
from branchline.server.table.play.bot_turns import BotTurns
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol import peer_messages
from branchline.server.table.protocol.peer_messages import PeerMessage, PeerNews, UndoRequest
from branchline.server.table.seats.presence import Presence
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import TableWriter
from branchline.server.workers.thinkers import Thought
from branchline.store import News, StoreTrouble

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PeerSync:
    _state: TableState
    _writer: TableWriter
    _news: PeerNews
    _presence: Presence
    _undo: TableUndo
    _bots: BotTurns
    _load_side_data: Callable[[], Awaitable[None]]
    _received: deque[News] = field(default_factory=deque)

    def receive(self, news: News) -> None:
        """News is handled in the order in which it arrives, but not at once: the table catches up first."""
        self._received.append(news)
        if len(self._received) == 1:
            self._news.later(self._handle_all())

    def missed(self) -> None:
        """Some messages were lost: send and request everything again."""
        self._presence.announce_again()
        self.receive(News(self._state.row.id, peer_messages.encode(peer_messages.SideDataChanged())))

    def lost(self, process: str) -> None:
        """A process is gone, and with it everybody who was connected to it."""
        self._presence.peer_lost(process)
        if self._writer.wrote_last is False:  # it may have been that process
            self._writer.wrote_last = None
        self.receive(News(self._state.row.id))

    async def _handle_all(self) -> None:
        while self._received:
            try:
                await self._handle(self._received[0])
            except (StoreTrouble, Refused) as trouble:
                log.warning("Table %s could not catch up: %s", self._state.row.id, trouble)
            except Exception:  # the news after it must be handled in any case
                log.exception("Table %s could not handle news", self._state.row.id)
            finally:
                self._received.popleft()

    async def _handle(self, news: News) -> None:
        message = peer_messages.decode(news.words) if news.words else None
        up_to_date = isinstance(message, Thought | peer_messages.Hurried) or (
            news.added is not None and await self._writer.take_added(news.added)
        )
        if not up_to_date:
            async with self._state.context.catching_up:
                await self._writer.catch_up()
                if isinstance(message, peer_messages.SideDataChanged):
                    await self._load_side_data()
        if message is not None:
            await self._take(message, news.by)

    async def _take(self, message: PeerMessage, process: str) -> None:
        state = self._state
        match message:
            case peer_messages.Here():
                self._presence.peer_has(message, process)
            case Thought(at, move, kind, what):
                state.context.thinkers.thought(state.row.id, at, kind, what, move)
            case peer_messages.Hurried():
                self._bots.skip_pauses()
            case peer_messages.UndoDeclined() if (
                message.at == state.point.at and state.undo_request is not None
            ):
                await self._undo.decline(state.undo_request)
            case peer_messages.UndoRequested() if message.at == state.point.at:
                self._take_undo_request(message.request)
            case _:
                pass  # the table has moved on since

    def _take_undo_request(self, request: UndoRequest) -> None:
        state, known = self._state, self._state.undo_request
        if known is not None and (known.seat, known.what) == (request.seat, request.what):
            request.waits &= known.waits  # some may have agreed here at the same time
        state.undo_request = request
        state.update_pages()
        if not request.waits:
            self._news.later(self._undo_agreed(request))

    async def _undo_agreed(self, request: UndoRequest) -> None:
        with contextlib.suppress(Refused):  # another process was quicker
            await self._undo.fulfil(request)
