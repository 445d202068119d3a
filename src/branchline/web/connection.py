"""One open page of a table: what it asks, and what it is sent.

A page gets only what its own seat may see. Answers go out at once; pictures when they are drawn. A page that is slow
to take them gets the newest one and none of those between.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from branchline.core.screen import Account, Choice
from branchline.languages import _, speaking
from branchline.web.frames import Drawn, changed_parts
from branchline.web.live import LiveTable, No
from branchline.web.messages import (
    LARGEST,
    Accepted,
    Advice,
    Agree,
    Allow,
    Because,
    Changes,
    Entry,
    Hint,
    Look,
    Play,
    Position,
    Prefer,
    Refused,
    Rename,
    Reply,
    Request,
    Say,
    TakeBack,
    Told,
    Why,
    encoder,
    requests,
)
from branchline.web.point import Point
from branchline.web.thinking import ADVISER
from branchline.web.visits import Visit

BURST: Final = 60  # requests that may come at once
RATE: Final = 20.0  # requests a second after that
CHATS: Final = 5  # lines that somebody may say in ten seconds
BACKLOG: Final = 200  # messages that may wait for a slow page


class TooMuch(Exception):
    """The page asks more than people can, or takes nothing: its connection is closed."""


class Shown(msgspec.Struct, frozen=True):
    """What the page has."""

    at: int
    drawn: Drawn
    log: tuple[Entry, ...]


class Connection:
    def __init__(self, live: LiveTable, visit: Visit, send: Callable[[bytes], Awaitable[None]]) -> None:
        self.live = live
        self.visit = visit
        self._send_bytes = send
        self.mine = live.mine(visit.me)
        self.host = live.row.host == visit.me
        self.seat: int | None = self.mine[0] if self.mine else None
        self._shown: Shown | None = None
        self._due = True
        self._waiting: deque[Reply] = deque()
        self._wake = asyncio.Event()
        self._sending = asyncio.Lock()
        self._allowance = float(BURST)
        self._asked = time.monotonic()
        self._said: deque[float] = deque(maxlen=CHATS)

    # Sending

    def put(self, reply: Reply) -> None:
        self._waiting.append(reply)
        self._wake.set()

    def update(self, whole: bool = False) -> None:
        """The table has changed; `whole`: the page needs everything anew."""
        if whole:
            self._shown = None
        self._due = True
        self._wake.set()

    def recount(self) -> None:
        """Who holds which seat has changed."""
        self.mine = self.live.mine(self.visit.me)
        if self.seat not in self.mine:
            self.seat = self.mine[0] if self.mine else None
            self.update(whole=True)

    def declined(self, seat: int) -> None:
        if seat in self.mine:
            with speaking(self.visit.language):
                self.put(Refused(_("The others would rather not take it back.")))

    async def send(self, reply: Reply) -> None:
        async with self._sending:
            await self._send_bytes(encoder.encode(reply))

    async def send_all(self) -> None:
        """Sends what is due, for as long as the page is open."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if len(self._waiting) > BACKLOG:
                raise TooMuch
            while self._waiting:
                await self.send(self._waiting.popleft())
            if self._due:
                self._due = False
                await self._send_picture()

    async def _send_picture(self) -> None:
        live, seat, visit = self.live, self.seat, self.visit
        point = live.point
        drawn = await live.frames.drawn(point.at, point.numbers, seat, live.names, visit.language, visit.dark)
        journal = await live.journal(seat, visit.language)
        if seat != self.seat:
            return  # they look from another seat by now, for which another picture is due
        log, accounts = tuple(journal.entries), journal.accounts
        shown, self._shown = self._shown, Shown(point.at, drawn, log)
        parts = changed_parts(shown.drawn, drawn) if shown else None
        if shown is None or parts is None:
            told = self._told(point, drawn, tuple(accounts.get(len(log), ())))
            await self.send(self._position(drawn, told, log))
            return
        same = _common(shown.log, log)
        due = [account for length in range(same + 1, len(log) + 1) for account in accounts.get(length, ())]
        kept = same if same < len(shown.log) else None
        told = self._told(point, drawn, tuple(due))
        await self.send(Changes(shown.at, told, parts, log[same:], kept))

    def _told(self, point: Point, drawn: Drawn, accounts: tuple[Account, ...]) -> Told:
        live = self.live
        with speaking(self.visit.language):
            lesson = live.guide.lesson(live.table) if live.guide else None
        return Told(
            at=point.at,
            now=drawn.now,
            to_move=point.to_move,
            seats=live.shown_seats(),
            undo=live.shown_undo(self.seat),
            choices=drawn.choices,
            accounts=accounts,
            lesson=lesson,
            over=point.over,
        )

    def _position(self, drawn: Drawn, told: Told, log: tuple[Entry, ...]) -> Position:
        live = self.live
        return Position(
            seat=self.seat,
            mine=self.mine,
            host=self.host,
            hints=live.row.hints,
            forced=self.seat is not None and live.seats[self.seat].forced,
            definitions=drawn.definitions,
            panels=drawn.panels,
            told=told,
            log=log,
            chat=tuple(live.chat),
        )

    # Hearing

    async def hear(self, message: str | bytes) -> None:
        """One message of the page. Whatever it is, it gets an answer."""
        self._count()
        with speaking(self.visit.language):
            try:
                await self._answer(self._read(message))
            except No as no:
                if no.stale:
                    self.update(whole=True)
                await self.send(Refused(no.words, no.clause))

    def _count(self) -> None:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._asked) * RATE) - 1
        self._asked = now
        if self._allowance < 0:
            raise TooMuch

    def _read(self, message: str | bytes) -> Request:
        if len(message) > LARGEST:
            raise No(_("That is too long."))
        try:
            return requests.decode(message)
        except (msgspec.DecodeError, UnicodeError):
            raise No(_("That is not a request which this table knows. Reload the page.")) from None

    async def _answer(self, request: Request) -> None:
        live = self.live
        match request:
            case Look():
                self._look(request.seat)
            case Play():
                await live.play(self._my_seat(), request.at, request.move)
                await self._accepted()
            case TakeBack():
                await live.take_back(self._my_seat(), request.at, request.what)
                await self._accepted()
            case Agree():
                self._my_seat()
                await live.agree(self.mine, request.at, request.yes)
                await self._accepted()
            case Prefer():
                await live.prefer(self._my_seat(), request.forced)
                await self._accepted()
            case Rename():
                await live.rename(self._my_seat(), clean(request.name))
                await self._accepted()
            case Say():
                await self._say(request.words)
            case Why():
                await self.send(self._because(request.target))
            case Hint():
                await self.send(await self._hint(request.at))
            case Allow():
                if not self.host:
                    raise No(_("Only the host of the table decides that."))
                await live.change(msgspec.structs.replace(live.row, hints=request.hints))
                await self._accepted()

    async def _accepted(self) -> None:
        await self.send(Accepted(self.live.point.at))

    def _my_seat(self) -> int:
        if self.seat is None or self.seat not in self.mine:
            raise No(_("You watch this table: only those who sit at it may do that."))
        return self.seat

    def _look(self, seat: int | None) -> None:
        if seat is not None and seat not in self.mine:
            raise No(_("That seat is not yours."))
        self.seat = seat
        self.update(whole=True)

    async def _say(self, words: str) -> None:
        now = time.monotonic()
        if len(self._said) == CHATS and now - self._said[0] < 10:
            raise No(_("Not so fast: a few lines in ten seconds are enough."))
        self._said.append(now)
        name = _("A spectator") if self.seat is None else self.live.names[self.seat]
        await self.live.say(self.seat, name, clean(words))

    def _because(self, target: str) -> Because:
        point, game = self.live.point, self.live.table.game
        seat = self._my_seat()
        if point.over:
            return Because(target, _("The game is over."))
        if point.to_move != seat:
            return Because(target, _("It is {name}'s turn.", name=self.live.names[point.to_move or 0]))
        refusals = [game.refusal(point.state, move) for move in game.screen().meant(point.state, target)]
        if any(refusal is None for refusal in refusals):
            return Because(target, "")
        if refusals and refusals[0] is not None:
            return Because(target, refusals[0].text, refusals[0].clause)
        return Because(target, _("Nothing can be done with this now."))

    async def _hint(self, at: int) -> Advice:
        live, point, seat = self.live, self.live.point, self._my_seat()
        if at != point.at:
            raise No(_("The table has moved on since. Look again."), stale=True)
        if not live.row.hints:
            raise No(_("There are no hints at this table. Its host may allow them."))
        if point.to_move != seat:
            raise No(_("It is not your turn."))
        game = live.table.game
        move = await live.house.thinkers.idea(ADVISER, game.view(point.state, seat), point.legal)
        if move is None:
            raise No(_("No hint comes to mind just now."))
        choices = game.screen().choices(point.state, live.names)
        found = next((c for c in choices if game.expand(point.state, c.move)[:1] == [move]), None)
        text = str(game.move(live.table.setting, move))
        return Advice(at, (found or Choice(text, game.sentence(point.state, move, live.names, seat)),))


def clean(text: str, most: int = 500, otherwise: str | None = None) -> str:
    """Without characters that are not there to be read, such as those that turn the direction of a line."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())[:most]
    if not words and otherwise is None:
        raise No(_("That is empty."))
    return words or otherwise or ""


def _common(old: tuple[Entry, ...], new: tuple[Entry, ...]) -> int:
    """How many lines at the beginning are the same ones."""
    same = 0
    for mine, theirs in zip(old, new, strict=False):
        if mine is not theirs and mine != theirs:
            break
        same += 1
    return same
