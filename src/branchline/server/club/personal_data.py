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
from branchline.server.table.names import former_name
from branchline.server.table.record_lines import decode_header, encode, opened
from branchline.store import Kept, SeatEvent, Statement, Store, leagues, results, rows
from branchline.store.backup import FURTHER
from branchline.store.members import THEIRS, Member, Members

FORMAT: Final = "branchline.member/1"
# Columns that are useless to everybody else, and to the member.
SECRET: Final = ("password", "secret")


async def exported(store: Store, member: Member) -> AsyncIterator[bytes]:
    """Everything stored about a member, as JSON, piece by piece."""
    yield b'{"format":' + encode(FORMAT) + b',"exported":' + encode(int(time.time()))
    for table in FURTHER:
        if table.member:
            columns = [name for name in table.columns if name not in SECRET]
            found = await store.ask(
                f"SELECT {', '.join(columns)} FROM {table.name} WHERE {table.member} = ?", member.id
            )
            rows = [dict(zip(columns, row, strict=True)) for row in found]
            yield b"," + encode(table.name) + b":" + encode(rows)
    sessions = await store.ask("SELECT made, used FROM sessions WHERE member = ?", member.id)
    yield b',"sessions":' + encode([{"made": made, "used": used} for made, used in sessions])
    said = await store.ask("SELECT table_id, time, words FROM chat WHERE author = ? ORDER BY time", member.id)
    yield b',"chat":' + encode([{"table": row[0], "time": row[1], "words": row[2]} for row in said])
    found = await store.ask(
        "SELECT table_id, score, place, mu, sigma FROM result_seats WHERE player = ? ORDER BY table_id",
        member.id,
    )
    names = ("table", "score", "place", "mu", "sigma")
    yield b',"results":' + encode([dict(zip(names, row, strict=True)) for row in found])
    yield b',"games":['
    first = True
    for name in await Members(store).tables(member.id):
        kept = await store.find(name)
        if kept is not None:
            yield (b"" if first else b",") + encode(await asyncio.to_thread(_game, kept, member.id))
            first = False
    yield b"]}\n"


def _game(kept: Kept, member: str) -> dict[str, Any]:
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
        "record": opened(kept).dumps().decode() if over else None,
    }


async def delete(store: Store, member: Member) -> list[str]:
    """Delete the member in one write; returns the changed tables. Their seats in running games become open."""
    name, theirs = former_name(), await Members(store).tables(member.id)
    player = results.nameless()
    held = "EXISTS (SELECT 1 FROM holders WHERE table_id = seats.table_id AND seat = seats.seat AND visitor {} ?)"
    statements = [
        Statement(f"UPDATE tables SET edition = edition + 1 WHERE id IN ({THEIRS})", (member.id, member.id)),
        *[one for table in theirs for one in await _renamed(store, table, member.id, name)],
        Statement(
            # The old links stop working; a new invitation is made when the host of the table looks.
            f"UPDATE seats SET name = ?, link = '', link_number = link_number + 1,"
            f" kind = CASE WHEN kind = 'person' AND NOT {held.format('<>')} THEN 'open' ELSE kind END"
            f" WHERE {held.format('=')}",
            (name, member.id, member.id),
        ),
        # Their standing orders are secret, so nobody inherits them.
        Statement(
            "DELETE FROM orders WHERE EXISTS (SELECT 1 FROM holders WHERE table_id = orders.table_id"
            " AND seat = orders.seat AND visitor = ?)",
            (member.id,),
        ),
        Statement("DELETE FROM outbox WHERE person = ?", (member.id,)),
        Statement("DELETE FROM holders WHERE visitor = ?", (member.id,)),
        # A remaining player becomes the host, so that open seats can be filled.
        Statement(
            "UPDATE tables SET host = COALESCE("
            "(SELECT MIN(visitor) FROM holders WHERE table_id = tables.id), '') WHERE host = ?",
            (member.id,),
        ),
        Statement("UPDATE chat SET name = ?, author = '' WHERE author = ?", (name, member.id)),
        Statement("UPDATE seat_events SET name = ?, author = '' WHERE author = ?", (name, member.id)),
        Statement("UPDATE result_seats SET name = ?, player = '' WHERE player = ?", (name, member.id)),
        Statement("DELETE FROM blocks WHERE other = ?", (member.id,)),
        Statement("DELETE FROM invitations WHERE host = ?", (member.id,)),
        Statement("DELETE FROM sessions WHERE member = ?", (member.id,)),
        Statement("DELETE FROM mail_links WHERE member = ?", (member.id,)),
        *results.forget(member.id, player),
        *leagues.forget(member.id, player),
    ]
    further = [
        Statement(f"DELETE FROM {table.name} WHERE {table.member} = ?", (member.id,))
        for table in FURTHER
        if table.member and not table.stays
    ]
    await store.write(*statements, *further)
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
    return [
        Statement("UPDATE tables SET header = ? WHERE id = ?", (changed, table)),
        *(
            Statement(rows.ADD_SEAT_EVENT, rows.of_seat_event(table, number, event))
            for number, event in enumerate(left, start=len(kept.seat_events))
        ),
    ]
