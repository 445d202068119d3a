"""What is news to whom: for those who are not looking at the table."""

from __future__ import annotations

from typing import Final

from branchline.server.table.table_state import TableState
from branchline.store import Statement, Store
from branchline.store.notices import DAY, noticed

# Clocks of people who want notices, of whose time a fifth is left, or a day.
_SOON: Final = (
    "SELECT DISTINCT c.table_id, c.seat, c.since, h.visitor FROM clocks c"
    " JOIN holders h ON h.table_id = c.table_id AND h.seat = c.seat JOIN notice_ways w ON w.person = h.visitor"
    " WHERE c.deadline > ? AND c.deadline - CASE WHEN c.period < ? THEN c.period / 5 ELSE ? END <= ?"
    " AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.person = h.visitor"
    " AND o.id = 'time ' || c.table_id || ' ' || c.since)"
)


def of_move(state: TableState, now: int) -> list[Statement]:
    """Of the lines that are about to be kept: somebody else's turn, or the end."""
    table, name, before = state.table, state.row.id, state.point.to_move
    at, seat = len(table.log), table.to_move
    if state.row.uploaded or state.row.lesson or seat == before:
        return []
    people = {person for held in state.seating.holders for person in held}
    if seat is None:
        kind, wanted = "over", people
    elif state.seating.rows[seat].kind == "person" and seat not in state.stand_ins:
        kind, wanted = "turn", state.seating.holders[seat]
    else:
        return []
    looking = {page.visit.me for page in state.connections} | {
        person for one in state.seats_elsewhere for person in state.seating.holders[one]
    }
    return [
        noticed(
            "over" if kind == "over" else "turn",
            f"{kind} {name} {at}",
            person,
            name,
            -1 if seat is None else seat,
            now,
        )
        for person in sorted(wanted - looking)
    ]


async def of_clocks(store: Store, now: int) -> None:
    """Tell those whose time runs out, once."""
    found = await store.ask(_SOON, now, 5 * DAY, DAY, now)
    if found:
        await store.write(
            *(
                noticed("time", f"time {table} {since}", person, table, seat, now)
                for table, seat, since, person in found
            )
        )
