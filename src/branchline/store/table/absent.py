"""Bots that stand in for absent players, and the votes of the other players about it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from branchline.store import Statement, Store

Vote: TypeAlias = Literal["bot", "wait"]


class Absent:
    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table

    async def stand_ins(self) -> dict[int, str]:
        """The bots that stand in for people, by seat."""
        found = await self._store.ask("SELECT seat, bot FROM stand_ins WHERE table_id = ?", self._table)
        return dict(found)

    async def stand_in(self, seat: int, bot: str, now: int) -> None:
        await self._store.write(
            Statement(
                "INSERT INTO stand_ins (table_id, seat, bot, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (self._table, seat, bot, now),
            )
        )

    async def back(self, seat: int) -> None:
        """The seat's owner plays again."""
        await self._store.write(
            Statement("DELETE FROM stand_ins WHERE table_id = ? AND seat = ?", (self._table, seat)),
        )

    async def votes(self, at: int) -> dict[int, Vote]:
        """By voter. A move makes all votes void."""
        found = await self._store.ask(
            "SELECT voter, choice FROM votes WHERE table_id = ? AND at = ?", self._table, at
        )
        return dict(found)

    async def vote(self, seat: int, voter: int, choice: Vote, at: int) -> None:
        await self._store.write(
            Statement(
                "INSERT INTO votes (table_id, seat, voter, choice, at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (table_id, seat, voter) DO UPDATE SET choice = excluded.choice, at = excluded.at",
                (self._table, seat, voter, choice, at),
            )
        )

    async def forget_votes(self) -> None:
        await self._store.write(Statement("DELETE FROM votes WHERE table_id = ?", (self._table,)))


def clearing(table: str, seat: int) -> list[Statement]:
    """The owner of a seat has left: nobody stands in for them, and their standing orders are void."""
    return [
        Statement("DELETE FROM orders WHERE table_id = ? AND seat = ?", (table, seat)),
        Statement("DELETE FROM stand_ins WHERE table_id = ? AND seat = ?", (table, seat)),
    ]
