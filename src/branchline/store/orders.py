"""What people have ordered for moves to come, by table and seat. Nobody but the seat is told of them."""

from __future__ import annotations

import msgspec

from branchline.store import Statement, Store


class OrderRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    number: int
    at: int  # the length of the record when it was given, or last carried out
    steps: int  # and of what of it stood: taking back behind that ends it
    body: str
    lapsed: bool = False  # it came otherwise, and its owner has yet to be told


class Orders:
    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table

    async def all(self) -> list[OrderRow]:
        found = await self._store.ask(
            "SELECT seat, number, at, steps, body, lapsed FROM orders WHERE table_id = ? ORDER BY seat, number",
            self._table,
        )
        return [
            OrderRow(seat=row[0], number=row[1], at=row[2], steps=row[3], body=row[4], lapsed=bool(row[5]))
            for row in found
        ]

    async def add(self, row: OrderRow) -> None:
        """Raises `Conflict` where the seat has one of that number."""
        await self._store.write(
            Statement(
                "INSERT INTO orders (table_id, seat, number, at, steps, body) VALUES (?, ?, ?, ?, ?, ?)",
                (self._table, row.seat, row.number, row.at, row.steps, row.body),
                rows=1,
            )
        )

    async def change(self, row: OrderRow) -> None:
        await self._store.write(
            Statement(
                "UPDATE orders SET at = ?, steps = ?, body = ? WHERE table_id = ? AND seat = ? AND number = ?",
                (row.at, row.steps, row.body, self._table, row.seat, row.number),
            )
        )

    async def lapse(self, row: OrderRow) -> None:
        await self._store.write(
            Statement(
                "UPDATE orders SET lapsed = 1 WHERE table_id = ? AND seat = ? AND number = ?",
                (self._table, row.seat, row.number),
            )
        )

    async def drop(self, row: OrderRow) -> bool:
        """Whether it was there: another process may have been quicker."""
        (gone,) = await self._store.write(
            Statement(
                "DELETE FROM orders WHERE table_id = ? AND seat = ? AND number = ?",
                (self._table, row.seat, row.number),
            )
        )
        return gone == 1
