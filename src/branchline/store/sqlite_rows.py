"""The tables of the SQLite store, and its rows as what the contract speaks of."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from branchline.store import ChatRow, Kept, Listed, SeatRow, TableRow

SCHEMA: Final = 1
TABLES: Final = """
CREATE TABLE schema (version INTEGER NOT NULL);
CREATE TABLE tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, header BLOB NOT NULL, seed TEXT NOT NULL, host TEXT NOT NULL,
  made INTEGER NOT NULL, link TEXT NOT NULL, link_number INTEGER NOT NULL, hints INTEGER NOT NULL,
  lesson TEXT NOT NULL, next TEXT NOT NULL, uploaded INTEGER NOT NULL, to_move INTEGER NOT NULL,
  changed INTEGER NOT NULL
);
CREATE TABLE seats (
  table_id TEXT NOT NULL REFERENCES tables(id), seat INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
  bot TEXT NOT NULL, forced INTEGER NOT NULL, link TEXT NOT NULL, link_number INTEGER NOT NULL,
  PRIMARY KEY (table_id, seat)
);
CREATE TABLE holders (
  table_id TEXT NOT NULL REFERENCES tables(id), seat INTEGER NOT NULL, visitor TEXT NOT NULL,
  PRIMARY KEY (table_id, seat, visitor)
);
CREATE TABLE events (
  table_id TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, line BLOB NOT NULL,
  PRIMARY KEY (table_id, number)
);
CREATE TABLE chat (
  table_id TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
  name TEXT NOT NULL, words TEXT NOT NULL, time INTEGER NOT NULL,
  PRIMARY KEY (table_id, number)
);
CREATE INDEX tables_by_host ON tables (host);
CREATE INDEX tables_by_link ON tables (link);
CREATE INDEX seats_by_link ON seats (link);
CREATE INDEX holders_by_visitor ON holders (visitor);
"""


def of_table(row: TableRow) -> tuple[object, ...]:
    return (
        row.id, row.game, row.header, row.seed, row.host, row.made, row.link, row.link_number, row.hints,
        row.lesson, row.next, row.uploaded, row.to_move, row.changed,
    )  # fmt: skip


def of_seat(table: str, row: SeatRow) -> tuple[object, ...]:
    return (table, row.seat, row.name, row.kind, row.bot, row.forced, row.link, row.link_number)


def table_row(row: Sequence[Any]) -> TableRow:
    return TableRow(
        id=row[0], game=row[1], header=row[2], seed=row[3], host=row[4], made=row[5], link=row[6],
        link_number=row[7], hints=bool(row[8]), lesson=row[9], next=row[10],
        uploaded=bool(row[11]), to_move=row[12], changed=row[13],
    )  # fmt: skip


def _seats(db: sqlite3.Connection, table: str) -> list[SeatRow]:
    rows = db.execute("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (table,))
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


def kept(db: sqlite3.Connection, row: TableRow) -> Kept:
    holders = db.execute("SELECT seat, visitor FROM holders WHERE table_id = ?", (row.id,))
    lines = db.execute("SELECT line FROM events WHERE table_id = ? ORDER BY number", (row.id,))
    chat = db.execute("SELECT * FROM chat WHERE table_id = ? ORDER BY number", (row.id,))
    return Kept(
        row=row,
        seats=_seats(db, row.id),
        holders=[(seat, visitor) for seat, visitor in holders],
        lines=[line for (line,) in lines],
        chat=[ChatRow(seat=said[2], name=said[3], words=said[4], time=said[5]) for said in chat],
    )


def listed(db: sqlite3.Connection, row: TableRow, visitor: str) -> Listed:
    mine = db.execute("SELECT seat FROM holders WHERE table_id = ? AND visitor = ?", (row.id, visitor))
    return Listed(row=row, seats=_seats(db, row.id), mine=tuple(sorted(seat for (seat,) in mine)))
