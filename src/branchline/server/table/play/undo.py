"""Undo: at once if only the player's own steps are concerned, otherwise if the others agree."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.table.protocol.messages import Undo
from branchline.server.table.protocol.peer_messages import PeerNews, UndoDeclined, UndoRequest, UndoRequested
from branchline.server.table.protocol.requests import UndoKind
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import Committed, TablePart, TableWriter


class TableUndo(TablePart):
    def __init__(self, state: TableState, writer: TableWriter, news: PeerNews) -> None:
        super().__init__(state, writer)
        self._news = news

    async def take_back(self, seat: int, at: int, what: UndoKind) -> None:
        state = self._state
        async with self._writer.writing(at):
            allowed = getattr(state.point.undo[seat], what)
            if not allowed:
                raise Refused(_("There is nothing you can undo."))
            if allowed == "ask" and state.rated:
                raise Refused(
                    _(
                        "In a rated game you can undo only until you end your turn or something hidden is revealed."
                    )
                )
            waits = state.must_agree(seat) if allowed == "ask" else set()
            if waits:
                self._ask(UndoRequest(seat, what, waits))
            else:
                self._undo(seat, what)

    def _ask(self, request: UndoRequest) -> None:
        self._state.undo_request = request
        self._news.send(UndoRequested(self._state.point.at, request))
        self._state.update_pages()

    def _undo(self, seat: int, what: UndoKind) -> None:
        """With everything that came after it."""
        depth = self._state.turns.start_of(seat, what)
        assert depth is not None
        self._state.table.pop_to(depth)

    async def agree(self, seats: Iterable[int], at: int, yes: bool) -> None:
        state = self._state
        async with self._writer.writing(at):
            request = state.undo_request
            if request is None or not request.waits & set(seats):
                raise Refused(_("Nobody is waiting for your answer."))
            if not yes:
                self._news.send(UndoDeclined(state.point.at, request.seat))
                await self.decline(request)
                return
            request.waits -= set(seats)
            if request.waits:
                self._ask(request)
            else:
                self._undo(request.seat, request.what)

    async def decline(self, request: UndoRequest) -> None:
        self._state.undo_request = None
        for page in self._state.connections:
            page.undo_declined(request.seat)
        await self._writer.committed(Committed())

    async def fulfil(self, request: UndoRequest) -> None:
        """Everybody has agreed, some of them through other processes."""
        async with self._writer.writing(look=False):
            if self._state.undo_request is request:
                self._undo(request.seat, request.what)

    def shown(self, seat: int | None) -> Undo:
        """What the seat can undo now, and whose request waits for whom."""
        state, request = self._state, self._state.undo_request
        asks, waits = (request.seat, tuple(sorted(request.waits))) if request else (None, ())
        if seat is None:
            return Undo(wish=asks, waits=waits)
        allowed, alone = state.point.undo[seat], not state.must_agree(seat)
        if state.rated:
            step, turn = (found if found == "free" else "" for found in (allowed.step, allowed.turn))
            return Undo(step, turn, asks, waits)
        step, turn = ("free" if found == "ask" and alone else found for found in (allowed.step, allowed.turn))
        return Undo(step, turn, asks, waits)
