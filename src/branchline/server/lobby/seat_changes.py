"""Seats change hands: who sits down, who leaves, a new link, a bot in or out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline import bots
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.lobby.rated_rules import check_seat, check_stay
from branchline.server.lobby.seat_requests import free_engines, player_name
from branchline.server.table.live_table import LiveTable
from branchline.store import SPECTATOR
from branchline.store.members import Members


async def sit_down(live: LiveTable, seat: int, visitor: str, name: str) -> None:
    await _must_be_welcome(live, visitor)
    async with live.writer.writing():
        check_seat(live, visitor)
        if live.counts and live.seating.holders[seat]:
            raise Refused(_("That seat is already taken."))
        row = live.seating.rows[seat]
        if row.kind == "bot":
            raise Refused(_("A bot has that seat now. Ask the host of the table for it."))
        row = msgspec.structs.replace(row, kind="person", name=name or row.name)
        await live.change_seat(row, hold=visitor)


async def take_open_seat(live: LiveTable, member: str, name: str) -> None:
    """For those who were invited, or come to an open table: the first seat that is free."""
    await _must_be_welcome(live, member)
    async with live.writer.writing():
        free = [row for row in live.seating.rows if row.kind == "open"]
        if live.seating.of(member):
            return
        check_seat(live, member)
        if not free or live.point.over or live.row.uploaded:
            raise Refused(_("That table has no open seats any more."))
        await live.change_seat(msgspec.structs.replace(free[0], kind="person", name=name), hold=member)


async def _must_be_welcome(live: LiveTable, visitor: str) -> None:
    """To everybody there; who sits there already stays."""
    if live.seating.of(visitor):
        return
    if live.there() & await Members(live.context.store).apart(visitor):
        raise Refused(_("You can't join a table with somebody you have blocked or who has blocked you."))


async def leave(live: LiveTable, visitor: str, seats: Sequence[int]) -> None:
    """A seat that nobody holds any more is open: its link is good for coming back."""
    async with live.writer.writing():
        check_stay(live)
        for seat in seats:
            row = live.seating.rows[seat]
            if live.seating.holders[seat] == {visitor}:
                row = msgspec.structs.replace(row, kind="open")
            await live.change_seat(row, forget=[visitor])


async def renew_link(live: LiveTable, seat: int) -> None:
    """A new link for a seat. The old one opens nothing any more, and who came by it, except the host, is out."""
    links = live.context.links
    async with live.writer.writing():
        if seat == SPECTATOR:
            await live.change(links.renewed_table(live.row))
            for page in live.connections:
                if page.watching:
                    page.dismiss()
            return
        if live.seating.rows[seat].kind == "person":
            check_stay(live)
        row = links.renewed_seat(live.row.id, live.seating.rows[seat])
        forget = live.seating.holders[seat] - {live.row.host}
        if row.kind == "person" and live.seating.holders[seat] == forget:
            row = msgspec.structs.replace(row, kind="open")
        await live.change_seat(row, forget=sorted(forget))


async def seat_bot(live: LiveTable, seat: int, spec: str) -> None:
    """An open seat gets a bot; with an empty spec a bot's seat is opened."""
    if spec:
        bots.bot(spec)  # says what is wrong with the spec
    async with live.writer.writing():
        check_stay(live)
        row = live.seating.rows[seat]
        if row.kind == "person":
            raise Refused(_("That seat is already taken."))
        if spec:
            engine = free_engines(live.seating.names)[0]
            row = msgspec.structs.replace(row, kind="bot", bot=spec, name=engine)
        else:
            row = msgspec.structs.replace(row, kind="open", bot="", name=player_name(seat))
        await live.change_seat(row)
