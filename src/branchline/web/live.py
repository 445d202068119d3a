"""A live table: one match that people and bots play now.

It has one writer. A move is checked and made in memory, its lines are appended to the store, and only when they are on
the disk it becomes the table's `point`: what is acknowledged, and told to everybody who looks. Whatever goes wrong
before leaves the point as it was.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from branchline.core import record
from branchline.core.errors import BranchlineError, IllegalMove
from branchline.core.loading import resume
from branchline.core.protocols import OVER
from branchline.core.table import Table
from branchline.languages import _
from branchline.store import SPECTATOR, ChatRow, Kept, SeatRow, Store, TableRow
from branchline.web.fairness import Turns, What, take_back
from branchline.web.frames import Frames, Match
from branchline.web.journal import Journal
from branchline.web.messages import Chat, Lesson, Refused, Reply, Seat, Undo
from branchline.web.point import Point
from branchline.web.seats import Links
from branchline.web.settings import Settings
from branchline.web.thinking import Thinkers
from branchline.web.workers import Crew

if TYPE_CHECKING:
    from branchline.web.connection import Connection

log = logging.getLogger(__name__)
encode: Final = msgspec.json.Encoder().encode
decode_header: Final = msgspec.json.Decoder(record.Header).decode
decode_event: Final = msgspec.json.Decoder(record.Event).decode


class House(msgspec.Struct, frozen=True):
    """What all tables of a server share."""

    settings: Settings
    store: Store
    links: Links
    painters: Crew
    thinkers: Thinkers


class Guide(Protocol):
    """Leads through a tutorial. It reads where it stands off the table."""

    def lesson(self, table: Table) -> Lesson | None:
        """What to say now."""

    def scripted(self, table: Table) -> str | None:
        """The move that a bot is to make now; None: it may think for itself."""

    def wrong(self, table: Table, move: str) -> Refused | None:
        """The answer to a move that is allowed, but is not what the lesson waits for."""


class No(BranchlineError):
    """A request that can't be done; the sentence says why, in the language of who asked."""

    def __init__(self, words: str, clause: str = "", stale: bool = False) -> None:
        super().__init__(words)
        self.words = words
        self.clause = clause
        self.stale = stale  # the page is behind and needs the position


class Wish(msgspec.Struct):
    """Somebody would like to take back what is no longer theirs alone."""

    seat: int
    what: What
    waits: set[int]


class LiveTable:
    def __init__(self, house: House, kept: Kept, guide: Guide | None = None) -> None:
        self.house = house
        self.row: TableRow = kept.row
        self.seats: list[SeatRow] = kept.seats
        self.holders: list[set[str]] = [set() for _seat in kept.seats]
        for seat, visitor in kept.holders:
            self.holders[seat].add(visitor)
        self.chat = [_chat(row) for row in kept.chat]
        self.guide = guide
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.wish: Wish | None = None
        self.left = time.monotonic()  # when the last page was closed
        self._bots: asyncio.Task[None] | None = None
        self._journals: dict[tuple[int | None, str], Journal] = {}
        self._load(kept)
        header = self.table.header()
        self.match = Match(header.game, header.players, encode(header.options))
        self.frames = Frames(house.painters, self.match)

    def _load(self, kept: Kept) -> None:
        events: list[record.Event] = [decode_event(line) for line in kept.lines]
        asking = [row.seat for row in self.seats if not row.forced]
        self.table = resume(
            decode_header(kept.row.header), events, seed=int(kept.row.seed, 16), asking=asking
        )
        self.table.seats[:] = self.names
        self._turns = Turns(self.table)
        self.point = Point(self.table, self._turns)
        self.kept = len(kept.lines)

    # Who is there

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.seats)

    def mine(self, visitor: str) -> tuple[int, ...]:
        return tuple(seat for seat, holders in enumerate(self.holders) if visitor in holders)

    def people(self) -> list[int]:
        return [row.seat for row in self.seats if row.kind == "person"]

    def here(self, seat: int) -> bool:
        return any(seat in connection.mine for connection in self.connections)

    def shown_seats(self) -> tuple[Seat, ...]:
        point = self.point
        return tuple(
            Seat(
                name=row.name,
                kind=row.kind,
                bot=row.bot,
                here=self.here(row.seat),
                thinking=row.kind == "bot" and point.to_move == row.seat,
                score=point.scores[row.seat],
            )
            for row in self.seats
        )

    def shown_undo(self, seat: int | None) -> Undo:
        wish, waits = self.wish, tuple(sorted(self.wish.waits)) if self.wish else ()
        if seat is None:
            return Undo(wish=wish.seat if wish else None, waits=waits)
        allowed = self.point.undo[seat]
        alone = not self._must_agree(seat)
        step, turn = ("free" if found == "ask" and alone else found for found in (allowed.step, allowed.turn))
        return Undo(step, turn, wish.seat if wish else None, waits)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.tell()
        self.stir()

    def go(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.left = time.monotonic()
        self.tell()

    def tell(self, whole: bool = False) -> None:
        """Let every page that looks have what is new; `whole`: more than moves change."""
        for connection in self.connections:
            connection.update(whole)

    def pass_on(self, reply: Reply) -> None:
        for connection in self.connections:
            connection.put(reply)

    async def journal(self, seat: int | None, language: str) -> Journal:
        """The log as a seat may know it, up to the present point."""
        key = (seat, language)
        if key not in self._journals:
            self._journals[key] = Journal(self.table.game, self.table.setting, seat, language)
        journal, lines, names = self._journals[key], self.table.log, self.names
        while journal.read < self.point.at:
            journal.add(lines[journal.read], names)
            if journal.read % 16 == 0:
                await asyncio.sleep(0)  # a long match takes a while: let others in between
        return journal

    # Writing

    async def keep(self) -> None:
        """Append what is new in the table to the store; then, and only then, it has happened."""
        lines = [encode(event) for event in self.table.log[self.kept :]]
        to_move = OVER if self.table.to_move is None else self.table.to_move
        if lines:
            try:
                await self.house.store.append(self.row.id, self.kept, lines, to_move, int(time.time()))
            except Exception:
                log.exception("A move at %s could not be kept", self.row.id)
                await self._go_back()
                raise No(_("The move could not be kept. Nothing has changed: try again.")) from None
        self.kept += len(lines)
        self._turns.follow(self.table)
        self.point = Point(self.table, self._turns)
        self.wish = None
        self.tell()
        self.stir()

    async def _go_back(self) -> None:
        kept = await self.house.store.find(self.row.id)
        assert kept is not None
        self._load(kept)

    def _expect(self, at: int) -> None:
        if at != self.point.at:
            raise No(_("The table has moved on since. Look again."), stale=True)

    async def play(self, seat: int, at: int, move: str) -> None:
        async with self.lock:
            self._expect(at)
            if self.point.over:
                raise No(_("The game is over."))
            if self.point.to_move != seat:
                raise No(_("It is {name}'s turn.", name=self.names[self.point.to_move or 0]))
            wrong = self.guide.wrong(self.table, move) if self.guide else None
            if wrong is not None:
                raise No(wrong.words, wrong.clause)
            try:
                self.table.push(move)
            except IllegalMove as error:
                raise No(error.text, error.clause) from None
            except BranchlineError as error:
                raise No(str(error)) from None
            await self.keep()

    async def take_back(self, seat: int, at: int, what: What) -> None:
        async with self.lock:
            self._expect(at)
            allowed = self.point.undo[seat]
            if not (allowed.step if what == "step" else allowed.turn):
                raise No(_("There is nothing that you could take back."))
            free = (allowed.step if what == "step" else allowed.turn) == "free"
            waits = set() if free else self._must_agree(seat)
            if waits:
                self.wish = Wish(seat, what, waits)
                self.tell()
                return
            take_back(self.table, seat, what)
            await self.keep()

    def _must_agree(self, seat: int) -> set[int]:
        """The other people; whoever holds both seats has agreed already, bots do at once."""
        holders = self.holders[seat]
        return {other for other in self.people() if other != seat and not holders & self.holders[other]}

    async def agree(self, seats: Iterable[int], at: int, yes: bool) -> None:
        async with self.lock:
            self._expect(at)
            wish = self.wish
            if wish is None or not wish.waits & set(seats):
                raise No(_("Nobody waits for your answer."))
            if not yes:
                self.wish = None
                self.tell()
                for connection in self.connections:
                    connection.declined(wish.seat)
                return
            wish.waits -= set(seats)
            if wish.waits:
                self.tell()
                return
            take_back(self.table, wish.seat, wish.what)
            await self.keep()

    async def prefer(self, seat: int, forced: bool) -> None:
        async with self.lock:
            await self.change_seat(msgspec.structs.replace(self.seats[seat], forced=forced))
            self.table.ask(seat, not forced)
            await self.keep()
            self.tell(whole=True)

    async def rename(self, seat: int, name: str) -> None:
        async with self.lock:
            await self.change_seat(msgspec.structs.replace(self.seats[seat], name=name))

    async def change_seat(self, row: SeatRow, forget: bool = False) -> None:
        await self.house.store.seat(self.row.id, row, forget=forget)
        renamed = self.seats[row.seat].name != row.name
        self.seats[row.seat] = row
        if forget:
            self.holders[row.seat].clear()
            for connection in self.connections:
                connection.recount()
        if renamed:
            self.table.seats[:] = self.names
            self._journals.clear()
        self.wish = None
        self.tell(whole=renamed or forget)
        self.stir()

    async def change(self, row: TableRow) -> None:
        await self.house.store.change(row)
        self.row = row
        self.tell(whole=True)

    async def hold(self, seat: int, visitor: str) -> None:
        await self.house.store.hold(self.row.id, seat, visitor)
        self.holders[seat].add(visitor)
        for connection in self.connections:
            connection.recount()
        self.tell(whole=True)

    async def release(self, seat: int, visitor: str) -> None:
        await self.house.store.release(self.row.id, seat, visitor)
        self.holders[seat].discard(visitor)
        if not self.holders[seat] and self.seats[seat].kind == "person":
            await self.change_seat(msgspec.structs.replace(self.seats[seat], kind="open"))
        for connection in self.connections:
            connection.recount()
        self.tell(whole=True)

    async def say(self, seat: int | None, name: str, words: str) -> None:
        row = ChatRow(seat=SPECTATOR if seat is None else seat, name=name, words=words, time=int(time.time()))
        await self.house.store.say(self.row.id, row)
        self.chat.append(_chat(row))
        self.pass_on(self.chat[-1])

    # Bots

    def stir(self) -> None:
        """Wake the bots if one of them is to move."""
        if self._bot_due() is not None and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._let_bots_play())

    def _bot_due(self) -> SeatRow | None:
        """The bot that is to move; none while somebody wishes to take back, or when nobody would see it."""
        to_move = self.point.to_move
        if to_move is None or self.wish is not None or self.row.uploaded:
            return None
        row = self.seats[to_move]
        return row if row.kind == "bot" and (self.connections or self.people()) else None

    async def _let_bots_play(self) -> None:
        turn = None
        while (row := self._bot_due()) is not None:
            point = self.point
            await asyncio.sleep(self._pause() * (0.4 if turn == point.turn else 1.0))
            turn = point.turn
            move: str | int | None = self.guide.scripted(self.table) if self.guide else None
            if move is None:
                view = self.table.game.view(point.state, row.seat)
                move = await self.house.thinkers.move(row.bot, view, point.legal)
            async with self.lock:
                if self.point is not point or self._bot_due() is None:
                    continue
                self.table.push(move)
                try:
                    await self.keep()
                except No:
                    await asyncio.sleep(1.0)

    def _pause(self) -> float:
        """How long a bot waits, so that people can follow; the most patient of those who look decides."""
        haste: Sequence[float] = [connection.visit.haste for connection in self.connections]
        return self.house.settings.pace * max(haste, default=0.0)

    def idle(self, rest: float) -> bool:
        """Whether nobody has looked for so long, and nothing is under way."""
        if self.connections or self.lock.locked() or (self._bots is not None and not self._bots.done()):
            return False
        return time.monotonic() - self.left > rest

    async def close(self) -> None:
        if self._bots is not None:
            self._bots.cancel()
            await asyncio.gather(self._bots, return_exceptions=True)


def _chat(row: ChatRow) -> Chat:
    return Chat(None if row.seat == SPECTATOR else row.seat, row.name, row.words, row.time)
