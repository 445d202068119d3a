"""The statements that both engines understand, and their rows as what the contract speaks of.

A statement has `?` for a value, as SQLite wants it; `for_postgres` writes it as PostgreSQL's driver does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from branchline.store import ChatRow, Conflict, SeatEvent, SeatRow, Stand, Statement, TableRow

_TABLE: Final = (
    "id, game, header, seed, host, made, link, link_number, hints, lesson, next, uploaded,"
    " to_move, changed, edition, ended"
)
_SEAT: Final = "table_id, seat, name, kind, bot, forced, link, link_number"

ADD_TABLE: Final = f"INSERT INTO tables ({_TABLE}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
ADD_SEAT: Final = f"INSERT INTO seats ({_SEAT}) VALUES (?,?,?,?,?,?,?,?)"
ADD_HOLDER: Final = "INSERT INTO holders (table_id, seat, visitor) VALUES (?,?,?) ON CONFLICT DO NOTHING"
ADD_LINE: Final = "INSERT INTO events (table_id, number, line) VALUES (?,?,?)"
ADD_CHAT: Final = (
    "INSERT INTO chat (table_id, number, seat, name, words, time, author) VALUES (?,?,?,?,?,?,?)"
)
_SEAT_EVENT: Final = "seat, kind, name, voter, author, at, time"
ADD_SEAT_EVENT: Final = (
    f"INSERT INTO seat_events (table_id, number, {_SEAT_EVENT}) VALUES (?,?,?,?,?,?,?,?,?)"
)

MOVED_ON: Final = "UPDATE tables SET to_move = ?, changed = ? WHERE id = ? AND ended = 0"
CHANGE: Final = (
    "UPDATE tables SET link = ?, link_number = ?, hints = ?, next = ?, edition = edition + 1"
    " WHERE id = ? AND edition = ?"
)
NEXT_EDITION: Final = "UPDATE tables SET edition = edition + 1 WHERE id = ? AND edition = ?"
CHANGE_SEAT: Final = (
    "UPDATE seats SET name = ?, kind = ?, bot = ?, forced = ?, link = ?, link_number = ?"
    " WHERE table_id = ? AND seat = ?"
)
FORGET: Final = "DELETE FROM holders WHERE table_id = ? AND seat = ? AND visitor = ?"
ADD_FACT: Final = "INSERT INTO facts (name, value) VALUES (?,?) ON CONFLICT DO NOTHING"
CHANGE_FACT: Final = (
    "INSERT INTO facts (name, value) VALUES (?,?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

TABLE: Final = f"SELECT {_TABLE} FROM tables WHERE id = ?"
SEATS: Final = f"SELECT {_SEAT} FROM seats WHERE table_id = ? ORDER BY seat"
HOLDERS: Final = "SELECT seat, visitor FROM holders WHERE table_id = ? ORDER BY seat, visitor"
LINES: Final = "SELECT line FROM events WHERE table_id = ? AND number >= ? ORDER BY number"
CHAT: Final = (
    "SELECT seat, name, words, time, author FROM chat WHERE table_id = ? AND number >= ? ORDER BY number"
)
SEAT_EVENTS: Final = f"SELECT {_SEAT_EVENT} FROM seat_events WHERE table_id = ? ORDER BY number"
LENGTH: Final = "SELECT COALESCE(MAX(number) + 1, 0) FROM events WHERE table_id = ?"
CHAT_LENGTH: Final = "SELECT COALESCE(MAX(number) + 1, 0) FROM chat WHERE table_id = ?"
STAND: Final = f"SELECT ({LENGTH}), ({CHAT_LENGTH}), edition FROM tables WHERE id = ?"
LINKED: Final = (
    "SELECT table_id, seat FROM seats WHERE link = ?"
    " UNION ALL SELECT id, -1 FROM tables WHERE link = ? LIMIT 1"
)
LISTED: Final = (
    f"SELECT {_TABLE} FROM tables WHERE id IN (SELECT table_id FROM holders WHERE visitor = ?)"
    " OR host = ? ORDER BY CASE WHEN to_move IN"
    " (SELECT seat FROM holders WHERE table_id = id AND visitor = ?) THEN 0 ELSE 1 END, changed DESC, id LIMIT ?"
)
MINE: Final = "SELECT seat FROM holders WHERE table_id = ? AND visitor = ? ORDER BY seat"
FACTS: Final = "SELECT name, value FROM facts ORDER BY name"
IDS: Final = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?"


def for_postgres(statement: str) -> str:
    return statement.replace("?", "%s")


def of_table(row: TableRow) -> tuple[object, ...]:
    return (
        row.id, row.game, row.header, row.seed, row.host, row.made, row.link, row.link_number, int(row.hints),
        row.lesson, row.next, int(row.uploaded), row.to_move, row.changed, row.edition,
        row.ended,
    )  # fmt: skip


def of_seat(table: str, row: SeatRow) -> tuple[object, ...]:
    return (table, row.seat, row.name, row.kind, row.bot, int(row.forced), row.link, row.link_number)


def of_changed_seat(table: str, row: SeatRow) -> tuple[object, ...]:
    return (*of_seat(table, row)[2:], table, row.seat)


def of_change(row: TableRow) -> tuple[object, ...]:
    return (row.link, row.link_number, int(row.hints), row.next, row.id, row.edition)


def of_chat(table: str, number: int, row: ChatRow) -> tuple[object, ...]:
    return (table, number, row.seat, row.name, row.words, row.time, row.author)


def of_seat_event(table: str, number: int, row: SeatEvent) -> tuple[object, ...]:
    return (table, number, row.seat, row.kind, row.name, row.voter, row.author, row.at, row.time)


def table_row(row: Sequence[Any]) -> TableRow:
    return TableRow(
        id=row[0], game=row[1], header=row[2], seed=row[3], host=row[4], made=row[5], link=row[6],
        link_number=row[7], hints=bool(row[8]), lesson=row[9], next=row[10],
        uploaded=bool(row[11]), to_move=row[12], changed=row[13], edition=row[14], ended=row[15],
    )  # fmt: skip


def seat_rows(rows: Iterable[Sequence[Any]]) -> list[SeatRow]:
    return [
        SeatRow(
            seat=row[1],
            name=row[2],
            kind=row[3],
            bot=row[4],
            forced=bool(row[5]),
            link=row[6],
            link_number=row[7],
        )
        for row in rows
    ]


def chat_rows(rows: Iterable[Sequence[Any]]) -> list[ChatRow]:
    return [ChatRow(seat=row[0], name=row[1], words=row[2], time=row[3], author=row[4]) for row in rows]


def seat_events(rows: Iterable[Sequence[Any]]) -> list[SeatEvent]:
    return [
        SeatEvent(seat=row[0], kind=row[1], name=row[2], voter=row[3], author=row[4], at=row[5], time=row[6])
        for row in rows
    ]


def stand(row: Sequence[int]) -> Stand:
    return Stand(row[0], row[1], row[2])


def counted(statement: Statement, changed: int) -> int:
    if statement.rows is not None and changed != statement.rows:
        raise Conflict(OTHER_ROWS)
    return changed


# What a writer is told who believes something else to be there.


OTHER_LENGTH: Final = "The record has another length: somebody else writes to the table."
ENDED: Final = "The table was ended."
OTHER_EDITION: Final = "The table was changed by somebody else."
OTHER_ROWS: Final = "What was to be changed is not there, or was changed by somebody else."
