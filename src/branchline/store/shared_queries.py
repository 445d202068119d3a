"""What both engines answer in the same words, each by one question."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from branchline.store import Stand, Statement, rows


class Questions(ABC):
    """Part of the contract `branchline.store.Store`, by two others of its calls."""

    @abstractmethod
    async def ask(self, question: str, *values: object) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    async def write(self, *statements: Statement) -> list[int]: ...

    async def stand(self, table: str) -> Stand | None:
        found = await self.ask(rows.STAND, table, table, table)
        return rows.stand(found[0]) if found else None

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
