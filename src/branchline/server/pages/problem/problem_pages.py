"""The problem of the day: today's problems, those of earlier days, and the page that shows and judges one.

A page is the same for everybody and needs no server once it is there, so that browsers can keep it."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import OrderedDict
from datetime import date
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from branchline.bots import LEVELS
from branchline.core import registry
from branchline.core.play.loading import resume
from branchline.core.screen import Choice, Focus, PlayerRow, Sign
from branchline.languages import _
from branchline.problems.calendar import day_of, number_at, number_of, place_of
from branchline.problems.file import problems
from branchline.server import wall_clock
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import form_response, page, visit_of
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import SeatRequest, seat_rows
from branchline.server.lobby.table_factory import keep_table
from branchline.server.table.display.frames import pictures_of
from branchline.server.table.protocol.messages import Picture, Seat
from branchline.server.workers.painters import Key
from branchline.server.workers.problem_answers import Prepared, begin, prepare, sealed
from branchline.server.workers.process_pool import Owner
from branchline.store.club.problems import ProblemResult, ProblemResults

AHEAD: Final = 1  # days whose problems browsers may fetch early, for when there is no network
LISTED: Final = 60  # earlier days on one page
KEPT: Final = 60  # pages in memory: those of today and a few others, by language and theme
LIMIT: Final = 20.0  # seconds that making a page may take; it is made once for everybody
TRIES: Final = 3
LONGEST_REPORT: Final = 18_000  # characters: what one request may report
_RESULT: Final = re.compile(
    rf"([a-z0-9_-]{{1,40}}) (\d{{1,6}}) (0{{0,{TRIES - 1}}}1|0{{{TRIES}}}) (\d{{1,6}})"
)

_pages: OrderedDict[Key, Shown] = OrderedDict()


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The position as a page shows it. `sealed` holds what every choice leads to."""

    game: str
    number: int
    seat: int
    definitions: str
    signs: tuple[Sign, ...]
    panels: tuple[Picture, ...]
    phase: str
    todo: str
    focus: Focus
    rows: tuple[PlayerRow, ...]
    seats: tuple[Seat, ...]
    choices: tuple[Choice, ...]
    sealed: str


def games() -> list[str]:
    """Those that have problems."""
    return [name for name in registry.games() if problems(name) is not None]


def today() -> int:
    """The number of the day's problem."""
    return number_at(wall_clock.now())


async def index(request: Request) -> Response:
    """problems.html: `games`, `today` (a number), `days` (number and date of earlier ones, the latest first), `before`
    (the number where still earlier ones begin; 0: there are none)."""
    asked = request.query_params.get("before", "")
    end = min(int(asked), today()) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else today()
    days = [(number, day_of(number)) for number in range(end - 1, max(0, end - 1 - LISTED), -1)]
    before = days[-1][0] if days and days[-1][0] > 1 else 0
    found = [registry.game(name) for name in games()]
    return page(request, "problems.html", games=found, today=today(), days=days, before=before)


async def latest(request: Request) -> Response:
    """Today's problem of a game."""
    return Response(status_code=302, headers={"location": f"/problem/{_game(request)}/{today()}"})


async def problem(request: Request) -> Response:
    """problem.html: `game`, `number`, `day`, `position` (JSON), `others` (games whose problem is next)."""
    game, asked = _game(request), request.path_params["number"]
    if re.fullmatch(r"\d{4}-\d\d-\d\d", asked):
        return Response(status_code=302, headers={"location": f"/problem/{game}/{_number(_day(asked))}"})
    number = _number(asked)
    shown = await _shown(request, game, number)
    return page(
        request, "problem.html", game=registry.game(game), number=number, day=day_of(number),
        position=msgspec.json.encode(shown).decode(),
        others=[registry.game(name) for name in games() if name != game],
    )  # fmt: skip


def _game(request: Request) -> str:
    name = str(request.path_params["game"])
    if name not in games():
        raise HTTPException(404, _("There are no problems for that game."))
    return name


def _day(text: str) -> str:
    try:
        return str(number_of(date.fromisoformat(text)))
    except ValueError:
        return ""


def _number(text: str) -> int:
    """The number of a problem that has been published."""
    fine = text.isascii() and text.isdecimal() and len(text) < 7
    if not fine or not 1 <= int(text) <= today() + AHEAD:
        raise HTTPException(404, _("There is no problem for that day."))
    return int(text)


async def _shown(request: Request, game: str, number: int) -> Shown:
    """Raises `WorkerFailed`."""
    visit, place = visit_of(request), _place(game, number)
    key = (game, number, visit.language, visit.dark)
    if key not in _pages:
        ready = await lobby_of(request).context.painters.pool.do(
            prepare, game, place, visit.language, visit.dark, limit=LIMIT, owner=Owner(visit.me)
        )
        drawn = ready.drawn
        _pages[key] = Shown(
            game=game,
            number=number,
            seat=ready.seat,
            definitions=drawn.still.definitions,
            signs=drawn.still.signs,
            panels=pictures_of(drawn),
            phase=drawn.phase,
            todo=drawn.overview.todo,
            focus=drawn.overview.focus,
            rows=drawn.overview.rows,
            seats=_seats(ready),
            # How to pay is no part of the problem.
            choices=tuple(msgspec.structs.replace(choice, pays=None) for choice in drawn.choices),
            sealed=sealed(msgspec.json.encode(ready.answers), f"{game} {number}"),
        )
        while len(_pages) > KEPT:
            _pages.popitem(last=False)
    return _pages[key]


def _place(game: str, number: int) -> int:
    found = problems(game)
    assert found is not None
    return place_of(number, len(found.problems))


def _seats(ready: Prepared) -> tuple[Seat, ...]:
    kinds = ("person" if seat == ready.seat else "bot" for seat in range(len(ready.names)))
    return tuple(
        Seat(name=name, kind="person" if kind == "person" else "bot", here=True, score=score)
        for name, kind, score in zip(ready.names, kinds, ready.scores, strict=True)
    )


async def play(request: Request) -> Response:
    """Play on from the problem's position: the visitor takes the seat to move, bots the others."""
    game, visit, context = _game(request), visit_of(request), lobby_of(request).context
    place = _place(game, _number(request.path_params["number"]))
    begun = await context.painters.pool.do(
        begin, game, place, visit.language, limit=LIMIT, owner=Owner(visit.me)
    )
    seed = secrets.randbits(256)
    table = await asyncio.to_thread(resume, begun.header, begun.lines, seed=seed)
    seats = [
        SeatRequest("me" if seat == begun.seat else LEVELS[3].spec, name)
        for seat, name in enumerate(begun.header.seats)
    ]
    holders = [(begun.seat, visit.me)]
    name = await keep_table(context, table, seed, seat_rows(seats), holders, visit.me, hints=True)
    return form_response(request, f"/table/{name}")


async def progress(request: Request) -> Response:
    """Form: results (a line per finished problem: game, number, marks, day). Answers with all results of the member, in
    the same form; without an account nothing is kept here."""
    visit, form = visit_of(request), await form_of(request)
    if visit.member is None:
        return JSONResponse({"member": "", "results": []})
    results = ProblemResults(lobby_of(request).context.store)
    lines = text_of(form, "results", longest=LONGEST_REPORT).splitlines()
    told = [found for line in lines if (found := _RESULT.fullmatch(line.strip()))]
    fresh = [ProblemResult(one[1], int(one[2]), one[3], int(one[4])) for one in told]
    real = [one for one in fresh if one.game in games() and 1 <= one.number <= one.day <= today() + AHEAD]
    if real:
        await results.add(visit.me, real)
    kept = [f"{one.game} {one.number} {one.marks} {one.day}" for one in await results.of(visit.me)]
    return JSONResponse({"member": visit.member.name, "results": kept})


ROUTES: Final = [
    Route("/problem", index),
    Route("/problem/progress", progress, methods=["POST"]),
    Route("/problem/{game}", latest),
    Route("/problem/{game}/{number}", problem),
    Route("/problem/{game}/{number}/play", play, methods=["POST"]),
]
