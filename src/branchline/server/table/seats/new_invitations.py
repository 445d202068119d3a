"""For a player who has lost their browser and their link: the others can issue a new invitation to the taken seat.

All of them have to agree. Then the owner of the seat has some time to open the table (the setting `absence`). If they
do, they keep the seat. In rated games and leagues a seat stays with its player.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.table.protocol.messages import NewInvitation
from branchline.server.table.seats.table_seats import TableSeats
from branchline.server.table.state.table_state import TableState
from branchline.server.table.state.table_writer import Committed, TablePart, TableWriter
from branchline.store import SPECTATOR, Statement
from branchline.store.club.notices import adding_notice
from branchline.store.table import new_invitations as stored

HOST: Final = SPECTATOR  # votes if nobody else sits at the table


class NewInvitations(TablePart):
    def __init__(self, state: TableState, writer: TableWriter, seats: TableSeats) -> None:
        super().__init__(state, writer)
        self._seats = seats
        self._stored = stored.NewInvitations(state.context.store, state.row.id)
        self.agreed: dict[int, dict[int, int]] = {}  # by seat and voter: since when

    async def load(self) -> None:
        self.agreed = await self._stored.all()

    def voters(self, seat: int) -> set[int]:
        """The other people; if there are only bots, the host of the table."""
        state = self._state
        others = state.must_agree(seat)
        return others or ({HOST} if state.row.host not in state.seating.holders[seat] else set())

    def opens(self, seat: int) -> int:
        """When the invitation can be issued; 0: somebody has yet to agree."""
        since, voters = self.agreed.get(seat, {}), self.voters(seat)
        if not voters or not voters <= since.keys():
            return 0
        return max(since[voter] for voter in voters) + int(self._state.context.settings.absence)

    async def agree(self, seats: Collection[int], host: bool, seat: int) -> bool:
        """A visitor who holds `seats`, or is the host, agrees. Returns whether the seat is open now."""
        state, now = self._state, wall_clock.now()
        async with self._writer.writing():
            self._check(seat)
            voting = self.voters(seat) & {*seats, *([HOST] if host else [])}
            if not voting:
                raise Refused(_("Only the others at the table can agree to that."))
            done = 0 < self.opens(seat) <= now
            if done:
                row = msgspec.structs.replace(state.seating.rows[seat], kind="open")
                await self._seats.change(row, "freed")
            elif new := voting - self.agreed.get(seat, {}).keys():
                statements = [*self._stored.agreeing(seat, new, now), *self._notices(seat, now)]
                await self._seats.note(seat, "asked", min(new), statements)
                await self.load()
            else:
                raise Refused(
                    _("You have already agreed. Wait for the others, and for the owner of the seat.")
                )
        await self._writer.committed(Committed(side_data=True))
        return done

    def _check(self, seat: int) -> None:
        state = self._state
        if state.rated or state.paired:
            raise Refused(_("In rated games and leagues a seat stays with its player."))
        if state.point.over or state.row.uploaded:
            raise Refused(_("The game is over."))
        row = state.seating.rows[seat]
        if row.kind != "person":
            raise Refused(_("Nobody sits there."))
        if seat in state.seats_present:
            raise Refused(_("{name} is at the table right now.", name=row.name))

    def _notices(self, seat: int, now: int) -> list[Statement]:
        """Notifications for the owner of the seat."""
        table = self._state.row.id
        return [
            adding_notice("seat", f"seat {table} {seat} {now}", person, table, seat, now)
            for person in sorted(self._state.seating.holders[seat])
        ]

    async def owner_came(self, seats: Collection[int]) -> None:
        """The owner of these seats has opened the table."""
        state = self._state
        if state.context.store.shared:
            await self.load()  # somebody may just have agreed through another process
        if not self.agreed.keys() & set(seats):
            return
        async with self._writer.writing():
            await self.load()
            for seat in sorted(self.agreed.keys() & set(seats)):
                await self._seats.note(seat, "kept", also=[self._stored.forgetting(seat)])
            await self.load()
        await self._writer.committed(Committed(side_data=True))

    def shown(self, seat: int) -> NewInvitation | None:
        since, voters = self.agreed.get(seat), self.voters(seat)
        if not since:
            return None
        return NewInvitation(
            agreed=tuple(sorted(voters & since.keys())),
            waits=tuple(sorted(voters - since.keys())),
            opens=self.opens(seat),
            now=wall_clock.now(),
        )
