"""Challenges: moments of finished games that others play on from, and how they did.

Names come from the seats, so they follow somebody who changes their name or leaves."""

from __future__ import annotations

from typing import Final

import msgspec

from branchline.store import Statement, Store
from branchline.store.columns import adding, from_row, listed

OVER: Final = -2  # to_move of a finished game


class Challenge(msgspec.Struct, frozen=True, kw_only=True, rename={"table": "table_id"}):
    id: str
    table: str  # the finished game
    step: int
    seat: int
    chance: int  # of the seat to win, in per cent
    made: int


class Try(
    msgspec.Struct, frozen=True, kw_only=True, rename={"table": "table_id", "challenge": "challenge_id"}
):
    table: str  # where it is played
    challenge: str
    seat: int
    made: int
    finished: int = 0  # when; 0: it goes on
    score: int = 0
    place: int = 0

    @property
    def won(self) -> bool:
        return self.place == 1


class Counts(msgspec.Struct, frozen=True):
    begun: int
    finished: int
    won: int


FOUND: Final = f"SELECT {listed(Challenge)} FROM challenges WHERE "
TRY: Final = f"SELECT {listed(Try)} FROM challenge_tries WHERE table_id = ?"
COUNTS: Final = (
    "SELECT COUNT(*), COALESCE(SUM(CASE WHEN finished > 0 THEN 1 ELSE 0 END), 0),"
    " COALESCE(SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END), 0) FROM challenge_tries WHERE challenge_id = ?"
)
BEST: Final = (
    f"SELECT {listed(Try, 't.')}, s.name FROM challenge_tries t"
    " JOIN seats s ON s.table_id = t.table_id AND s.seat = t.seat WHERE t.challenge_id = ? AND t.finished > 0"
    " ORDER BY CASE WHEN t.place = 1 THEN 0 ELSE 1 END, t.score DESC, t.finished, t.table_id LIMIT ?"
)
MINE: Final = (
    f"SELECT {listed(Try, 't.')} FROM challenge_tries t JOIN holders h ON h.table_id = t.table_id AND h.seat = t.seat"
    " WHERE t.challenge_id = ? AND h.visitor = ? ORDER BY t.made DESC, t.table_id LIMIT ?"
)
DUE: Final = (
    "SELECT t.table_id FROM challenge_tries t JOIN tables b ON b.id = t.table_id"
    f" WHERE t.challenge_id = ? AND t.finished = 0 AND b.to_move = {OVER} ORDER BY t.table_id LIMIT ?"
)


async def find(store: Store, challenge: str) -> Challenge | None:
    rows = await store.ask(FOUND + "id = ?", challenge)
    return from_row(Challenge, rows[0]) if rows else None


async def keep(store: Store, challenge: Challenge) -> Challenge:
    """Store a challenge; if that moment of the game already has one, return that."""
    await store.write(adding("challenges", challenge, or_nothing=True))
    rows = await store.ask(FOUND + "table_id = ? AND step = ?", challenge.table, challenge.step)
    return from_row(Challenge, rows[0])


def beginning(attempt: Try) -> Statement:
    return adding("challenge_tries", attempt)


def finishing(attempt: Try) -> Statement:
    """The first result stays."""
    return Statement(
        "UPDATE challenge_tries SET finished = ?, score = ?, place = ? WHERE table_id = ? AND finished = 0",
        (attempt.finished, attempt.score, attempt.place, attempt.table),
    )


async def try_at(store: Store, table: str) -> Try | None:
    """The try played at a table, if any."""
    rows = await store.ask(TRY, table)
    return from_row(Try, rows[0]) if rows else None


async def counts(store: Store, challenge: str) -> Counts:
    (row,) = await store.ask(COUNTS, challenge)
    return Counts(*map(int, row))


async def best(store: Store, challenge: str, most: int) -> list[tuple[Try, str]]:
    """Finished tries with the names of the players: those who won first, then by points."""
    rows = await store.ask(BEST, challenge, most)
    return [(from_row(Try, row[:-1]), row[-1]) for row in rows]


async def mine(store: Store, challenge: str, visitor: str, most: int) -> list[Try]:
    """A visitor's own tries, the latest first."""
    return [from_row(Try, row) for row in await store.ask(MINE, challenge, visitor, most)]


async def due(store: Store, challenge: str, most: int) -> list[str]:
    """Tables whose game is over, but whose result is not stored yet."""
    return [table for (table,) in await store.ask(DUE, challenge, most)]
