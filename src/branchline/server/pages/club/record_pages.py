"""The records of a game, the ratings of its players, and the page of a player."""

from __future__ import annotations

import time
from typing import Final

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline import bots
from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.core.protocols import Game
from branchline.languages import _
from branchline.server.club.players import People, day, people
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import form_response, page, visit_of
from branchline.server.lobby.game_result import variant_words
from branchline.server.lobby.lobby import lobby_of
from branchline.server.pages.club.rating_chart import rating_chart
from branchline.store import Store
from branchline.store.club import club_tables, ratings, records
from branchline.store.club.members import Members
from branchline.store.club.records import PAGE, ResultFilter
from branchline.store.club.results import BOT, Result

LADDER: Final = 50  # players per page
OPPONENTS: Final = 12


def _store(request: Request) -> Store:
    return lobby_of(request).context.store


def _game(request: Request) -> Game[object]:
    name = request.path_params["game"]
    if name not in registry.games():
        raise HTTPException(404, _("Game not found."))
    return registry.game(name)


def _number(request: Request, name: str, most: int = 100_000) -> int:
    text = request.query_params.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


async def ladder(request: Request) -> Response:
    """ratings.html: `game`, `games`, `rows` (place, who, rated), `after`, `more`."""
    game, after = _game(request), _number(request, "after")
    found = await ratings.ladder(_store(request), game.name, LADDER + 1, after)
    names = await people(_store(request), [one.player for one in found])
    return page(
        request,
        "ratings.html",
        game=game,
        games=_games(),
        rows=[
            {"place": after + n, "who": names.of(one.player), "rated": one}
            for n, one in enumerate(found[:LADDER], start=1)
        ],
        after=after,
        step=LADDER,
        more=len(found) > LADDER,
    )


def _games() -> list[Game[object]]:
    return [registry.game(name) for name in registry.games()]


async def record_list(request: Request) -> Response:
    """records.html: `bests`, `margins`, `longest`, `latest` (of `_row`), `variants`, `filters`, `after`, `more`."""
    game, store, after = _game(request), _store(request), _number(request, "after")
    kinds = await records.variants(store, game.name)
    variant, players = request.query_params.get("variant", ""), _number(request, "players")
    filters = ResultFilter(
        game=game.name,
        variant=variant if variant in kinds else "",
        players=players if players in game.players else 0,
        rated=bool(request.query_params.get("rated")),
    )
    lists = {
        "bests": await records.bests(store, filters),
        "margins": [one for one in await records.most(store, filters, "margin") if one.margin],
        "longest": await records.most(store, filters, "steps"),
        "latest": await records.latest(store, filters, after),
    }
    names = await people(store, {sat.player for some in lists.values() for one in some for sat in one.seats})
    return page(
        request,
        "records.html",
        game=game,
        games=_games(),
        filters=filters,
        variants=[(kind, variant_words(game.name, kind)) for kind in kinds],
        after=after,
        step=PAGE,
        more=len(lists["latest"]) > PAGE,
        **{name: [_row(one, names) for one in some[:PAGE]] for name, some in lists.items()},
    )


def _row(result: Result, names: People) -> dict[str, object]:
    seats = sorted(result.seats, key=lambda sat: sat.place)
    return {
        "address": f"/replay/{result.table}",
        "day": day(result.finished),
        "title": registry.game(result.game).title,
        "variant": variant_words(result.game, result.variant),
        "players": len(seats),
        "seats": [{"who": names.sat(sat), "score": _minus(sat.score), "place": sat.place} for sat in seats],
        "rated": result.rated,
        "steps": result.steps,
        "best": _minus(result.best),
        "margin": result.margin,
    }


def _minus(score: int) -> str:
    return str(score).replace("-", "−")


async def player(request: Request) -> Response:
    """player.html: `who`, `ratings` (title, rated, chart), `tally`, `met`, `games`, `open`, `mine`, `shown`."""
    store, after = _store(request), _number(request, "after")
    key, member_name = await _wanted(request)
    rated = await ratings.of_player(store, key)
    met = await records.met(store, key, OPPONENTS)
    games = await records.games_of(store, key, after)
    names = await people(
        store, {key, *(one.other for one in met), *(s.player for g in games for s in g.seats)}
    )
    mine = visit_of(request).me == key
    return page(
        request,
        "player.html",
        who=names.of(key, member_name),
        ratings=[
            {
                "title": registry.game(one.game).title,
                "game": one.game,
                "rated": one,
                "chart": Markup(rating_chart(await ratings.history(store, one.game, key))),
            }
            for one in rated
        ],
        tally=[
            {"title": registry.game(name).title, "played": played, "wins": wins, "best": _minus(best)}
            for name, played, wins, best in await records.tally(store, key)
        ],
        met=[{"who": names.of(one.other), "met": one} for one in met],
        games=[_row(one, names) for one in games[:PAGE]],
        open=await _open_tables(store, key),
        mine=mine,
        shown=mine and bool(await club_tables.shown(store, [key])),
        after=after,
        step=PAGE,
        more=len(games) > PAGE,
    )


async def _wanted(request: Request) -> tuple[str, str]:
    """The player named in the URL, and their name."""
    name = request.path_params["name"]
    if name.startswith(BOT):
        try:
            bots.bot(name.removeprefix(BOT))
        except BranchlineError as error:
            raise HTTPException(404, str(error)) from None
        return name, ""
    member = await Members(_store(request)).by_name(name)
    if member is None:
        raise HTTPException(404, _("There is no member with that name."))
    return member.id, member.name


async def _open_tables(store: Store, key: str) -> list[dict[str, str]]:
    """The open tables at which they are waiting for others."""
    found = await club_tables.offers(store, int(time.time()), 200)
    return [
        {"id": offer.club.table, "title": registry.game(offer.game).title}
        for offer in found
        if key in offer.there()
    ]


async def show(request: Request) -> Response:
    """Form: shown. Whether the member's games by link may also appear in lists from now on."""
    member = visit_of(request).member
    if member is None:
        raise HTTPException(401, _("Sign in first."))
    form = await form_of(request)
    await _store(request).write(club_tables.showing(member.id, bool(text_of(form, "shown"))))
    return form_response(request, People({member.id: member.name}).of(member.id).address)


ROUTES: Final = [
    Route("/ratings/{game}", ladder),
    Route("/records/{game}", record_list),
    Route("/player/{name}", player),
    Route("/shown", show, methods=["POST"]),
]
