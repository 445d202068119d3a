"""Inviting a member to a table with an open seat, and the answer."""

from __future__ import annotations

import time
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
from branchline.server.lobby.seat_changes import take_open_seat
from branchline.server.pages.account.account_pages import accounts_of, member_of
from branchline.server.pages.table.table_pages import hosted_table


async def invite(request: Request) -> Response:
    """Form: name (a member's). For the host only, who must be a member too."""
    live, host, accounts = await hosted_table(request), member_of(request), accounts_of(request)
    name = text_of(await form_of(request), "name")
    if live.point.over or not any(row.kind == "open" for row in live.seating.rows):
        raise Refused(_("This table has no open seats."))
    member = await accounts.members.by_name(name)
    if member is None or member.id == host.id:
        raise Refused(_("There is no other member with that name."))
    if live.seating.of(member.id):
        raise Refused(_("{name} is already at this table.", name=member.name))
    for one, other in ((member.id, host.id), (host.id, member.id)):
        if await accounts.members.blocks(one, other):
            raise Refused(_("{name} can't be invited to this table.", name=member.name))
    await accounts.invitations.add(live.row.id, member.id, host.id, int(time.time()))
    return form_response(request, f"/table/{live.row.id}")


async def accept(request: Request) -> Response:
    accounts, member, table = accounts_of(request), member_of(request), request.path_params["table"]
    live = await lobby_of(request).find(table)
    if live is None or not await accounts.invitations.stands(table, member.id):
        raise HTTPException(404, _("This invitation is no longer valid."))
    await take_open_seat(live, member.id, member.name)
    await accounts.invitations.end(table, member.id)
    return form_response(request, f"/table/{table}")


async def decline(request: Request) -> Response:
    await accounts_of(request).invitations.end(request.path_params["table"], member_of(request).id)
    return form_response(request, "/")


ROUTES: Final = [
    Route("/table/{table}/invite", invite, methods=["POST"]),
    Route("/invitations/{table}/accept", accept, methods=["POST"]),
    Route("/invitations/{table}/decline", decline, methods=["POST"]),
]
