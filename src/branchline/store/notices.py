"""Notices: where people want them, and what is still to be sent. Written once for both engines.

A notice goes into the outbox together with what it is about, or not at all. One process at a time takes it; it is
marked as done after it was sent. A process that dies in between has sent it, perhaps, and it is sent again: at least
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from branchline.store import Conflict, Statement, Store

Way: TypeAlias = Literal["mail", "webhook", "push"]
Digest: TypeAlias = Literal["now", "hourly", "daily"]
NoticeKind: TypeAlias = Literal["turn", "over", "time", "invited", "round", "seat"]

HOUR: Final = 3600
DAY: Final = 24 * HOUR
LEASE: Final = 120  # seconds for sending, after which another process may
TRIES: Final = 8
REMEMBERED: Final = 30 * DAY  # how long what was sent is known
_ITEM: Final = "id, person, way, address, kind, table_id, seat, made, due, tries"


class NoticeWay(msgspec.Struct, frozen=True, kw_only=True):
    person: str
    way: Way
    address: str = ""  # of the webhook, or of the browser's push service; mail goes where the member says
    secret: str = ""  # what a webhook's notices are signed with; a browser's keys
    digest: Digest = "now"
    language: str = "en"


class Item(msgspec.Struct, frozen=True):
    """One notice on one way."""

    id: str
    person: str
    way: Way
    address: str
    kind: NoticeKind
    table: str
    seat: int
    made: int
    due: int
    tries: int


def noticed(kind: NoticeKind, name: str, person: str, table: str, seat: int, now: int) -> Statement:
    """Puts a notice into the outbox, once for each way of the person; not again if it is or was there."""
    due = {"now": now, "hourly": now - now % HOUR + HOUR, "daily": now - now % DAY + DAY}
    return Statement(
        "INSERT INTO outbox (id, person, way, address, kind, table_id, seat, made, due, taken, tries, done)"
        " SELECT ?, person, way, address, ?, ?, ?, ?,"
        " CASE digest WHEN 'hourly' THEN ? WHEN 'daily' THEN ? ELSE ? END, 0, 0, 0"
        " FROM notice_ways WHERE person = ? ON CONFLICT DO NOTHING",
        (name, kind, table, seat, now, due["hourly"], due["daily"], due["now"], person),
    )


class Notices:
    def __init__(self, store: Store) -> None:
        self._store = store

    # Ways

    async def ways(self, person: str) -> list[NoticeWay]:
        found = await self._store.ask(
            "SELECT person, way, address, secret, digest, language FROM notice_ways WHERE person = ?"
            " ORDER BY way, address",
            person,
        )
        return [
            NoticeWay(
                person=row[0], way=row[1], address=row[2], secret=row[3], digest=row[4], language=row[5]
            )
            for row in found
        ]

    async def keep(self, way: NoticeWay) -> None:
        await self._store.write(
            Statement(
                "INSERT INTO notice_ways (person, way, address, secret, digest, language) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (person, way, address) DO UPDATE SET secret = excluded.secret,"
                " digest = excluded.digest, language = excluded.language",
                (way.person, way.way, way.address, way.secret, way.digest, way.language),
            )
        )

    async def forget(self, person: str, way: str, address: str) -> None:
        """Also what waits to be sent there."""
        values = (person, way, address)
        await self._store.write(
            Statement("DELETE FROM notice_ways WHERE person = ? AND way = ? AND address = ?", values),
            Statement("DELETE FROM outbox WHERE person = ? AND way = ? AND address = ? AND done = 0", values),
        )

    # The outbox

    async def due(self, now: int, most: int) -> list[Item]:
        found = await self._store.ask(
            f"SELECT {_ITEM} FROM outbox WHERE done = 0 AND due <= ? AND taken <= ?"
            " ORDER BY person, way, address, made LIMIT ?",
            now,
            now,
            most,
        )
        return [Item(*row) for row in found]

    async def take(self, items: Sequence[Item], now: int) -> bool:
        """All or none; none where another process was quicker."""
        words = (
            "UPDATE outbox SET taken = ? WHERE id = ? AND person = ? AND way = ? AND address = ?"
            " AND done = 0 AND taken <= ?"
        )
        try:
            await self._store.write(
                *(Statement(words, (now + LEASE, *_key(item), now), rows=1) for item in items)
            )
        except Conflict:
            return False
        return True

    async def sent(self, items: Sequence[Item]) -> None:
        words = "UPDATE outbox SET done = 1 WHERE id = ? AND person = ? AND way = ? AND address = ?"
        await self._store.write(*(Statement(words, _key(item)) for item in items))

    async def failed(self, items: Sequence[Item], now: int) -> None:
        """Later again, each time four times as late, up to six hours; at last not any more."""
        words = (
            "UPDATE outbox SET tries = ?, due = ?, taken = 0, done = ?"
            " WHERE id = ? AND person = ? AND way = ? AND address = ?"
        )
        await self._store.write(
            *(
                Statement(
                    words,
                    (item.tries + 1, now + _pause(item.tries), int(item.tries + 1 >= TRIES), *_key(item)),
                )
                for item in items
            )
        )

    async def tidy(self, now: int) -> None:
        await self._store.write(
            Statement("DELETE FROM outbox WHERE done = 1 AND made < ?", (now - REMEMBERED,))
        )


def _pause(tries: int) -> int:
    return min(6 * HOUR, 60 << 2 * tries)


def _key(item: Item) -> tuple[str, ...]:
    return (item.id, item.person, item.way, item.address)
