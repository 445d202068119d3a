"""Leagues and small tournaments: the list, a new one, and the page of one with its standings and rounds."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline import bots
from branchline.club.pairing import Kind, rounds_of
from branchline.core import registry
from branchline.core.errors import BranchlineError
from branchline.core.table import Table
from branchline.languages import Words, _
from branchline.store import Conflict
from branchline.store.leagues import League, Planned
from branchline.store.members import Member, Members
from branchline.web import option_words
from branchline.web.clocks import terms_of
from branchline.web.ending import variant_of
from branchline.web.forms import form_of, text_of, texts_of
from branchline.web.hearing import clean
from branchline.web.house import No
from branchline.web.leagues import LeagueOffice, table_of
from branchline.web.pages import done, page, visit_of
from branchline.web.people import People, people
from branchline.web.play_pages import lobby_of, options_of
from branchline.web.seats import new_id
from branchline.web.uploads import no_files
from branchline.web.wanted import ADVERSARY, offered_bots

MOST: Final = 100  # leagues on the page
CROWD: Final = 64  # people in one
LONGEST: Final = 60  # rounds
KINDS: Final[Words[Kind]] = Words(
    {"league": "League", "swiss": "Swiss tournament", "knockout": "Knockout tournament"}
)
SENTENCES: Final[Words[Kind]] = Words(
    {
        "league": "Everybody meets everybody as equally often as can be.",
        "swiss": "Each round, who has as many points meets; nobody goes home early.",
        "knockout": "The best of each table go on, the others are out.",
    }
)


def office_of(request: Request) -> LeagueOffice:
    office: LeagueOffice = request.app.state.office
    return office


def _member(request: Request) -> Member:
    member = visit_of(request).member
    if member is None:
        raise HTTPException(403, _("Leagues are for members. Sign in first."))
    return member


async def _league(request: Request) -> League:
    league = await office_of(request).leagues.find(request.path_params["league"])
    if league is None:
        raise HTTPException(404, _("There is no such league."))
    return league


async def leagues(request: Request) -> Response:
    """leagues.html: `leagues` (league, kind, title, variant, entrants)."""
    found = await office_of(request).leagues.listed(MOST)
    return page(
        request,
        "leagues.html",
        leagues=[{**_described(league), "entrants": entrants} for league, entrants in found],
    )


def _described(league: League) -> dict[str, object]:
    variant = variant_of(league.game, msgspec.json.decode(league.options))
    return {
        "league": league,
        "kind": KINDS[league.kind],
        "title": registry.game(league.game).title,
        "variant": option_words.variant_words(league.game, variant),
        "begins": _moment(league.begins),
    }


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else ""


async def new(request: Request) -> Response:
    """league_new.html: `games`, `game`, `fields`, `values`, `bots`, `kinds`, `error`. Form: game, name, kind, size,
    rounds, begins, entry (open or invite), rated, bot, the clock (`clocks.terms_of`), the options of the game."""
    _member(request)
    if request.method == "GET":
        chosen = request.query_params.get("game", "nuremberg")
        return _new_page(request, chosen if chosen in registry.games() else "nuremberg", {})
    form = await form_of(request)
    values = {name: ",".join(texts_of(form, name)) for name in form}
    chosen = text_of(form, "game")
    registry.game(chosen)
    try:
        league = _wanted(_member(request), chosen, values, options_of(chosen, form))
    except BranchlineError as error:
        return _new_page(request, chosen, values, str(error))
    await office_of(request).leagues.add(league)
    return done(request, f"/league/{league.id}")


def _new_page(request: Request, chosen: str, values: dict[str, str], error: str = "") -> Response:
    return page(
        request,
        "league_new.html",
        422 if error else 200,
        games=[registry.game(name) for name in registry.games()],
        game=registry.game(chosen),
        fields=list(option_words.BY_GAME[chosen]().values()),
        values=values,
        bots=offered_bots(),
        kinds=[(kind, KINDS[kind], SENTENCES[kind]) for kind in KINDS],
        error=error,
    )


def _wanted(host: Member, game: str, values: dict[str, str], options: dict[str, object]) -> League:
    """Raises `No` and the like."""
    name, kind, size = clean(values.get("name", ""), 60, ""), values.get("kind", ""), values.get("size", "")
    if not name:
        raise No(_("Give it a name."))
    kinds: dict[str, Kind] = {one: one for one in KINDS}
    if kind not in kinds:
        raise No(_("Choose a league, a Swiss or a knockout tournament."))
    if size not in {str(count) for count in registry.game(game).players}:
        raise No(_("The game can't be played by so many at a table."))
    rounds = values.get("rounds", "") or "0"
    if not (rounds.isascii() and rounds.isdecimal() and len(rounds) < 3 and int(rounds) <= LONGEST):
        raise No(
            _("Choose at most {most} rounds, or none: then there are as many as it takes.", most=LONGEST)
        )
    bot = values.get("bot") or ADVERSARY
    bots.bot(bot)  # says what is wrong with the spec
    clock = terms_of(values)
    no_files(game, options)
    given = Table(game, int(size), seed=0, **dict(options)).header().options  # type: ignore[arg-type]
    return League(
        id=new_id(), name=name, kind=kinds[kind], game=game, options=msgspec.json.encode(given).decode(),
        size=int(size), rounds=0 if kind == "knockout" else int(rounds), rated=bool(values.get("rated")),
        open=values.get("entry") != "invite", bot=bot, host=host.id, made=int(time.time()),
        begins=_begins(values.get("begins", "")), clock=msgspec.json.encode(clock).decode() if clock else "",
    )  # fmt: skip


def _begins(text: str) -> int:
    """A day and a time as a browser's field has them, in UTC; 0: when the host says so."""
    if not text:
        return 0
    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        raise No(_("Write the beginning as a date and a time.")) from None
    return max(1, int(moment.timestamp()))


async def league(request: Request) -> Response:
    """league.html: what `_described` has, and `standings` (rank, who, one, gone), `rounds` (number, tables), `host`,
    `hosts` (whether the visitor is), `entered`, `full`, `planned` (rounds if it began now)."""
    found, office = await _league(request), office_of(request)
    entrants, tables = await office.leagues.entrants(found.id), await office.leagues.tables(found.id)
    names = await people(lobby_of(request).house.store, [found.host, *(one.player for one in entrants)])
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
    """The last first."""
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


# What is done there


async def join(request: Request) -> Response:
    member, found = _member(request), await _league(request)
    if not found.open and member.id != found.host:
        raise No(_("The host of this league enrols its players. Ask to be."))
    await _enter(request, found, member)
    return done(request, f"/league/{found.id}")


async def enrol(request: Request) -> Response:
    """Form: name. The host's."""
    found = await _hosted(request)
    form = await form_of(request)
    store = lobby_of(request).house.store
    other = await Members(store).by_name(text_of(form, "name"))
    if other is None:
        raise No(_("There is no member of that name."))
    if await Members(store).blocks(other.id, found.host):
        raise No(_("{name} can't be enrolled by you.", name=other.name))
    await _enter(request, found, other)
    return done(request, f"/league/{found.id}")


async def _enter(request: Request, found: League, member: Member) -> None:
    entrants = await office_of(request).leagues.entrants(found.id)
    if len(entrants) >= CROWD:
        raise No(_("This league is full."))
    if any(one.player == member.id for one in entrants):
        return
    try:
        await office_of(request).leagues.join(found.id, member.id)
    except Conflict:
        raise No(_("This league has begun. Wait for the next one.")) from None


async def give_up(request: Request) -> Response:
    member, found = _member(request), await _league(request)
    try:
        await office_of(request).give_up(found, member.id)
    except Conflict:
        raise No(_("You are not in this league any more.")) from None
    return done(request, f"/league/{found.id}")


async def begin(request: Request) -> Response:
    found = await _hosted(request)
    if found.round:
        raise No(_("It has begun already."))
    if len(await office_of(request).leagues.entrants(found.id)) < 2:
        raise No(_("It takes two to begin."))
    await office_of(request).go_on(found.id)
    return done(request, f"/league/{found.id}")


async def annul(request: Request) -> Response:
    """Form: table. The host's: a table that will not be finished gives no points, and the league goes on."""
    found = await _hosted(request)
    form = await form_of(request)
    table = text_of(form, "table")
    running = [
        one
        for one in await office_of(request).leagues.tables(found.id)
        if one.table == table and not one.played
    ]
    if not running:
        raise No(_("There is no such table, or it is over."))
    await office_of(request).leagues.annul(table)
    return done(request, f"/league/{found.id}")


async def _hosted(request: Request) -> League:
    member, found = _member(request), await _league(request)
    if member.id != found.host:
        raise HTTPException(403, _("Only the host of the league may do that."))
    return found


ROUTES: Final = [
    Route("/leagues", leagues),
    Route("/leagues/new", new, methods=["GET", "POST"]),
    Route("/league/{league}", league),
    Route("/league/{league}/join", join, methods=["POST"]),
    Route("/league/{league}/enrol", enrol, methods=["POST"]),
    Route("/league/{league}/give-up", give_up, methods=["POST"]),
    Route("/league/{league}/begin", begin, methods=["POST"]),
    Route("/league/{league}/annul", annul, methods=["POST"]),
]
