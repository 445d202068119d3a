"""Lists of finished games that everybody may read: records, the games of a player, who has met whom."""

from __future__ import annotations

from typing import Final

import msgspec

from branchline.store import Store
from branchline.store.results import Result, found

PAGE: Final = 20


class RecordFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which games somebody wants to see."""

    game: str
    variant: str = ""
    players: int = 0
    rated: bool = False

    def where(self) -> tuple[str, list[object]]:
        parts, values = ["r.game = ?", "r.public = 1"], list[object]([self.game])
        if self.variant:
            parts.append("r.variant = ?")
            values.append(self.variant)
        if self.players:
            parts.append("r.players = ?")
            values.append(self.players)
        if self.rated:
            parts.append("r.number IS NOT NULL")
        return " AND ".join(parts), values


class Met(msgspec.Struct, frozen=True):
    """How a player did against another, at tables where both sat."""

    other: str
    games: int
    ahead: int  # how often they came before the other
    level: int  # how often they shared a place


BESTS: Final = (
    "SELECT table_id FROM (SELECT r.table_id, r.best, r.players, r.variant, ROW_NUMBER() OVER"
    " (PARTITION BY r.players, r.variant ORDER BY r.best DESC, r.finished, r.table_id) AS line"
    " FROM results r WHERE {where}) AS lines WHERE line = 1 ORDER BY players, variant"
)
MET: Final = (
    "SELECT b.player, COUNT(*), SUM(CASE WHEN a.place < b.place THEN 1 ELSE 0 END),"
    " SUM(CASE WHEN a.place = b.place THEN 1 ELSE 0 END) FROM result_seats a"
    " JOIN result_seats b ON b.table_id = a.table_id AND b.seat <> a.seat AND b.player <> a.player"
    " JOIN results r ON r.table_id = a.table_id WHERE a.player = ? AND b.player <> '' AND r.public = 1"
    " GROUP BY b.player ORDER BY COUNT(*) DESC, b.player LIMIT ?"
)
TALLY: Final = (
    "SELECT r.game, COUNT(*), SUM(CASE WHEN s.place = 1 THEN 1 ELSE 0 END), MAX(s.score) FROM result_seats s"
    " JOIN results r ON r.table_id = s.table_id WHERE s.player = ? AND r.public = 1 GROUP BY r.game ORDER BY r.game"
)


async def latest(store: Store, wanted: RecordFilter, after: int = 0) -> list[Result]:
    """One more than a page, if there is another."""
    where, values = wanted.where()
    return await found(store, where, values, most=PAGE + 1, after=after)


async def most(store: Store, wanted: RecordFilter, what: str, count: int = 5) -> list[Result]:
    """The games with the most of something: `margin` or `steps`."""
    assert what in ("margin", "steps")
    where, values = wanted.where()
    return await found(store, where, values, order=f"r.{what} DESC, r.finished, r.table_id", most=count)


async def bests(store: Store, wanted: RecordFilter) -> list[Result]:
    """The highest winning score for every number of players and variant."""
    where, values = wanted.where()
    names = [table for (table,) in await store.ask(BESTS.format(where=where), *values)]
    if not names:
        return []
    marks = ",".join("?" * len(names))
    results = {
        one.table: one for one in await found(store, f"r.table_id IN ({marks})", names, most=len(names))
    }
    return [results[name] for name in names]


async def variants(store: Store, game: str) -> list[str]:
    rows = await store.ask(
        "SELECT DISTINCT variant FROM results WHERE game = ? AND public = 1 ORDER BY variant", game
    )
    return [variant for (variant,) in rows]


async def games_of(store: Store, player: str, after: int = 0) -> list[Result]:
    """One more than a page, if there is another."""
    where = "r.public = 1 AND r.table_id IN (SELECT s.table_id FROM result_seats s WHERE s.player = ?)"
    return await found(store, where, [player], most=PAGE + 1, after=after)


async def tally(store: Store, player: str) -> list[tuple[str, int, int, int]]:
    """By game: seats played, first places, the best score."""
    return [(row[0], row[1], int(row[2]), row[3]) for row in await store.ask(TALLY, player)]


async def met(store: Store, player: str, count: int) -> list[Met]:
    """Whom they met most."""
    return [Met(row[0], row[1], int(row[2]), int(row[3])) for row in await store.ask(MET, player, count)]
