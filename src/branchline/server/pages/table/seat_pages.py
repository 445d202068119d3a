"""Seats: taking one by an invitation, returning by a personal link, a new invitation, a bot, leaving."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from branchline.core.text import SEAT_NAME
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import error_response, form_response, page, visit_of, wants_json
from branchline.server.lobby import seat_changes
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import styled
from branchline.server.pages.table.table_pages import hosted_table, link_address, table_of
from branchline.server.pages.table.ticket_pages import preview_address, ticket_of
from branchline.server.table.live_table import LiveTable
from branchline.server.table.seats.names import check_own
from branchline.server.table.state.seat_links import ANY_SEAT
from branchline.server.workers.ticket_picture import HEIGHT, WIDTH
from branchline.store import SPECTATOR


async def join(request: Request) -> Response:
    """An invitation, to one seat or to any that is open. Form: name."""
    token = request.path_params["token"]
    found = await lobby_of(request).invited(token)
    if found is None or (found[1] == ANY_SEAT and not seat_changes.has_table_link(found[0])):
        raise HTTPException(404, _("This link no longer works. Ask the host of the table for a new one."))
    live, seat = found
    visit = visit_of(request)
    mine = live.seating.of(visit.me)
    if seat in mine or (seat == ANY_SEAT and mine):
        return form_response(request, f"/table/{live.row.id}")
    if seat != ANY_SEAT and live.seating.rows[seat].kind != "open":
        raise HTTPException(410, seat_changes.spent())
    if seat == ANY_SEAT and not seat_changes.free_seats(live):
        return await _sold_out(request, live)
    if request.method == "POST":
        name = await wished_name(request, text_of(await form_of(request), "name"))
        await seat_changes.sit_down(live, seat, token, visit.me, name)
        return form_response(request, f"/table/{live.row.id}")
    return await _join_page(request, live, seat, visit.member.name if visit.member else "")


async def _sold_out(request: Request, live: LiveTable) -> Response:
    """Nobody can sit down any more, but invited people may watch, except where only members play."""
    words = _("The game is over.") if live.point.over else _("All seats at this table are taken.")
    if wants_json(request):
        return error_response(request, 410, words)
    watch = "" if live.state.members_only else link_address(request, live, SPECTATOR)
    return await _join_page(request, live, ANY_SEAT, "", 410, refused=words, watch=watch)


async def come_back(request: Request) -> Response:
    """The personal link of the seat's owner."""
    live, token = await lobby_of(request).find(request.path_params["table"]), request.path_params["token"]
    seat = live.context.links.own_seat(live.row.id, live.seating.rows, token) if live else None
    if live is None or seat is None or not seat_changes.has_own_links(live):
        raise HTTPException(404, _("This link is no longer valid."))
    me = visit_of(request).me
    if request.method == "POST" and seat not in live.seating.of(me):
        await seat_changes.come_back(live, seat, token, me)
    if seat in live.seating.of(me):
        return form_response(request, f"/table/{live.row.id}")
    return await _join_page(request, live, seat, live.seating.names[seat], own=True)


async def _join_page(
    request: Request, live: LiveTable, seat: int, seat_name: str, code: int = 200, /, *, own: bool = False,
    refused: str = "", watch: str = "",
) -> Response:  # fmt: skip
    """join.html: `game`, `ticket`, `rows` (the seats), `seat`, `any_seat` (the invitation is for the next free one),
    `seat_name` (the initial text of the name field), `own` (whether it is the link of the seat's owner), `refused`
    (why nobody can sit down; else empty), `watch` (the link to watch, if nobody can); for messengers: `picture`,
    `picture_size`, `url`."""
    return page(
        request, "join.html", code, game=live.table.game, ticket=await ticket_of(live), rows=live.seating.rows,
        seat=seat, any_seat=seat == ANY_SEAT, seat_name=seat_name, own=own, refused=refused, watch=watch,
        picture=preview_address(request, live), picture_size=(WIDTH, HEIGHT), url=str(request.url.replace(query="")),
        own_links=seat_changes.has_own_links(live),
    )  # fmt: skip


async def wished_name(request: Request, text: str, otherwise: str = "") -> str:
    """The name of a visitor at a table (the rule is in `names.py`)."""
    visit = visit_of(request)
    if visit.member:
        return visit.member.name
    name = SEAT_NAME.tidy(text)
    await check_own(lobby_of(request).context, visit.me, name)
    return name or otherwise


async def new_link(request: Request) -> Response:
    """Form: seat (the number of an open one, "any" for the link to all of them, or "watch"). For the host only; the
    old link stops working. Scripts get the new one."""
    live = await hosted_table(request)
    form = await form_of(request)
    seat = {"any": ANY_SEAT, "watch": SPECTATOR}.get(text_of(form, "seat"))
    seat = _seat_of(form, live) if seat is None else seat
    if seat == ANY_SEAT and not seat_changes.has_table_link(live):
        raise Refused(_("At this table each seat has an invitation of its own."))
    await seat_changes.renew_link(live, seat)
    if not wants_json(request):
        return form_response(request, f"/table/{live.row.id}")
    return JSONResponse({"seat": form.get("seat"), "link": link_address(request, live, seat)})


async def invite_again(request: Request) -> Response:
    """Form: seat, a taken one. The others at the table agree to a new invitation; once all have agreed and the owner
    has been absent long enough, the seat opens. Scripts then get the invitation."""
    live, me = await table_of(request), visit_of(request).me
    seat = _seat_of(await form_of(request), live)
    opened = await live.new_invitations.agree(live.seating.of(me), live.row.host == me, seat)
    if not wants_json(request):
        return form_response(request, f"/table/{live.row.id}")
    return JSONResponse({"seat": str(seat), "link": link_address(request, live, seat) if opened else ""})


async def change_seat(request: Request) -> Response:
    """Form: seat, bot (a spec; empty: open the seat), style (of a level). For the host only."""
    live = await hosted_table(request)
    form = await form_of(request)
    spec = styled(text_of(form, "bot"), text_of(form, "style"))
    await seat_changes.seat_bot(live, _seat_of(form, live), spec)
    return form_response(request, f"/table/{live.row.id}")


async def leave(request: Request) -> Response:
    """Form: seat (without it, all of the visitor's seats)."""
    live = await table_of(request)
    form = await form_of(request)
    mine = live.seating.of(visit_of(request).me)
    seats = [_seat_of(form, live)] if form.get("seat") else list(mine)
    if any(seat not in mine for seat in seats):
        raise Refused(_("That seat is not yours."))
    await seat_changes.leave(live, visit_of(request).me, seats)
    return form_response(request, "/")


def _seat_of(form: FormData, live: LiveTable) -> int:
    """The field `seat`, a seat of the table; raises `Refused`."""
    text = text_of(form, "seat")
    if not (text.isascii() and text.isdecimal() and int(text) < len(live.seating.rows)):
        raise Refused(_("Seat not found."))
    return int(text)
