"""What a finished game leaves to share: a poster and an animated replay, as files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.languages import _
from branchline.server.http.rendering import visit_of
from branchline.server.pages.replay.replay_pages import finished_game
from branchline.server.table.live_table import LiveTable
from branchline.server.workers.souvenirs import Finished, Souvenirs, animation, poster, poster_png

KEPT: Final = {"cache-control": "private, max-age=3600"}  # by the browser


async def _made(
    request: Request, media_type: str, work: Callable[..., bytes], arguments: Callable[[LiveTable, str], Any]
) -> Response:
    """The file that `work` makes from `arguments`, for a game in a language."""
    live = (await finished_game(request, _("There is a poster once the game is over."))).live
    if live.table.outcome() is None:
        raise HTTPException(404, _("This game was not played to its end."))
    if not live.table.game.presentation().souvenirs:
        raise HTTPException(404, _("This game has no poster."))
    language = visit_of(request).language
    key = (work.__name__, live.row.id, live.point.at, live.seating.names, language)
    souvenirs: Souvenirs = request.app.state.souvenirs
    content = await souvenirs.made(key, live.frames.owner, work, *arguments(live, language))
    name = f"{live.table.game.name}-{live.row.id}.{request.url.path.rpartition('.')[2]}"
    headers = {**KEPT, "content-disposition": f'inline; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


def _finished(live: LiveTable, language: str) -> tuple[Finished]:
    state = live.table.game.numbers(live.table.state)
    return (Finished(live.frames.setup, state, live.seating.names, live.row.changed, language),)


async def poster_as_svg(request: Request) -> Response:
    return await _made(request, "image/svg+xml", poster, _finished)


async def poster_as_png(request: Request) -> Response:
    return await _made(request, "image/png", poster_png, _finished)


async def replay_as_gif(request: Request) -> Response:
    return await _made(
        request,
        "image/gif",
        animation,
        lambda live, language: (live.frames.setup, live.table.steps, live.seating.names, language),
    )


ROUTES: Final = [
    Route("/replay/{table}/poster.svg", poster_as_svg),
    Route("/replay/{table}/poster.png", poster_as_png),
    Route("/replay/{table}/replay.gif", replay_as_gif),
]
