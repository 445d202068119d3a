"""Serves the pictures in the rulebook and on the pages about boards. The painters draw each of them once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.rulebook import rulebooks
from branchline.languages import LANGUAGES, _
from branchline.server.http.rendering import visit_of
from branchline.server.workers import rulebook_examples
from branchline.server.workers.process_pool import Owner

CACHE_CONTROL: Final = "public, max-age=86400"
CACHED: Final = 120  # pictures
LIMIT: Final = 20.0  # seconds

_cache: OrderedDict[tuple[str | bool, ...], str] = OrderedDict()


async def _drawn(request: Request, *which: str | bool) -> str:
    if which not in _cache:
        pool = request.app.state.lobby.context.painters.pool
        owner = Owner(visit_of(request).me)
        _cache[which] = await pool.do(rulebook_examples.picture, *which, limit=LIMIT, owner=owner, slow=True)
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
    _cache.move_to_end(which)
    return _cache[which]


async def picture(request: Request) -> Response:
    """An example as an SVG. It depends on nothing but its URL, so browsers may cache it."""
    game, name = request.path_params["game"], request.path_params["name"]
    language, light = request.path_params["language"], request.path_params["light"]
    known = (
        {example.name for example in rulebook_examples.album(game).pictures} if game in rulebooks() else ()
    )
    if language not in LANGUAGES or light not in ("light", "dark") or name not in known:
        raise HTTPException(404, _("Picture not found."))
    drawn = await _drawn(request, game, name, language, light == "dark")
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": CACHE_CONTROL})


ROUTES: Final = [Route("/pictures/{language}/{light}/{game}/{name}.svg", picture)]
