"""The drawn examples of the rulebook and the boards, sent as pictures. They are drawn by the painters, each once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.rulebook import rulebooks
from branchline.languages import LANGUAGES, _
from branchline.server.workers import rulebook_examples

BROWSERS_KEEP: Final = "public, max-age=86400"
WE_KEEP: Final = 40
LIMIT: Final = 60.0  # seconds

_kept: OrderedDict[tuple[str | bool, ...], str] = OrderedDict()


async def _drawn(request: Request, *which: str | bool) -> str:
    if which not in _kept:
        pool = request.app.state.lobby.context.painters.pool
        _kept[which] = await pool.do(rulebook_examples.picture, *which, limit=LIMIT)
        while len(_kept) > WE_KEEP:
            _kept.popitem(last=False)
    _kept.move_to_end(which)
    return _kept[which]


async def picture(request: Request) -> Response:
    """An example as an SVG. Its address says all that it depends on, so a browser may keep it."""
    game, name = request.path_params["game"], request.path_params["name"]
    language, light = request.path_params["language"], request.path_params["light"]
    known = (
        {example.name for example in rulebook_examples.album(game).pictures} if game in rulebooks() else ()
    )
    if language not in LANGUAGES or light not in ("light", "dark") or name not in known:
        raise HTTPException(404, _("Picture not found."))
    drawn = await _drawn(request, game, name, language, light == "dark")
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": BROWSERS_KEEP})


ROUTES: Final = [Route("/pictures/{language}/{light}/{game}/{name}.svg", picture)]
