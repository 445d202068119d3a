"""Replaying a match move by move: all of a finished one; of a running one, what a seat may know."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from branchline.core.protocols import ALL
from branchline.languages import _
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.rendering import form_response, page, visit_of
from branchline.server.http.visitors import fingerprint
from branchline.server.lobby import follow_up_games
from branchline.server.lobby.challenges import settle_at
from branchline.server.lobby.lobby import lobby_of
from branchline.server.pages.replay.game_analysis import Courses
from branchline.server.pages.replay.replay_report import Report, ceremony_report, course_report, report
from branchline.server.table.display.frames import changed_boxes, changed_parts, pictures_of
from branchline.server.table.live_table import LiveTable
from branchline.server.table.protocol.messages import Picture, encoder
from branchline.server.workers.painters import Drawn, Key
from branchline.server.workers.process_pool import WorkerFailed
from branchline.server.workers.scenes import Scene
from branchline.store import SPECTATOR

KEPT: Final = 32  # reports kept in memory
DRAWINGS_KEPT: Final = 100  # drawings kept for all matches together: a slider goes back and forth

_reports: OrderedDict[Key, Report] = OrderedDict()
_drawings: OrderedDict[Key, Drawn] = OrderedDict()


class Seen(msgspec.Struct, frozen=True):
    """A match, and how much of it the visitor may see."""

    live: LiveTable
    seat: int | None  # the seat they look from; None: a spectator
    whole: bool  # the match no longer hides anything
    seats: tuple[int, ...]  # seats they may look from


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table after a step: what changed since an earlier step, or all of it."""

    at: int
    now: str
    scores: tuple[int, ...]
    parts: dict[str, dict[str, str | None]] | None = None
    boxes: dict[str, str] = {}  # of panels that have another one now
    definitions: str = ""
    panels: tuple[Picture, ...] = ()


async def _seen(request: Request) -> Seen:
    live = await lobby_of(request).find(request.path_params["table"])
    me = visit_of(request).me
    if live is None or not (
        _whole(live) or live.seating.of(me) or live.row.host == me or await _watches(request)
    ):
        raise HTTPException(404, _("Game not found, or it is still running and you have no seat in it."))
    seats = tuple(range(live.table.players)) if _whole(live) else live.seating.of(me)
    wish = request.query_params.get("seat", "")
    seat = int(wish) if wish in ("0", "1", "2", "3") else None
    if wish and seat not in seats:
        raise HTTPException(403, _("While the game is running, you see it from your own seat."))
    if not wish and not _whole(live) and len(seats) == 1:
        seat = seats[0]  # players of several seats share a screen: they see what spectators see
    return Seen(live, seat, _whole(live), seats)


def _whole(live: LiveTable) -> bool:
    return live.point.over or live.row.uploaded


async def _watches(request: Request) -> bool:
    """Whether the visitor has the link to watch this table."""
    found = await lobby_of(request).opened(fingerprint(request.query_params.get("watch", "")))
    return bool(found and found[1] == SPECTATOR and found[0].row.id == request.path_params["table"])


async def _report(request: Request, seen: Seen) -> Report:
    """Raises `WorkerFailed`."""
    live, language, names = seen.live, visit_of(request).language, seen.live.seating.names
    seat = ALL if seen.whole else seen.seat
    key = (live.row.id, live.point.at, seat, names, language)
    if key not in _reports:
        lines = live.table.log[: live.point.at]
        _reports[key] = await live.frames.do(report, lines, seat, names, language)
        while len(_reports) > KEPT:
            _reports.popitem(last=False)
    return _reports[key]


async def _drawn(request: Request, seen: Seen, step: int) -> tuple[Drawn, tuple[int, ...]]:
    """Raises `WorkerFailed`."""
    live, visit = seen.live, visit_of(request)
    game, state, names = live.table.game, live.table.at(step), live.seating.names
    key = (live.row.id, live.point.at, step, seen.seat, names, visit.language, visit.dark)
    if key not in _drawings:
        scene = Scene(live.frames.setup, game.numbers(state), seen.seat, names, visit.language, visit.dark)
        _drawings[key] = await live.frames.draw(scene)
        while len(_drawings) > DRAWINGS_KEPT:
            _drawings.popitem(last=False)
    return _drawings[key], game.scores(state)


async def replay(request: Request) -> Response:
    """replay.html: `told`, `at`, `seen`, `ended`, `live`, `game`, `places`."""
    seen = await _seen(request)
    found = await _report(request, seen)
    told = found.told
    at = _step(request.query_params.get("at", ""), told.steps, told.steps)
    return page(
        request,
        "replay.html",
        game=seen.live.table.game,
        id=seen.live.row.id,
        seen=seen,
        ended=seen.live.ended,
        told=told,
        picture=Markup(told.chart),
        places=found.places,
        at=at,
        watch=request.query_params.get("watch", ""),
        address=f"/replay/{seen.live.row.id}",
        souvenirs=bool(found.places) and seen.live.table.game.presentation().souvenirs,
    )


async def moment(request: Request) -> Response:
    """The table after a step, as JSON; with `from`, what changed since another step."""
    seen = await _seen(request)
    last = len(seen.live.table.steps)
    step = _step(request.path_params["step"], last)
    drawn, scores = await _drawn(request, seen, step)
    shown = Moment(step, drawn.now, scores, definitions=drawn.still.definitions, panels=pictures_of(drawn))
    if "from" in request.query_params:
        before, _scores = await _drawn(request, seen, _step(request.query_params["from"], last))
        if (parts := changed_parts(before, drawn)) is not None:
            shown = Moment(step, drawn.now, scores, parts, changed_boxes(before, drawn))
    return Response(encoder.encode(shown), media_type="application/json")


async def summary(request: Request) -> Response:
    """Log, rounds, itemised scores, chart and statements, as JSON."""
    found = await _report(request, await _seen(request))
    return Response(encoder.encode(found.told), media_type="application/json")


async def course(request: Request) -> Response:
    """The chances of winning over a finished game and its turning points, as JSON, once they are computed."""
    seen = await finished_game(request, _("Chances of winning are not shown while the game is running."))
    live, language = seen.live, visit_of(request).language
    courses: Courses = request.app.state.courses
    try:
        moments = await courses.of(live)
    except WorkerFailed:
        raise HTTPException(503, _("The game could not be analysed just now. Try again later.")) from None
    told = await _report(request, seen)
    found = await live.frames.do(course_report, moments, told, f"/replay/{live.row.id}", language)
    return Response(encoder.encode(found), media_type="application/json")


async def progress(request: Request) -> Response:
    """How much of the analysis is done, from 0 to 1, as JSON."""
    seen = await finished_game(request, _("Chances of winning are not shown while the game is running."))
    courses: Courses = request.app.state.courses
    return JSONResponse({"done": round(courses.progress(seen.live), 3)})


async def finished_game(request: Request, otherwise: str) -> Seen:
    """A finished game, which hides nothing any more; if it is still running, `otherwise` says why there is no
    answer."""
    seen = await _seen(request)
    if not seen.whole:
        raise HTTPException(404, otherwise)
    return seen


async def ceremony(request: Request) -> Response:
    """The end of a game: places, the score in parts, awards and a picture in honour of the winners, as JSON."""
    seen = await _seen(request)
    live, visit = seen.live, visit_of(request)
    found = await _report(request, seen)
    if not found.places:
        raise HTTPException(404, _("This game was not played to its end."))
    shown = await live.frames.do(ceremony_report, found, visit.dark, visit.language)
    if (attempt := await settle_at(live)) is not None:
        shown = msgspec.structs.replace(shown, challenge=f"/challenge/{attempt.challenge}", won=attempt.won)
    return Response(encoder.encode(shown), media_type="application/json")


async def branch(request: Request) -> Response:
    """Form: at. Play on from there against bots, at a new table."""
    form, visit = await form_of(request), visit_of(request)
    live = await lobby_of(request).finished(request.path_params["table"])
    at = _step(text_of(form, "at"), len(live.table.steps))
    member = visit.member.name if visit.member else ""
    return form_response(request, f"/table/{await follow_up_games.branch(live, at, visit.me, member)}")


def _step(text: str, last: int, usual: int | None = None) -> int:
    if not text and usual is not None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and int(text) <= last):
        raise HTTPException(
            404, _("That moment is not part of this game, which has {count} steps.", count=last)
        )
    return int(text)


ROUTES: Final = [
    Route("/replay/{table}", replay),
    Route("/replay/{table}/at/{step}", moment),
    Route("/replay/{table}/summary", summary),
    Route("/replay/{table}/course", course),
    Route("/replay/{table}/course/progress", progress),
    Route("/replay/{table}/ceremony", ceremony),
    Route("/replay/{table}/branch", branch, methods=["POST"]),
]
