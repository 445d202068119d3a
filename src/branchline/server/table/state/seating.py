"""Who sits at a table: its seats, and the visitors who hold them. A change is stored before it is made here."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.store import SeatEvent, SeatRow, Statement, Store, StoredTable, rows


class Seating:
    def __init__(self, store: Store, stored: StoredTable) -> None:
        self._store = store
        self._table = stored.row.id
        self.edition = stored.row.edition
        self.rows: list[SeatRow] = list(stored.seats)
        self.holders: list[set[str]] = [set() for _row in stored.seats]
        for seat, visitor in stored.holders:
            self.holders[seat].add(visitor)
        self.events: list[SeatEvent] = list(stored.seat_events)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    @property
    def people(self) -> list[int]:
        return [row.seat for row in self.rows if row.kind == "person"]

    @property
    def held(self) -> set[int]:
        """The seats from which somebody may look at the table."""
        return {seat for seat, holders in enumerate(self.holders) if holders}

    @property
    def asking(self) -> list[int]:
        """The seats whose forced moves are not made automatically."""
        return [row.seat for row in self.rows if not row.forced]

    def of(self, visitor: str) -> tuple[int, ...]:
        return tuple(seat for seat, holders in enumerate(self.holders) if visitor in holders)

    def others(self, seat: int) -> set[int]:
        """The other people who have to agree if the owner of a seat wants something. Somebody who holds both seats
        has agreed already, and bots always agree."""
        mine = self.holders[seat]
        return {other for other in self.people if other != seat and not mine & self.holders[other]}

    async def change(
        self,
        row: SeatRow,
        *,
        hold: str = "",
        forget: Sequence[str] = (),
        events: Sequence[SeatEvent] = (),
        also: Sequence[Statement] = (),
    ) -> None:
        also = [*rows.adding_seat_events(self._table, events, len(self.events)), *also]
        await self._store.seat(self._table, row, self.edition, hold=hold, forget=forget, also=also)
        self.events += events
        self.edition += 1
        self.rows[row.seat] = row
        self.holders[row.seat].difference_update(forget)
        if hold:
            self.holders[row.seat].add(hold)
