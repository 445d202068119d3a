"""Messages between the processes of a server, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, Final

import msgspec
import psycopg
from psycopg import sql
from psycopg_pool import AsyncConnectionPool

from branchline.store import Added, News, Receive, StoreUnavailable
from branchline.store.background_task import halt

TABLES: Final = "branchline"  # the channel for what happens at tables
MOST_TOLD: Final = 3000  # bytes of a record; a notification, in base64, must not be longer than 8000
PAUSE: Final = 0.2  # seconds between two attempts to reach a database that is away
START: Final = 10.0  # seconds for the first attempt to succeed
LAST: Final = 2.0  # seconds to send the last messages
# Seconds: a machine that is gone never closes its connections.
KEEPALIVE: Final[dict[str, Any]] = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
AWAY: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.DataCorrupted,
    psycopg.errors.IndexCorrupted,
    psycopg.errors.ReadOnlySqlTransaction,  # a read-only replica
)

log = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(News).decode


class Notifier:
    """Messages are sent in batches, after the commit that they are about: a commit that notifies blocks all other
    commits until it is on disk, and tables would wait for each other."""

    def __init__(self, url: str, name: str, pool: AsyncConnectionPool[Any]) -> None:
        self._url = url
        self._name = name
        self._pool = pool
        self._out: dict[tuple[str, str], None] = {}  # channel and message, each once
        self._wake = asyncio.Event()
        self._all_sent = asyncio.Event()
        self._all_sent.set()
        self._closed = False  # in case a cancellation is lost while a connection breaks
        self._tasks = [asyncio.create_task(self._send_all())]

    def publish(self, table: str, words: str = "", channel: str = TABLES) -> None:
        self._publish(News(table, words, self._name), channel)

    def publish_added(self, table: str, added: Added) -> None:
        """Include the lines, so that nobody has to read them from the store; too many lines are left out."""
        few = sum(map(len, added.lines)) < MOST_TOLD
        self._publish(News(table, by=self._name, added=added if few else None), TABLES)

    def _publish(self, news: News, channel: str) -> None:
        self._out[(channel, _encode(news).decode())] = None
        self._all_sent.clear()
        self._wake.set()

    async def _send_all(self) -> None:
        while not self._closed:
            await self._wake.wait()
            self._wake.clear()
            due, self._out = self._out, {}
            try:
                async with self._pool.connection() as db:
                    await db.execute(
                        "SELECT pg_notify(channel, news) FROM unnest(%s::text[], %s::text[]) AS due(channel, news)",
                        ([channel for channel, _news in due], [news for _channel, news in due]),
                    )
            except AWAY:
                self._out = {**due, **self._out}
                self._wake.set()
                await asyncio.sleep(PAUSE)
            if not self._out:
                self._all_sent.set()

    async def listen(self, receive: Receive, channel: str) -> None:
        """Returns when nothing will be missed any more."""
        listening = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._listen(receive, channel, listening)))
        try:
            await asyncio.wait_for(listening.wait(), START)
        except TimeoutError:
            raise StoreUnavailable("The database is not answering.") from None

    async def _listen(self, receive: Receive, channel: str, listening: asyncio.Event) -> None:
        while not self._closed:
            with contextlib.suppress(*AWAY):
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, connect_timeout=int(START), **KEEPALIVE
                ) as db:
                    await db.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                    if listening.is_set():
                        receive(News())
                    listening.set()
                    async for notice in db.notifies():
                        news = _decode(notice.payload)
                        if news.by != self._name:
                            try:
                                receive(news)
                            except Exception:
                                log.exception("News of table %s could not be handled", news.table)
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Send everything first: a command exits as soon as it has sent its message."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._all_sent.wait(), LAST)
        self._closed = True
        await halt(*self._tasks)
