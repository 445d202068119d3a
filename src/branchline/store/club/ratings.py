"""Ratings: the ladder, a player's history, and computing them again from the results."""

from __future__ import annotations

from typing import Final

import msgspec

from branchline.leagues.skill import Skill, rated
from branchline.store import Statement, Store
from branchline.store.club.results import GONE, found
from branchline.store.columns import adding, from_row, listed

NEW: Final = 6.5  # ratings with a larger sigma, usual for the first ten games, are provisional
SCALE: Final = 40  # of the number shown: everybody starts at 1000
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
        """The true rating is within this many points with 95% confidence."""
        return round(SCALE * (self.skill.high - self.skill.mu))

    @property
    def new(self) -> bool:
        return self.skill.sigma > NEW


class Moment(msgspec.Struct, frozen=True):
    """A rating after a game."""

    time: int
    skill: Skill


LADDER: Final = (
    f"SELECT {listed(Rated)} FROM ratings WHERE game = ? AND player NOT LIKE ?"
    " ORDER BY CASE WHEN sigma > ? THEN 1 ELSE 0 END, mu DESC, player LIMIT ? OFFSET ?"
)
OF_PLAYER: Final = f"SELECT {listed(Rated)} FROM ratings WHERE player = ? ORDER BY games DESC, game"
HISTORY: Final = (
    "SELECT DISTINCT r.number, r.finished, s.mu, s.sigma FROM results r JOIN result_seats s ON s.table_id = r.table_id"
    " WHERE r.game = ? AND s.player = ? AND r.number IS NOT NULL ORDER BY r.number"
)


async def ladder(store: Store, game: str, most: int, after: int = 0) -> list[Rated]:
    """Best first; provisional ratings at the end."""
    rows = await store.ask(LADDER, game, f"{GONE}%", NEW, most, after)
    return [from_row(Rated, row) for row in rows]


async def of_player(store: Store, player: str) -> list[Rated]:
    """One rating per game."""
    rows = await store.ask(OF_PLAYER, player)
    return [from_row(Rated, row) for row in rows]


async def history(store: Store, game: str, player: str) -> list[Moment]:
    return [Moment(row[1], Skill(row[2], row[3])) for row in await store.ask(HISTORY, game, player)]


async def computed(store: Store, game: str) -> dict[str, tuple[Skill, int]]:
    """Everybody's skill and number of games, from the results alone."""
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
    """Rate a game's results again from the start; returns the number of players. No game may end meanwhile."""
    ratings = await computed(store, game)
    await store.write(
        Statement("DELETE FROM ratings WHERE game = ?", (game,)),
        *(
            adding("ratings", Rated(game=game, player=player, skill=skill, games=count))
            for player, (skill, count) in sorted(ratings.items())
        ),
    )
    return len(ratings)
