"""A new league: the form and its evaluation."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline import bots
from branchline.bots import DEFAULT_BOT
from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.core.play.table import Table
from branchline.core.text import LEAGUE_NAME
from branchline.languages import _
from branchline.leagues.pairing import Kind
from branchline.server.http.errors import Refused
from branchline.server.http.forms import form_of, text_of, texts_of
from branchline.server.http.rendering import form_response, page
from branchline.server.lobby.seat_requests import offered_bots
from branchline.server.pages.club.league_pages import KINDS, SENTENCES, league_member, league_service_of
from branchline.server.pages.home.new_table_pages import game_asked_for, options_of, said_beside
from branchline.server.table.play.clock_rules import terms_of
from branchline.server.table.state.seat_links import new_id
from branchline.store.club.leagues import League
from branchline.store.club.members import Member

LONGEST: Final = 60  # rounds
FARTHEST: Final = 366 * 24 * 3600  # until a league starts, in seconds


async def new(request: Request) -> Response:
    """league_new.html: `games`, `game`, `fields`, `values`, `bots`, `kinds`, `error`, `wrong`. Form: game, name, kind,
    size, league_rounds (`rounds` are those of a game), begins, entry (open or invite), rated, bot, the clock
    (`clocks.terms_of`), the options of the game."""
    league_member(request)
    if request.method == "GET":
        return _new_page(request, game_asked_for(request), {})
    form = await form_of(request)
    values = {name: ",".join(texts_of(form, name)) for name in form}
    chosen = text_of(form, "game")
    registry.game(chosen)
    try:
        league = _wanted(league_member(request), chosen, values, options_of(chosen, form))
    except BranchlineError as error:
        return _new_page(request, chosen, values, error)
    await league_service_of(request).leagues.add(league)
    return form_response(request, f"/league/{league.id}")


def _new_page(
    request: Request, chosen: str, values: dict[str, str], problem: BranchlineError | None = None
) -> Response:
    return page(
        request,
        "league_new.html",
        422 if problem else 200,
        games=[registry.game(name) for name in registry.games()],
        game=registry.game(chosen),
        fields=registry.game(chosen).presentation().option_fields(),
        values=values,
        bots=offered_bots(),
        kinds=[(kind, KINDS[kind], SENTENCES[kind]) for kind in KINDS],
        **said_beside(problem, chosen),
    )


def _wanted(host: Member, game: str, values: dict[str, str], options: dict[str, object]) -> League:
    """Raises `Refused` and the like."""
    name, kind, size = (
        LEAGUE_NAME.tidy(values.get("name", "")),
        values.get("kind", ""),
        values.get("size", ""),
    )
    if not name:
        raise Refused(_("Give it a name."))
    kinds: dict[str, Kind] = {one: one for one in KINDS}
    if kind not in kinds:
        raise Refused(_("Choose a league, a Swiss tournament or a knockout tournament."))
    if size not in {str(count) for count in registry.game(game).players}:
        raise Refused(_("This game can't be played with that many players at a table."))
    rounds = values.get("league_rounds", "") or "0"
    if not (rounds.isascii() and rounds.isdecimal() and len(rounds) < 3 and int(rounds) <= LONGEST):
        raise Refused(
            _("Choose at most {most} rounds, or leave it empty for as many as it takes.", most=LONGEST)
        )
    bot = values.get("bot") or DEFAULT_BOT
    bots.bot(bot)  # says what is wrong with the spec
    clock = terms_of(values)
    given = Table.from_options(game, int(size), options, seed=0).header().options
    return League(
        id=new_id(), name=name, kind=kinds[kind], game=game, options=msgspec.json.encode(given).decode(),
        size=int(size), rounds=0 if kind == "knockout" else int(rounds), rated=bool(values.get("rated")),
        open=values.get("entry") != "invite", bot=bot, host=host.id, made=int(time.time()),
        begins=_begins(values.get("begins", "")), clock=msgspec.json.encode(clock).decode() if clock else "",
    )  # fmt: skip


def _begins(text: str) -> int:
    """A date and time from a browser's field, in UTC unless it says otherwise; 0: when the host starts it."""
    if not text:
        return 0
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(_("Enter the start as a date and a time.")) from None
    seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    if not 0 <= seconds - time.time() <= FARTHEST:
        raise Refused(_("The start must be within a year from now."))
    return int(seconds)


ROUTES: Final = [Route("/leagues/new", new, methods=["GET", "POST"])]
