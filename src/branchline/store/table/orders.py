"""What people have ordered for moves to come, by table and seat. Nobody but the seat is told of them."""

from __future__ import annotations

import msgspec

from branchline.store import Statement, Store
from branchline.store.columns import adding, assignments, from_row, listed, values


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
            f"SELECT {listed(OrderRow)} FROM orders WHERE table_id = ? ORDER BY seat, number", self._table
        )
        return [from_row(OrderRow, row) for row in found]

    async def add(self, row: OrderRow) -> None:
        """Raises `Conflict` where the seat has one of that number."""
        await self._store.write(adding("orders", row, table_id=self._table))

    async def change(self, row: OrderRow) -> None:
        fixed = ("seat", "number", "lapsed")
        await self._store.write(
            Statement(
                f"UPDATE orders SET {assignments(OrderRow, fixed)} WHERE table_id = ? AND seat = ? AND number = ?",
                (*values(row, fixed), self._table, row.seat, row.number),
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
