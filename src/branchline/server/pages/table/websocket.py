"""The WebSocket of a page: `table.protocol` has the requests and messages that it carries."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.core.errors import RecordError
from branchline.server.http.errors import Refused
from branchline.server.http.rate_limits import Limiter
from branchline.server.http.rendering import RETRY, visit_of
from branchline.server.http.visitors import fingerprint
from branchline.server.lobby import blocking
from branchline.server.lobby.lobby import lobby_of
from branchline.server.pages.account.account_pages import accounts_of
from branchline.server.pages.table.table_pages import table_of
from branchline.server.table.live_table import LiveTable
from branchline.server.table.protocol.connection import RESTARTING, TRY_LATER, Closed, Connection
from branchline.server.table.request_handler import RequestHandler
from branchline.store import SPECTATOR, StoreTrouble

NO_TABLE: Final = 4404  # there is no such table for this visitor


async def live(socket: WebSocket) -> None:
    lobby, watching = lobby_of(socket), "watch" in socket.query_params
    lobby.arriving += 1
    try:
        table = None if lobby.leaving else await _seen_table(socket)
        await socket.accept()
    except StoreTrouble:
        # The page retries after a while.
        await socket.send_denial_response(Response(status_code=503, headers=RETRY))
        return
    finally:
        lobby.arriving -= 1
    if table is None or lobby.leaving:
        await socket.close(RESTARTING if lobby.leaving else NO_TABLE)
        return
    limiter: Limiter = socket.app.state.limiter
    limited = limiter.of(socket, visit_of(socket).me)
    page = table.connect(visit_of(socket), socket.send_bytes, watching)
    if page.visit.session is not None:
        page.blocked = await accounts_of(socket).members.blocked_by(page.visit.me)
    handler = table.request_handler(page, limited)
    table.enter(page)
    tasks = [asyncio.create_task(page.send_all()), asyncio.create_task(_receive(socket, handler))]
    try:
        await _must_be_signed_in(socket, page)
        await _keeps_seats(table, page)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = [*await asyncio.gather(*tasks, return_exceptions=True), await handler.finish()]
        table.leave(page)
    for end in ends:
        if isinstance(end, Closed):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(end.code)
        elif isinstance(end, Exception) and not isinstance(end, RuntimeError | WebSocketDisconnect):
            raise end


async def _must_be_signed_in(socket: WebSocket, page: Connection) -> None:
    """Check again: the visitor may have signed out or blocked somebody while the page was opening."""
    session = page.visit.session
    if session is None:
        return
    if not await accounts_of(socket).sessions.living([session.fingerprint]):
        page.close()
    await blocking.refresh_pages(lobby_of(socket), [session.member.id])


async def _keeps_seats(table: LiveTable, page: Connection) -> None:
    """A player who comes to their table keeps their seats, whatever the others had agreed on."""
    try:
        await table.new_invitations.owner_came(page.mine)
    except Refused:  # it could not be written: the page will reconnect
        if not table.ended:
            page.close(TRY_LATER)


async def _seen_table(socket: WebSocket) -> LiveTable | None:
    """The table, for its players, its host, and spectators with the link to watch."""
    token = socket.query_params.get("watch")
    try:
        if token is None:
            return await table_of(socket)
        found = await lobby_of(socket).opened(fingerprint(token))
    except (HTTPException, RecordError):  # rules that are not installed: the page itself says so
        return None
    seen = found is not None and found[1] == SPECTATOR and found[0].row.id == socket.path_params["table"]
    return found[0] if found and seen else None


async def _receive(socket: WebSocket, handler: RequestHandler) -> None:
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        content: Any = message.get("text") or message.get("bytes") or b""
        await handler.handle(content)
