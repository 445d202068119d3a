"""The ticket: what an invitation says before anybody sits down, as a page and as a picture for messengers."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from functools import lru_cache
from typing import Final

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.presentation import Field
from branchline.core.setup import Setup
from branchline.languages import LANGUAGES, _, language, speaking
from branchline.server.http.rendering import STATIC, asset_folders
from branchline.server.lobby.lobby import Lobby, lobby_of
from branchline.server.table.live_table import LiveTable
from branchline.server.workers.process_pool import Owner
from branchline.server.workers.ticket_picture import Ticket, png
from branchline.store.club.members import Members, is_member

PREVIEW: Final = {
    "cache-control": "public, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",  # messengers show it on their own pages
}
LIMIT: Final = 20.0  # seconds that a picture may take
CACHED: Final = 100  # pictures

_cache: OrderedDict[Ticket, bytes] = OrderedDict()


async def ticket_of(live: LiveTable) -> Ticket:
    """Nothing in it depends on the course of the game or reveals who else plays."""
    game = live.table.game
    return Ticket(
        game=game.title,
        sign=game.presentation().sign,
        poster=_poster(game.name),
        host=await _host_name(live),
        terms=tuple(_terms(live.table.setup)),
        number=f"{zlib.crc32(live.row.id.encode()) % 100_000:05}",
        language=language(),
    )


def _poster(game: str) -> str:
    own = asset_folders().get(game, STATIC) / "poster.svg"
    return str(own if own.is_file() else STATIC / "shared" / "poster.svg")


async def _host_name(live: LiveTable) -> str:
    """Empty: a guest who has no seat at the table."""
    host = live.row.host
    if seats := live.seating.of(host):
        return live.seating.names[seats[0]]
    return (await Members(live.context.store).named([host])).get(host, "") if is_member(host) else ""


def _terms(setup: Setup) -> list[tuple[str, str]]:
    """The variant of a game, and the options that differ from the usual ones: label and value, in words."""
    shown, options = setup.game.presentation(), setup.options
    usual, variant = _usual(setup.name, setup.players), shown.variant()
    return [
        (field.label, _value(field, options[field.name]))
        for field in shown.option_fields()
        if field.name in options
        and (options[field.name] != usual.get(field.name) or (variant and variant.option == field.name))
    ]


@lru_cache(64)
def _usual(game: str, players: int) -> dict[str, object]:
    return Setup.make(game, players, {}).options


def _value(field: Field, value: object) -> str:
    labels = {choice.value: choice.label for choice in field.choices}
    if field.kind == "switch":
        return _("on") if value else _("off")
    if field.kind == "letters":
        return ", ".join(labels.get(letter, letter) for letter in str(value))
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return labels.get(str(value), str(value))


def preview_address(request: Request, live: LiveTable) -> str:
    """The picture for messengers. It names the table, which opens nothing, instead of the invitation."""
    return f"{str(request.base_url).rstrip('/')}/ticket/{live.row.id}/{language()}.png"


async def preview(request: Request) -> Response:
    """The ticket as a PNG, for anybody: it shows what the invitation says, and no secret of the table."""
    live = await lobby_of(request).find(request.path_params["table"])
    spoken = request.path_params["language"]
    if live is None or live.row.uploaded or live.state.paired or spoken not in LANGUAGES:
        raise HTTPException(404, _("Picture not found."))
    with speaking(spoken):
        ticket = await ticket_of(live)
    drawn = await _drawn(lobby_of(request), ticket, Owner(live.row.host, live.row.id))
    return Response(drawn, media_type="image/png", headers=PREVIEW)


async def _drawn(lobby: Lobby, ticket: Ticket, owner: Owner) -> bytes:
    if ticket not in _cache:
        _cache[ticket] = await lobby.context.painters.pool.do(
            png, ticket, limit=LIMIT, owner=owner, slow=True
        )
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
    _cache.move_to_end(ticket)
    return _cache[ticket]


@lru_cache(256)
def qr_code(address: str) -> str:
    """A QR code as an SVG element: dark on white on every page, because not all cameras read the reverse."""
    code = segno.make_qr(address, error="m")
    return code.svg_inline(
        omitsize=True, border=4, dark="#1b1d1c", light="#fff", svgclass="qr", lineclass=None
    )


ROUTES: Final = [Route("/ticket/{table}/{language}.png", preview)]
