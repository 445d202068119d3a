"""The clocks of tables: how much time everybody has, whose clock is running, and when it runs out.

A clock knows which line of the record it belongs to. If a process dies between storing a move and its clock, the next
one sees that the clock is behind and brings it up to date.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from branchline.store import Conflict, Statement, Store
from branchline.store.columns import adding, assignments, columns, from_row, listed, values

NOBODY: Final = -1

ClockKind: TypeAlias = Literal["move", "game"]
Late: TypeAlias = Literal["bot", "vote"]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The time control of a table."""

    kind: ClockKind
    period: int  # seconds for a turn, or for the whole game
    increment: int = 0  # seconds that a turn adds to the time for the game
    late: Late = "bot"  # when the time is up: a bot plays that turn, or the others vote
    bot: str


class Clock(msgspec.Struct, frozen=True, kw_only=True, rename={"table": "table_id"}):
    table: str
    terms: Terms
    banks: tuple[int, ...]  # seconds that each seat has left while its clock is stopped
    at: int = 0  # the length of its record
    seat: int = NOBODY  # whose time runs
    turn: int = 0
    best: int = 0  # the latest turn that was started: undoing earns no increment twice
    since: int = 0  # when it started to run
    deadline: int = 0  # when the time is up; 0: never
    called: bool = False  # the others have been told that the time is up


_FIXED: Final = ("table_id", *columns(Terms))


class Clocks:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, table: str) -> Clock | None:
        found = await self._store.ask(f"SELECT {listed(Clock)} FROM clocks WHERE table_id = ?", table)
        return from_row(Clock, found[0]) if found else None

    async def add(self, clock: Clock) -> None:
        await self._store.write(adding("clocks", clock))

    async def change(self, old: Clock, new: Clock) -> bool:
        """False if another process was quicker."""
        try:
            await self._store.write(
                Statement(
                    f"UPDATE clocks SET {assignments(Clock, _FIXED)}"
                    " WHERE table_id = ? AND at = ? AND seat = ? AND since = ? AND deadline = ?",
                    (*values(new, _FIXED), old.table, old.at, old.seat, old.since, old.deadline),
                    rows=1,
                )
            )
        except Conflict:
            return False
        return True

    async def overdue(self, now: int, most: int) -> list[str]:
        """Tables where time is up and nobody has been told, the longest overdue first."""
        found = await self._store.ask(
            "SELECT table_id FROM clocks WHERE deadline > 0 AND deadline <= ? AND called = 0"
            " ORDER BY deadline LIMIT ?",
            now,
            most,
        )
        return [table for (table,) in found]

    async def some_run(self) -> bool:
        return bool(await self._store.ask("SELECT 1 FROM clocks WHERE deadline > 0 LIMIT 1"))

    async def watch(self, now: int, at_least: int, down: int) -> bool:
        """Whether the caller should check the clocks now, because nobody has for some seconds. If nobody has for
        longer than `down`, because no server was running, all clocks get that time back."""
        found = await self._store.ask("SELECT seen FROM watches WHERE name = 'clocks'")
        if not found:
            await self._store.write(
                Statement(
                    "INSERT INTO watches (name, seen) VALUES ('clocks', ?) ON CONFLICT DO NOTHING", (now,)
                )
            )
            return True
        seen: int = found[0][0]
        if now - seen < at_least:
            return False
        missed = "(? - CASE WHEN since > ? THEN since ELSE ? END)"
        try:
            await self._store.write(
                Statement(
                    "UPDATE watches SET seen = ? WHERE name = 'clocks' AND seen = ?", (now, seen), rows=1
                ),
                Statement(
                    f"UPDATE clocks SET deadline = deadline + {missed}, since = since + {missed}"
                    f" WHERE deadline > 0 AND {missed} > ?",
                    (*(now, seen, seen) * 3, down),
                ),
            )
        except Conflict:
            return False
        return True
