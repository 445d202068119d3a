"""All tables of a server: the live ones in memory, the others are loaded on demand."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection
from typing import Final

from starlette.requests import HTTPConnection

from branchline.core.protocols import OVER
from branchline.languages import _
from branchline.server import metrics
from branchline.server.http.errors import Refused
from branchline.server.http.visitors import fingerprint
from branchline.server.lobby import lessons
from branchline.server.lobby.coach import COACH, Coach
from branchline.server.table.live_table import LiveTable
from branchline.server.table.state.context import Guide, ServerContext
from branchline.server.table.state.record_lines import load_table
from branchline.server.table.state.seat_links import ANY_SEAT, invited_table
from branchline.store import SPECTATOR, Listed, News, StoredTable, TableRow
from branchline.store.background_task import halt
from branchline.store.club import club_tables

LISTED: Final = 50  # tables on the home page


def lobby_of(request: HTTPConnection) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


class Lobby:
    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self.leaving = False  # the process is about to end
        self.arriving = 0  # pages whose WebSocket is not yet open
        self._tables: dict[str, asyncio.Task[LiveTable]] = {}
        self._cleaner = asyncio.create_task(self._clear_away())

    # Finding

    async def find(self, name: str) -> LiveTable | None:
        """The live table of that name, loaded if it is not in memory."""
        if name not in self._tables:
            kept = await self.context.store.find(name)
            if kept is None:
                return None
            if name not in self._tables:
                self._tables[name] = asyncio.create_task(self._load(kept))
                return await self._loaded(name)
        live = await self._loaded(name)
        # A page may come from another process and expects to see what it did there.
        await live.writer.catch_up()
        return live

    async def _loaded(self, name: str) -> LiveTable:
        try:
            return await asyncio.shield(self._tables[name])
        except Exception:
            self._tables.pop(name, None)
            raise

    async def _load(self, kept: StoredTable) -> LiveTable:
        club = (
            await club_tables.find(self.context.store, kept.row.id)
            if self.context.settings.accounts
            else None
        )
        live = LiveTable(
            self.context, kept, await asyncio.to_thread(load_table, kept), _guide(kept.row), club
        )
        metrics.tables.inc()
        with contextlib.suppress(Refused):  # if another process was quicker
            async with live.writer.writing():
                pass  # saves what the table did automatically, such as a forced move
        await live.load_side_data()
        return live

    async def finished(self, name: str) -> LiveTable:
        """A finished table, whose whole history is public; that of a running game contains secrets."""
        live = await self.find(name)
        if live is None:
            raise Refused(_("Game not found."))
        if not live.point.over and not live.row.uploaded:
            raise Refused(_("You can download the record when the game is over."))
        return live

    async def opened(self, link: str) -> tuple[LiveTable, int] | None:
        """The table and seat (or `SPECTATOR`) that a link's fingerprint opens."""
        found = await self.context.store.linked(link)
        live = await self.find(found[0]) if found else None
        return (live, found[1]) if found and live else None

    async def invited(self, token: str) -> tuple[LiveTable, int] | None:
        """The table and seat (or `ANY_SEAT`) that an invitation is for."""
        if (found := await self.opened(fingerprint(token))) is not None:
            return None if found[1] == SPECTATOR else found
        live = await self.find(invited_table(token))
        if live is None or not live.context.links.opens_table(live.row.id, live.seating.rows, token):
            return None
        return live, ANY_SEAT

    async def listed(self, visitor: str) -> list[Listed]:
        """A visitor's tables: first those where it is their turn, the longest waiting first; finished ones last."""
        tables = await self.context.store.listed(visitor, LISTED)
        return sorted(
            (table for table in tables if table.row.lesson in ("", COACH) or table.row.to_move != OVER),
            key=_urgency,
        )

    # The live ones

    def live(self) -> list[LiveTable]:
        return [task.result() for task in self._tables.values() if task.done() and not task.exception()]

    def pass_on(self, news: News) -> None:
        """Pass on another process's news of a table, if the table is live here or about to be."""
        if (task := self._tables.get(news.table)) is not None:
            task.add_done_callback(
                lambda task: None if task.exception() else task.result().peers.receive(news)
            )

    async def look_again(self, names: Collection[str]) -> None:
        """The seat holders or hosts of these tables have changed in the store."""
        for name in names:
            await self.context.store.publish(name, "")
            if name in self._tables:
                await (await self._loaded(name)).writer.catch_up(sure=True)

    def sessions(self) -> set[str]:
        """The sessions of all pages that are open here."""
        pages = [page for live in self.live() for page in live.connections]
        return {page.visit.session.fingerprint for page in pages if page.visit.session}

    def cut_off(self, sessions: Collection[str]) -> None:
        """Disconnect the pages of sessions that have ended."""
        for page in [page for live in self.live() for page in live.connections]:
            if page.visit.session and page.visit.session.fingerprint in sessions:
                page.close()

    # Tidying

    async def _clear_away(self) -> None:
        """Drop tables that nobody is looking at from memory; the store has them."""
        while True:
            await asyncio.sleep(min(60.0, self.context.settings.rest))
            for name, task in list(self._tables.items()):
                if task.done() and not task.exception() and task.result().idle():
                    del self._tables[name]
                    metrics.tables.dec()

    async def close(self) -> None:
        await halt(self._cleaner)
        metrics.tables.dec(len(self.live()))
        for task in list(self._tables.values()):
            with contextlib.suppress(Exception):
                await (await task).stop()


def _urgency(table: Listed) -> tuple[bool, bool, int]:
    row = table.row
    waiting = row.to_move in table.mine
    return row.to_move == OVER, not waiting, row.changed if waiting else -row.changed


def _guide(row: TableRow) -> Guide | None:
    if not row.lesson:
        return None
    return Coach(row.game) if row.lesson == COACH else lessons.guide(row.lesson)
