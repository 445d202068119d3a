"""Home, a new game, sitting down, the table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline import bots
from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.core.protocols import OVER
from branchline.languages import LANGUAGES, _
from branchline.store import SPECTATOR, Listed
from branchline.web import option_words
from branchline.web.connection import Connection, TooMuch, clean
from branchline.web.live import LiveTable, No
from branchline.web.lobby import ADVERSARY, Lobby, Wanted
from branchline.web.pages import done, page, visit_of, words_of_scripts
from branchline.web.visits import YEAR, fingerprint
from branchline.web.workers import WorkerFailed

DEFAULT_PLAYERS: Final = 3


def lobby_of(request: HTTPConnection) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


async def table_of(request: HTTPConnection) -> LiveTable:
    """The table of the address, for those who sit at it or made it."""
    live = await lobby_of(request).find(request.path_params["table"])
    me = visit_of(request).me
    if live is None or live.row.uploaded or not (live.mine(me) or live.row.host == me):
        raise HTTPException(
            404, _("There is no such table, or you have no seat at it. Ask its host for a link.")
        )
    return live


async def hosted_table(request: Request) -> LiveTable:
    live = await table_of(request)
    if live.row.host != visit_of(request).me:
        raise HTTPException(403, _("Only the host of the table may do that."))
    return live


def offered_bots() -> list[dict[str, str]]:
    """The bots that can take a seat, the best first."""
    labels = {
        "random": _("Random"),
        "greedy": _("Greedy"),
    }
    return [{"spec": name, "label": labels.get(name, name)} for name in reversed(bots.names())]


async def home(request: Request) -> Response:
    """home.html: `games` (name, title, players), `tables` (id, title, names, over, your_turn, watching, turn)."""
    tables = await lobby_of(request).listed(visit_of(request).me)
    games = [registry.game(name) for name in registry.games()]
    return page(request, "home.html", games=games, tables=[_home_row(table) for table in tables])


def _home_row(table: Listed) -> dict[str, object]:
    row = table.row
    address = f"/replay/{row.id}" if row.uploaded else f"/table/{row.id}"
    return {
        "id": row.id,
        "address": address,
        "title": registry.game(row.game).title,
        "names": [seat.name for seat in table.seats],
        "over": row.to_move == OVER or row.uploaded,
        "your_turn": row.to_move in table.mine,
        "watching": not table.mine,
        "turn": table.seats[row.to_move].name if 0 <= row.to_move < len(table.seats) else "",
    }


async def play_now(request: Request) -> Response:
    """Form: game, watch (1: bots on all seats). A sensible game, at once."""
    form = await request.form()
    seats = [Wanted(ADVERSARY)] * DEFAULT_PLAYERS
    if form.get("watch"):
        seats = seats[:2]
    else:
        seats[0] = Wanted("me", clean(_text(form, "name"), 24, _("You")))
    name = await lobby_of(request).make(visit_of(request).me, _text(form, "game"), {}, seats)
    return done(request, f"/table/{name}")


async def new(request: Request) -> Response:
    """new.html: `games`, `game` (the chosen one), `fields` (option_words.Field), `values` (what was typed, by the
    name of the field), `bots` (spec, label), `error` (a sentence)."""
    if request.method == "POST":
        return await _make(request)
    chosen = request.query_params.get("game", "nuremberg")
    return _new_page(request, chosen if chosen in registry.games() else "nuremberg", {})


def _new_page(request: Request, chosen: str, values: dict[str, str], error: str = "") -> Response:
    fields = option_words.BY_GAME[chosen]() if chosen in option_words.BY_GAME else {}
    return page(
        request,
        "new.html",
        422 if error else 200,
        games=[registry.game(name) for name in registry.games()],
        game=registry.game(chosen),
        fields=list(fields.values()),
        values=values,
        bots=offered_bots(),
        error=error,
    )


async def _make(request: Request) -> Response:
    """Form: game; for each seat N `seatN` (me, here, friend, bot:SPEC, nobody) and `nameN`; hints; the options of
    the game by their names (a switch that is off says `shown.NAME`)."""
    form = await request.form()
    chosen = _text(form, "game")
    registry.game(chosen)
    values = {name: ",".join(_texts(form, name)) for name in form}
    options = _options(chosen, form)
    seats = [
        Wanted(
            values.get(f"seat{seat}", "").removeprefix("bot:"), clean(values.get(f"name{seat}", ""), 24, "")
        )
        for seat in range(8)
        if values.get(f"seat{seat}", "nobody") != "nobody"
    ]
    lobby, me = lobby_of(request), visit_of(request).me
    try:
        name = await lobby.make(me, chosen, options, seats, hints=True if values.get("hints") else None)
    except BranchlineError as error:
        return _new_page(request, chosen, values, str(error))
    return done(request, f"/table/{name}")


def _options(game: str, form: FormData) -> dict[str, object]:
    """The options that a form names, without those of the board that was not chosen."""
    fields = option_words.BY_GAME[game]() if game in option_words.BY_GAME else {}
    found: dict[str, object] = {}
    for name, field in fields.items():
        texts = _texts(form, name)
        if field.board and field.board != _text(form, "board"):
            continue
        if field.kind == "switch":
            if texts or f"shown.{name}" in form:
                found[name] = "on" if texts else "off"
        elif any(texts):
            found[name] = ("" if field.kind == "letters" else ",").join(texts)
    return found


async def join(request: Request) -> Response:
    """join.html: `game`, `names`, `seat`, `seat_name` (what stands in the field of the name). Form: name."""
    token = request.path_params["token"]
    found = await lobby_of(request).opened(fingerprint(token))
    if found is None or found[1] == SPECTATOR:
        raise HTTPException(
            404, _("This link leads nowhere any more. Ask the host of the table for a new one.")
        )
    live, seat = found
    me = visit_of(request).me
    if request.method == "POST":
        form = await request.form()
        await lobby_of(request).sit_down(live, seat, me, clean(_text(form, "name"), 24, ""))
        return done(request, f"/table/{live.row.id}")
    if seat in live.mine(me):
        return done(request, f"/table/{live.row.id}")
    return page(
        request, "join.html", game=live.table.game, names=live.names, seat=seat,
        seat_name="" if live.seats[seat].kind == "open" else live.names[seat],
    )  # fmt: skip


async def table(request: Request) -> Response:
    """table.html: `id`, `game`, `live` (the address of the WebSocket), `mine` (the visitor's seats), `host`, `links`
    (for the host: {seat, name, kind, address} of each seat that is no bot's), `watch` (for the host: the spectators'
    link), `secrets` (a shared screen has to be handed over), `bots` (spec, label), `lesson` (a game's name, or
    empty), `next` (the id of the table that follows, or empty)."""
    live = await table_of(request)
    host = live.row.host == visit_of(request).me
    return _table_page(request, live, f"/table/{live.row.id}/live", live.mine(visit_of(request).me), host)


async def watch(request: Request) -> Response:
    """The same page, for whoever has the link to watch."""
    token = request.path_params["token"]
    found = await lobby_of(request).opened(fingerprint(token))
    if found is None or found[1] != SPECTATOR:
        raise HTTPException(
            404, _("This link leads nowhere any more. Ask the host of the table for a new one.")
        )
    return _table_page(request, found[0], f"/table/{found[0].row.id}/live?watch={token}", (), host=False)


def _table_page(
    request: Request, live: LiveTable, address: str, mine: tuple[int, ...], host: bool
) -> Response:
    links, base = live.house.links, str(request.base_url).rstrip("/")
    return page(
        request,
        "table.html",
        id=live.row.id,
        game=live.table.game,
        live=address,
        mine=mine,
        host=host,
        links=[
            {
                "seat": row.seat,
                "name": row.name,
                "kind": row.kind,
                "address": f"{base}/join/{links.seat_token(live.row.id, row)}",
            }
            for row in live.seats
            if host and row.kind != "bot"
        ],
        watch=f"{base}/watch/{links.watch_token(live.row)}" if host else "",
        secrets=live.table.game.screen().secrets,
        bots=offered_bots(),
        lesson=live.row.lesson,
        next=live.row.next,
    )


async def new_link(request: Request) -> Response:
    """Form: seat (a number, or "watch"). The host's; the old link and its holders are good for nothing then."""
    live = await hosted_table(request)
    form = await request.form()
    seat = SPECTATOR if form.get("seat") == "watch" else _seat(live, form)
    await lobby_of(request).renew_link(live, seat)
    return done(request, f"/table/{live.row.id}")


async def change_seat(request: Request) -> Response:
    """Form: seat, bot (a spec; empty: open the seat). The host's."""
    live = await hosted_table(request)
    form = await request.form()
    await lobby_of(request).seat_bot(live, _seat(live, form), _text(form, "bot"))
    return done(request, f"/table/{live.row.id}")


async def leave(request: Request) -> Response:
    """Form: seat (without it, all that the visitor holds)."""
    live = await table_of(request)
    form = await request.form()
    mine = live.mine(visit_of(request).me)
    seats = [_seat(live, form)] if form.get("seat") else list(mine)
    if any(seat not in mine for seat in seats):
        raise No(_("That seat is not yours."))
    await lobby_of(request).leave(live, visit_of(request).me, seats)
    return done(request, "/")


async def rematch(request: Request) -> Response:
    live = await table_of(request)
    return done(request, f"/table/{await lobby_of(request).rematch(live)}")


async def download(request: Request) -> Response:
    name = request.path_params["table"]
    content = await lobby_of(request).record(name)
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(content, media_type="application/x-ndjson", headers=headers)


async def upload(request: Request) -> Response:
    """Form with a file: record."""
    form = await request.form()
    file = form.get("record")
    if not isinstance(file, UploadFile):
        raise No(_("Choose the file of a record."))
    name = await lobby_of(request).upload(await file.read(), visit_of(request).me)
    return done(request, f"/replay/{name}")


async def settings(request: Request) -> Response:
    """Form: any of language, theme, sounds (1 or 0), speed; next (the path to go back to)."""
    form = await request.form()
    allowed: Mapping[str, tuple[str, ...]] = {
        "language": tuple(LANGUAGES),
        "theme": ("light", "dark", "auto"),
        "sounds": ("1", "0"),
        "speed": ("slow", "normal", "fast", "instant"),
    }
    back = _text(form, "next")
    response = done(request, back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    for name, values in allowed.items():
        value = _text(form, name)
        if value in values:
            response.set_cookie(name, value, max_age=YEAR, samesite="lax")
    return response


async def words(request: Request) -> Response:
    """The texts of the scripts in a language: `words` by text, `counted` (singular and plural) by the singular."""
    name = request.path_params["language"]
    if name not in LANGUAGES:
        raise HTTPException(404, _("There is no such language."))
    return Response(words_of_scripts(name), media_type="application/json")


async def health(request: Request) -> Response:
    return JSONResponse({"words": "all aboard"})


async def live(socket: WebSocket) -> None:
    """The WebSocket of a table's page: `branchline.web.messages`."""
    table = await _seen_table(socket)
    if table is None:
        await socket.close(4404)
        return
    await socket.accept()
    connection = Connection(table, visit_of(socket), socket.send_bytes)
    table.enter(connection)
    sender = asyncio.create_task(connection.send_all())
    hearer = asyncio.create_task(_hear(socket, connection))
    try:
        await asyncio.wait((sender, hearer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.go(connection)
        for task in (sender, hearer):
            task.cancel()
        ends = await asyncio.gather(sender, hearer, return_exceptions=True)
    if any(isinstance(end, TooMuch | WorkerFailed) for end in ends):
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(1013)


async def _seen_table(socket: WebSocket) -> LiveTable | None:
    """The table, for those who sit at it, made it, or have the link to watch."""
    name, lobby = socket.path_params["table"], lobby_of(socket)
    token = socket.query_params.get("watch")
    if token:
        found = await lobby.opened(fingerprint(token))
        return found[0] if found and found[1] == SPECTATOR and found[0].row.id == name else None
    try:
        return await table_of(socket)
    except HTTPException:
        return None


async def _hear(socket: WebSocket, connection: Connection) -> None:
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        content: Any = message.get("text") or message.get("bytes") or b""
        # A request that is under way is finished also when the page goes away.
        await asyncio.shield(asyncio.create_task(connection.hear(content)))


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value.strip()[:200] if isinstance(value, str) else ""


def _texts(form: FormData, name: str) -> list[str]:
    return [value.strip()[:200] for value in form.getlist(name) if isinstance(value, str)]


def _seat(live: LiveTable, form: FormData) -> int:
    text = _text(form, "seat")
    if not (text.isascii() and text.isdecimal() and int(text) < len(live.seats)):
        raise No(_("There is no such seat."))
    return int(text)
