"""Notifications for players who are not looking at the table."""

from __future__ import annotations

from branchline.server.table.state.table_state import TableState
from branchline.store import Statement
from branchline.store.club.notices import adding_notice


def of_move(state: TableState, now: int) -> list[Statement]:
    """For the lines about to be stored: it is somebody else's turn, or the game is over."""
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
        adding_notice(
            "over" if kind == "over" else "turn",
            f"{kind} {name} {at}",
            person,
            name,
            -1 if seat is None else seat,
            now,
        )
        for person in sorted(wanted - looking)
    ]
