"""Reference pages, such as boards and cards: a game defines its own, with their URLs."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core import registry
from branchline.core.protocols import Game
from branchline.languages import _
from branchline.server.http.rendering import page, visit_of
from branchline.server.workers import rulebook_examples


def routes() -> list[Route]:
    games = [registry.game(name) for name in registry.games()]
    return [_route(game, address) for game in games for address in game.presentation().addresses]


def links() -> dict[str, list[tuple[str, str]]]:
    """URLs and titles, by game: the pages about good play, and those that the game defines."""
    return {name: _links(name) for name in registry.games()}


def _links(name: str) -> list[tuple[str, str]]:
    shown = registry.game(name).presentation()
    # Translators: the title of the pages that say what good players do
    strategy = [(f"/rules/{name}/strategy", _("Strategy"))] if shown.strategy else []
    return [*strategy, *shown.reference_links()]


def _route(game: Game[Any], address: str) -> Route:
    """Besides the game's own values, a template gets `game` and `drawings` (the rulebook's examples by name)."""

    async def shown(request: Request) -> Response:
        try:
            found = game.presentation().reference_page(
                address, request.path_params, request.query_params, visit_of(request).dark
            )
        except LookupError as error:
            raise HTTPException(404, str(error.args[0])) from None
        drawings = rulebook_examples.drawings(game.name)
        return page(request, found.template, game=game, drawings=drawings, **found.values)

    return Route(address, shown)
