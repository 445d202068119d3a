"""All tables of a server: making them, finding them, taking and leaving seats, and what comes after a game."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from branchline import bots
from branchline.core import record
from branchline.core.loading import resume
from branchline.core.protocols import OVER
from branchline.core.table import Table
from branchline.languages import _, language
from branchline.store import SPECTATOR, Kept, Listed, News, SeatRow, TableRow, club_tables
from branchline.store.clocks import Clocks, Terms
from branchline.store.club_tables import ClubTable
from branchline.store.halting import halt
from branchline.store.members import Members
from branchline.web import lessons, meters
from branchline.web.counting import check_rated, check_seat, check_stay
from branchline.web.house import House, No
from branchline.web.lines import decode_event, decode_header, encode, opened
from branchline.web.live import LiveTable
from branchline.web.messages import Rematch
from branchline.web.seats import new_id
from branchline.web.timing import start_clock
from branchline.web.uploads import check_record, no_files, standing
from branchline.web.wanted import ADVERSARY, PEOPLE, Wanted, free_engines, player_name, seat_rows
from branchline.web.workers import Crew, WorkerFailed

LISTED: Final = 50  # tables on a home page
MOST_CHECKS: Final = 4  # records under check; more have to come again


class Lobby:
    def __init__(self, house: House, checkers: Crew) -> None:
        self.house = house
        self._checkers = checkers
        self._checking = 0
        self.leaving = False  # the process is about to end
        self.arriving = 0  # pages whose line is not yet open
        self._tables: dict[str, asyncio.Task[LiveTable]] = {}
        self._cleaner = asyncio.create_task(self._clear_away())

    # Making

    async def make(
        self,
        visitor: str,
        game: str,
        options: Mapping[str, object],
        seats: Sequence[Wanted],
        *,
        lesson: str = "",
        seed: int | None = None,
        hints: bool | None = None,
        club: ClubTable | None = None,
        clock: Terms | None = None,
    ) -> str:
        """A new table; raises `OptionError` and the like. Hints are off by default where several people play, and in
        a game that counts."""
        no_files(game, options)
        rows = seat_rows(seats)
        seed = secrets.randbits(256) if seed is None else seed
        given: dict[str, Any] = dict(options)
        table = Table(game, len(rows), seed=seed, seats=[row.name for row in rows], **given)
        holders = [(seat, visitor) for seat, wanted in enumerate(seats) if wanted.who in ("me", "here")]
        if hints is None:
            hints = sum(wanted.who in PEOPLE for wanted in seats) == 1
        if club is not None and club.rated:
            check_rated(visitor, [wanted.who for wanted in seats])
            hints = False
        return await self.add(
            table, seed, rows, holders, visitor, clock, lesson=lesson, hints=hints, club=club
        )

    async def add(
        self,
        table: Table,
        seed: int,
        rows: Sequence[SeatRow],
        holders: Sequence[tuple[int, str]],
        host: str,
        clock: Terms | None = None,
        *,
        name: str = "",
        club: ClubTable | None = None,
        **more: Any,
    ) -> str:
        links, name, now = self.house.links, name or new_id(), int(time.time())
        row = TableRow(
            id=name,
            game=table.game.name,
            header=encode(table.header()),
            seed=f"{seed:x}",
            host=host,
            made=now,
            to_move=OVER if table.to_move is None else table.to_move,
            changed=now,
            **more,
        )
        if club is not None:  # before the table, so that no table of a club lacks it
            known = msgspec.structs.replace(club, table=name, made=now)
            await self.house.store.write(club_tables.adding(known))
        await self.house.store.add(
            Kept(
                row=links.linked_table(row),
                seats=[
                    links.linked_seat(name, msgspec.structs.replace(seat, link_number=0)) for seat in rows
                ],
                holders=list(holders),
                lines=[encode(event) for event in table.log],
                chat=[],
            )
        )
        if clock is not None:
            await start_clock(Clocks(self.house.store), name, clock, len(rows))
        return name

    # Finding

    async def find(self, name: str) -> LiveTable | None:
        """The live table of that name, loaded if it is not in memory."""
        if name not in self._tables:
            kept = await self.house.store.find(name)
            if kept is None:
                return None
            if name not in self._tables:
                self._tables[name] = asyncio.create_task(self._load(kept))
                return await self._loaded(name)
        live = await self._loaded(name)
        await live.catch_up()  # a page may come here from another process, and expect what it did there
        return live

    async def _loaded(self, name: str) -> LiveTable:
        try:
            return await asyncio.shield(self._tables[name])
        except Exception:
            self._tables.pop(name, None)
            raise

    async def _load(self, kept: Kept) -> LiveTable:
        guide = lessons.guide(kept.row.lesson) if kept.row.lesson else None
        club = await club_tables.find(self.house.store, kept.row.id) if self.house.settings.accounts else None
        live = LiveTable(self.house, kept, await asyncio.to_thread(opened, kept), guide, club)
        meters.tables.inc()
        with contextlib.suppress(No):  # where another process was quicker
            async with live.writing():
                pass  # keeps what the table did by itself, such as a forced move
        await live.load_beside()
        return live

    def live(self) -> list[LiveTable]:
        return [task.result() for task in self._tables.values() if task.done() and not task.exception()]

    def pass_on(self, news: News) -> None:
        """What another process tells of a table, if the table is live here, or about to be."""
        if (task := self._tables.get(news.table)) is not None:
            task.add_done_callback(
                lambda task: None if task.exception() else task.result().elsewhere.hear(news)
            )

    async def look_again(self, names: Collection[str]) -> None:
        """Who holds seats of these tables, or made them, was changed in the store."""
        for name in names:
            await self.house.store.tell(name, "")
            if name in self._tables:
                await (await self._loaded(name)).catch_up(sure=True)

    def sessions(self) -> set[str]:
        """Of all pages that are open here."""
        pages = [page for live in self.live() for page in live.connections]
        return {page.visit.session.fingerprint for page in pages if page.visit.session}

    def cut_off(self, sessions: Collection[str]) -> None:
        """The pages of sessions that have ended."""
        for page in [page for live in self.live() for page in live.connections]:
            if page.visit.session and page.visit.session.fingerprint in sessions:
                page.dismiss()

    async def opened(self, link: str) -> tuple[LiveTable, int] | None:
        """The table and seat (or `SPECTATOR`) that a link's fingerprint opens."""
        found = await self.house.store.linked(link)
        live = await self.find(found[0]) if found else None
        return (live, found[1]) if found and live else None

    async def listed(self, visitor: str) -> list[Listed]:
        """A visitor's tables: those first where it is their turn, and among these where others have waited longest;
        the finished last."""
        tables = await self.house.store.listed(visitor, LISTED)
        return sorted(
            (table for table in tables if not table.row.lesson or table.row.to_move != OVER),
            key=_urgency,
        )

    # Seats

    async def sit_down(self, live: LiveTable, seat: int, visitor: str, name: str) -> None:
        await self._must_be_welcome(live, visitor)
        async with live.writing():
            check_seat(live, visitor)
            if live.counts and live.seating.holders[seat]:
                raise No(_("Somebody sits there."))
            row = live.seating.rows[seat]
            if row.kind == "bot":
                raise No(_("A bot sits there now. Ask the host of the table for the seat."))
            row = msgspec.structs.replace(row, kind="person", name=name or row.name)
            await live.change_seat(row, hold=visitor)

    async def take_open_seat(self, live: LiveTable, member: str, name: str) -> None:
        """For those who were invited, or come to an open table: the first seat that is free."""
        await self._must_be_welcome(live, member)
        async with live.writing():
            free = [row for row in live.seating.rows if row.kind == "open"]
            if live.seating.of(member):
                return
            check_seat(live, member)
            if not free or live.point.over or live.row.uploaded:
                raise No(_("There is no open seat at that table any more."))
            await live.change_seat(msgspec.structs.replace(free[0], kind="person", name=name), hold=member)

    async def _must_be_welcome(self, live: LiveTable, visitor: str) -> None:
        if await Members(self.house.store).blocks(live.row.host, visitor):
            raise No(_("The host of this table does not wish to play with you."))

    async def leave(self, live: LiveTable, visitor: str, seats: Sequence[int]) -> None:
        """A seat that nobody holds any more is open: its link is good for coming back."""
        async with live.writing():
            check_stay(live)
            for seat in seats:
                row = live.seating.rows[seat]
                if live.seating.holders[seat] == {visitor}:
                    row = msgspec.structs.replace(row, kind="open")
                await live.change_seat(row, forget=[visitor])

    async def renew_link(self, live: LiveTable, seat: int) -> None:
        """A new link for a seat. The old one opens nothing any more, and who came by it, except the host, is out."""
        links = self.house.links
        async with live.writing():
            if seat == SPECTATOR:
                await live.change(links.renewed_table(live.row))
                for page in live.connections:
                    if page.watching:
                        page.dismiss()
                return
            if live.seating.rows[seat].kind == "person":
                check_stay(live)
            row = links.renewed_seat(live.row.id, live.seating.rows[seat])
            forget = live.seating.holders[seat] - {live.row.host}
            if row.kind == "person" and live.seating.holders[seat] == forget:
                row = msgspec.structs.replace(row, kind="open")
            await live.change_seat(row, forget=sorted(forget))

    async def seat_bot(self, live: LiveTable, seat: int, spec: str) -> None:
        """An open seat gets a bot; with an empty spec a bot's seat is opened."""
        if spec:
            bots.bot(spec)  # says what is wrong with the spec
        async with live.writing():
            check_stay(live)
            row = live.seating.rows[seat]
            if row.kind == "person":
                raise No(_("Somebody sits there."))
            if spec:
                engine = free_engines(live.seating.names)[0]
                row = msgspec.structs.replace(row, kind="bot", bot=spec, name=engine)
            else:
                row = msgspec.structs.replace(row, kind="open", bot="", name=player_name(seat))
            await live.change_seat(row)

    # Afterwards

    async def finished(self, name: str) -> LiveTable:
        """A table whose whole story may be told; that of a running game holds what nobody may know."""
        live = await self.find(name)
        if live is None:
            raise No(_("There is no such game."))
        if not live.point.over and not live.row.uploaded:
            raise No(_("The record is given out when the game is over."))
        return live

    async def record(self, name: str) -> bytes:
        """The record of a finished game, sealed."""
        return (await self.finished(name)).table.dumps()

    async def rematch(self, live: LiveTable) -> str:
        """The same people and options at a new table; asked twice, it is the same one."""
        async with live.writing():
            if not live.point.over or live.row.uploaded:
                raise No(_("A rematch is for finished games."))
            if not live.row.next:
                header, seed, seating = live.table.header(), secrets.randbits(256), live.seating
                given: dict[str, Any] = dict(header.options)
                table = Table(header.game, header.players, seed=seed, seats=list(seating.names), **given)
                holders = [(seat, visitor) for seat, held in enumerate(seating.holders) for visitor in held]
                clock = live.timing.clock.terms if live.timing.clock else None
                club = msgspec.structs.replace(live.club, open=False, closed=False) if live.club else None
                name = await self.add(
                    table, seed, seating.rows, holders, live.row.host, clock, hints=live.row.hints, club=club
                )
                await live.change(msgspec.structs.replace(live.row, next=name))
            live.pass_on(Rematch(f"/table/{live.row.next}"))
            return live.row.next

    async def branch(self, name: str, at: int, visitor: str) -> str:
        """Play on from a moment of a finished game: the visitor for the seat that is to move, bots for the rest."""
        old = (await self.finished(name)).table
        if not 0 <= at <= len(old.steps):
            raise No(_("The game has no such moment."))
        header, seed = old.header(), secrets.randbits(256)
        table = await asyncio.to_thread(resume, header, standing(old, at), seed=seed)
        if table.to_move is None:
            raise No(_("The game is over there. Choose an earlier moment."))
        seats = [
            Wanted("me" if seat == table.to_move else ADVERSARY, seat_name)
            for seat, seat_name in enumerate(header.seats)
        ]
        holders = [(table.to_move, visitor)]
        return await self.add(table, seed, seat_rows(seats), holders, visitor, hints=True)

    async def upload(self, content: bytes, visitor: str) -> str:
        """Keep a record that somebody brings. It may be anything, so it is checked elsewhere, within limits."""
        settings = self.house.settings
        if len(content) > settings.largest_record:
            raise No(_("The file is too large for the record of a game."))
        if self._checking >= MOST_CHECKS:
            raise No(_("Several records are being checked just now. Try again in a minute."))
        self._checking += 1
        try:
            checked = await self._checkers.do(check_record, content, language(), limit=settings.check)
        except WorkerFailed:
            raise No(_("The record takes too long to check. It may be damaged.")) from None
        finally:
            self._checking -= 1
        if checked.problem:
            raise No(checked.problem)
        header = decode_header(checked.header)
        events: list[record.Event] = [decode_event(line) for line in checked.lines]
        table = await asyncio.to_thread(resume, header, events)
        rows = [SeatRow(seat=seat, name=name, kind="open") for seat, name in enumerate(header.seats)]
        return await self.add(table, secrets.randbits(256), rows, [], visitor, uploaded=True)

    # Tidying

    async def _clear_away(self) -> None:
        """Tables that nobody looks at leave the memory; the store has them."""
        while True:
            await asyncio.sleep(min(60.0, self.house.settings.rest))
            for name, task in list(self._tables.items()):
                if task.done() and not task.exception() and task.result().idle():
                    del self._tables[name]
                    meters.tables.dec()

    async def close(self) -> None:
        await halt(self._cleaner)
        meters.tables.dec(len(self.live()))
        for task in list(self._tables.values()):
            with contextlib.suppress(Exception):
                await (await task).stop()


def _urgency(table: Listed) -> tuple[bool, bool, int]:
    row = table.row
    waiting = row.to_move in table.mine
    return row.to_move == OVER, not waiting, row.changed if waiting else -row.changed
