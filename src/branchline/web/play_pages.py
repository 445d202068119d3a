"""Home, a new game, sitting down, the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.core.protocols import OVER
from branchline.languages import _
from branchline.store import SPECTATOR, Listed
from branchline.store.club_tables import ClubTable
from branchline.web import option_words
from branchline.web.account_pages import accounts_of, invitations_of
from branchline.web.clocks import terms_of
from branchline.web.forms import form_of, text_of, texts_of
from branchline.web.hearing import clean
from branchline.web.live import LiveTable
from branchline.web.lobby import Lobby
from branchline.web.names import check_own
from branchline.web.pages import done, page, visit_of
from branchline.web.visits import fingerprint
from branchline.web.wanted import ADVERSARY, Wanted, offered_bots, offered_styles, styled

DEFAULT_PLAYERS: Final = 3


def lobby_of(request: HTTPConnection) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


async def table_of(request: HTTPConnection) -> LiveTable:
    """The table of the address, for those who sit at it or made it."""
    live = await lobby_of(request).find(request.path_params["table"])
    me = visit_of(request).me
    if live is None or live.row.uploaded or not (live.seating.of(me) or live.row.host == me):
        raise HTTPException(
            404, _("There is no such table, or you have no seat at it. Ask its host for a link.")
        )
    return live


async def home(request: Request) -> Response:
    """home.html: `games` (name, title, players), `tables` (id, title, names, over, your_turn, watching, turn),
    `waiting` (at how many tables it is the visitor's turn), `invitations` (table, title, host)."""
    tables = await lobby_of(request).listed(visit_of(request).me)
    games = [registry.game(name) for name in registry.games()]
    rows = [_home_row(table) for table in tables]
    waiting = sum(bool(row["your_turn"]) for row in rows)
    invitations = await invitations_of(request)
    return page(request, "home.html", games=games, tables=rows, waiting=waiting, invitations=invitations)


def _home_row(table: Listed) -> dict[str, object]:
    row = table.row
    address = f"/replay/{row.id}" if row.uploaded else f"/table/{row.id}"
    return {
        "id": row.id,
        "address": address,
        "title": registry.game(row.game).title,
        "names": [seat.name for seat in table.seats],
        "over": row.to_move == OVER or row.uploaded,
        "your_turn": row.to_move in table.mine and not row.uploaded,
        "watching": not table.mine,
        "turn": table.seats[row.to_move].name if 0 <= row.to_move < len(table.seats) else "",
    }


async def play_now(request: Request) -> Response:
    """Form: game, watch (1: bots on all seats). A sensible game, at once."""
    form = await form_of(request)
    seats = [Wanted(ADVERSARY)] * DEFAULT_PLAYERS
    if form.get("watch"):
        seats = seats[:2]
    else:
        # Translators: the name of who plays; sentences go on in the third person, as in "Ann bids"
        seats[0] = Wanted("me", await _name(request, text_of(form, "name"), _("Guest")))
    club = ClubTable() if lobby_of(request).house.settings.accounts else None
    name = await lobby_of(request).make(visit_of(request).me, text_of(form, "game"), {}, seats, club=club)
    return done(request, f"/table/{name}")


async def _name(request: Request, text: str, otherwise: str = "") -> str:
    """What somebody wants to be called at a table; a member by their own name if they say nothing."""
    visit = visit_of(request)
    name = clean(text, 24, "")
    await check_own(lobby_of(request).house, visit.me, name)
    return name or (visit.member.name if visit.member else otherwise)


async def new(request: Request) -> Response:
    """new.html: `games`, `game` (the chosen one), `fields` (option_words.Field), `values` (what was typed, by the
    name of the field), `bots` (OfferedBot), `styles` (words of a bot's ways to play, by name), `opens` (the table is
    to be open), `error` (a sentence)."""
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
        opens=bool(request.query_params.get("open")),
        styles=offered_styles(chosen),
        error=error,
    )


async def _make(request: Request) -> Response:
    """Form: game; for each seat N `seatN` (me, here, friend, bot:SPEC, nobody), `styleN` and `nameN`; hints; for a
    club open, members_only, rated; the options of the game by their names (a switch that is off says `shown.NAME`);
    the clock (`clocks.terms_of`)."""
    form = await form_of(request)
    chosen = text_of(form, "game")
    registry.game(chosen)
    values = {name: ",".join(texts_of(form, name)) for name in form}
    options = options_of(chosen, form)
    lobby, me = lobby_of(request), visit_of(request).me
    try:
        seats = await _wanted(request, values)
        name = await lobby.make(
            me,
            chosen,
            options,
            seats,
            hints=True if values.get("hints") else None,
            clock=terms_of(values),
            club=wanted_club(values) if lobby.house.settings.accounts else None,
        )
    except BranchlineError as error:
        return _new_page(request, chosen, values, str(error))
    return done(request, f"/table/{name}")


async def _wanted(request: Request, values: dict[str, str]) -> list[Wanted]:
    lobby, visit = lobby_of(request), visit_of(request)
    wanted = []
    for seat in range(8):
        who, name = values.get(f"seat{seat}", "nobody"), clean(values.get(f"name{seat}", ""), 24, "")
        if who == "me" and not name and visit.member:
            name = visit.member.name
        if who != "nobody":
            await check_own(lobby.house, visit.me, name)
            wanted.append(Wanted(styled(who.removeprefix("bot:"), values.get(f"style{seat}", "")), name))
    return wanted


def wanted_club(values: Mapping[str, str]) -> ClubTable:
    """What the form of a new table says: open, members_only, rated."""
    return ClubTable(
        open=bool(values.get("open")),
        members_only=bool(values.get("members_only")),
        rated=bool(values.get("rated")),
    )


def options_of(game: str, form: FormData) -> dict[str, object]:
    """The options that a form names, without those of the board that was not chosen."""
    fields = option_words.BY_GAME[game]() if game in option_words.BY_GAME else {}
    found: dict[str, object] = {}
    for name, field in fields.items():
        texts = texts_of(form, name)
        if field.board and field.board != text_of(form, "board"):
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
        form = await form_of(request)
        await lobby_of(request).sit_down(live, seat, me, await _name(request, text_of(form, "name")))
        return done(request, f"/table/{live.row.id}")
    if seat in live.seating.of(me):
        return done(request, f"/table/{live.row.id}")
    member = visit_of(request).member
    kept = "" if live.seating.rows[seat].kind == "open" else live.seating.names[seat]
    return page(
        request, "join.html", game=live.table.game, names=live.seating.names, seat=seat,
        seat_name=member.name if member else kept,
    )  # fmt: skip


async def table(request: Request) -> Response:
    """table.html: `id`, `game`, `live` (the address of the WebSocket), `mine` (the visitor's seats), `host`, `links`
    (for the host: {seat, name, kind, address} of each seat that is no bot's), `watch` (for the host: the spectators'
    link), `secrets` (a shared screen has to be handed over), `bots` and `styles` (as for a new game), `lesson` (a
    game's name, or empty), `next` (the id of the table that follows, or empty), `invited` (for a host who may invite
    members: those who have not answered; else None)."""
    live = await table_of(request)
    visit = visit_of(request)
    host = live.row.host == visit.me
    invited = None
    if host and visit.member and not live.point.over and any(row.kind == "open" for row in live.seating.rows):
        invited = await accounts_of(request).invitations.invited(live.row.id)
    address = f"/table/{live.row.id}/live"
    return _table_page(request, live, address, live.seating.of(visit.me), host, invited)


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
    request: Request,
    live: LiveTable,
    address: str,
    mine: tuple[int, ...],
    host: bool,
    invited: list[str] | None = None,
) -> Response:
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
                "address": link_address(request, live, row.seat),
            }
            for row in live.seating.rows
            if host and row.kind != "bot"
        ],
        watch=link_address(request, live, SPECTATOR) if host else "",
        secrets=live.table.game.screen().secrets,
        bots=offered_bots(),
        styles=offered_styles(live.row.game),
        lesson=live.row.lesson,
        next=live.row.next,
        invited=invited,
    )


def link_address(request: Request, live: LiveTable, seat: int) -> str:
    """The present link to a seat, or (`SPECTATOR`) to watch; for the host alone."""
    links, base = live.house.links, str(request.base_url).rstrip("/")
    if seat == SPECTATOR:
        return f"{base}/watch/{links.watch_token(live.row)}"
    return f"{base}/join/{links.seat_token(live.row.id, live.seating.rows[seat])}"
