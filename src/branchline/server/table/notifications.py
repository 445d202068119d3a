"""What is news to whom: for those who are not looking at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.store import Statement
from branchline.store.club.notices import noticed

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable


def of_move(live: LiveTable, now: int) -> list[Statement]:
    """Of the lines that are about to be kept: somebody else's turn, or the end."""
    table, name, before = live.table, live.row.id, live.point.to_move
    at, seat = len(table.log), table.to_move
    if live.row.uploaded or live.row.lesson or seat == before:
        return []
    people = {person for held in live.seating.holders for person in held}
    if seat is None:
        kind, wanted = "over", people
    elif live.seating.rows[seat].kind == "person" and seat not in live.absent.stand_ins:
        kind, wanted = "turn", live.seating.holders[seat]
    else:
        return []
    looking = {page.visit.me for page in live.connections} | {
        person for one in live.peers.here for person in live.seating.holders[one]
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
