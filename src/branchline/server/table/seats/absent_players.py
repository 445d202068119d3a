"""When a player does not move, the others can vote for a bot to play for them until they are back."""

from __future__ import annotations

from branchline.bots import DEFAULT_BOT
from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.table.play.table_clock import TableClock
from branchline.server.table.protocol import messages
from branchline.server.table.seats.table_seats import TableSeats
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import Committed, TablePart, TableWriter
from branchline.store.table import absent as stored
from branchline.store.table.absent import Vote


class AbsentPlayers(TablePart):
    def __init__(self, state: TableState, writer: TableWriter, clock: TableClock, seats: TableSeats) -> None:
        super().__init__(state, writer)
        self._clock = clock
        self._seats = seats
        self._stored = stored.Absent(state.context.store, state.row.id)
        self.votes: dict[int, Vote] = {}

    async def load(self) -> None:
        self._state.stand_ins = await self._stored.stand_ins()
        self.votes = await self._stored.votes(self._state.point.at)

    def voters(self) -> set[int]:
        """The other people, if the table is waiting for a person."""
        state, seat = self._state, self._state.point.to_move
        if (
            seat is None
            or state.waiting
            or seat in state.stand_ins
            or state.seating.rows[seat].kind != "person"
        ):
            return set()
        return state.must_agree(seat)

    def opens(self) -> int:
        """When the vote on the player to move begins; 0: never."""
        state = self._state
        if not self.voters():
            return 0
        clock = self._clock.clock
        if clock is None:
            return state.row.changed + int(state.context.settings.absence)
        return clock.deadline if clock.terms.late == "vote" else 0

    async def vote(self, voter: int, at: int, choice: Vote) -> None:
        state = self._state
        async with self._writer.writing(at):
            seat = state.point.to_move
            if seat is None or voter not in self.voters() or not 0 < self.opens() <= wall_clock.now():
                raise Refused(_("There is nothing to vote on now."))
            if choice == "wait" and self._clock.clock is None:
                raise Refused(_("This table has no clock: to wait, do nothing."))
            await self._stored.vote(seat, voter, choice, at)
            self.votes = await self._stored.votes(at)
            await self._count(seat)
        await self._writer.committed(Committed(side_data=True))

    async def _count(self, seat: int) -> None:
        """A majority of the others decides."""
        voters = self.voters()
        for choice in ("bot", "wait"):
            votes = [voter for voter, vote in self.votes.items() if vote == choice and voter in voters]
            if 2 * len(votes) <= len(voters):
                continue
            if choice == "bot":
                clock = self._clock.clock
                await self._stored.stand_in(seat, clock.terms.bot if clock else DEFAULT_BOT, wall_clock.now())
                self._state.stand_ins = await self._stored.stand_ins()
                await self._clock.follow()
                await self._seats.note(seat, "stand_in")
            else:
                await self._clock.extend()
            await self._stored.forget_votes()
            self.votes = {}

    async def back(self, seat: int) -> None:
        """The owner of a seat is back."""
        async with self._writer.writing():
            await self._stored.back(seat)
            if self._state.stand_ins.pop(seat, ""):
                await self._seats.note(seat, "back")
            await self._clock.follow()
        await self._writer.committed(Committed(side_data=True))

    def shown(self) -> messages.Absence | None:
        opens = self.opens()
        if not opens or self._state.row.uploaded:
            return None
        seat = self._state.point.to_move
        assert seat is not None
        by = {choice: tuple(sorted(voter for voter, vote in self.votes.items() if vote == choice))
              for choice in ("bot", "wait")}  # fmt: skip
        return messages.Absence(
            seat=seat,
            opens=opens,
            now=wall_clock.now(),
            voters=tuple(sorted(self.voters())),
            bot=by["bot"],
            wait=by["wait"],
            clock=self._clock.clock is not None,
        )
