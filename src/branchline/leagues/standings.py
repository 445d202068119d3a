"""How a league or tournament stands.

At a table of n the first gets n-1 points, the next n-2, the last none; who share a place share its points. Who is
equal on points is ordered by wins (a shared one counts in part), then by the points of everybody they met, then by
seed. A chair that somebody else ended the game on gives its owner nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec


class Played(msgspec.Struct, frozen=True):
    """A finished table: who was to sit where, and the place that each seat came to (1 is the first)."""

    players: tuple[str, ...]  # an empty text is a bot
    places: tuple[int, ...]
    stayed: tuple[bool, ...]  # whether it was they who sat there in the end


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    rank: int
    points: float
    games: int
    wins: float
    met: float  # the points of everybody they met


def points_of(places: Sequence[int], seat: int) -> float:
    better = sum(place < places[seat] for place in places)
    same = sum(place == places[seat] for place in places)
    return len(places) - 1 - better - (same - 1) / 2


def standings(entrants: Sequence[str], tables: Sequence[Played]) -> list[Standing]:
    """Of the entrants, given by seed."""
    points: defaultdict[str, float] = defaultdict(float)
    wins: defaultdict[str, float] = defaultdict(float)
    games: defaultdict[str, int] = defaultdict(int)
    for table in tables:
        for seat, player in enumerate(table.players):
            games[player] += 1
            if table.stayed[seat]:
                points[player] += points_of(table.places, seat)
                wins[player] += (table.places[seat] == 1) / table.places.count(1)
    met: defaultdict[str, float] = defaultdict(float)
    for table in tables:
        for player in table.players:
            met[player] += sum(points[other] for other in table.players if other and other != player)
    order = sorted(
        range(len(entrants)),
        key=lambda seed: (
            -points[entrants[seed]],
            -wins[entrants[seed]],
            -met[entrants[seed]],
            seed,
        ),
    )
    return [
        Standing(
            player=player, rank=rank, points=points[player], games=games[player], wins=wins[player], met=met[player]
        )
        for rank, player in enumerate((entrants[seed] for seed in order), start=1)
    ]  # fmt: skip
