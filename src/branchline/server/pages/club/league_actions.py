"""Actions in a league: joining and withdrawing; for its host, enrolling others, starting it and annulling a table."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import form_response
from branchline.server.lobby.lobby import lobby_of
from branchline.server.pages.club.league_pages import CROWD, league_member, league_of, league_service_of
from branchline.store import Conflict
from branchline.store.club.leagues import League
from branchline.store.club.members import Member, Members


async def join(request: Request) -> Response:
    member, found = league_member(request), await league_of(request)
    if not found.open and member.id != found.host:
        raise Refused(_("This league is by invitation. Ask its host to enrol you."))
    await _enter(request, found, member)
    return form_response(request, f"/league/{found.id}")


async def enrol(request: Request) -> Response:
    """Form: name. For the host only."""
    found = await _hosted(request)
    form = await form_of(request)
    store = lobby_of(request).context.store
    other = await Members(store).by_name(text_of(form, "name"))
    if other is None:
        raise Refused(_("There is no member with that name."))
    if await Members(store).blocks(other.id, found.host):
        raise Refused(_("You can't enrol {name}.", name=other.name))
    await _enter(request, found, other)
    return form_response(request, f"/league/{found.id}")


async def _enter(request: Request, found: League, member: Member) -> None:
    entrants = await league_service_of(request).leagues.entrants(found.id)
    if len(entrants) >= CROWD:
        raise Refused(_("This league is full."))
    if any(one.player == member.id for one in entrants):
        return
    try:
        await league_service_of(request).leagues.join(found.id, member.id)
    except Conflict:
        raise Refused(_("This league has already started. Wait for the next one.")) from None


async def give_up(request: Request) -> Response:
    member, found = league_member(request), await league_of(request)
    try:
        await league_service_of(request).give_up(found, member.id)
    except Conflict:
        raise Refused(_("You are no longer in this league.")) from None
    return form_response(request, f"/league/{found.id}")


async def begin(request: Request) -> Response:
    found = await _hosted(request)
    if found.round:
        raise Refused(_("It has already started."))
    if len(await league_service_of(request).leagues.entrants(found.id)) < 2:
        raise Refused(_("At least two players are needed to start."))
    await league_service_of(request).go_on(found.id)
    return form_response(request, f"/league/{found.id}")


async def annul(request: Request) -> Response:
    """Form: table. For the host only: a table that will not be finished gives no points, and the league continues."""
    found = await _hosted(request)
    form = await form_of(request)
    table = text_of(form, "table")
    running = [
        one
        for one in await league_service_of(request).leagues.tables(found.id)
        if one.table == table and not one.played
    ]
    if not running:
        raise Refused(_("Table not found, or its game is over."))
    await league_service_of(request).leagues.annul(table)
    return form_response(request, f"/league/{found.id}")


async def _hosted(request: Request) -> League:
    member, found = league_member(request), await league_of(request)
    if member.id != found.host:
        raise HTTPException(403, _("Only the host of the league can do that."))
    return found


ROUTES: Final = [
    Route("/league/{league}/join", join, methods=["POST"]),
    Route("/league/{league}/enrol", enrol, methods=["POST"]),
    Route("/league/{league}/give-up", give_up, methods=["POST"]),
    Route("/league/{league}/begin", begin, methods=["POST"]),
    Route("/league/{league}/annul", annul, methods=["POST"]),
]
