"""Learning a game: what to expect, and the table of the lesson."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.bots import DEFAULT_BOT
from branchline.core import registry
from branchline.languages import _
from branchline.server.http.rendering import done, page, visit_of
from branchline.server.lobby import lessons
from branchline.server.lobby.lessons import Tutorial
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import SeatRequest
from branchline.server.lobby.table_factory import make_table


async def learn(request: Request) -> Response:
    """learn.html: `told` (the tutorial), `game`, `title`, `what`. The form makes the table."""
    told = _tutorial(request)
    if request.method == "POST":
        context = lobby_of(request).context
        # Translators: what a learner is called at the table, as in "Apprentice bids 3 cubes"
        seats = [
            SeatRequest("me", _("Apprentice")),
            *(SeatRequest(DEFAULT_BOT, name) for name in told.rivals),
        ]
        table = await make_table(
            context, visit_of(request).me, told.game, told.options, seats, lesson=told.game, seed=told.seed
        )
        return done(request, f"/table/{table}")
    others = [registry.game(name) for name in lessons.names() if name != told.game]
    return page(
        request, "learn.html", told=told, game=registry.game(told.game), title=_(told.title),
        what=_(told.what), others=others,
    )  # fmt: skip


def _tutorial(request: Request) -> Tutorial:
    try:
        return lessons.tutorial(request.path_params["game"])
    except KeyError:
        raise HTTPException(404, _("There is no lesson for that game.")) from None


ROUTES: Final = [Route("/learn/{game}", learn, methods=["GET", "POST"])]
