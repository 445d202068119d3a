"""Challenges: setting one at a turning point of a finished game, its page for everybody, taking it up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from branchline.bots.analysis import turning_points
from branchline.languages import LANGUAGES, _, language, speaking
from branchline.server import wall_clock
from branchline.server.http.forms import form_of, text_of
from branchline.server.http.relative_time import ago
from branchline.server.http.rendering import form_response, page, visit_of, wants_json
from branchline.server.lobby import challenges as lobby_challenges
from branchline.server.lobby.lobby import lobby_of
from branchline.server.lobby.seat_requests import offered_bots, player_name
from branchline.server.pages.replay.game_analysis import LEAST, Courses, percent
from branchline.server.pages.replay.replay_pages import finished_game
from branchline.server.pages.table.seat_pages import wished_name
from branchline.server.table.live_table import LiveTable
from branchline.server.workers.souvenirs import (
    HEIGHT,
    WIDTH,
    Moment,
    Souvenirs,
    challenge_png,
    challenge_svg,
    challenge_words,
)
from branchline.store.table import challenges
from branchline.store.table.challenges import Challenge

LISTED: Final = 50  # players who tried
PREVIEW: Final = {
    "cache-control": "public, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",  # messengers show it on their own pages
}


class Line(msgspec.Struct, frozen=True):
    """Somebody who has tried."""

    name: str
    score: int
    won: bool
    when: str
    mine: bool


async def set_challenge(request: Request) -> Response:
    """Form: at, the moment before a turning point. Answers with the address of the challenge."""
    form = await form_of(request)
    live = (await finished_game(request, _("A challenge can be set only after the end of a game."))).live
    if live.table.outcome() is None:
        raise HTTPException(404, _("This game was not played to its end."))
    courses: Courses = request.app.state.courses
    points = turning_points(await courses.of(live), least=LEAST)
    at = text_of(form, "at")
    for before, after in points:
        if str(before.event) == at and after.seat is not None:
            chance = percent(before.chances[after.seat])
            made = await lobby_challenges.set_challenge(live, before.event, after.seat, chance)
            return _link(request, live, made)
    raise HTTPException(404, _("That moment is not a turning point of this game."))


def _link(request: Request, live: LiveTable, made: Challenge) -> Response:
    """Scripts also get the words to share it with."""
    address = f"/challenge/{made.id}"
    if not wants_json(request):
        return form_response(request, address)
    stood, question = challenge_words(live.seating.names[made.seat], made.chance)
    if made.seat in live.seating.of(visit_of(request).me):
        stood = _("I stood at {chance}%.", chance=made.chance)
    return JSONResponse({"address": address, "words": f"{stood} {question}"})


async def _challenged(request: Request) -> tuple[Challenge, LiveTable]:
    lobby = lobby_of(request)
    challenge = await challenges.find(lobby.context.store, request.path_params["challenge"])
    live = await lobby.find(challenge.table) if challenge else None
    # Players may have agreed to undo the end: then the game goes on, and has secrets again.
    if challenge is None or live is None or live.table.outcome() is None:
        raise HTTPException(404, _("There is no such challenge."))
    return challenge, live


async def challenge(request: Request) -> Response:
    """The page of a challenge; form: name. Sending it takes the challenge up, at a new table."""
    set_, live = await _challenged(request)
    if request.method == "POST":
        name = await wished_name(request, text_of(await form_of(request), "name"), player_name(set_.seat))
        return form_response(
            request, f"/table/{await lobby_challenges.take_up(live, set_, visit_of(request).me, name)}"
        )
    return await _page(request, set_, live)


async def _page(request: Request, set_: Challenge, live: LiveTable) -> Response:
    """challenge.html: `stood` and `question`, the two sentences; `round`; `players`: seat, name, what bot it is, score;
    `called`, the visitor's name; `lines`, who has tried; `counts`; `mine`, the visitor's own tries; for messengers:
    `picture`, `picture_size`, `url`, `words`."""
    lobby, me = lobby_of(request), visit_of(request).me
    store, game = lobby.context.store, live.table.game
    await lobby_challenges.settle(lobby, set_.id)
    mine = await challenges.mine(store, set_.id, me, lobby_challenges.TRIES)
    own, now = {attempt.table for attempt in mine}, wall_clock.now()
    lines = [
        Line(name, attempt.score, attempt.won, ago(attempt.finished, now), attempt.table in own)
        for attempt, name in await challenges.best(store, set_.id, LISTED)
    ]
    labels = {bot.spec: bot.label for bot in offered_bots()}
    bots, state = lobby_challenges.opponents(live, set_.seat), live.table.at(set_.step)
    stood, question = challenge_words(live.seating.names[set_.seat], set_.chance)
    base = str(request.base_url).rstrip("/")
    return page(
        request,
        "challenge.html",
        game=game,
        stood=stood,
        question=question,
        seat=set_.seat,
        name=live.seating.names[set_.seat],
        round=game.screen().round(state),
        players=[
            (seat, name, labels.get(bots[seat].partition(",")[0], "") if seat in bots else "", score)
            for seat, (name, score) in enumerate(zip(live.seating.names, game.scores(state), strict=True))
        ],
        called=next((line.name for line in lines if line.mine), ""),
        lines=lines,
        counts=await challenges.counts(store, set_.id),
        mine=mine,
        replay=f"/replay/{set_.table}?at={set_.step}",
        address=f"/challenge/{set_.id}",
        picture=f"{base}/challenge/{set_.id}/{language()}.png",
        picture_size=(WIDTH, HEIGHT),
        url=f"{base}/challenge/{set_.id}",
        words=f"{stood} {question}",
    )


async def _drawn(request: Request, spoken: str, work: Callable[[Moment], bytes]) -> bytes:
    set_, live = await _challenged(request)
    names = live.seating.names
    state = live.table.game.numbers(live.table.at(set_.step))
    moment = Moment(live.frames.setup, state, set_.seat, names, set_.chance, spoken)
    souvenirs: Souvenirs = request.app.state.souvenirs
    key = (work.__name__, set_.id, names, spoken)
    return await souvenirs.made(key, live.frames.owner, work, moment)


async def preview(request: Request) -> Response:
    """The position with the question, for anybody: what the seat may know, of a game that is over."""
    spoken = request.path_params["language"]
    if spoken not in LANGUAGES:
        raise HTTPException(404, _("Picture not found."))
    with speaking(spoken):
        drawn = await _drawn(request, spoken, challenge_png)
    return Response(drawn, media_type="image/png", headers=PREVIEW)


async def whole_table(request: Request) -> Response:
    """The whole table as the seat sees it, as SVG."""
    drawn = await _drawn(request, visit_of(request).language, challenge_svg)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


ROUTES: Final = [
    Route("/replay/{table}/challenge", set_challenge, methods=["POST"]),
    Route("/challenge/{challenge}", challenge, methods=["GET", "POST"]),
    Route("/challenge/{challenge}/table.svg", whole_table),
    Route("/challenge/{challenge}/{language}.png", preview),
]
