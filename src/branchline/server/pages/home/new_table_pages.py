"""A new table: the form, and what it says."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.server.http.forms import form_of, text_of, texts_of
from branchline.server.http.rendering import done, page, visit_of
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import SeatRequest, offered_bots, offered_styles, styled
from branchline.server.lobby.table_factory import make_table
from branchline.server.table.clock_rules import terms_of
from branchline.server.table.names import check_own
from branchline.server.table.request_handler import clean
from branchline.store.club_tables import ClubTable


async def new(request: Request) -> Response:
    """new.html: `games`, `game` (the chosen one), `fields` (presentation.Field), `values` (what was typed, by the
    name of the field), `bots` (OfferedBot), `styles` (words of a bot's ways to play, by name), `opens` (the table is
    to be open), `error` (a sentence)."""
    if request.method == "POST":
        return await _make(request)
    return _new_page(request, game_asked_for(request), {})


def game_asked_for(request: Request) -> str:
    """The one that the address names, or the usual one."""
    chosen = request.query_params.get("game", "")
    return chosen if chosen in registry.games() else registry.default()


def _new_page(request: Request, chosen: str, values: dict[str, str], error: str = "") -> Response:
    return page(
        request,
        "new.html",
        422 if error else 200,
        games=[registry.game(name) for name in registry.games()],
        game=registry.game(chosen),
        fields=registry.game(chosen).presentation().option_fields(),
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
    context, me = lobby_of(request).context, visit_of(request).me
    try:
        seats = await _wanted(request, values)
        name = await make_table(
            context,
            me,
            chosen,
            options,
            seats,
            hints=True if values.get("hints") else None,
            clock=terms_of(values),
            club=wanted_club(values) if context.settings.accounts else None,
        )
    except BranchlineError as error:
        return _new_page(request, chosen, values, str(error))
    return done(request, f"/table/{name}")


async def _wanted(request: Request, values: dict[str, str]) -> list[SeatRequest]:
    context, visit = lobby_of(request).context, visit_of(request)
    wanted = []
    for seat in range(8):
        who, name = values.get(f"seat{seat}", "nobody"), clean(values.get(f"name{seat}", ""), 24, "")
        if who == "me" and not name and visit.member:
            name = visit.member.name
        if who != "nobody":
            await check_own(context, visit.me, name)
            wanted.append(SeatRequest(styled(who.removeprefix("bot:"), values.get(f"style{seat}", "")), name))
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
    found: dict[str, object] = {}
    for field in registry.game(game).presentation().option_fields():
        name = field.name
        texts = texts_of(form, name)
        if field.board and field.board != text_of(form, "board"):
            continue
        if field.kind == "switch":
            if texts or f"shown.{name}" in form:
                found[name] = "on" if texts else "off"
        elif any(texts):
            found[name] = ("" if field.kind == "letters" else ",").join(texts)
    return found
