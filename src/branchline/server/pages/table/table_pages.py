"""The page of a table: for its players, its host, and spectators with the link to watch."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from branchline.languages import _
from branchline.server.http.rendering import page, visit_of
from branchline.server.http.visitors import fingerprint
from branchline.server.lobby import lessons, seat_changes
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import offered_bots, offered_styles
from branchline.server.pages.account.account_pages import accounts_of
from branchline.server.pages.table.ticket_pages import qr_code
from branchline.server.table.live_table import LiveTable
from branchline.server.table.state.seat_links import ANY_SEAT
from branchline.store import SPECTATOR


async def table_of(request: HTTPConnection) -> LiveTable:
    """The table named in the URL, for its players and its host."""
    live = await lobby_of(request).find(request.path_params["table"])
    me = visit_of(request).me
    if live is None or live.row.uploaded or not (live.seating.of(me) or live.row.host == me):
        raise HTTPException(404, _("Table not found, or you have no seat at it. Ask its host for a link."))
    return live


async def hosted_table(request: Request) -> LiveTable:
    live = await table_of(request)
    if live.row.host != visit_of(request).me:
        raise HTTPException(403, _("Only the host of the table can do that."))
    return live


async def table(request: Request) -> Response:
    """table.html: `id`, `game`, `live` (the URL of the WebSocket), `mine` (the visitor's seats), `host`, `links`
    (for the host: {seat, name, address} of each open seat), `common_link` and `qr_code` (for the host: the invitation
    to all of them, or empty), `own_links` (to the visitor's seats, for them only),
    `watch` (for the host: the spectators' link), `invites_again` (whether the others can issue a new invitation
    to a taken seat), `secrets` (a shared screen has to be handed over), `bots` and `styles` (as for a new game),
    `lesson` (a game's name, or empty), `offered_lesson` (if there is time for one: a chapter), `next` (the id of the
    table that follows, or empty), `invited` (for a host who may invite members: those who have not answered; else
    None)."""
    live = await table_of(request)
    visit = visit_of(request)
    host = live.row.host == visit.me
    if host:
        await seat_changes.link_open_seats(live)
    invited = None
    if host and visit.member and not live.point.over and any(row.kind == "open" for row in live.seating.rows):
        invited = await accounts_of(request).invitations.invited(live.row.id)
    address = f"/table/{live.row.id}/live"
    return await _table_page(request, live, address, live.seating.of(visit.me), host, invited)


async def watch(request: Request) -> Response:
    """The same page, for spectators with the link to watch."""
    token = request.path_params["token"]
    found = await lobby_of(request).opened(fingerprint(token))
    if found is None or found[1] != SPECTATOR:
        raise HTTPException(404, _("This link no longer works. Ask the host of the table for a new one."))
    return await _table_page(
        request, found[0], f"/table/{found[0].row.id}/live?watch={token}", (), host=False
    )


async def _table_page(
    request: Request,
    live: LiveTable,
    address: str,
    mine: tuple[int, ...],
    host: bool,
    invited: list[str] | None = None,
) -> Response:
    common = ""
    if host and seat_changes.free_seats(live) and seat_changes.has_table_link(live):
        common = link_address(request, live, ANY_SEAT)
    return page(
        request,
        "table.html",
        id=live.row.id,
        game=live.table.game,
        live=address,
        mine=mine,
        host=host,
        links=[
            {"seat": row.seat, "name": row.name, "address": link_address(request, live, row.seat)}
            for row in live.seating.rows
            if host and row.kind == "open"
        ],
        common_link=common,
        qr_code=await asyncio.to_thread(qr_code, common) if common else "",
        own_links=[
            {"seat": seat, "name": live.seating.names[seat], "address": _own_address(request, live, seat)}
            for seat in mine
            if seat_changes.has_own_links(live)
        ],
        invites_again=bool(mine or host) and not live.state.rated and not live.state.paired,
        watch=link_address(request, live, SPECTATOR) if host else "",
        secrets=live.table.game.screen().secrets,
        bots=offered_bots(),
        styles=offered_styles(live.row.game),
        lesson=live.row.lesson,
        offered_lesson=_short_lesson(live) if mine and not host and _has_time(live) else None,
        next=live.row.next,
        invited=invited,
    )


def _short_lesson(live: LiveTable) -> str | None:
    """The first chapter of the game's lesson."""
    game = live.table.game.name
    if game not in lessons.names():
        return None
    return next((chapter.name for chapter in lessons.tutorial(game).chapters), "")


def _has_time(live: LiveTable) -> bool:
    """While others arrive, or before anybody has moved, there is time for a lesson."""
    return bool(seat_changes.free_seats(live)) or not live.state.begun


def _own_address(request: Request, live: LiveTable, seat: int) -> str:
    """The link back to a seat, for its owner only."""
    token = live.context.links.own_token(live.row.id, live.seating.rows[seat])
    return f"{str(request.base_url).rstrip('/')}/table/{live.row.id}/back/{token}"


def link_address(request: Request, live: LiveTable, seat: int) -> str:
    """The current invitation to an open seat or (`ANY_SEAT`) to all of them, or (`SPECTATOR`) the link to watch; for
    the host only."""
    links, base = live.context.links, str(request.base_url).rstrip("/")
    if seat == SPECTATOR:
        return f"{base}/watch/{links.watch_token(live.row)}"
    if seat == ANY_SEAT:
        return f"{base}/join/{links.table_token(live.row.id, live.seating.rows)}"
    return f"{base}/join/{links.seat_token(live.row.id, live.seating.rows[seat])}"
