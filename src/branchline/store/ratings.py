"""Ratings as lists show them: who stands where, how somebody got there, and all of them computed again."""

from __future__ import annotations

from typing import Final

import msgspec

from branchline.leagues.skill import Skill, rated
from branchline.store import Statement, Store
from branchline.store.results import GONE, found

NEW: Final = 6.5  # a sigma above it, as somebody has for about ten games, says little yet
SCALE: Final = 40  # what is shown: everybody begins at 1000
AT_ONCE: Final = 200


class Rated(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    skill: Skill
    games: int
    game: str = ""

    @property
    def number(self) -> int:
        return round(SCALE * self.skill.mu)

    @property
    def unsure(self) -> int:
        """The true number is within so many points with 95 %."""
        return round(SCALE * (self.skill.high - self.skill.mu))

    @property
    def new(self) -> bool:
        return self.skill.sigma > NEW


class Moment(msgspec.Struct, frozen=True):
    """A rating after a game."""

    time: int
    skill: Skill


LADDER: Final = (
    "SELECT player, mu, sigma, games FROM ratings WHERE game = ? AND player NOT LIKE ?"
    " ORDER BY CASE WHEN sigma > ? THEN 1 ELSE 0 END, mu DESC, player LIMIT ? OFFSET ?"
)
OF_PLAYER: Final = "SELECT game, mu, sigma, games FROM ratings WHERE player = ? ORDER BY games DESC, game"
HISTORY: Final = (
    "SELECT DISTINCT r.number, r.finished, s.mu, s.sigma FROM results r JOIN result_seats s ON s.table_id = r.table_id"
    " WHERE r.game = ? AND s.player = ? AND r.number IS NOT NULL ORDER BY r.number"
)


async def ladder(store: Store, game: str, most: int, after: int = 0) -> list[Rated]:
    """The best first, and those of whom little is known after all others."""
    rows = await store.ask(LADDER, game, f"{GONE}%", NEW, most, after)
    return [Rated(player=row[0], skill=Skill(row[1], row[2]), games=row[3], game=game) for row in rows]


async def of_player(store: Store, player: str) -> list[Rated]:
    """In every game that they have played."""
    rows = await store.ask(OF_PLAYER, player)
    return [Rated(player=player, game=row[0], skill=Skill(row[1], row[2]), games=row[3]) for row in rows]


async def history(store: Store, game: str, player: str) -> list[Moment]:
    return [Moment(row[1], Skill(row[2], row[3])) for row in await store.ask(HISTORY, game, player)]


async def computed(store: Store, game: str) -> dict[str, tuple[Skill, int]]:
    """Skill and number of games of everybody, from the results alone."""
    skills: dict[str, Skill] = {}
    games: dict[str, int] = {}
    done = 0
    while results := await found(
        store, "r.game = ? AND r.number > ?", [game, done], order="r.number", most=AT_ONCE
    ):
        done += len(results)  # they are numbered without gaps
        for result in results:
            players = [sat.player for sat in result.seats]
            skills |= rated(skills, players, result.ranking)
            for player in set(players):
                games[player] = games.get(player, 0) + 1
    return {player: (skill, games[player]) for player, skill in skills.items()}


async def rate_again(store: Store, game: str) -> int:
    """Replace the ratings of a game by what its results say; how many players there are. Nobody may play meanwhile."""
    ratings = await computed(store, game)
    await store.write(
        Statement("DELETE FROM ratings WHERE game = ?", (game,)),
        *(
            Statement(
                "INSERT INTO ratings (game, player, mu, sigma, games) VALUES (?,?,?,?,?)",
                (game, player, skill.mu, skill.sigma, count),
            )
            for player, (skill, count) in sorted(ratings.items())
        ),
    )
    return len(ratings)
