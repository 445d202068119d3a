"""Seats change hands or names, and everybody at the table is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from branchline.server import wall_clock
from branchline.server.table.state.table_writer import Committed, TablePart
from branchline.store import SPECTATOR, SeatEvent, SeatEventKind, SeatRow, Statement
from branchline.store.club.members import is_member
from branchline.store.table.absent import clearing
from branchline.store.table.new_invitations import NewInvitations

LEAVING: Final = {"left", "opened", "freed"}  # events that name the player who sat there


class TableSeats(TablePart):
    async def change(
        self, row: SeatRow, *events: SeatEventKind, hold: str = "", forget: Sequence[str] = ()
    ) -> None:
        """Inside `writing`: somebody takes a seat, leaves it, or has a new name. A seat whose owner leaves gets a new
        invitation, and their orders and votes are deleted."""
        state, also = self._state, list[Statement]()
        before = state.seating.rows[row.seat]
        renamed = before.name != row.name
        if before.kind == "person" and row.kind != "person":
            row = state.context.links.renewed_seat(state.row.id, row)
            forget, also = sorted(state.seating.holders[row.seat]), self._clearing(row.seat)
        told = [
            self._event(row.seat, kind, before.name if kind in LEAVING else row.name, hold) for kind in events
        ]
        await state.seating.change(row, hold=hold, forget=forget, events=told, also=also)
        state.table.seats[:] = state.seating.names
        state.undo_request = None
        cleared = bool(also)
        await self._writer.committed(Committed(seats=True, whole=renamed, side_data=cleared, cleared=cleared))

    def _clearing(self, seat: int) -> list[Statement]:
        """Deletes what is stored for the owner of a seat, and all agreements about it or by its owner."""
        state = self._state
        agreed = NewInvitations(state.context.store, state.row.id)
        return [
            *clearing(state.row.id, seat),
            agreed.forgetting(seat),
            agreed.forgetting_voter(seat),
        ]

    async def note(
        self, seat: int, kind: SeatEventKind, voter: int = SPECTATOR, also: Sequence[Statement] = ()
    ) -> None:
        """Inside `writing`: something about a seat that everybody has to know; its owner stays the same."""
        row = self._state.seating.rows[seat]
        event = self._event(seat, kind, row.name, voter=voter)
        await self._state.seating.change(row, events=[event], also=also)
        await self._writer.committed(Committed())

    def _event(
        self, seat: int, kind: SeatEventKind, name: str, hold: str = "", voter: int = SPECTATOR
    ) -> SeatEvent:
        holders = self._state.seating.holders[seat]
        members = [person for person in (hold, *sorted(holders)) if is_member(person)]
        return SeatEvent(
            seat=seat,
            kind=kind,
            name=name,
            voter=voter,
            author=members[0] if members and kind != "bot" else "",
            at=self._state.point.at,
            time=wall_clock.now(),
        )

    async def rename(self, seat: int, name: str) -> None:
        async with self._writer.writing():
            await self.change(msgspec.structs.replace(self._state.seating.rows[seat], name=name))

    async def prefer(self, seat: int, forced: bool) -> None:
        """Whether forced moves are made automatically for a seat."""
        state = self._state
        async with self._writer.writing():
            await state.seating.change(msgspec.structs.replace(state.seating.rows[seat], forced=forced))
            state.table.ask(seat, not forced)
        for page in state.connections:
            if seat in page.mine:
                page.update(whole=True)
