"""Games that follow a finished one: a rematch, or playing on from one of its positions."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.bots import DEFAULT_BOT
from branchline.core.play.loading import resume
from branchline.core.play.table import Table
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.lobby.blocking import check_together
from branchline.server.lobby.seat_requests import SeatRequest, seat_rows
from branchline.server.lobby.table_factory import keep_table
from branchline.server.table.live_table import LiveTable
from branchline.server.table.protocol.messages import Rematch
from branchline.server.table.seats.names import not_a_members
from branchline.server.workers.record_check import beginning_of


async def rematch(live: LiveTable) -> str:
    """The same people and options at a new table; a second request gives the same table."""
    async with live.writer.writing():
        if not live.point.over or live.row.uploaded:
            raise Refused(_("You can play a rematch only after a finished game."))
        if not live.row.next:
            await check_together(live.context.store, live.state.people)
            name = await _same_again(live)
            await live.settings.change(msgspec.structs.replace(live.row, next=name))
        live.state.send_to_pages(Rematch(f"/table/{live.row.next}"))
        return live.row.next


async def _same_again(live: LiveTable) -> str:
    header, seed, seating = live.table.header(), secrets.randbits(256), live.seating
    table = Table.from_options(header.game, header.players, header.options, seed=seed, seats=seating.names)
    holders = [(seat, visitor) for seat, held in enumerate(seating.holders) for visitor in held]
    clock = live.table_clock.clock.terms if live.table_clock.clock else None
    club = msgspec.structs.replace(live.state.club, open=False, closed=False) if live.state.club else None
    return await keep_table(
        live.context,
        table,
        seed,
        seating.rows,
        holders,
        live.row.host,
        clock,
        hints=live.row.hints,
        club=club,
    )


async def branch(live: LiveTable, at: int, visitor: str, member: str) -> str:
    """Play on from a position of a finished game: the visitor takes the seat to move, bots the others. `member`: the
    name of a visitor who is one. A guest takes over the name of the seat."""
    table, seed = await table_at(live, at)
    mine = table.to_move
    assert mine is not None
    seats = [SeatRequest(DEFAULT_BOT, name) for name in table.seats]
    seats[mine] = SeatRequest("me", member or await not_a_members(live.context, visitor, table.seats[mine]))
    return await play_on(live, table, seed, seats, visitor, hints=True)


async def table_at(live: LiveTable, at: int, names: Sequence[str] = ()) -> tuple[Table, int]:
    """A finished game at a moment when somebody has to move, and the seed for all later draws. `names`: the players who
    take over the seats."""
    old = live.table
    if not 0 <= at <= len(old.steps):
        raise Refused(_("That moment is not part of this game."))
    seed = secrets.randbits(256)
    lines = await live.frames.do(beginning_of, old.steps[:at])
    header = old.header()
    header = msgspec.structs.replace(header, seats=list(names) or header.seats)
    table = await asyncio.to_thread(resume, header, lines, seed=seed)
    if table.to_move is None:
        raise Refused(_("The game is already over at that point. Choose an earlier moment."))
    return table, seed


async def play_on(
    live: LiveTable, table: Table, seed: int, seats: Sequence[SeatRequest], visitor: str, **more: Any
) -> str:
    """Store such a table, with the visitor in the seat to move; `more` as for `keep_table`."""
    assert table.to_move is not None
    holders = [(table.to_move, visitor)]
    return await keep_table(live.context, table, seed, seat_rows(seats), holders, visitor, **more)
