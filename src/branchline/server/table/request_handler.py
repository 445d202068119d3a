"""Requests from a page: each is decoded, checked, carried out and answered, whatever it contains."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from branchline.bots.analysis import Candidate
from branchline.core.screen import Choice
from branchline.core.text import CHAT_LINE, SEAT_NAME
from branchline.languages import _, speaking
from branchline.server import metrics
from branchline.server.http.errors import Refused, not_saved
from branchline.server.http.rate_limits import Limited, not_so_fast, unlimited
from branchline.server.table.display.frames import Frames
from branchline.server.table.display.lookahead import foreseen
from branchline.server.table.play.bot_turns import BotTurns
from branchline.server.table.play.chat import TableChat
from branchline.server.table.play.moves import Moves
from branchline.server.table.play.orders import Orders
from branchline.server.table.play.undo import TableUndo
from branchline.server.table.protocol import requests
from branchline.server.table.protocol.connection import TOO_MUCH, Closed, Connection
from branchline.server.table.protocol.messages import Accepted, Advice, Because, Idea, RefusedMessage
from branchline.server.table.seats.absent_players import AbsentPlayers
from branchline.server.table.seats.host_settings import HostSettings
from branchline.server.table.seats.names import check_own, typed
from branchline.server.table.seats.table_seats import TableSeats
from branchline.server.table.state.table_state import TableState
from branchline.server.workers.process_pool import WorkerFailed
from branchline.server.workers.thinkers import COACHED_HINT, HINT
from branchline.store import StoreTrouble

BURST: Final = 60  # requests that may come at once
RATE: Final = 20.0  # requests per second after that
CHAT_LINES: Final = 5  # that somebody may send in `CHAT_SECONDS`
CHAT_SECONDS: Final = 10.0
_LIMITS: Final = {requests.Say: "chat", requests.Hint: "hints"}  # everything else is limited like moves


class RequestTargets(msgspec.Struct, frozen=True):
    """The parts of a table that requests are passed to."""

    state: TableState
    frames: Frames
    moves: Moves
    undo: TableUndo
    orders: Orders
    bots: BotTurns
    chat: TableChat
    seats: TableSeats
    absent: AbsentPlayers
    settings: HostSettings


class RequestHandler:
    def __init__(self, page: Connection, table: RequestTargets, limited: Limited = unlimited) -> None:
        self._page = page
        self._table = table
        self._state = table.state
        self._limited = limited
        self._allowance = float(BURST)
        self._last_request = time.monotonic()
        self._under_way: asyncio.Task[None] | None = None
        self._chatted: deque[float] = deque(maxlen=CHAT_LINES)

    async def handle(self, message: str | bytes) -> None:
        """Every message gets an answer; raises `Closed` if there are too many. A request that has begun is carried out
        even if the page goes away or the server shuts down."""
        self._under_way = asyncio.create_task(self._handle(message))
        await asyncio.shield(self._under_way)

    async def finish(self) -> BaseException | None:
        """Wait for the last request; returns what it raised."""
        if self._under_way is None:
            return None
        return (await asyncio.gather(self._under_way, return_exceptions=True))[0]

    async def _handle(self, message: str | bytes) -> None:
        self._count()
        with speaking(self._page.visit.language):
            try:
                request = _read(message)
                if (seconds := self._limited(_LIMITS.get(type(request), "moves"))) > 0:
                    raise Refused(not_so_fast(seconds))
                await self._answer(request)
            except Refused as refused:
                if refused.stale:
                    self._page.update(whole=True)
                await self._page.send(RefusedMessage(refused.words, refused.clause))
            except StoreTrouble as trouble:
                await self._page.send(RefusedMessage(not_saved(trouble)))

    def _count(self) -> None:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._last_request) * RATE) - 1
        self._last_request = now
        if self._allowance < 0:
            raise Closed(TOO_MUCH)

    async def _answer(self, request: requests.Request) -> None:
        page, table = self._page, self._table
        match request:
            case requests.Look():
                self._look(request.seat)
            case requests.Why():
                await page.send(self._because(request.target))
            case requests.Hint():
                await page.send(await self._hint(request.at))
            case requests.Foresee():
                await page.send(
                    await foreseen(self._state, table.frames, self._seat(), request.at, request.move)
                )
            case requests.Say():
                await self._say(request.words)
            case requests.Hurry():
                if page.mine or page.host:
                    table.bots.hurry()
                await page.send(Accepted(self._state.point.at))
            case _:
                await self._change(request)
                await page.send(Accepted(self._state.point.at))

    async def _decide(self, request: requests.Allow | requests.LeaveLesson) -> None:
        """What only the host of the table can decide."""
        if not self._page.host:
            raise Refused(_("Only the host of the table can decide that."))
        if isinstance(request, requests.Allow):
            await self._table.settings.allow_hints(request.hints)
        else:
            await self._table.settings.leave_lesson()

    async def _change(self, request: requests.Change) -> None:
        page, table = self._page, self._table
        if isinstance(request, requests.Allow | requests.LeaveLesson):
            await self._decide(request)
            return
        seat = self._seat()
        match request:
            case requests.Play():
                with metrics.timed(metrics.move_seconds):
                    await table.moves.play(seat, request.at, request.move)
            case requests.TakeBack():
                await table.undo.take_back(seat, request.at, request.what)
            case requests.Agree():
                await table.undo.agree(page.mine, request.at, request.yes)
            case requests.Prefer():
                await table.seats.prefer(seat, request.forced)
            case requests.Rename():
                await self._rename(seat, typed(SEAT_NAME, request.name))
            case requests.Vote():
                await table.absent.vote(seat, request.at, request.choice)
            case requests.Order():
                await table.orders.give(seat, request.at, request.order)
            case requests.Withdraw():
                await table.orders.withdraw(seat, request.number)
            case requests.Back():
                await table.absent.back(seat)

    def _seat(self) -> int:
        seat = self._page.seat
        if seat is None or seat not in self._page.mine:
            raise Refused(_("You are watching this table. Only its players can do that."))
        return seat

    def _look(self, seat: int | None) -> None:
        if seat is not None and seat not in self._page.mine:
            raise Refused(_("That seat is not yours."))
        self._page.look(seat)

    async def _rename(self, seat: int, name: str) -> None:
        visit = self._page.visit
        if visit.member and self._state.seating.names[seat] == visit.member.name != name:
            raise Refused(_("You play under your member name. You can change it in your account."))
        await check_own(self._state.context, visit.me, name)
        await self._table.seats.rename(seat, name)

    async def _say(self, words: str) -> None:
        now = time.monotonic()
        if len(self._chatted) == CHAT_LINES and now - self._chatted[0] < CHAT_SECONDS:
            raise Refused(_("Not so fast: wait a few seconds before you send more messages."))
        self._chatted.append(now)
        seat, member = self._page.seat, self._page.visit.member
        spectator = member.name if member else _("A spectator")
        name = spectator if seat is None else self._state.seating.names[seat]
        await self._table.chat.say(seat, name, typed(CHAT_LINE, words), member.id if member else "")

    def _because(self, target: str) -> Because:
        point, game = self._state.point, self._state.table.game
        seat = self._seat()
        if point.to_move is None:
            return Because(target, _("The game is over."))
        if point.to_move != seat:
            return Because(target, _("It is {name}'s turn.", name=self._state.seating.names[point.to_move]))
        refusals = [game.refusal(point.state, move) for move in game.screen().meant(point.state, target)]
        if any(refusal is None for refusal in refusals):
            return Because(target, "")
        if refusals and refusals[0] is not None:
            return Because(target, refusals[0].text, refusals[0].clause)
        return Because(target, _("You can't do anything with this now."))

    async def _hint(self, at: int) -> Advice:
        state, visit, seat = self._state, self._page.visit, self._seat()
        point, game, names = state.point, state.table.game, state.seating.names
        if at != point.at:
            raise Refused(_("The game has moved on. Look at the table and try again."), stale=True)
        if not state.row.hints:
            raise Refused(_("Hints are off at this table. Its host can turn them on."))
        if point.to_move != seat:
            raise Refused(_("It is not your turn."))
        # A coach gives hints at every step, so they must not take long.
        most = COACHED_HINT if state.guide else HINT
        found = await state.context.thinkers.hint(state.position, seat, names, visit.language, most)
        if found is None:
            raise Refused(_("The server is too busy for hints just now. Try again in a moment."))
        if not found.candidates:
            raise Refused(_("No hint is available just now."))
        try:
            drawn = await self._table.frames.drawn(point, seat, names, visit.language, visit.dark)
        except WorkerFailed as failure:
            raise Refused(failure.sentence) from None
        offered = [(choice, tuple(game.expand(point.state, choice.move))) for choice in drawn.choices]
        return Advice(at, tuple(_idea(one, offered) for one in found.candidates))


def _idea(found: Candidate, offered: Sequence[tuple[Choice, tuple[int, ...]]]) -> Idea:
    """A candidate with the choice that stands for its first steps, as many as possible; how to pay is the player's
    decision."""
    fitting = [
        (choice, len(steps))
        for choice, steps in offered
        if steps[: len(found.moves)] == found.moves[: len(steps)]
        or (choice.pays and steps[0] == found.moves[0])
    ]
    choice, done = max(fitting, key=lambda one: one[1], default=(Choice(found.text, found.told[0]), 1))
    return Idea(
        choice=choice,
        words=" ".join(found.told[: 1 if choice.pays else done]),
        chance=round(found.chance * 100),
        reasons=found.reasons,
        line=found.told[done:],
    )


def _read(message: str | bytes) -> requests.Request:
    if len(message) > requests.MAX_BYTES:
        raise Refused(_("That is too long."))
    try:
        return requests.decoder.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(_("This table does not understand that request. Reload the page.")) from None
