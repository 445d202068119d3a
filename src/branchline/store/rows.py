"""The statements for tables and their records, the same for both engines.

A statement has `?` for each value, as in SQLite; `for_postgres` translates it for PostgreSQL's driver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from branchline.store import (
    ChatRow,
    Conflict,
    SeatEvent,
    SeatRow,
    Statement,
    StoredTable,
    TableRow,
    TableVersion,
)
from branchline.store.columns import StructT, assignments, from_row, insert, listed, values

ADD_TABLE: Final = insert("tables", TableRow)
ADD_SEAT: Final = insert("seats", SeatRow, "table_id")
ADD_HOLDER: Final = "INSERT INTO holders (table_id, seat, visitor) VALUES (?,?,?) ON CONFLICT DO NOTHING"
ADD_LINE: Final = "INSERT INTO events (table_id, number, line) VALUES (?,?,?)"
ADD_CHAT: Final = insert("chat", ChatRow, "table_id", "number")
ADD_SEAT_EVENT: Final = insert("seat_events", SeatEvent, "table_id", "number")

MOVED_ON: Final = "UPDATE tables SET to_move = ?, changed = ? WHERE id = ? AND ended = 0"
_NOT_CHANGED: Final = ("id", "to_move", "changed", "round", "edition")  # other statements write these
CHANGE: Final = (
    f"UPDATE tables SET {assignments(TableRow, _NOT_CHANGED)}, edition = edition + 1"
    " WHERE id = ? AND edition = ?"
)
NEXT_EDITION: Final = "UPDATE tables SET edition = edition + 1 WHERE id = ? AND edition = ?"
CHANGE_SEAT: Final = f"UPDATE seats SET {assignments(SeatRow, ['seat'])} WHERE table_id = ? AND seat = ?"
FORGET: Final = "DELETE FROM holders WHERE table_id = ? AND seat = ? AND visitor = ?"
ADD_FACT: Final = "INSERT INTO facts (name, value) VALUES (?,?) ON CONFLICT DO NOTHING"
CHANGE_FACT: Final = (
    "INSERT INTO facts (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

TABLE: Final = f"SELECT {listed(TableRow)} FROM tables WHERE id = ?"
SEATS: Final = f"SELECT {listed(SeatRow)} FROM seats WHERE table_id = ? ORDER BY seat"
HOLDERS: Final = "SELECT seat, visitor FROM holders WHERE table_id = ? ORDER BY seat, visitor"
LINES: Final = "SELECT line FROM events WHERE table_id = ? AND number >= ? ORDER BY number"
CHAT: Final = f"SELECT {listed(ChatRow)} FROM chat WHERE table_id = ? AND number >= ? ORDER BY number"
SEAT_EVENTS: Final = f"SELECT {listed(SeatEvent)} FROM seat_events WHERE table_id = ? ORDER BY number"
LENGTH: Final = "SELECT COALESCE(MAX(number) + 1, 0) FROM events WHERE table_id = ?"
CHAT_LENGTH: Final = "SELECT COALESCE(MAX(number) + 1, 0) FROM chat WHERE table_id = ?"
STAND: Final = f"SELECT ({LENGTH}), ({CHAT_LENGTH}), edition FROM tables WHERE id = ?"
LINKED: Final = (
    "SELECT table_id, seat FROM seats WHERE link = ?"
    " UNION ALL SELECT id, -1 FROM tables WHERE link = ? LIMIT 1"
)
LISTED: Final = (
    f"SELECT {listed(TableRow)} FROM tables WHERE id IN (SELECT table_id FROM holders WHERE visitor = ?)"
    " OR host = ? ORDER BY CASE WHEN to_move IN"
    " (SELECT seat FROM holders WHERE table_id = id AND visitor = ?) THEN 0 ELSE 1 END, changed DESC, id LIMIT ?"
)
MINE: Final = "SELECT seat FROM holders WHERE table_id = ? AND visitor = ? ORDER BY seat"
FACTS: Final = "SELECT name, value FROM facts ORDER BY name"
IDS: Final = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?"


def changing_round(table: str, round_: int) -> Statement:
    return Statement("UPDATE tables SET round = ? WHERE id = ?", (round_, table))


def for_postgres(statement: str) -> str:
    return statement.replace("?", "%s")


def of_change(row: TableRow) -> tuple[object, ...]:
    return (*values(row, _NOT_CHANGED), row.id, row.edition)


def of_changed_seat(table: str, row: SeatRow) -> tuple[object, ...]:
    return (*values(row, ["seat"]), table, row.seat)


def numbered(table: str, entries: Iterable[msgspec.Struct], first: int = 0) -> list[tuple[object, ...]]:
    """Entries of the chat, or seat events, with their table and number."""
    return [(table, number, *values(entry)) for number, entry in enumerate(entries, first)]


def of_new_table(table: StoredTable) -> list[tuple[str, list[tuple[object, ...]]]]:
    """Statements in their order, each with the values of every row that it adds."""
    name = table.row.id
    return [
        (ADD_TABLE, [values(table.row)]),
        (ADD_SEAT, [(name, *values(seat)) for seat in table.seats]),
        (ADD_HOLDER, [(name, *held) for held in table.holders]),
        (ADD_LINE, [(name, number, line) for number, line in enumerate(table.lines)]),
        (ADD_CHAT, numbered(name, table.chat)),
        (ADD_SEAT_EVENT, numbered(name, table.seat_events)),
    ]


def of_table(table: str, since: TableVersion | None) -> list[tuple[str, tuple[object, ...]]]:
    """The queries whose answers make up a stored table."""
    have = since or TableVersion(0, 0, 0)
    return [
        (TABLE, (table,)),
        (SEATS, (table,)),
        (HOLDERS, (table,)),
        (LINES, (table, have.lines)),
        (CHAT, (table, have.chat)),
        (SEAT_EVENTS, (table,)),
    ]


def stored_table(answers: Sequence[list[tuple[Any, ...]]]) -> StoredTable | None:
    row, seats, holders, lines, chat, seat_events = answers
    if not row:
        return None
    return StoredTable(
        row=from_row(TableRow, row[0]),
        seats=all_of(SeatRow, seats),
        holders=[(seat, visitor) for seat, visitor in holders],
        lines=[line for (line,) in lines],
        chat=all_of(ChatRow, chat),
        seat_events=all_of(SeatEvent, seat_events),
    )


def adding_seat_events(table: str, events: Iterable[SeatEvent], first: int) -> list[Statement]:
    """`first`: how many the table has already."""
    return [Statement(ADD_SEAT_EVENT, row) for row in numbered(table, events, first)]


def all_of(struct: type[StructT], rows: Iterable[Sequence[Any]]) -> list[StructT]:
    return [from_row(struct, row) for row in rows]


def counted(statement: Statement, changed: int) -> int:
    if statement.rows is not None and changed != statement.rows:
        raise Conflict(OTHER_ROWS)
    return changed


# Messages to a writer that expected something else.


OTHER_LENGTH: Final = "The record has a different length: somebody else is writing to the table."
ENDED: Final = "The table was ended."
OTHER_EDITION: Final = "The table was changed by somebody else."
OTHER_ROWS: Final = "What should be changed is not there, or somebody else has changed it."
