"""Standing orders, by table and seat. Only the owner of the seat may see them."""

from __future__ import annotations

import msgspec

from branchline.store import Statement, Store
from branchline.store.columns import adding, assignments, from_row, listed, values


class OrderRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    number: int
    at: int  # the length of the record when it was given or last carried out
    steps: int  # the number of moves then: undoing further back cancels it
    body: str
    lapsed: bool = False  # its condition did not come true, and its owner has not been told yet


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
        """Raises `Conflict` if the seat has an order with that number."""
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
        """False if another process was quicker."""
        (gone,) = await self._store.write(
            Statement(
                "DELETE FROM orders WHERE table_id = ? AND seat = ? AND number = ?",
                (self._table, row.seat, row.number),
            )
        )
        return gone == 1
