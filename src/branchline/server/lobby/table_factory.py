"""New tables: creating them as requested, and storing them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from branchline.core.play.table import Table
from branchline.server.lobby.rated_rules import check_rated
from branchline.server.lobby.seat_requests import PEOPLE, SeatRequest, seat_rows
from branchline.server.table.play.table_clock import start_clock
from branchline.server.table.state.context import ServerContext
from branchline.server.table.state.record_lines import RecordLines
from branchline.server.table.state.seat_links import new_id
from branchline.store import SeatRow, StoredTable, TableRow
from branchline.store.club import club_tables
from branchline.store.club.club_tables import ClubTable
from branchline.store.table.clocks import Clocks, Terms


async def make_table(
    context: ServerContext,
    visitor: str,
    game: str,
    options: Mapping[str, object],
    seats: Sequence[SeatRequest],
    *,
    lesson: str = "",
    seed: int | None = None,
    moves: Sequence[str] = (),
    hints: bool | None = None,
    club: ClubTable | None = None,
    clock: Terms | None = None,
) -> str:
    """Create a table at which `moves` have already been made; returns its id. Raises `OptionError` and the like. Hints
    are off by default with several people and in rated games."""
    rows = seat_rows(seats)
    seed = secrets.randbits(256) if seed is None else seed
    table = Table.from_options(game, len(rows), options, seed=seed, seats=[row.name for row in rows])
    for move in moves:
        table.push(move)
    holders = [(seat, visitor) for seat, wanted in enumerate(seats) if wanted.who in ("me", "here")]
    if hints is None:
        hints = sum(wanted.who in PEOPLE for wanted in seats) == 1
    if club is not None and club.rated:
        check_rated(visitor, [wanted.who for wanted in seats])
        hints = False
    return await keep_table(
        context, table, seed, rows, holders, visitor, clock, lesson=lesson, hints=hints, club=club
    )


async def keep_table(
    context: ServerContext,
    table: Table,
    seed: int,
    rows: Sequence[SeatRow],
    holders: Sequence[tuple[int, str]],
    host: str,
    clock: Terms | None = None,
    *,
    name: str = "",
    club: ClubTable | None = None,
    **more: Any,
) -> str:
    """Store a table with links to its seats; `more`: other fields of its row."""
    lines = RecordLines.of(table)
    more["round"] = table.game.screen().round(table.state)
    return await keep_lines(
        context, table.game.name, lines, seed, rows, holders, host, clock, name=name, club=club, **more
    )


async def keep_lines(
    context: ServerContext,
    game: str,
    record: RecordLines,
    seed: int,
    rows: Sequence[SeatRow],
    holders: Sequence[tuple[int, str]],
    host: str,
    clock: Terms | None = None,
    *,
    name: str = "",
    club: ClubTable | None = None,
    **more: Any,
) -> str:
    """Like `keep_table`, without the table itself."""
    links, name, now = context.links, name or new_id(), int(time.time())
    row = TableRow(
        id=name,
        game=game,
        header=record.header,
        seed=f"{seed:x}",
        host=host,
        made=now,
        to_move=record.to_move,
        changed=now,
        **more,
    )
    if club is not None:  # before the table, so that no club table lacks it
        known = msgspec.structs.replace(club, table=name, made=now)
        await context.store.write(club_tables.adding(known))
    await context.store.add(
        StoredTable(
            row=links.linked_table(row),
            seats=[links.linked_seat(name, msgspec.structs.replace(seat, link_number=0)) for seat in rows],
            holders=list(holders),
            lines=list(record.lines),
            chat=[],
        )
    )
    if clock is not None:
        await start_clock(Clocks(context.store), name, clock, len(rows))
    return name
