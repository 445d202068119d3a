"""Learning a game: what awaits the learner, and the table of the lesson."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core import registry
from branchline.languages import _
from branchline.web import lessons
from branchline.web.lessons import Tutorial
from branchline.web.lobby import lobby_of
from branchline.web.making import make_table
from branchline.web.pages import done, page, visit_of
from branchline.web.wanted import ADVERSARY, Wanted


async def learn(request: Request) -> Response:
    """learn.html: `told` (the tutorial), `game`, `title`, `what`. The form makes the table."""
    told = _tutorial(request)
    if request.method == "POST":
        house = lobby_of(request).house
        # Translators: what a learner is called at the table, as in "Apprentice bids 3 cubes"
        seats = [Wanted("me", _("Apprentice")), *(Wanted(ADVERSARY, name) for name in told.rivals)]
        table = await make_table(
            house, visit_of(request).me, told.game, told.options, seats, lesson=told.game, seed=told.seed
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
        raise HTTPException(404, _("There is no lesson for a game of that name.")) from None


ROUTES: Final = [Route("/learn/{game}", learn, methods=["GET", "POST"])]
