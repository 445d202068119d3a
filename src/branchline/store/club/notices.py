"""Notifications: how people want to get them, and the outbox.

A notification is stored in the same write as the event it is about. One process at a time takes it, and marks it as
done after sending it. If the process dies in between, it is sent again: delivery is at least once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from branchline.store import Conflict, Statement, Store
from branchline.store.columns import assignments, from_row, insert, listed, values

Way: TypeAlias = Literal["mail", "webhook", "push"]
Digest: TypeAlias = Literal["now", "hourly", "daily"]
NoticeKind: TypeAlias = Literal["turn", "over", "time", "invited", "round", "seat"]

HOUR: Final = 3600
DAY: Final = 24 * HOUR
LEASE: Final = 120  # seconds for sending, before another process may try
TRIES: Final = 8
REMEMBERED: Final = 30 * DAY  # how long sent notifications are kept, so that none is sent twice


class NoticeWay(msgspec.Struct, frozen=True, kw_only=True):
    person: str
    way: Way
    address: str = ""  # of the webhook or the browser's push service; emails go to the member's address
    secret: str = ""  # what a webhook's notifications are signed with; a browser's keys
    digest: Digest = "now"
    language: str = "en"


class Item(msgspec.Struct, frozen=True, rename={"table": "table_id"}):
    """A notification by one method."""

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


def adding_notice(kind: NoticeKind, name: str, person: str, table: str, seat: int, now: int) -> Statement:
    """Put a notification into the outbox for each method of the person, unless it is or was there already."""
    due = {"now": now, "hourly": now - now % HOUR + HOUR, "daily": now - now % DAY + DAY}
    return Statement(
        "INSERT INTO outbox (id, person, way, address, kind, table_id, seat, made, due, taken, tries, done)"
        " SELECT ?, person, way, address, ?, ?, ?, ?,"
        " CASE digest WHEN 'hourly' THEN ? WHEN 'daily' THEN ? ELSE ? END, 0, 0, 0"
        " FROM notice_ways WHERE person = ? ON CONFLICT DO NOTHING",
        (name, kind, table, seat, now, due["hourly"], due["daily"], due["now"], person),
    )


# Clocks of people who want notifications, with a fifth of their time or a day left.
_SHORT_OF_TIME: Final = (
    "SELECT DISTINCT c.table_id, c.seat, c.since, h.visitor FROM clocks c"
    " JOIN holders h ON h.table_id = c.table_id AND h.seat = c.seat JOIN notice_ways w ON w.person = h.visitor"
    " WHERE c.deadline > ? AND c.deadline - CASE WHEN c.period < ? THEN c.period / 5 ELSE ? END <= ?"
    " AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.person = h.visitor"
    " AND o.id = 'time ' || c.table_id || ' ' || c.since)"
)


class Notices:
    def __init__(self, store: Store) -> None:
        self._store = store

    # Ways

    async def ways(self, person: str) -> list[NoticeWay]:
        found = await self._store.ask(
            f"SELECT {listed(NoticeWay)} FROM notice_ways WHERE person = ? ORDER BY way, address", person
        )
        return [from_row(NoticeWay, row) for row in found]

    async def keep(self, way: NoticeWay) -> None:
        key = ("person", "way", "address")
        await self._store.write(
            Statement(
                f"{insert('notice_ways', NoticeWay)} ON CONFLICT ({', '.join(key)})"
                f" DO UPDATE SET {assignments(NoticeWay, key)}",
                (*values(way), *values(way, key)),
            )
        )

    async def forget(self, person: str, way: str, address: str) -> None:
        """Also deletes what is waiting to be sent there."""
        values = (person, way, address)
        await self._store.write(
            Statement("DELETE FROM notice_ways WHERE person = ? AND way = ? AND address = ?", values),
            Statement("DELETE FROM outbox WHERE person = ? AND way = ? AND address = ? AND done = 0", values),
        )

    # What notifications are about

    async def to_move(self, table: str) -> int | None:
        """The seat whose turn it is; None: there is no such table."""
        found = await self._store.ask("SELECT to_move FROM tables WHERE id = ?", table)
        return int(found[0][0]) if found else None

    async def game(self, table: str) -> str | None:
        found = await self._store.ask("SELECT game FROM tables WHERE id = ?", table)
        return str(found[0][0]) if found else None

    async def round(self, table: str) -> tuple[str, int]:
        """The name of the league that a table is played in, and its round."""
        ((league, number),) = await self._store.ask(
            "SELECT l.name, t.round FROM league_tables t JOIN leagues l ON l.id = t.league_id WHERE t.table_id = ?",
            table,
        )
        return league, number

    # The outbox

    async def due(self, now: int, most: int) -> list[Item]:
        found = await self._store.ask(
            f"SELECT {listed(Item)} FROM outbox WHERE done = 0 AND due <= ? AND taken <= ?"
            " ORDER BY person, way, address, made LIMIT ?",
            now,
            now,
            most,
        )
        return [from_row(Item, row) for row in found]

    async def take(self, items: Sequence[Item], now: int) -> bool:
        """All or none; False if another process was quicker."""
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
        """Try again later, waiting four times as long each time, up to six hours; in the end, give up."""
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

    async def add_short_of_time(self, now: int) -> None:
        """Notify everybody whose time is running out, once."""
        found = await self._store.ask(_SHORT_OF_TIME, now, 5 * DAY, DAY, now)
        if found:
            await self._store.write(
                *(
                    adding_notice("time", f"time {table} {since}", person, table, seat, now)
                    for table, seat, since, person in found
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
