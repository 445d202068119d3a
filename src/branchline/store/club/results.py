"""Results of finished games, each stored once, and the ratings that follow from them.

A player is a member's id or `bot:SPEC`; a guest is an empty text. The rated results of a game are numbered. A new one
claims the next number, so two games that end at the same time are rated one after the other, and rating all results
again in this order gives the same ratings (`ratings.rate_again`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from branchline.leagues.skill import Skill, rated
from branchline.store import Conflict, Statement, Store
from branchline.store.columns import NO_COLUMN, adding, from_row, listed, marks

BOT: Final = "bot:"  # prefix of a bot's spec
GONE: Final = "gone:"  # prefix of a former member's anonymous id


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a seat."""

    player: str
    name: str
    score: int
    place: int  # from 1; equal for tied players
    skill: Skill | None = None  # after a rated game


class Result(msgspec.Struct, frozen=True, kw_only=True, rename={"table": "table_id"}):
    table: str
    game: str
    options: str  # as JSON
    variant: str  # the board, or the modules
    rated: Annotated[bool, NO_COLUMN]  # its row has a number
    public: bool  # may appear in public lists
    steps: int
    finished: int  # seconds since 1970
    seats: Annotated[tuple[SeatResult, ...], NO_COLUMN]

    @property
    def ranking(self) -> list[list[int]]:
        """The seats by place, best first."""
        places = sorted({sat.place for sat in self.seats})
        return [[seat for seat, sat in enumerate(self.seats) if sat.place == place] for place in places]

    @property
    def best(self) -> int:
        return max(sat.score for sat in self.seats if sat.place == 1)

    @property
    def margin(self) -> int:
        """Points between first and second place; 0 if first place is shared."""
        firsts = [sat for sat in self.seats if sat.place == 1]
        others = [sat.score for sat in self.seats if sat.place != 1]
        return max(0, self.best - max(others)) if len(firsts) == 1 and others else 0


CLOSE: Final = "UPDATE club_tables SET closed = 1 WHERE table_id = ?"
RATE: Final = (
    "INSERT INTO ratings (game, player, mu, sigma, games) VALUES (?,?,?,?,1) ON CONFLICT (game, player)"
    " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1"
)
LAST: Final = "SELECT COALESCE(MAX(number), 0) FROM results WHERE game = ?"
THERE: Final = "SELECT 1 FROM results WHERE table_id = ?"
SKILLS: Final = "SELECT player, mu, sigma FROM ratings WHERE game = ? AND player IN ({marks})"
FOUND: Final = (
    f"SELECT {listed(Result, 'r.')}, r.number"
    " FROM results r WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
)
FOUND_SEATS: Final = (
    f"SELECT {listed(SeatResult)}, table_id FROM result_seats"
    " WHERE table_id IN ({marks}) ORDER BY table_id, seat"
)


async def keep(store: Store, result: Result) -> bool:
    """Store a result and rate the players of a rated game; False if it was stored already."""
    while not await store.ask(THERE, result.table):
        number: int | None = None
        skills: dict[str, Skill] = {}
        if result.rated:
            number = (await store.ask(LAST, result.game))[0][0] + 1
            players = [sat.player for sat in result.seats]
            skills = rated(await skills_of(store, result.game, players), players, result.ranking)
        try:
            await store.write(*_statements(result, number, skills))
        except Conflict:
            continue  # this result, or the same number, was stored by another process
        return True
    return False


def _statements(result: Result, number: int | None, skills: dict[str, Skill]) -> list[Statement]:
    row = adding(
        "results", result, players=len(result.seats), number=number, best=result.best, margin=result.margin
    )
    seats = [
        adding(
            "result_seats",
            msgspec.structs.replace(sat, skill=skills.get(sat.player)),
            table_id=result.table,
            seat=n,
        )
        for n, sat in enumerate(result.seats)
    ]
    rates = [
        Statement(RATE, (result.game, player, skill.mu, skill.sigma))
        for player, skill in sorted(skills.items())
    ]
    return [row, *seats, *rates, Statement(CLOSE, (result.table,))]


async def skills_of(store: Store, game: str, players: Sequence[str]) -> dict[str, Skill]:
    """Players without a rating are left out."""
    wanted = sorted(set(players))
    if not wanted:
        return {}
    found = await store.ask(SKILLS.format(marks=marks(wanted)), game, *wanted)
    return {player: Skill(mu, sigma) for player, mu, sigma in found}


async def found(
    store: Store, where: str, values: Sequence[object], *, order: str = "r.finished DESC, r.table_id",
    most: int, after: int = 0,
) -> list[Result]:  # fmt: skip
    """The results that match a condition. `where` and `order` are never user input; `values` may be."""
    rows = await store.ask(FOUND.format(where=where, order=order), *values, most, after)
    seats: dict[str, list[SeatResult]] = {row[0]: [] for row in rows}
    if rows:
        for row in await store.ask(FOUND_SEATS.format(marks=marks(rows)), *seats):
            seats[row[-1]].append(from_row(SeatResult, row))
    return [from_row(Result, row, rated=row[-1] is not None, seats=tuple(seats[row[0]])) for row in rows]


async def one(store: Store, table: str) -> Result | None:
    return next(iter(await found(store, "r.table_id = ?", [table], most=1)), None)


def nameless() -> str:
    """A new anonymous id for a member who leaves."""
    return GONE + secrets.token_hex(10)


def forget(player: str, nameless: str) -> list[Statement]:
    """A member leaves: their games stay, under the anonymous id `nameless`, because other ratings depend on them."""
    return [
        Statement("UPDATE result_seats SET player = ?, name = '' WHERE player = ?", (nameless, player)),
        Statement("UPDATE ratings SET player = ? WHERE player = ?", (nameless, player)),
    ]
