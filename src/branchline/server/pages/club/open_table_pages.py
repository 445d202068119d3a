"""Open tables: what is on offer on the server, and taking a seat with one click."""

from __future__ import annotations

import time
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core import registry
from branchline.core.text import SEAT_NAME
from branchline.languages import _
from branchline.server.club.players import People, people
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import form_response, page, visit_of
from branchline.server.lobby.game_result import variant_of, variant_words
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_changes import take_open_seat
from branchline.server.table.seats.names import check_own
from branchline.server.table.state.record_lines import decode_header
from branchline.store import SeatRow, Store
from branchline.store.club.club_tables import Offer, offers
from branchline.store.club.members import Members, is_member
from branchline.store.club.results import BOT

MOST: Final = 60  # tables per page


async def tables(request: Request) -> Response:
    """open_tables.html: `offers` (id, game, title, variant, seats, free, rated, members_only, mine), `games`, `game`,
    `counts` (numbers of players to choose from), `players`, `part` (only the list is requested)."""
    store, me = lobby_of(request).context.store, visit_of(request).me
    game, players = request.query_params.get("game", ""), request.query_params.get("players", "")
    game = game if game in registry.games() else ""
    games = [registry.game(name) for name in registry.games()]
    counts = sorted({count for each in games for count in each.players})
    count = int(players) if players in map(str, counts) else 0
    found, names = await _found(store, me, game, count)
    return page(
        request,
        "open_tables_list.html" if request.query_params.get("part") else "open_tables.html",
        offers=[_shown(offer, names, me) for offer in found],
        games=games,
        game=game,
        counts=counts,
        players=count,
    )


async def _found(store: Store, me: str, game: str = "", players: int = 0) -> tuple[list[Offer], People]:
    """The open tables without anybody who has blocked the visitor or whom they have blocked."""
    found = await offers(store, int(time.time()), MOST, game=game, players=players)
    apart = await Members(store).apart(me)
    found = [offer for offer in found if not offer.there() & apart]
    return found, await people(store, {holder for offer in found for holder in offer.there()})


async def offers_to(request: Request, most: int) -> list[dict[str, object]]:
    """Open tables at which the visitor could take a seat, as `tables` shows them."""
    me = visit_of(request).me
    found, names = await _found(lobby_of(request).context.store, me)
    return [_shown(offer, names, me) for offer in found if me not in offer.there()][:most]


def _shown(offer: Offer, names: People, me: str) -> dict[str, object]:
    held = dict(offer.holders)
    return {
        "id": offer.club.table,
        "game": offer.game,
        "title": registry.game(offer.game).title,
        "variant": variant_words(offer.game, variant_of(offer.game, decode_header(offer.header).options)),
        "seats": [
            {"kind": row.kind, "who": names.of(_player(row, held.get(row.seat, "")), row.name)}
            for row in offer.seats
        ],
        "free": offer.free,
        "rated": offer.club.rated,
        "members_only": offer.club.members_only or offer.club.rated,
        "mine": me in offer.there(),
    }


def _player(row: SeatRow, holder: str) -> str:
    return BOT + row.bot if row.kind == "bot" else holder if is_member(holder) else ""


async def sit(request: Request) -> Response:
    """Form: name (a guest's). Takes the first free seat of an open table."""
    lobby, visit = lobby_of(request), visit_of(request)
    live = await lobby.find(request.path_params["table"])
    if live is None or live.state.club is None or not live.state.club.open:
        raise HTTPException(404, _("This table is no longer open."))
    if live.seating.of(visit.me):
        return form_response(request, f"/table/{live.row.id}")
    wished = SEAT_NAME.tidy(text_of(await form_of(request), "name")) or _("Guest")
    name = visit.member.name if visit.member else wished
    await check_own(lobby.context, visit.me, name)
    await take_open_seat(live, visit.me, name)
    return form_response(request, f"/table/{live.row.id}")


ROUTES: Final = [
    Route("/tables", tables),
    Route("/tables/{table}/sit", sit, methods=["POST"]),
]
