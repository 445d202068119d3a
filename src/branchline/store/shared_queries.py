"""Methods of the contract that are the same in both engines; each is a single query."""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from typing import Any, Final

from branchline.store import Statement, TableVersion, rows

HEALTH: Final = "health"  # the fact that `check` writes
ROOM: Final = 50_000  # bytes that must fit before a full disk counts as usable again


class SharedQueries(ABC):
    """Part of the contract `branchline.store.Store`, built on `ask` and `write`."""

    full = False  # the disk was full, and no large write has succeeded since

    @abstractmethod
    async def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    async def write(self, *statements: Statement) -> list[int]: ...

    async def version(self, table: str) -> TableVersion | None:
        found = await self.ask(rows.STAND, table, table, table)
        return TableVersion(*found[0]) if found else None

    async def linked(self, link: str) -> tuple[str, int] | None:
        found = await self.ask(rows.LINKED, link, link) if link else []
        return (found[0][0], found[0][1]) if found else None

    async def tables(self, after: str, most: int) -> list[str]:
        return [name for (name,) in await self.ask(rows.IDS, after, most)]

    async def fact(self, name: str, value: str) -> str:
        await self.write(Statement(rows.ADD_FACT, (name, value)))
        return (await self.facts())[name]

    async def facts(self) -> dict[str, str]:
        return {name: value for name, value in await self.ask(rows.FACTS)}  # noqa: C416

    async def check(self) -> None:
        await self.ask(rows.IDS, "", 1)
        # A few bytes may still fit on a disk that is too full for a move.
        filling = secrets.token_hex(ROOM // 2) if self.full else ""
        await self.write(Statement(rows.CHANGE_FACT, (HEALTH, f"{int(time.time())}{filling}")))
        self.full = False
