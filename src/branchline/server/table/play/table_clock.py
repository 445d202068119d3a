"""The clock of a live table: it moves on with the record, and tells whose time is up.

It is computed from what is in the store, so that every process gets the same result: the time of the last line, the
seat to move, and the vacations of its owner. The first process that writes it has done so for all.
"""

from __future__ import annotations

import logging

import msgspec

from branchline.core.protocols import OVER
from branchline.server import wall_clock
from branchline.server.table.play import clock_rules
from branchline.server.table.protocol import messages
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import Committed, TablePart, TableWriter
from branchline.store import StoreTrouble
from branchline.store.club.vacations import Vacation, Vacations
from branchline.store.table.clocks import NOBODY, Clock, Clocks, Terms

log = logging.getLogger(__name__)


async def start_clock(store: Clocks, table: str, terms: Terms, seats: int) -> None:
    """For a new table. The clock starts when somebody opens the table."""
    await store.add(Clock(table=table, terms=terms, banks=(terms.period,) * seats))


class TableClock(TablePart):
    def __init__(self, state: TableState, writer: TableWriter) -> None:
        super().__init__(state, writer)
        self._clocks = Clocks(state.context.store)
        self._vacations = Vacations(state.context.store)
        self.clock: Clock | None = None
        self._seen_up: tuple[int, int] | None = None  # start and deadline of the time that was seen to be up

    async def load(self) -> None:
        """Read it from the store, and move it on if it is behind."""
        self.clock = await self._clocks.find(self._state.row.id)
        await self.follow()

    async def follow(self) -> None:
        """Move on to where the table is."""
        if self.clock is None:
            return
        try:
            while not await self._follow(self.clock):
                found = await self._clocks.find(self._state.row.id)
                assert found is not None
                self.clock = found
        except StoreTrouble as trouble:  # the move is stored; the clock follows with the next event
            log.warning("The clock of table %s is behind: %s", self._state.row.id, trouble)

    async def _follow(self, clock: Clock) -> bool:
        """False: another process was quicker."""
        state, seat = self._state, self._running()
        away = {one: await self._away(one) for one in {clock.seat, seat} - {NOBODY}}
        if (state.point.at, seat) == (clock.at, clock.seat):
            moved = clock_rules.with_deadline(clock, away)
        else:
            turned = state.point.at != clock.at
            time = max(state.row.changed, clock.since) if turned and clock.at else wall_clock.now()
            moved = clock_rules.moved_on(clock, state.point.at, seat, state.point.turn, time, away)
        if moved == clock:
            return True
        if not await self._clocks.change(clock, moved):
            return False
        self.clock = moved
        return True

    async def _away(self, seat: int) -> list[Vacation]:
        return await self._vacations.of(self._state.seating.holders[seat])

    def _running(self) -> int:
        """Whose time runs: that of a person who is to move and has no stand-in."""
        state, seat = self._state, self._state.point.to_move
        if seat is None or seat == OVER or state.waiting or state.seating.rows[seat].kind != "person":
            return NOBODY
        return NOBODY if seat in state.stand_ins else seat

    # When the time is up

    @property
    def is_up(self) -> bool:
        clock = self.clock
        return clock is not None and bool(clock.deadline) and wall_clock.now() >= clock.deadline

    def late_bot(self, seat: int) -> str:
        """The bot that plays this turn because its owner's time is up, if any."""
        clock = self.clock
        if clock is None or clock.seat != seat or clock.terms.late != "bot":
            return ""
        return clock.terms.bot if self._seen_up == (clock.since, clock.deadline) else ""

    def bot_for(self, seat: int) -> str:
        """The bot that plays for a person, if any."""
        return self._state.stand_ins.get(seat, "") or self.late_bot(seat)

    async def time_up(self) -> None:
        """The time may be up. If the others vote in this case, they are told."""
        async with self._writer.writing():
            await self.load()
            clock = self.clock
            if clock is None or not self.is_up:
                return
            self._seen_up = (clock.since, clock.deadline)
            if clock.terms.late == "vote" and not clock.called:
                called = msgspec.structs.replace(clock, called=True)
                if await self._clocks.change(clock, called):
                    self.clock = called
        await self._writer.committed(Committed(side_data=True))

    async def extend(self) -> None:
        if self.clock is not None:
            later = clock_rules.extended(self.clock, wall_clock.now())
            if await self._clocks.change(self.clock, later):
                self.clock = later

    def shown(self) -> messages.Clock | None:
        clock = self.clock
        if clock is None:
            return None
        return messages.Clock(
            kind=clock.terms.kind,
            period=clock.terms.period,
            increment=clock.terms.increment,
            late=clock.terms.late,
            left=clock.banks,
            until=clock.deadline,
            now=wall_clock.now(),
        )
