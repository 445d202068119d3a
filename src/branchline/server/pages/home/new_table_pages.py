"""A new table: the form and its evaluation."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from branchline.core import registry
from branchline.core.errors import BranchlineError, OptionError
from branchline.core.text import SEAT_NAME
from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.http.forms import form_of, text_of, texts_of
from branchline.server.http.rendering import form_response, page, visit_of
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import SeatRequest, offered_bots, offered_styles, styled
from branchline.server.lobby.table_factory import make_table
from branchline.server.pages.table.seat_pages import wished_name
from branchline.server.table.play.clock_rules import terms_of
from branchline.server.table.seats.names import check_own, other_member
from branchline.store import StoreTrouble
from branchline.store.club.club_tables import ClubTable


async def new(request: Request) -> Response:
    """new.html: `games`, `game` (the chosen one), `usual_players` (seats taken by default), `fields`
    (presentation.Field), `values` (what was typed, by the name of the field), `bots` (OfferedBot), `styles` (texts of a
    bot's playing styles, by name), `opens` (the table is to be open), `error` and `wrong` (`said_beside`)."""
    if request.method == "POST":
        return await _make(request)
    return _new_page(request, game_asked_for(request), {})


def game_asked_for(request: Request) -> str:
    """The game named in the URL, or the default one."""
    chosen = request.query_params.get("game", "")
    return chosen if chosen in registry.games() else registry.default()


def _new_page(
    request: Request, chosen: str, values: dict[str, str], problem: BranchlineError | None = None
) -> Response:
    return page(
        request,
        "new.html",
        422 if problem else 200,
        games=[registry.game(name) for name in registry.games()],
        game=registry.game(chosen),
        usual_players=registry.usual_players(chosen),
        fields=registry.game(chosen).presentation().option_fields(),
        values=values,
        bots=offered_bots(),
        opens=bool(request.query_params.get("open")),
        styles=offered_styles(chosen),
        **said_beside(problem, chosen),
    )


def said_beside(problem: BranchlineError | None, game: str) -> dict[str, str]:
    """How a form reports an error: `error`, and `wrong`, the option beside which it is shown (empty: at the top)."""
    option = problem.option if isinstance(problem, OptionError) else ""
    fields = registry.game(game).presentation().option_fields()
    return {
        "error": str(problem or ""),
        "wrong": option if option in {field.name for field in fields} else "",
    }


async def _make(request: Request) -> Response:
    """Form: game; for each seat N `seatN` (me, here, friend, bot:SPEC, nobody), `styleN` and `nameN`; hints; for a
    club open, members_only, rated; the options of the game by their names (a switch that is off sends `shown.NAME`);
    the clock (`clocks.terms_of`)."""
    form = await form_of(request)
    chosen = text_of(form, "game")
    registry.game(chosen)
    values = {name: ",".join(texts_of(form, name)) for name in form}
    context, me = lobby_of(request).context, visit_of(request).me
    try:
        options = options_of(chosen, form)
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
    except StoreTrouble:
        raise  # nothing that the visitor can fix
    except BranchlineError as error:
        return _new_page(request, chosen, values, error)
    return form_response(request, f"/table/{name}")


async def _wanted(request: Request, values: dict[str, str]) -> list[SeatRequest]:
    context, visit = lobby_of(request).context, visit_of(request)
    wanted = []
    for seat in range(registry.game(values["game"]).players[-1] + 1):  # one too many is refused later
        who, name = values.get(f"seat{seat}", "nobody"), SEAT_NAME.tidy(values.get(f"name{seat}", ""))
        if who == "me":
            name = await wished_name(request, name)
        if who == "friend" and (member := await other_member(context, visit.me, name)):
            raise Refused(
                _(
                    "{name} is a member: leave the name empty, and invite {name} at the table.",
                    name=member.name,
                )
            )
        if who != "nobody":
            await check_own(context, visit.me, name)
            wanted.append(SeatRequest(styled(who.removeprefix("bot:"), values.get(f"style{seat}", "")), name))
    return wanted


def wanted_club(values: Mapping[str, str]) -> ClubTable:
    """The club fields in the form of a new table: open, members_only, rated."""
    return ClubTable(
        open=bool(values.get("open")),
        members_only=bool(values.get("members_only")),
        rated=bool(values.get("rated")),
    )


def options_of(game: str, form: FormData) -> dict[str, object]:
    """The options in a form, without those that other options rule out; raises `OptionError` for options the form
    does not offer."""
    found: dict[str, object] = {}
    for field in registry.game(game).presentation().option_fields():
        name = field.name
        texts = texts_of(form, name)
        if field.only_if and field.only_if[1] != text_of(form, field.only_if[0]):
            continue
        if field.kind == "switch":
            if texts or f"shown.{name}" in form:
                found[name] = "on" if texts else "off"
        elif any(texts):
            found[name] = ("" if field.kind == "letters" else ",").join(texts)
            offered = [choice.value for choice in field.choices]
            if field.kind == "choice" and found[name] not in offered:
                values = ", ".join(filter(None, offered))
                raise OptionError(
                    _("Allowed values for the option {name}: {values}.", name=repr(name), values=values), name
                )
    return found
