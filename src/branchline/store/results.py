"""Results of finished games, each kept once whoever notices the end, and the ratings that follow from them.

A player is a member's id, or `bot:SPEC`; a guest is nobody (an empty text). Rated games of a game are numbered. Who
keeps one says which number it has, so two that end at once are rated one after the other, and whoever goes through
them in this order comes to the same ratings (`ratings.rate_again`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from branchline.leagues.skill import Skill, rated
from branchline.store import Conflict, Statement, Store

BOT: Final = "bot:"  # before the spec of a bot that is a player
GONE: Final = "gone:"  # before a number: a member who has left


class Sat(msgspec.Struct, frozen=True, kw_only=True):
    """How it ended for a seat."""

    player: str
    name: str
    score: int
    place: int  # 1 is the first; shared places have the same number
    skill: Skill | None = None  # after a rated game


class Result(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    options: str  # as JSON
    variant: str  # the board, or the modules
    rated: bool
    public: bool  # may stand in lists that everybody reads
    steps: int
    finished: int  # seconds since 1970
    seats: tuple[Sat, ...]

    @property
    def ranking(self) -> list[list[int]]:
        """The seats of each place, the best first."""
        places = sorted({sat.place for sat in self.seats})
        return [[seat for seat, sat in enumerate(self.seats) if sat.place == place] for place in places]

    @property
    def best(self) -> int:
        return max(sat.score for sat in self.seats if sat.place == 1)

    @property
    def margin(self) -> int:
        """Points between the first and the next; none where the first place is shared."""
        firsts = [sat for sat in self.seats if sat.place == 1]
        others = [sat.score for sat in self.seats if sat.place != 1]
        return max(0, self.best - max(others)) if len(firsts) == 1 and others else 0


ADD: Final = (
    "INSERT INTO results (table_id, game, options, variant, players, public, number, steps, best, margin, finished)"
    " VALUES (?,?,?,?,?,?,?,?,?,?,?)"
)
ADD_SEAT: Final = (
    "INSERT INTO result_seats (table_id, seat, player, name, score, place, mu, sigma)"
    " VALUES (?,?,?,?,?,?,?,?)"
)
CLOSE: Final = "UPDATE club_tables SET closed = 1 WHERE table_id = ?"
RATE: Final = (
    "INSERT INTO ratings (game, player, mu, sigma, games) VALUES (?,?,?,?,1) ON CONFLICT (game, player)"
    " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1"
)
LAST: Final = "SELECT COALESCE(MAX(number), 0) FROM results WHERE game = ?"
THERE: Final = "SELECT 1 FROM results WHERE table_id = ?"
SKILLS: Final = "SELECT player, mu, sigma FROM ratings WHERE game = ? AND player IN ({marks})"
FOUND: Final = (
    "SELECT r.table_id, r.game, r.options, r.variant, r.number, r.public, r.steps, r.finished"
    " FROM results r WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?"
)
FOUND_SEATS: Final = (
    "SELECT table_id, player, name, score, place, mu, sigma FROM result_seats WHERE table_id IN ({marks})"
    " ORDER BY table_id, seat"
)


def marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


async def keep(store: Store, result: Result) -> bool:
    """Keep a result, and rate who played if it counts; False where somebody else has."""
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
            continue  # the same result, or another rated one, was quicker
        return True
    return False


def _statements(result: Result, number: int | None, skills: dict[str, Skill]) -> list[Statement]:
    row = (
        result.table, result.game, result.options, result.variant, len(result.seats), int(result.public), number,
        result.steps, result.best, result.margin, result.finished,
    )  # fmt: skip
    seats = [
        Statement(
            ADD_SEAT, (result.table, seat, sat.player, sat.name, sat.score, sat.place, *_numbers(skills, sat))
        )
        for seat, sat in enumerate(result.seats)
    ]
    rates = [
        Statement(RATE, (result.game, player, skill.mu, skill.sigma))
        for player, skill in sorted(skills.items())
    ]
    return [Statement(ADD, row), *seats, *rates, Statement(CLOSE, (result.table,))]


def _numbers(skills: dict[str, Skill], sat: Sat) -> tuple[float | None, float | None]:
    skill = skills.get(sat.player)
    return (skill.mu, skill.sigma) if skill else (None, None)


async def skills_of(store: Store, game: str, players: Sequence[str]) -> dict[str, Skill]:
    """Of those who have one."""
    wanted = sorted(set(players))
    if not wanted:
        return {}
    found = await store.ask(SKILLS.format(marks=marks(wanted)), game, *wanted)
    return {player: Skill(mu, sigma) for player, mu, sigma in found}


async def found(
    store: Store, where: str, values: Sequence[object], *, order: str = "r.finished DESC, r.table_id",
    most: int, after: int = 0,
) -> list[Result]:  # fmt: skip
    """The results for which a condition holds. The condition is ours; what a visitor says comes as values."""
    rows = await store.ask(FOUND.format(where=where, order=order), *values, most, after)
    seats: dict[str, list[Sat]] = {row[0]: [] for row in rows}
    if rows:
        for row in await store.ask(FOUND_SEATS.format(marks=marks(rows)), *seats):
            seats[row[0]].append(_sat(row))
    return [
        Result(
            table=row[0], game=row[1], options=row[2], variant=row[3], rated=row[4] is not None, public=bool(row[5]),
            steps=row[6], finished=row[7], seats=tuple(seats[row[0]]),
        )
        for row in rows
    ]  # fmt: skip


def _sat(row: Sequence[Any]) -> Sat:
    skill = None if row[5] is None else Skill(row[5], row[6])
    return Sat(player=row[1], name=row[2], score=row[3], place=row[4], skill=skill)


async def one(store: Store, table: str) -> Result | None:
    return next(iter(await found(store, "r.table_id = ?", [table], most=1)), None)


def nameless() -> str:
    """The player that a member becomes who goes."""
    return GONE + secrets.token_hex(10)


def forget(player: str, nameless: str) -> list[Statement]:
    """A member goes: their games stay, as a nameless somebody's, because others were rated by them."""
    return [
        Statement("UPDATE result_seats SET player = ?, name = '' WHERE player = ?", (nameless, player)),
        Statement("UPDATE ratings SET player = ? WHERE player = ?", (nameless, player)),
    ]
