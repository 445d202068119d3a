"""What results say: shares of wins with intervals, and ratings by openskill."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import msgspec

from branchline.arena.matches import Result
from branchline.leagues.skill import SURE, Skill, rated


class Share(msgspec.Struct, frozen=True):
    """A share of the games, with its 95% confidence interval."""

    games: int
    wins: float  #: a shared win counts as a fraction
    share: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """How one bot did."""

    bot: str
    share: Share
    mean_score: float
    rating: float
    rating_low: float
    rating_high: float
    mean_ms: float  #: per choice
    slowest_ms: float


class Pairing(msgspec.Struct, frozen=True):
    """How often one bot beat another, at tables where both played."""

    bot: str
    other: str
    share: Share


def wins(result: Result, bot: str) -> float:
    """The bot's share of the first place."""
    first = result.ranking[0] if result.ranking else ()
    return sum(result.seats[seat] == bot for seat in first) / len(first) if first else 0.0


def share(wins: float, games: int) -> Share:
    """Wilson's interval, which is also valid for few games and for shares near 0 or 1."""
    if not games:
        return Share(0, 0.0, 0.0, 0.0, 1.0)
    part = wins / games
    square = SURE * SURE / games
    middle = (part + square / 2) / (1 + square)
    reach = SURE / (1 + square) * math.sqrt(part * (1 - part) / games + square / (4 * games))
    low, high = max(middle - reach, 0.0), min(middle + reach, 1.0)
    return Share(games, round(wins, 3), round(part, 4), round(low, 4), round(high, 4))


def standings(results: Sequence[Result]) -> list[Standing]:
    """All bots, the best rated first."""
    names = list(dict.fromkeys(bot for result in results for bot in result.seats))
    ratings = _ratings(results, names)
    found = [
        _standing(bot, [result for result in results if bot in result.seats], ratings[bot]) for bot in names
    ]
    return sorted(found, key=lambda one: -one.rating)


def _standing(bot: str, results: Sequence[Result], rating: Skill) -> Standing:
    at = [(result, seat) for result in results for seat, name in enumerate(result.seats) if name == bot]
    decisions = sum(result.decisions[seat] for result, seat in at)
    return Standing(
        bot=bot,
        share=share(sum(wins(result, bot) for result in results), len(results)),
        mean_score=round(fmean(result.scores[seat] for result, seat in at), 2),
        rating=round(rating.mu, 2),
        rating_low=round(rating.low, 2),
        rating_high=round(rating.high, 2),
        mean_ms=round(1000 * sum(result.seconds[seat] for result, seat in at) / max(decisions, 1), 2),
        slowest_ms=round(1000 * max(result.slowest[seat] for result, seat in at), 1),
    )


def _ratings(results: Sequence[Result], names: Sequence[str]) -> dict[str, Skill]:
    skills = dict.fromkeys(names, Skill())
    for result in results:
        skills |= rated(skills, result.seats, result.ranking)
    return skills


def pairings(results: Sequence[Result]) -> list[Pairing]:
    """All pairs of bots that met, each once."""
    before: dict[tuple[str, str], float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for result in results:
        places = {seat: place for place, seats in enumerate(result.ranking) for seat in seats}
        for a in places:
            for b in places:
                pair = (result.seats[a], result.seats[b])
                if pair[0] < pair[1]:
                    met[pair] += 1
                    before[pair] += 1.0 if places[a] < places[b] else 0.5 if places[a] == places[b] else 0.0
    return [Pairing(*pair, share(before[pair], met[pair])) for pair in sorted(met)]
