"""Leagues and small tournaments: players, the tables of each round, progress.

A round is paired only once: the caller names the round it follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from branchline.leagues.pairing import Kind
from branchline.leagues.standings import Played
from branchline.store import Statement, Store
from branchline.store.club.notices import adding_notice
from branchline.store.columns import NO_COLUMN, adding, from_row, listed


class League(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: Kind
    game: str
    options: str  # as JSON
    size: int  # players at a table
    rounds: int = 0  # 0: decided by the number of players when it starts
    clock: str = ""  # as JSON; empty: none
    rated: bool = True
    open: bool = True  # every member may join; otherwise the host enrols players
    bot: str  # fills seats without a player
    host: str
    made: int
    begins: int = 0  # when it starts by itself; 0: when the host starts it
    round: int = 0  # the current one; 0: not started
    over: bool = False


class Entrant(msgspec.Struct, frozen=True):
    player: str
    seed: int
    left_in: int | None = None  # the round in which they withdrew


class Planned(msgspec.Struct, frozen=True, kw_only=True, rename={"table": "table_id"}):
    """A table of a round."""

    table: str
    round: int
    number: int
    annulled: bool = False
    players: Annotated[tuple[str, ...], NO_COLUMN] = ()  # by seat; an empty text is a bot
    played: Annotated[Played | None, NO_COLUMN] = None  # when it is over


class Leagues:
    def __init__(self, store: Store) -> None:
        self._store = store

    # Asking

    async def find(self, league: str) -> League | None:
        found = await self._store.ask(f"SELECT {listed(League)} FROM leagues WHERE id = ?", league)
        return from_row(League, found[0]) if found else None

    async def listed(self, most: int) -> list[tuple[League, int]]:
        """With the number of entrants; those that can still be joined first, the finished last."""
        found = await self._store.ask(
            f"SELECT {listed(League)}, (SELECT COUNT(*) FROM league_players p WHERE p.league_id = leagues.id)"
            " FROM leagues ORDER BY over, CASE WHEN round = 0 THEN 0 ELSE 1 END, made DESC, id LIMIT ?",
            most,
        )
        return [(from_row(League, row), row[-1]) for row in found]

    async def entrants(self, league: str) -> list[Entrant]:
        """By seed."""
        found = await self._store.ask(
            f"SELECT {listed(Entrant)} FROM league_players WHERE league_id = ? ORDER BY seed, player",
            league,
        )
        return [from_row(Entrant, row) for row in found]

    async def tables(self, league: str) -> list[Planned]:
        """In order, with their results."""
        rows = await self._store.ask(
            f"SELECT {listed(Planned)} FROM league_tables WHERE league_id = ? ORDER BY round, number",
            league,
        )
        within = "(SELECT table_id FROM league_tables WHERE league_id = ?)"
        seats: dict[str, list[str]] = {row[0]: [] for row in rows}
        for table, player in await self._store.ask(
            f"SELECT table_id, player FROM league_seats WHERE table_id IN {within} ORDER BY seat", league
        ):
            seats[table].append(player)
        ends: dict[str, list[tuple[str, int]]] = {}
        for table, player, place in await self._store.ask(
            f"SELECT table_id, player, place FROM result_seats WHERE table_id IN {within} ORDER BY seat",
            league,
        ):
            ends.setdefault(table, []).append((player, place))
        return [_planned(row, seats[row[0]], ends.get(row[0])) for row in rows]

    async def due(self, now: int) -> list[str]:
        """Leagues that are ready for the next round: it is time to start, or all games of the round are over."""
        found = await self._store.ask(
            "SELECT l.id FROM leagues l WHERE l.over = 0 AND ((l.round = 0 AND l.begins > 0 AND l.begins <= ?)"
            " OR (l.round > 0 AND NOT EXISTS (SELECT 1 FROM league_tables t LEFT JOIN results r"
            " ON r.table_id = t.table_id WHERE t.league_id = l.id AND t.round = l.round AND t.annulled = 0"
            " AND r.table_id IS NULL))) ORDER BY l.made",
            now,
        )
        return [league for (league,) in found]

    async def unmade(self) -> list[tuple[str, str]]:
        """League and table for each table that was paired but not created yet."""
        found = await self._store.ask(
            "SELECT p.league_id, p.table_id FROM leagues l JOIN league_tables p ON p.league_id = l.id"
            " LEFT JOIN tables t ON t.id = p.table_id WHERE l.over = 0 AND t.id IS NULL AND p.annulled = 0"
            " ORDER BY p.league_id, p.round, p.number"
        )
        return [(league, table) for league, table in found]

    # Changing: each raises `Conflict` if another process was quicker

    async def add(self, league: League) -> None:
        await self._store.write(adding("leagues", league))

    async def join(self, league: str, player: str) -> None:
        await self._store.write(
            _not_begun(league),
            Statement(
                "INSERT INTO league_players (league_id, player, seed, left_in) SELECT CAST(? AS TEXT),"
                " CAST(? AS TEXT), COALESCE(MAX(seed), 0) + 1, NULL FROM league_players WHERE league_id = ?",
                (league, player, league),
            ),
        )

    async def leave(self, league: str, player: str) -> None:
        """Before it starts."""
        await self._store.write(
            _not_begun(league),
            Statement(
                "DELETE FROM league_players WHERE league_id = ? AND player = ?", (league, player), rows=1
            ),
        )

    async def give_up(self, league: League, player: str) -> None:
        await self._store.write(
            Statement(
                "UPDATE league_players SET left_in = ? WHERE league_id = ? AND player = ? AND left_in IS NULL",
                (league.round, league.id, player),
                rows=1,
            )
        )

    async def annul(self, table: str) -> None:
        await self._store.write(
            Statement("UPDATE league_tables SET annulled = 1 WHERE table_id = ?", (table,), rows=1)
        )

    async def next_round(
        self, league: League, rounds: int, tables: Sequence[Planned], now: int, seeds: Sequence[str] = ()
    ) -> None:
        """Start the next round and notify its players. `seeds`: all players in order of seed, for the first round."""
        await self._store.write(
            Statement(
                "UPDATE leagues SET round = round + 1, rounds = ? WHERE id = ? AND round = ? AND over = 0",
                (rounds, league.id, league.round),
                rows=1,
            ),
            *(
                Statement(
                    "UPDATE league_players SET seed = ? WHERE league_id = ? AND player = ?",
                    (seed, league.id, player),
                )
                for seed, player in enumerate(seeds, start=1)
            ),
            *(statement for table in tables for statement in _planning(league.id, table)),
            *(statement for table in tables for statement in _noticing(league.id, table, now)),
        )

    async def end(self, league: League) -> None:
        await self._store.write(
            Statement(
                "UPDATE leagues SET over = 1 WHERE id = ? AND round = ? AND over = 0",
                (league.id, league.round),
                rows=1,
            )
        )


def forget(player: str, nameless: str) -> list[Statement]:
    """A member leaves: their games stay, under the anonymous id `nameless`."""
    return [
        Statement("UPDATE league_seats SET player = ? WHERE player = ?", (nameless, player)),
        Statement(
            "UPDATE league_players SET player = ?, left_in = COALESCE(left_in, 0) WHERE player = ?",
            (nameless, player),
        ),
        Statement("UPDATE leagues SET host = ? WHERE host = ?", (nameless, player)),
    ]


def _not_begun(league: str) -> Statement:
    return Statement(
        "UPDATE leagues SET round = 0 WHERE id = ? AND round = 0 AND over = 0", (league,), rows=1
    )


def _planning(league: str, table: Planned) -> list[Statement]:
    return [
        adding("league_tables", table, league_id=league),
        *(
            Statement(
                "INSERT INTO league_seats (table_id, seat, player) VALUES (?,?,?)",
                (table.table, seat, player),
            )
            for seat, player in enumerate(table.players)
        ),
    ]


def _noticing(league: str, table: Planned, now: int) -> list[Statement]:
    return [
        adding_notice("round", f"round {league} {table.round}", player, table.table, seat, now)
        for seat, player in enumerate(table.players)
        if player
    ]


def _planned(row: Sequence[Any], players: list[str], end: list[tuple[str, int]] | None) -> Planned:
    played = None
    if end is not None and len(end) == len(players):
        stayed = tuple(planned in ("", there) for planned, (there, _place) in zip(players, end, strict=True))
        played = Played(tuple(players), tuple(place for _there, place in end), stayed)
    return from_row(Planned, row, players=tuple(players), played=played)
