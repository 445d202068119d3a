"""The standings of a league or tournament.

At a table of n players the first gets n-1 points, the next n-2, the last none; tied players share the points of their
places. Ties in the standings are broken by wins (a shared one counts as a fraction), then by the opponents' points,
then by seed. A seat that somebody else finished the game on gives its owner nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec


class Played(msgspec.Struct, frozen=True):
    """A finished table: the paired player and the place (from 1) of each seat."""

    players: tuple[str, ...]  # empty: a bot
    places: tuple[int, ...]
    stayed: tuple[bool, ...]  # whether they still had the seat at the end


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    rank: int
    points: float
    games: int
    wins: float
    met: float  # their opponents' points


def points_of(places: Sequence[int], seat: int) -> float:
    better = sum(place < places[seat] for place in places)
    same = sum(place == places[seat] for place in places)
    return len(places) - 1 - better - (same - 1) / 2


def standings(entrants: Sequence[str], tables: Sequence[Played]) -> list[Standing]:
    """The standings of the entrants, who are given by seed."""
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
