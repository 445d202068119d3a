"""Leagues and small tournaments: the list, and the page of one with its standings and rounds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core import registry
from branchline.languages import Words, _
from branchline.leagues.pairing import Kind, rounds_of
from branchline.server.club.leagues import LeagueService, table_of
from branchline.server.club.players import People, people
from branchline.server.http.rendering import page, visit_of
from branchline.server.lobby.game_result import variant_of, variant_words
from branchline.server.lobby.lobby import lobby_of
from branchline.store.club.leagues import League, Planned
from branchline.store.club.members import Member

MOST: Final = 100  # leagues per page
CROWD: Final = 64  # players per league
KINDS: Final[Words[Kind]] = Words(
    {"league": "League", "swiss": "Swiss tournament", "knockout": "Knockout tournament"}
)
SENTENCES: Final[Words[Kind]] = Words(
    {
        "league": "Everybody plays everybody else about equally often.",
        "swiss": "Players with equal points are paired each round; nobody is knocked out.",
        "knockout": "The best players at each table go through; the others are out.",
    }
)


def league_service_of(request: Request) -> LeagueService:
    league_service: LeagueService = request.app.state.league_service
    return league_service


def league_member(request: Request) -> Member:
    member = visit_of(request).member
    if member is None:
        raise HTTPException(401, _("Leagues are for members. Sign in first."))
    return member


async def league_of(request: Request) -> League:
    league = await league_service_of(request).leagues.find(request.path_params["league"])
    if league is None:
        raise HTTPException(404, _("League not found."))
    return league


async def leagues(request: Request) -> Response:
    """leagues.html: `leagues` (league, kind, title, variant, entrants)."""
    found = await league_service_of(request).leagues.listed(MOST)
    return page(
        request,
        "leagues.html",
        leagues=[{**_described(league), "entrants": entrants} for league, entrants in found],
    )


async def running_leagues(request: Request, most: int) -> list[dict[str, object]]:
    """Leagues that can be joined or are under way."""
    found = await league_service_of(request).leagues.listed(most)
    return [_described(league) for league, _entrants in found if not league.over]


def _described(league: League) -> dict[str, object]:
    variant = variant_of(league.game, msgspec.json.decode(league.options))
    return {
        "league": league,
        "kind": KINDS[league.kind],
        "title": registry.game(league.game).title,
        "variant": variant_words(league.game, variant),
        "begins": _moment(league.begins),
    }


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else ""


async def league(request: Request) -> Response:
    """league.html: what `_described` has, and `standings` (rank, who, one, gone), `rounds` (number, tables), `host`,
    `hosts` (whether the visitor is), `entered`, `full`, `planned` (rounds if it started now)."""
    found, league_service = await league_of(request), league_service_of(request)
    entrants, tables = (
        await league_service.leagues.entrants(found.id),
        await league_service.leagues.tables(found.id),
    )
    names = await people(lobby_of(request).context.store, [found.host, *(one.player for one in entrants)])
    me = visit_of(request).me
    gone = {one.player for one in entrants if one.left_in is not None}
    return page(
        request,
        "league.html",
        **_described(found),
        about=SENTENCES[found.kind],
        standings=[
            {"who": names.of(one.player), "one": one, "gone": one.player in gone}
            for one in table_of(found, entrants, tables)
        ],
        rounds=_rounds(found, tables, names, me),
        host=names.of(found.host),
        hosts=me == found.host,
        entered=any(one.player == me and one.left_in is None for one in entrants),
        full=len(entrants) >= CROWD,
        planned=found.rounds or rounds_of(found.kind, max(2, len(entrants)), found.size),
        enough=len(entrants) >= 2,
    )


def _rounds(found: League, tables: list[Planned], names: People, me: str) -> list[dict[str, object]]:
    """The latest first."""
    return [
        {
            "number": number,
            "tables": [
                {
                    "table": one,
                    "seats": [
                        {
                            "who": names.of(player) if player else names.of(f"bot:{found.bot}"),
                            "place": one.played.places[seat] if one.played else 0,
                        }
                        for seat, player in enumerate(one.players)
                    ],
                    "mine": me in one.players,
                }
                for one in tables
                if one.round == number
            ],
        }
        for number in range(found.round, 0, -1)
    ]


ROUTES: Final = [Route("/leagues", leagues), Route("/league/{league}", league)]
