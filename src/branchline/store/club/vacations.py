"""Vacations, to the second: people's clocks are stopped meanwhile."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from branchline.store import Statement, Store
from branchline.store.columns import adding, from_row, listed, marks


class Vacation(msgspec.Struct, frozen=True, order=True):
    first: int  # its first second
    last: int  # the second at which it ends


class Vacations:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, people: Iterable[str]) -> list[Vacation]:
        """Everybody's together, in order."""
        wanted = sorted(people)
        if not wanted:
            return []
        found = await self._store.ask(
            f"SELECT {listed(Vacation)} FROM vacations WHERE person IN ({marks(wanted)}) ORDER BY first",
            *wanted,
        )
        return [from_row(Vacation, row) for row in found]

    async def add(self, person: str, vacation: Vacation) -> None:
        """Raises `Conflict` if another one starts at the same second."""
        await self._store.write(adding("vacations", vacation, person=person))

    async def end(self, person: str, first: int, now: int) -> None:
        """Come back early: a vacation that has not started is deleted, one in progress ends now."""
        await self._store.write(
            Statement(
                "DELETE FROM vacations WHERE person = ? AND first = ? AND first >= ?", (person, first, now)
            ),
            Statement(
                "UPDATE vacations SET last = ? WHERE person = ? AND first = ? AND last > ?",
                (now, person, first, now),
            ),
        )
