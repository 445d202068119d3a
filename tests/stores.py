"""Stores of both engines for tests, and a table to store in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from branchline.store import SeatRow, Store, StoredTable, TableRow
from branchline.store.open_store import open_store

Use = Callable[[Callable[[Store], Awaitable[Any]]], Any]


def use_of(url: str) -> Use:
    """Opens the store, does something with it, and closes it."""

    def opened(work: Callable[[Store], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            store = await open_store(url)
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(run())

    return opened


def table(name: str = "abc", changed: int = 0, to_move: int = 0, host: str = "host") -> StoredTable:
    row = TableRow(
        id=name, game="nuremberg", header=b"{}", seed="ff", host=host, made=1, link=f"watch-{name}", changed=changed,
        to_move=to_move,
    )  # fmt: skip
    seats = [
        SeatRow(seat=0, name="Ann", kind="person", link=f"link-{name}-0"),
        SeatRow(seat=1, name="Adler", kind="bot", bot="random"),
    ]
    return StoredTable(row=row, seats=seats, holders=[(0, "ann")], lines=[b"one", b"two"], chat=[])
