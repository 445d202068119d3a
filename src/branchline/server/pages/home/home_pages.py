"""The home page: the games, the visitor's tables, an instant game; and the visitor's preferences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from branchline.bots import DEFAULT_BOT, LEVELS
from branchline.core import registry
from branchline.core.protocols import OVER
from branchline.core.rulebook import rulebooks
from branchline.languages import LANGUAGES, _
from branchline.server import wall_clock
from branchline.server.http.cookies import cookie
from branchline.server.http.forms import form_of, own_path, text_of
from branchline.server.http.relative_time import ago
from branchline.server.http.rendering import form_response, page, visit_of, words_of_scripts
from branchline.server.lobby import coach
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import SeatRequest
from branchline.server.lobby.table_factory import make_table
from branchline.server.pages.account.account_pages import invitations_of
from branchline.server.pages.club.league_pages import running_leagues
from branchline.server.pages.club.open_table_pages import offers_to
from branchline.server.pages.problem import problem_pages
from branchline.server.pages.table.seat_pages import wished_name
from branchline.store import Listed
from branchline.store.club.club_tables import ClubTable

ALIVE: Final = 3  # open tables and leagues on a member's home page


async def home(request: Request) -> Response:
    """home.html: `games`, `books` (games with a rulebook), `asks` (games for which a newcomer is offered the coach),
    `tables` (id, title, names, over, ended, your_turn, watching, turn, round, moved, ago),
    `waiting` (the number of tables where it is the visitor's turn), `invitations` (table, title, host);
    `puzzles` (games with a problem of the day), `today` (its number);
    for members `offers` (open tables at which they do not sit) and `leagues` that are not over."""
    tables = await lobby_of(request).listed(visit_of(request).me)
    games = [registry.game(name) for name in registry.games()]
    rows = [_home_row(table) for table in tables]
    waiting = sum(bool(row["your_turn"]) for row in rows)
    invitations = await invitations_of(request)
    member = visit_of(request).member is not None
    return page(
        request,
        "home.html",
        games=games,
        tables=rows,
        waiting=waiting,
        invitations=invitations,
        books=rulebooks(),
        asks=[name for name in coach.names() if name not in visit_of(request).asked],
        offers=await offers_to(request, ALIVE) if member else [],
        leagues=await running_leagues(request, ALIVE) if member else [],
        puzzles=[registry.game(name) for name in problem_pages.games()],
        today=problem_pages.today(),
    )


def _home_row(table: Listed) -> dict[str, object]:
    row = table.row
    address = f"/replay/{row.id}" if row.uploaded else f"/table/{row.id}"
    return {
        "id": row.id,
        "address": address,
        "title": registry.game(row.game).title,
        "names": [seat.name for seat in table.seats],
        "over": row.to_move == OVER or row.uploaded,
        "ended": row.ended > 0,
        "your_turn": row.to_move in table.mine and not row.uploaded,
        "watching": not table.mine,
        "round": row.round,
        "moved": datetime.fromtimestamp(row.changed, UTC).isoformat(),
        "ago": ago(row.changed, wall_clock.now()),
        "turn": table.seats[row.to_move].name if 0 <= row.to_move < len(table.seats) else "",
    }


async def play_now(request: Request) -> Response:
    """Form: game, watch (1: bots on all seats), coach (a newcomer's answer: 1 with a coach, 0 without). Starts a game
    with sensible defaults at once."""
    form = await form_of(request)
    game, answer = text_of(form, "game"), text_of(form, "coach")
    watch = bool(form.get("watch"))
    players = registry.game(game).players[0] if watch else registry.usual_players(game)
    bot, options, lesson = DEFAULT_BOT, {}, ""
    if answer == "1" and game in coach.names() and not watch:
        script = coach.script(game)
        players, bot, options, lesson = script.players, LEVELS[0].spec, script.options, coach.COACH
    seats = [SeatRequest(bot)] * players
    if not watch:
        # Translators: the name of who plays; sentences go on in the third person, as in "Ann bids"
        seats[0] = SeatRequest("me", await wished_name(request, text_of(form, "name"), _("Guest")))
    context = lobby_of(request).context
    club = ClubTable() if context.settings.accounts else None
    name = await make_table(context, visit_of(request).me, game, options, seats, lesson=lesson, club=club)
    response = form_response(request, f"/table/{name}")
    if answer:
        asked = sorted({game, *visit_of(request).asked} & set(registry.games()))
        response.headers.append("set-cookie", cookie(request, "asked", ".".join(asked)))
    return response


async def settings(request: Request) -> Response:
    """Form: any of language, theme, sounds and account_sheet (1 or 0), speed; next (the path to return to)."""
    form = await form_of(request)
    allowed: Mapping[str, tuple[str, ...]] = {
        "language": tuple(LANGUAGES),
        "theme": ("light", "dark", "auto"),
        "sounds": ("1", "0"),
        "account_sheet": ("1", "0"),
        "speed": ("slow", "normal", "fast", "instant"),
    }
    response = form_response(request, own_path(text_of(form, "next", longest=2000)))
    for name, values in allowed.items():
        value = text_of(form, name)
        if value in values:
            response.headers.append("set-cookie", cookie(request, name, value, hidden=False))
    return response


async def words(request: Request) -> Response:
    """The texts of the scripts in a language: `words` by text, `counted` (singular and plural) by the singular."""
    name = request.path_params["language"]
    if name not in LANGUAGES:
        raise HTTPException(404, _("That language is not available."))
    return Response(words_of_scripts(name), media_type="application/json")
