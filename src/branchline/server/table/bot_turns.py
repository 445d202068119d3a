"""The bots at a table take their turns: one move after the other, with a pause so that people can follow."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from branchline.server import metrics
from branchline.server.http.errors import Refused
from branchline.store import SeatRow
from branchline.store.background_task import halt

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable
    from branchline.server.table.snapshot import Snapshot

WITHIN_A_TURN: Final = 0.4  # the steps of one turn follow each other quicker
LOOK: Final = 0.2  # seconds between two looks whether another process has let a bot move
YIELD: Final = 2.0  # seconds that it has for this beside the bot's own
AFTER_TROUBLE: Final = 1.0  # seconds until the next attempt where a move could not be kept


class BotTurns:
    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._task: asyncio.Task[None] | None = None
        self._hurried = asyncio.Event()

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def stir(self) -> None:
        """Wake the bots if one of them is to move."""
        if self._due() is not None and not self.busy:
            self._task = asyncio.create_task(self._play())

    def _due(self) -> SeatRow | None:
        """The bot that is to move; none while somebody wishes to take back, or when nobody would see it."""
        live = self._live
        to_move = live.point.to_move
        if to_move is None or live.wish is not None or live.row.uploaded or live.waiting:
            return None
        row = live.seating.rows[to_move]
        if bot := live.absent.bot_of(to_move):
            return msgspec.structs.replace(row, kind="bot", bot=bot)
        return row if row.kind == "bot" and (live.connections or live.seating.people) else None

    async def _play(self) -> None:
        live = self._live
        turn: int | None = None
        while (row := self._due()) is not None:
            point = live.point
            await self._rest(self._pause() * (WITHIN_A_TURN if turn == point.turn else 1.0))
            turn = point.turn
            if await self._led_elsewhere(point):
                continue
            move: str | int | None = live.guide.scripted(live.table) if live.guide else None
            if move is None:
                move = await live.context.thinkers.turn(
                    live.position(point),
                    row.seat,
                    row.bot,
                    bool(live.writer.leads),
                    partial(self._is_at, point),
                )
            if move is None:
                continue
            try:
                async with live.writer.writing(look=False):
                    if live.point is point and self._due() == row:
                        live.table.push(move)
                        metrics.moves.labels(live.row.game, "bot").inc()
            except Refused:
                await asyncio.sleep(AFTER_TROUBLE)
        self._hurried.clear()

    async def _led_elsewhere(self, point: Snapshot) -> bool:
        """Whether another process, the one that wrote last, has let the bot move. It gets the time for it."""
        live = self._live
        end = time.monotonic() + live.context.thinkers.limit + YIELD
        while live.point is point and live.writer.leads is False and time.monotonic() < end:
            await asyncio.sleep(LOOK)
        return live.point is not point

    def _is_at(self, point: Snapshot) -> bool:
        return self._live.point is point

    def hurry(self) -> None:
        """No pauses until a person has to move."""
        if self.busy:
            self._hurried.set()

    async def _rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), seconds)

    def _pause(self) -> float:
        """The most patient of those who look decides."""
        haste = max((page.visit.haste for page in self._live.connections), default=0.0)
        return self._live.context.settings.pace * haste

    async def stop(self) -> None:
        await halt(self._task)
