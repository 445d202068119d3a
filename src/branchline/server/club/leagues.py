"""Running leagues: the next round is paired when the last one is over, and its tables are made with everybody seated.

Any process may do it. A round is paired in one write, with the ids of its future tables; a missing table is created
by the first process that notices.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Iterator, Sequence

import msgspec

from branchline.core.play.table import Table
from branchline.leagues.pairing import advancing, knockout_round, league_rounds, rounds_of, swiss_round
from branchline.leagues.seat_balance import BOT, Round
from branchline.leagues.standings import Standing, standings
from branchline.server.lobby.lobby import Lobby
from branchline.server.lobby.seat_requests import free_engines
from branchline.server.lobby.table_factory import keep_table
from branchline.server.table.state.seat_links import new_id
from branchline.store import Conflict, SeatRow, StoreTrouble
from branchline.store.club import club_tables
from branchline.store.club.club_tables import ClubTable
from branchline.store.club.leagues import Entrant, League, Leagues, Planned
from branchline.store.club.members import Members
from branchline.store.club.results import skills_of
from branchline.store.table.clocks import Terms

log = logging.getLogger(__name__)


class LeagueService:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.leagues = Leagues(lobby.context.store)

    async def look(self) -> None:
        """Advance every league that can be advanced."""
        for name in await self.leagues.due(int(time.time())):
            with self._trouble(name):
                await self.go_on(name)
        for league, table in await self.leagues.unmade():
            with self._trouble(league):
                await self._make(league, table)

    @contextlib.contextmanager
    def _trouble(self, league: str) -> Iterator[None]:
        """One league that can't continue must not hold up the others."""
        try:
            yield
        except StoreTrouble:
            raise
        except Exception:
            log.exception("League %s could not continue", league)

    async def go_on(self, name: str) -> None:
        """Start the league, pair the next round, or end it."""
        league = await self.leagues.find(name)
        if league is None or league.over:
            return
        entrants, past = await self.leagues.entrants(name), await self.leagues.tables(name)
        if league.round == 0:
            entrants = await self._seeded(league, entrants)
        rounds = league.rounds or rounds_of(league.kind, len(entrants), league.size)
        tables = await asyncio.to_thread(_next_round, league, rounds, entrants, past)
        if not tables and league.round == 0:
            return  # too few players: it waits for more
        planned = [
            Planned(table=new_id(), round=league.round + 1, number=number, players=table)
            for number, table in enumerate(tables, start=1)
        ]
        with contextlib.suppress(Conflict):  # another process was quicker
            if planned:
                seeds = [entrant.player for entrant in entrants] if league.round == 0 else ()
                await self.leagues.next_round(league, rounds, planned, int(time.time()), seeds)
            else:
                await self.leagues.end(league)
        for table in planned:
            await self._make(name, table.table)

    async def _seeded(self, league: League, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Best rated first; unrated players in the order they joined."""
        skills = await skills_of(self.lobby.context.store, league.game, [one.player for one in entrants])
        order = sorted(
            entrants, key=lambda one: (-skills[one.player].mu if one.player in skills else 0.0, one.seed)
        )
        return [Entrant(one.player, seed) for seed, one in enumerate(order, start=1)]

    async def _make(self, name: str, table: str) -> None:
        league = await self.leagues.find(name)
        planned = next((one for one in await self.leagues.tables(name) if one.table == table), None)
        store = self.lobby.context.store
        if league is None or planned is None or await store.version(table) is not None:
            return
        names = await Members(store).named([player for player in planned.players if player])
        engines = free_engines(names.values())
        rows = [
            SeatRow(seat=seat, name=names.get(player) or engines.pop(), kind="person" if player in names else "bot",
                    bot="" if player in names else league.bot)
            for seat, player in enumerate(planned.players)
        ]  # fmt: skip
        holders = [(seat, player) for seat, player in enumerate(planned.players) if player in names]
        options: dict[str, object] = msgspec.json.decode(league.options)
        seed = secrets.randbits(256)
        seats = [row.name for row in rows]
        made = Table.from_options(league.game, league.size, options, seed=seed, seats=seats)
        club = ClubTable(members_only=True, rated=league.rated)
        clock = msgspec.json.decode(league.clock, type=Terms) if league.clock else None
        try:
            await keep_table(
                self.lobby.context, made, seed, rows, holders, league.host, clock, name=table, club=club
            )
        except Exception:
            if await store.version(table) is None:  # otherwise another process was quicker
                raise
        await self.lobby.find(table)  # from now on its clock runs and bots move

    async def give_up(self, league: League, player: str) -> None:
        """Withdraw a player. Before the start they simply leave. Later a bot takes over, and the game is not rated."""
        if league.round == 0:
            await self.leagues.leave(league.id, player)
            return
        await self.leagues.give_up(league, player)
        for planned in await self.leagues.tables(league.id):
            if planned.played is None and not planned.annulled and player in planned.players:
                await self._replace(league, planned.table, player)

    async def _replace(self, league: League, table: str, player: str) -> None:
        live = await self.lobby.find(table)
        if live is None:
            return
        async with live.writer.writing():
            for seat in live.seating.of(player):
                row = live.seating.rows[seat]
                bot = msgspec.structs.replace(
                    row, kind="bot", bot=league.bot, name=free_engines(live.seating.names)[0]
                )
                await live.seats.change(bot, "left", "bot")
        await self.lobby.context.store.write(club_tables.counting_no_more(table))
        if live.state.club is not None:
            live.state.club = msgspec.structs.replace(live.state.club, rated=False)


def table_of(league: League, entrants: Sequence[Entrant], tables: Sequence[Planned]) -> list[Standing]:
    """The standings. In a knockout, players who got further rank higher."""
    found = standings([one.player for one in entrants], [one.played for one in tables if one.played])
    if league.kind != "knockout":
        return found
    reached = {
        player: planned.round
        for planned in tables
        for player in planned.players  # in the order of the rounds
    }
    order = sorted(found, key=lambda one: (-reached.get(one.player, 0), one.rank))
    return [msgspec.structs.replace(one, rank=rank) for rank, one in enumerate(order, start=1)]


def _next_round(league: League, rounds: int, entrants: Sequence[Entrant], past: Sequence[Planned]) -> Round:
    """The tables of the next round, each with at least one person; none: the league is over."""
    seeds = [one.player for one in entrants]
    there = [one.player for one in entrants if one.left_in is None]
    if len(there) < 2:
        return []
    if league.kind == "knockout":
        return _knockout(league, seeds, there, past)
    if league.round >= rounds:
        return []
    if league.kind == "swiss":
        played = _rounds(past)
        shown = {one.player: one.points for one in table_of(league, entrants, past)}
        order = [player for player in shown if player in there]
        return swiss_round(order, league.size, played, shown)
    tables = league_rounds(seeds, league.size, rounds)[league.round]
    people = [tuple(player if player in there else BOT for player in table) for table in tables]
    return [table for table in people if any(table)]


def _knockout(league: League, seeds: Sequence[str], there: Sequence[str], past: Sequence[Planned]) -> Round:
    if league.round == 0:
        return knockout_round(there, league.size, [])
    last = [planned for planned in past if planned.round == league.round]
    ends = [
        list(
            zip(planned.players, planned.played.places if planned.played else (1,) * league.size, strict=True)
        )
        for planned in last
    ]
    left = [player for player in advancing(ends, league.size, seeds) if player in there]
    return knockout_round(left, league.size, _rounds(past)) if len(left) > 1 else []


def _rounds(past: Sequence[Planned]) -> list[Round]:
    numbers = sorted({planned.round for planned in past})
    return [[planned.players for planned in past if planned.round == number] for number in numbers]
