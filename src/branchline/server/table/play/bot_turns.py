"""The bots of a table make their moves, one after the other, with pauses so that people can follow. A bot that fails
makes a random move, and everybody is told; the game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from random import SystemRandom
from typing import Final

import msgspec

from branchline.server import metrics
from branchline.server.http.errors import Refused
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.protocol.peer_messages import Hurried, PeerNews
from branchline.server.table.state.snapshot import Snapshot
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import TablePart, TableWriter
from branchline.server.workers.thinkers import NO_MOVE
from branchline.store import SeatEventKind, SeatRow
from branchline.store.background_task import halt

WITHIN_A_TURN: Final = 0.4  # of the pause between turns
POLL: Final = 0.2  # seconds between two checks whether another process has made the bot's move
PEER_GRACE: Final = 2.0  # seconds that the other process gets for it, in addition to the bot's limit
RETRY: Final = 1.0  # seconds until the next attempt if a move could not be stored


class BotTurns(TablePart):
    """`note` tells everybody at the table something about a seat."""

    def __init__(
        self,
        state: TableState,
        writer: TableWriter,
        clock: TableClock,
        news: PeerNews,
        note: Callable[[int, SeatEventKind], Awaitable[None]],
    ) -> None:
        super().__init__(state, writer)
        self._note = note
        self._failed_turn: int | None = None  # the last turn in which a bot failed
        self._clock = clock
        self._news = news
        self._task: asyncio.Task[None] | None = None
        self._hurried = asyncio.Event()

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Something has changed: a bot may be to move."""
        if self._due() is not None and not self.busy:
            self._task = asyncio.create_task(self._play())

    def _due(self) -> SeatRow | None:
        """The bot that is to move. It waits while somebody asks to undo, or if nobody is there to see it."""
        state = self._state
        to_move = state.point.to_move
        if to_move is None or state.undo_request is not None or state.row.uploaded or state.waiting:
            return None
        row = state.seating.rows[to_move]
        if bot := self._clock.bot_for(to_move):
            return msgspec.structs.replace(row, kind="bot", bot=bot)
        return row if row.kind == "bot" and (state.connections or state.seating.people) else None

    async def _play(self) -> None:
        state = self._state
        turn: int | None = None
        while (row := self._due()) is not None:
            point = state.point
            await self._pause(self._pause_seconds() * (WITHIN_A_TURN if turn == point.turn else 1.0))
            turn = point.turn
            if await self._moved_by_peer(point):
                continue
            move: str | int | None = state.guide.scripted(state.table) if state.guide else None
            if move is None:
                move = await state.context.thinkers.turn(
                    state.position,
                    row.seat,
                    row.bot,
                    bool(self._writer.wrote_last),
                    partial(self._is_at, point),
                )
            if move is None:
                continue
            try:
                async with self._writer.writing(look=False):
                    if state.point is point and self._due() == row:
                        if move == NO_MOVE:
                            move = await self._random_move(row.seat)
                        state.table.push(move)
                        metrics.moves.labels(state.row.game, "bot").inc()
            except Refused:
                await asyncio.sleep(RETRY)
        self._hurried.clear()

    async def _random_move(self, seat: int) -> int:
        """For a bot that has failed; everybody is told once per turn."""
        state = self._state
        if self._failed_turn != state.point.turn:
            self._failed_turn = state.point.turn
            await self._note(seat, "failed")
        return SystemRandom().choice(list(state.table.legal_moves.ids))

    async def _moved_by_peer(self, point: Snapshot) -> bool:
        """If another process wrote last, the bot's move is up to that process. Returns whether it moved in time."""
        state = self._state
        end = time.monotonic() + state.context.thinkers.limit + PEER_GRACE
        while state.point is point and self._writer.wrote_last is False and time.monotonic() < end:
            await asyncio.sleep(POLL)
        return state.point is not point

    def _is_at(self, point: Snapshot) -> bool:
        return self._state.point is point

    def hurry(self) -> None:
        """No pauses until a person has to move; the other processes are told."""
        self.skip_pauses()
        self._news.send(Hurried())

    def skip_pauses(self) -> None:
        if self.busy:
            self._hurried.set()

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), seconds)

    def _pause_seconds(self) -> float:
        """The slowest pace that anybody who is looking has chosen."""
        pause_factor = max((page.visit.pause_factor for page in self._state.connections), default=0.0)
        return self._state.context.settings.pace * pause_factor

    async def stop(self) -> None:
        await halt(self._task)
