"""What a page asks of its table: each message is read, done, and answered, whatever it holds."""

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
from branchline.server.http.errors import Refused, not_kept
from branchline.server.http.rate_limits import Limited, not_so_fast, unlimited
from branchline.server.table.display.lookahead import foreseen
from branchline.server.table.protocol.connection import TOO_MUCH, Closed, Connection
from branchline.server.table.protocol.messages import Accepted, Advice, Because, Idea, RefusedMessage
from branchline.server.table.protocol.requests import (
    LARGEST,
    Agree,
    Allow,
    Back,
    Foresee,
    Hint,
    Hurry,
    Look,
    Order,
    Play,
    Prefer,
    Rename,
    Request,
    Say,
    TakeBack,
    Vote,
    Why,
    Withdraw,
    requests,
)
from branchline.server.table.seats.names import check_own, typed
from branchline.server.workers.process_pool import WorkerFailed
from branchline.store import StoreTrouble

BURST: Final = 60  # requests that may come at once
RATE: Final = 20.0  # requests a second after that
CHATS: Final = 5  # lines that somebody may say in ten seconds
_LIMITS: Final = {Say: "chat", Hint: "hints"}  # the rest is limited as moves are


class RequestHandler:
    def __init__(self, page: Connection, limited: Limited = unlimited) -> None:
        self.page = page
        self._limited = limited
        self.live = page.live
        self._allowance = float(BURST)
        self._heard = time.monotonic()
        self._under_way: asyncio.Task[None] | None = None
        self._said: deque[float] = deque(maxlen=CHATS)

    async def begin(self, message: str | bytes) -> None:
        """Like `hear`; a request that is under way is finished also when the page goes away, or we do."""
        self._under_way = asyncio.create_task(self.hear(message))
        await asyncio.shield(self._under_way)

    async def done(self) -> BaseException | None:
        """When what was asked last is answered: what stood in the way."""
        if self._under_way is None:
            return None
        return (await asyncio.gather(self._under_way, return_exceptions=True))[0]

    async def hear(self, message: str | bytes) -> None:
        """One message of the page. Whatever it is, it gets an answer; raises `Closed` where there are too many."""
        self._count()
        with speaking(self.page.visit.language):
            try:
                request = _read(message)
                if (seconds := self._limited(_LIMITS.get(type(request), "moves"))) > 0:
                    raise Refused(not_so_fast(seconds))
                await self._answer(request)
            except Refused as no:
                if no.stale:
                    self.page.update(whole=True)
                await self.page.send(RefusedMessage(no.words, no.clause))
            except StoreTrouble as trouble:
                await self.page.send(RefusedMessage(not_kept(trouble)))

    def _count(self) -> None:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._heard) * RATE) - 1
        self._heard = now
        if self._allowance < 0:
            raise Closed(TOO_MUCH)

    async def _answer(self, request: Request) -> None:
        match request:
            case Look():
                self._look(request.seat)
            case Why():
                await self.page.send(self._because(request.target))
            case Hint():
                await self.page.send(await self._hint(request.at))
            case Foresee():
                await self.page.send(
                    await foreseen(self.live.state, self.live.frames, self._seat(), request.at, request.move)
                )
            case Say():
                await self._say(request.words)
            case Hurry():
                if self.page.mine or self.page.host:
                    self.live.hurry()
                await self.page.send(Accepted(self.live.point.at))
            case _:
                await self._change(request)
                await self.page.send(Accepted(self.live.point.at))

    async def _change(
        self, request: Play | TakeBack | Agree | Prefer | Rename | Allow | Vote | Back | Order | Withdraw
    ) -> None:
        live, page = self.live, self.page
        if isinstance(request, Allow):
            if not page.host:
                raise Refused(_("Only the host of the table can decide that."))
            await live.change(msgspec.structs.replace(live.row, hints=request.hints))
            return
        seat = self._seat()
        match request:
            case Play():
                with metrics.timed(metrics.move_seconds):
                    await live.play(seat, request.at, request.move)
            case TakeBack():
                await live.undo.take_back(seat, request.at, request.what)
            case Agree():
                await live.undo.agree(page.mine, request.at, request.yes)
            case Prefer():
                await live.seats.prefer(seat, request.forced)
            case Rename():
                name = typed(SEAT_NAME, request.name)
                await check_own(live.context, page.visit.me, name)
                await live.seats.rename(seat, name)
            case Vote():
                await live.absent.vote(seat, request.at, request.choice)
            case Order():
                await live.orders.give(seat, request.at, request.order)
            case Withdraw():
                await live.orders.withdraw(seat, request.number)
            case Back():
                await live.absent.back(seat)

    def _seat(self) -> int:
        seat = self.page.seat
        if seat is None or seat not in self.page.mine:
            raise Refused(_("You are watching this table. Only its players can do that."))
        return seat

    def _look(self, seat: int | None) -> None:
        if seat is not None and seat not in self.page.mine:
            raise Refused(_("That seat is not yours."))
        self.page.look(seat)

    async def _say(self, words: str) -> None:
        now = time.monotonic()
        if len(self._said) == CHATS and now - self._said[0] < 10:
            raise Refused(_("Not so fast: wait a few seconds before you send more messages."))
        self._said.append(now)
        seat = self.page.seat
        name = _("A spectator") if seat is None else self.live.seating.names[seat]
        member = self.page.visit.member
        if seat is None and member is not None:
            name = member.name
        await self.live.chat.say(seat, name, typed(CHAT_LINE, words), member.id if member else "")

    def _because(self, target: str) -> Because:
        point, game = self.live.point, self.live.table.game
        seat = self._seat()
        if point.to_move is None:
            return Because(target, _("The game is over."))
        if point.to_move != seat:
            return Because(target, _("It is {name}'s turn.", name=self.live.seating.names[point.to_move]))
        refusals = [game.refusal(point.state, move) for move in game.screen().meant(point.state, target)]
        if any(refusal is None for refusal in refusals):
            return Because(target, "")
        if refusals and refusals[0] is not None:
            return Because(target, refusals[0].text, refusals[0].clause)
        return Because(target, _("You can't do anything with this now."))

    async def _hint(self, at: int) -> Advice:
        live, visit, seat = self.live, self.page.visit, self._seat()
        point, game, names = live.point, live.table.game, live.seating.names
        if at != point.at:
            raise Refused(_("The game has moved on. Look at the table and try again."), stale=True)
        if not live.row.hints:
            raise Refused(_("Hints are off at this table. Its host can turn them on."))
        if point.to_move != seat:
            raise Refused(_("It is not your turn."))
        found = await live.context.thinkers.hint(live.state.position, seat, names, visit.language)
        if found is None:
            raise Refused(_("The server is too busy for hints just now. Try again in a moment."))
        if not found.candidates:
            raise Refused(_("No hint is available just now."))
        try:
            drawn = await live.frames.drawn(point, seat, names, visit.language, visit.dark)
        except WorkerFailed as failure:
            raise Refused(failure.sentence) from None
        offered = [(choice, tuple(game.expand(point.state, choice.move))) for choice in drawn.choices]
        return Advice(at, tuple(_idea(one, offered) for one in found.candidates))


def _idea(found: Candidate, offered: Sequence[tuple[Choice, tuple[int, ...]]]) -> Idea:
    """A candidate with the choice that stands for its first step, or for more of them."""
    fitting = [(choice, len(steps)) for choice, steps in offered if steps == found.moves[: len(steps)]]
    choice, done = max(fitting, key=lambda one: one[1], default=(Choice(found.text, found.told[0]), 1))
    return Idea(
        choice=choice,
        words=" ".join(found.told[:done]),
        chance=round(found.chance * 100),
        reasons=found.reasons,
        line=found.told[done:],
    )


def _read(message: str | bytes) -> Request:
    if len(message) > LARGEST:
        raise Refused(_("That is too long."))
    try:
        return requests.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(_("This table does not understand that request. Reload the page.")) from None
