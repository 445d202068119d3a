"""Learning a game: the question to a newcomer, the lesson with its chapters, and their tables."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.bots import DEFAULT_BOT
from branchline.core import registry
from branchline.languages import _
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import form_response, page, visit_of
from branchline.server.lobby import coach, lessons
from branchline.server.lobby.lessons import Tutorial
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import SeatRequest
from branchline.server.lobby.table_factory import make_table
from branchline.server.pages.table.seat_pages import wished_name


async def first_game(request: Request) -> Response:
    """first_game.html: `game`. Asks a newcomer whether they want a coach; the answer starts the game."""
    name = request.path_params["game"]
    if name not in coach.names():
        raise HTTPException(404, _("There is no lesson for that game."))
    return page(request, "first_game.html", game=registry.game(name))


async def learn(request: Request) -> Response:
    """learn.html: `told` (the tutorial), `game`, `title`, `what`, `others`, `coached` (there is a coach). The form
    makes the table; its field `chapter` names a chapter (none: the whole lesson)."""
    told = _tutorial(request)
    if request.method == "POST":
        return form_response(
            request, await _lesson_table(request, told, text_of(await form_of(request), "chapter"))
        )
    others = [registry.game(name) for name in lessons.names() if name != told.game]
    return page(
        request, "learn.html", told=told, game=registry.game(told.game), title=_(told.title),
        what=_(told.what), others=others, coached=told.game in coach.names(),
    )  # fmt: skip


async def _lesson_table(request: Request, told: Tutorial, chapter: str) -> str:
    try:
        part = told.part(chapter)
    except KeyError:
        raise HTTPException(404, _("There is no lesson for that game.")) from None
    learner = await wished_name(request, "", _("Guest"))
    seats = [SeatRequest("me", learner), *(SeatRequest(DEFAULT_BOT, name) for name in told.rivals)]
    table = await make_table(
        lobby_of(request).context,
        visit_of(request).me,
        told.game,
        told.options,
        seats,
        lesson=f"{told.game}/{chapter}" if chapter else told.game,
        seed=told.seed,
        moves=[step.move for step in told.steps[: part.first]],
    )
    return f"/table/{table}"


def _tutorial(request: Request) -> Tutorial:
    try:
        return lessons.tutorial(request.path_params["game"])
    except KeyError:
        raise HTTPException(404, _("There is no lesson for that game.")) from None


ROUTES: Final = [
    Route("/first-game/{game}", first_game),
    Route("/learn/{game}", learn, methods=["GET", "POST"]),
]
