"""Work of the server admin: lists of tables and members, ending and deleting tables, locking members,
announcements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from branchline.store import Statement, Store, rows
from branchline.store.backup import OTHER_TABLES
from branchline.store.club.members import LOCKED, Member, Members, is_member
from branchline.store.columns import from_row, listed
from branchline.store.table.clocks import NOBODY

OVER: Final = -2  # to_move of a finished game
ANNOUNCEMENT: Final = "announcement"  # the fact that holds it
# Results outlive their table: they are the history of the club.
_STAYS: Final = ("results", "result_seats", "league_tables", "league_seats")
_OF_TABLES: Final = (
    *(table.name for table in OTHER_TABLES if "table_id" in table.key and table.name not in _STAYS),
    "votes", "new_invitations", "seat_events", "chat", "events", "holders", "seats",
)  # fmt: skip
_FIGURES: Final = {
    "tables": "SELECT COUNT(*) FROM tables",
    "running": f"SELECT COUNT(*) FROM tables WHERE to_move <> {OVER} AND uploaded = 0",
    "members": "SELECT COUNT(*) FROM members",
    "lines": "SELECT COUNT(*) FROM events",
    "chat": "SELECT COUNT(*) FROM chat",
}


class Line(msgspec.Struct, frozen=True):
    """A table in the admin's list."""

    table: str
    game: str
    seats: str
    over: bool
    ended: bool  # by an admin
    changed: int  # seconds since 1970


class Administration:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def tables(self, most: int) -> list[Line]:
        """The latest changed first."""
        found = await self._store.ask(
            "SELECT id, game, to_move, ended, changed FROM tables WHERE uploaded = 0 ORDER BY changed DESC, id LIMIT ?",
            most,
        )
        return [
            Line(row[0], row[1], ", ".join(await self._names(row[0])), row[2] == OVER, row[3] > 0, row[4])
            for row in found
        ]

    async def _names(self, table: str) -> list[str]:
        return [
            str(row[0])
            for row in await self._store.ask("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table)
        ]

    async def members(self) -> list[Member]:
        found = await self._store.ask(f"SELECT {listed(Member)} FROM members ORDER BY name_key")
        return [from_row(Member, row) for row in found]

    async def figures(self) -> dict[str, int]:
        return {name: int((await self._store.ask(question))[0][0]) for name, question in _FIGURES.items()}

    # Ending and deleting

    async def end(self, table: str, now: int) -> None:
        """End an unfinished game: nobody can move, it has no result, and its league continues without it. Raises
        `Conflict` if no game is running there."""
        await self._store.write(
            Statement(
                "UPDATE tables SET ended = ?, to_move = ?, edition = edition + 1"
                " WHERE id = ? AND ended = 0 AND uploaded = 0 AND to_move <> ?",
                (now, OVER, table, OVER),
                rows=1,
            ),
            Statement("UPDATE clocks SET seat = ?, deadline = 0 WHERE table_id = ?", (NOBODY, table)),
            Statement("UPDATE club_tables SET closed = 1 WHERE table_id = ?", (table,)),
            Statement("UPDATE league_tables SET annulled = 1 WHERE table_id = ?", (table,)),
            Statement("DELETE FROM invitations WHERE table_id = ?", (table,)),
            Statement("DELETE FROM outbox WHERE table_id = ? AND done = 0", (table,)),
        )
        await self._store.publish(table, "")

    async def ended_since(self, time: int) -> list[str]:
        found = await self._store.ask("SELECT id FROM tables WHERE ended > 0 AND ended >= ?", time)
        return [table for (table,) in found]

    async def delete(self, tables: Sequence[str]) -> int:
        """Delete tables with everything but their results; returns how many there were."""
        done = 0
        for table in tables:
            parts = [Statement(f"DELETE FROM {name} WHERE table_id = ?", (table,)) for name in _OF_TABLES]
            changed = await self._store.write(*parts, Statement("DELETE FROM tables WHERE id = ?", (table,)))
            done += changed[-1]
            await self._store.publish(table, "")
        return done

    async def old(self, before: int) -> list[str]:
        """Tables without members that have not changed since `before`."""
        found = await self._store.ask("SELECT id, host FROM tables WHERE changed < ? ORDER BY id", before)
        old = []
        for table, host in found:
            holders = await self._store.ask("SELECT visitor FROM holders WHERE table_id = ?", table)
            if not any(is_member(visitor) for (visitor,) in [*holders, (host,)]):
                old.append(str(table))
        return old

    # Members

    async def lock(self, member: Member, locked: bool) -> None:
        """A locked member is signed out, and can't sign in by password or by email."""
        password = (await Members(self._store).password(member.id)).removeprefix(LOCKED)
        email = member.email.removeprefix(LOCKED)
        values = (LOCKED + password, email and LOCKED + email) if locked else (password, email)
        await self._store.write(
            Statement(
                "UPDATE members SET password = ?, email = ? WHERE id = ?", (*values, member.id), rows=1
            ),
            Statement("DELETE FROM mail_links WHERE member = ?", (member.id,)),
            *([Statement("DELETE FROM sessions WHERE member = ?", (member.id,))] if locked else []),
        )

    async def locked(self, member: Member) -> bool:
        return (await Members(self._store).password(member.id)).startswith(LOCKED)

    # An announcement

    async def announce(self, words: str, time: int) -> None:
        """Show an announcement on all open pages; empty words remove it."""
        await self._store.write(
            Statement(rows.CHANGE_FACT, (ANNOUNCEMENT, f"{time} {words}" if words else ""))
        )

    async def announced(self) -> str:
        """Time and words; empty if there is none."""
        found = await self._store.ask("SELECT value FROM facts WHERE name = ?", ANNOUNCEMENT)
        return str(found[0][0]) if found else ""
