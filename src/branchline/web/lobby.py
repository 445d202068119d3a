"""All tables of a server: making them, finding them, leaving and renewing seats, playing again."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from branchline import bots
from branchline.core import record
from branchline.core.loading import resume
from branchline.core.protocols import CHANCE, OVER
from branchline.core.table import Table
from branchline.languages import _
from branchline.store import SPECTATOR, Kept, Listed, SeatRow, TableRow
from branchline.web import lessons
from branchline.web.live import House, LiveTable, No, decode_event, decode_header, encode
from branchline.web.messages import Rematch
from branchline.web.seats import new_id
from branchline.web.uploads import check_record, no_files
from branchline.web.workers import Crew, WorkerFailed

# Engines that people may meet as opponents: bots bear their names.
ENGINES: Final = (
    "Adler",
    "Rocket",
    "Saxonia",
    "Planet",
    "Comet",
    "Beuth",
    "Pegasus",
    "Ajax",
    "Lion",
    "Borsig",
)
LISTED: Final = 50  # tables on a home page


class Wanted(msgspec.Struct, frozen=True):
    """A seat as somebody who makes a table wants it."""

    who: str  # "me", "here" (somebody else at this screen), "friend", or the spec of a bot
    name: str = ""


class Lobby:
    def __init__(self, house: House, checkers: Crew) -> None:
        self.house = house
        self._checkers = checkers
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
    ) -> str:
        """A new table; raises `OptionError` and the like. Hints are off by default where several people play."""
        no_files(game, options)
        rows = _seat_rows(seats)
        table_seed = secrets.randbits(256) if seed is None else seed
        table = Table(game, len(rows), seed=table_seed, seats=[row.name for row in rows], **_any(options))
        holders = [(seat, visitor) for seat, wanted in enumerate(seats) if wanted.who in ("me", "here")]
        people = sum(wanted.who in ("me", "here", "friend") for wanted in seats)
        allowed = people == 1 if hints is None else hints
        return await self._add(table, table_seed, rows, holders, visitor, lesson=lesson, hints=allowed)

    async def _add(
        self,
        table: Table,
        seed: int,
        rows: list[SeatRow],
        holders: list[tuple[int, str]],
        host: str,
        **more: Any,
    ) -> str:
        links, name, now = self.house.links, new_id(), int(time.time())
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
        seats = [links.linked_seat(name, msgspec.structs.replace(seat, link_number=0)) for seat in rows]
        lines = [encode(event) for event in table.log]
        await self.house.store.add(
            Kept(row=links.linked_table(row), seats=seats, holders=holders, lines=lines, chat=[])
        )
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
        try:
            return await asyncio.shield(self._tables[name])
        except Exception:
            self._tables.pop(name, None)
            raise

    async def _load(self, kept: Kept) -> LiveTable:
        guide = lessons.guide(kept.row.lesson) if kept.row.lesson else None
        live = LiveTable(self.house, kept, guide)
        async with live.lock:
            await live.keep()  # what the table did by itself since, such as forced moves
        return live

    async def opened(self, link: str) -> tuple[LiveTable, int] | None:
        """The table and seat (or `SPECTATOR`) that a link's fingerprint opens."""
        found = await self.house.store.linked(link)
        live = await self.find(found[0]) if found else None
        return (live, found[1]) if found and live else None

    async def listed(self, visitor: str) -> list[Listed]:
        """A visitor's tables: those where it is their turn first, the finished last."""
        tables = await self.house.store.listed(visitor, LISTED)
        return sorted(
            (table for table in tables if not table.row.lesson or table.row.to_move != OVER),
            key=lambda table: (table.row.to_move == OVER, table.row.to_move not in table.mine),
        )

    # Seats

    async def sit_down(self, live: LiveTable, seat: int, visitor: str, name: str) -> None:
        async with live.lock:
            row = live.seats[seat]
            if row.kind == "bot":
                raise No(_("A bot sits there now. Ask the host of the table for the seat."))
            await live.hold(seat, visitor)
            await live.change_seat(msgspec.structs.replace(row, kind="person", name=name or row.name))

    async def leave(self, live: LiveTable, visitor: str, seats: Sequence[int]) -> None:
        async with live.lock:
            for seat in seats:
                await live.release(seat, visitor)

    async def renew_link(self, live: LiveTable, seat: int) -> None:
        """The seat's link, and whoever sat there by it, are good for nothing any more."""
        links = self.house.links
        async with live.lock:
            if seat == SPECTATOR:
                await live.change(links.renewed_table(live.row))
                for connection in list(live.connections):
                    connection.recount()
                return
            row = links.renewed_seat(live.row.id, live.seats[seat])
            kind = "open" if row.kind == "person" else row.kind
            await live.change_seat(msgspec.structs.replace(row, kind=kind), forget=True)

    async def seat_bot(self, live: LiveTable, seat: int, spec: str) -> None:
        """An open seat gets a bot; with an empty spec a bot's seat is opened."""
        async with live.lock:
            row = live.seats[seat]
            if row.kind == "person":
                raise No(_("Somebody sits there."))
            if spec:
                bots.bot(spec)
                taken = set(live.names)
                name = next(engine for engine in ENGINES if engine not in taken)
                await live.change_seat(msgspec.structs.replace(row, kind="bot", bot=spec, name=name))
            else:
                name = _("Player {number}", number=seat + 1)
                await live.change_seat(msgspec.structs.replace(row, kind="open", bot="", name=name))

    # Afterwards

    async def record(self, name: str) -> bytes:
        """The record of a finished game; that of a running one holds what nobody may know."""
        live = await self.find(name)
        if live is None:
            raise No(_("There is no such game."))
        if not live.point.over and not live.row.uploaded:
            raise No(_("The record is given out when the game is over."))
        return live.table.dumps()

    async def rematch(self, live: LiveTable) -> str:
        """The same people and options at a new table; asked twice, it is the same one."""
        async with live.lock:
            if not live.point.over or live.row.uploaded:
                raise No(_("A rematch is for finished games."))
            if not live.row.next:
                header, seed = live.table.header(), secrets.randbits(256)
                table = Table(
                    header.game, header.players, seed=seed, seats=list(live.names), **_any(header.options)
                )
                holders = [(seat, who) for seat, held in enumerate(live.holders) for who in held]
                name = await self._add(table, seed, live.seats, holders, live.row.host, hints=live.row.hints)
                await live.change(msgspec.structs.replace(live.row, next=name))
            live.pass_on(Rematch(f"/table/{live.row.next}"))
            return live.row.next

    async def branch(self, name: str, at: int, visitor: str) -> str:
        """Play on from a moment of a finished game: the visitor for the seat that is to move, bots for the rest."""
        content = await self.record(name)
        header, events = record.decode(content)
        old = resume(header, events)
        if not 0 <= at <= len(old.steps):
            raise No(_("The game has no such moment."))
        lines: list[record.Event] = []
        for step in old.steps[:at]:
            texts = [str(old.game.move(old.setting, move)) for move in step.moves]
            lines.append(
                record.Deal(texts) if step.seat == CHANCE else record.Played(step.seat, texts[0], step.forced)
            )
        seed = secrets.randbits(256)
        table = resume(header, lines, seed=seed)
        if table.to_move is None:
            raise No(_("The game is over there. Choose an earlier moment."))
        seats = [
            Wanted("me", header.seats[seat])
            if seat == table.to_move
            else Wanted(ADVERSARY, header.seats[seat])
            for seat in range(header.players)
        ]
        return await self._add(
            table, seed, _seat_rows(seats), [(table.to_move, visitor)], visitor, hints=True
        )

    async def upload(self, content: bytes, visitor: str) -> str:
        """Keep a record that somebody brings. It may be anything, so it is checked elsewhere, within limits."""
        settings = self.house.settings
        if len(content) > settings.largest_record:
            raise No(_("The file is too large for the record of a game."))
        try:
            checked = await self._checkers.do(check_record, content, limit=settings.check)
        except WorkerFailed:
            raise No(_("The record takes too long to check. It may be damaged.")) from None
        if checked.problem:
            raise No(checked.problem)
        header = decode_header(checked.header)
        table = resume(header, [decode_event(line) for line in checked.lines])
        rows = [SeatRow(seat=seat, name=name, kind="open") for seat, name in enumerate(header.seats)]
        return await self._add(table, secrets.randbits(256), rows, [], visitor, uploaded=True)

    # Tidying

    async def _clear_away(self) -> None:
        """Tables that nobody looks at leave the memory; the store has them."""
        while True:
            await asyncio.sleep(min(60.0, self.house.settings.rest))
            for name, task in list(self._tables.items()):
                live = task.result() if task.done() and not task.exception() else None
                if live is not None and live.idle(self.house.settings.rest):
                    del self._tables[name]
                    await live.close()

    async def close(self) -> None:
        self._cleaner.cancel()
        for task in self._tables.values():
            with contextlib.suppress(Exception):
                await (await task).close()


def _any(options: Mapping[str, object]) -> dict[str, Any]:
    return dict(options)


ADVERSARY: Final = "greedy"  # who takes the other seats where nobody says


def _seat_rows(seats: Sequence[Wanted]) -> list[SeatRow]:
    rows: list[SeatRow] = []
    taken = {wanted.name for wanted in seats}
    free = [name for name in ENGINES if name not in taken]
    secrets.SystemRandom().shuffle(free)
    for seat, wanted in enumerate(seats):
        if wanted.who in ("me", "here"):
            name = wanted.name or _("Player {number}", number=seat + 1)
            rows.append(SeatRow(seat=seat, name=name, kind="person"))
        elif wanted.who == "friend":
            name = wanted.name or _("Player {number}", number=seat + 1)
            rows.append(SeatRow(seat=seat, name=name, kind="open"))
        else:
            bots.bot(wanted.who)  # raises what is wrong with the spec
            rows.append(SeatRow(seat=seat, name=wanted.name or free.pop(), kind="bot", bot=wanted.who))
    return rows
