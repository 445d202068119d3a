"""The personal data of a member: exporting and deleting it.

Games belong to everybody who played them, so they stay; the name of the deleted member does not.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from branchline.core.protocols import OVER
from branchline.server.table.seats.names import former_name
from branchline.server.table.state.record_lines import decode_header, encode, load_table
from branchline.store import SeatEvent, Statement, Store, StoredTable
from branchline.store.club.members import Member, Members
from branchline.store.club.personal_data import forgetting, renaming, rows_of
from branchline.store.rows import adding_seat_events

FORMAT: Final = "branchline.member/1"


async def exported(store: Store, member: Member) -> AsyncIterator[bytes]:
    """Everything stored about a member, as JSON, piece by piece."""
    yield b'{"format":' + encode(FORMAT) + b',"exported":' + encode(int(time.time()))
    async for name, rows in rows_of(store, member.id):
        yield b"," + encode(name) + b":" + encode(rows)
    yield b',"games":['
    first = True
    for name in await Members(store).tables(member.id):
        kept = await store.find(name)
        if kept is not None:
            yield (b"" if first else b",") + encode(await asyncio.to_thread(_game, kept, member.id))
            first = False
    yield b"]}\n"


def _game(kept: StoredTable, member: str) -> dict[str, Any]:
    """A game with its record, if it is finished; that of a running one contains secrets."""
    row = kept.row
    over = row.to_move == OVER or row.uploaded
    return {
        "table": row.id,
        "game": row.game,
        "made": row.made,
        "changed": row.changed,
        "host": row.host == member,
        "seats": [seat.name for seat in kept.seats],
        "mine": [seat for seat, holder in kept.holders if holder == member],
        "record": load_table(kept).dumps().decode() if over else None,
    }


async def delete(store: Store, member: Member) -> list[str]:
    """Delete the member in one write; returns the changed tables. Their seats in running games become open."""
    name, theirs = former_name(), await Members(store).tables(member.id)
    renamed = [one for table in theirs for one in await _renamed(store, table, member.id, name)]
    await store.write(*renamed, *forgetting(member.id, name))
    return theirs


async def _renamed(store: Store, table: str, member: str, name: str) -> list[Statement]:
    """Remove the name from the header of the record too, and tell the remaining players that somebody left."""
    kept = await store.find(table)
    mine = {seat for seat, holder in kept.holders if holder == member} if kept else set()
    if kept is None or not mine:
        return []
    header = decode_header(kept.row.header)
    seats = [name if seat in mine else known for seat, known in enumerate(header.seats)]
    changed = encode(msgspec.structs.replace(header, seats=seats))
    left = [
        SeatEvent(seat=seat, kind="left", name=name, at=len(kept.lines), time=int(time.time()))
        for seat in sorted(mine)
        if kept.row.to_move != OVER
    ]
    return [renaming(table, changed), *adding_seat_events(table, left, len(kept.seat_events))]
