"""Seats: sitting down by a link, a new link, a bot, leaving."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.http.forms import form_of, seat_of, text_of
from branchline.server.http.rendering import done, page, visit_of, wants_json
from branchline.server.http.visitors import fingerprint
from branchline.server.lobby import seat_changes
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import styled
from branchline.server.pages.table.table_pages import hosted_table, link_address, table_of
from branchline.server.table.names import check_own
from branchline.server.table.request_handler import clean
from branchline.store import SPECTATOR


async def join(request: Request) -> Response:
    """join.html: `game`, `names`, `seat`, `seat_name` (what stands in the field of the name). Form: name."""
    token = request.path_params["token"]
    found = await lobby_of(request).opened(fingerprint(token))
    if found is None or found[1] == SPECTATOR:
        raise HTTPException(404, _("This link no longer works. Ask the host of the table for a new one."))
    live, seat = found
    me = visit_of(request).me
    if request.method == "POST":
        form = await form_of(request)
        await seat_changes.sit_down(live, seat, me, await wished_name(request, text_of(form, "name")))
        return done(request, f"/table/{live.row.id}")
    if seat in live.seating.of(me):
        return done(request, f"/table/{live.row.id}")
    member = visit_of(request).member
    kept = "" if live.seating.rows[seat].kind == "open" else live.seating.names[seat]
    return page(
        request, "join.html", game=live.table.game, names=live.seating.names, seat=seat,
        seat_name=member.name if member else kept,
    )  # fmt: skip


async def wished_name(request: Request, text: str, otherwise: str = "") -> str:
    """What somebody wants to be called at a table; a member by their own name if they say nothing."""
    visit = visit_of(request)
    name = clean(text, 24, "")
    await check_own(lobby_of(request).context, visit.me, name)
    return name or (visit.member.name if visit.member else otherwise)


async def new_link(request: Request) -> Response:
    """Form: seat (a number, or "watch"). The host's; the old link and its holders are good for nothing then. Scripts
    get the new one."""
    live = await hosted_table(request)
    form = await form_of(request)
    seat = SPECTATOR if form.get("seat") == "watch" else seat_of(form, live)
    await seat_changes.renew_link(live, seat)
    if not wants_json(request):
        return done(request, f"/table/{live.row.id}")
    return JSONResponse({"seat": form.get("seat"), "link": link_address(request, live, seat)})


async def change_seat(request: Request) -> Response:
    """Form: seat, bot (a spec; empty: open the seat), style (of a level). The host's."""
    live = await hosted_table(request)
    form = await form_of(request)
    spec = styled(text_of(form, "bot"), text_of(form, "style"))
    await seat_changes.seat_bot(live, seat_of(form, live), spec)
    return done(request, f"/table/{live.row.id}")


async def leave(request: Request) -> Response:
    """Form: seat (without it, all that the visitor holds)."""
    live = await table_of(request)
    form = await form_of(request)
    mine = live.seating.of(visit_of(request).me)
    seats = [seat_of(form, live)] if form.get("seat") else list(mine)
    if any(seat not in mine for seat in seats):
        raise Refused(_("That seat is not yours."))
    await seat_changes.leave(live, visit_of(request).me, seats)
    return done(request, "/")
