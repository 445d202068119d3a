"""Changes of seats: taking one, leaving, new invitations, bots. Everybody at the table is told."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from branchline import bots
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.http.visitors import fingerprint
from branchline.server.lobby.rated_rules import check_seat, check_stay
from branchline.server.lobby.seat_requests import free_engines, player_name
from branchline.server.table.live_table import LiveTable
from branchline.server.table.state.seat_links import ANY_SEAT
from branchline.store import SPECTATOR, SeatRow
from branchline.store.club.members import Members


async def sit_down(live: LiveTable, seat: int, token: str, visitor: str, name: str) -> None:
    """Take a seat by an invitation to it, or (`ANY_SEAT`) to all open seats."""
    await _must_be_welcome(live, visitor)
    async with live.writer.writing():
        # The seat may have been taken or left since the link was looked up.
        if seat == ANY_SEAT:
            if not live.context.links.opens_table(live.row.id, live.seating.rows, token):
                raise Refused(_("This link no longer works. Ask the host of the table for a new one."))
            if not live.seating.of(visitor):
                await _take_first(live, visitor, name)
            return
        row = live.seating.rows[seat]
        if row.kind != "open" or row.link != fingerprint(token):
            raise Refused(spent())
        await _take(live, row, visitor, name)


async def _take(live: LiveTable, row: SeatRow, visitor: str, name: str) -> None:
    check_seat(live, row.seat, visitor)
    row = msgspec.structs.replace(row, kind="person", name=name or row.name)
    await live.seats.change(row, "taken", hold=visitor)


async def _take_first(live: LiveTable, visitor: str, name: str) -> None:
    if not (free := free_seats(live)):
        raise Refused(_("That table has no open seats any more."))
    await _take(live, free[0], visitor, name)


def free_seats(live: LiveTable) -> list[SeatRow]:
    if live.point.over or live.row.uploaded:
        return []
    return [row for row in live.seating.rows if row.kind == "open"]


def has_table_link(live: LiveTable) -> bool:
    """Whether there is one invitation to all open seats. There is none if the seats are for certain members."""
    return not live.state.rated and not live.state.paired


def spent() -> str:
    return _(
        "This invitation has been used: the seat is taken. If it is yours, open your own link to it, or sign in."
    )


def has_own_links(live: LiveTable) -> bool:
    """None at members-only tables: members keep their seat wherever they sign in."""
    return not live.state.members_only


async def come_back(live: LiveTable, seat: int, token: str, visitor: str) -> None:
    """Return by the link of the seat's owner: on another device, or in a browser that lost its cookie."""
    await _must_be_welcome(live, visitor)
    async with live.writer.writing():
        if live.context.links.own_seat(live.row.id, live.seating.rows, token) != seat:
            raise Refused(_("This link is no longer valid."))
        await live.seats.change(live.seating.rows[seat], "device", hold=visitor)


async def take_open_seat(live: LiveTable, member: str, name: str) -> None:
    """Take the first free seat, for players who were invited or come to an open table."""
    await _must_be_welcome(live, member)
    async with live.writer.writing():
        if not live.seating.of(member):
            await _take_first(live, member, name)


async def _must_be_welcome(live: LiveTable, visitor: str) -> None:
    """Check that nobody there has blocked them; players already seated stay."""
    if live.seating.of(visitor):
        return
    if live.state.people & await Members(live.context.store).apart(visitor):
        raise Refused(_("You can't join a table with somebody you have blocked or who has blocked you."))


async def leave(live: LiveTable, visitor: str, seats: Sequence[int]) -> None:
    """Leave for good, on all devices: the seats are open for new invitations."""
    async with live.writer.writing():
        check_stay(live)
        for seat in set(seats) & set(live.seating.of(visitor)):
            await live.seats.change(msgspec.structs.replace(live.seating.rows[seat], kind="open"), "left")


async def renew_link(live: LiveTable, seat: int) -> None:
    """A new invitation to an open seat or (`ANY_SEAT`) to all of them, or a new link to watch. The old one stops
    working."""
    links = live.context.links
    async with live.writer.writing():
        if seat == SPECTATOR:
            await live.settings.change(links.renewed_table(live.row))
            return
        rows = free_seats(live) if seat == ANY_SEAT else [live.seating.rows[seat]]
        if not rows or rows[0].kind != "open":
            raise Refused(_("That seat is taken. There are invitations to open seats only."))
        for row in rows:
            await live.seats.change(links.renewed_seat(live.row.id, row))


async def link_open_seats(live: LiveTable) -> None:
    """Make links for seats that were opened without the link key, such as those of members who have left."""
    for row in live.seating.rows:
        if row.kind == "open" and not row.link:
            await renew_link(live, row.seat)


async def seat_bot(live: LiveTable, seat: int, spec: str) -> None:
    """Give an open seat to a bot; with an empty spec, open a bot's seat."""
    if spec:
        bots.bot(spec)  # raises `UnknownBot`
    async with live.writer.writing():
        row = live.seating.rows[seat]
        if row.kind == "person":
            raise Refused(_("That seat is already taken."))
        if not spec or not live.state.paired:  # after a member has deleted their account and left the league
            check_stay(live)
        if spec:
            engine = free_engines(live.seating.names)[0]
            row = msgspec.structs.replace(row, kind="bot", bot=spec, name=engine)
            await live.seats.change(row, "bot")
        else:
            row = msgspec.structs.replace(row, kind="open", bot="", name=player_name(seat))
            await live.seats.change(row, "opened")
