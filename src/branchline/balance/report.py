"""A report: what all matches together say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import TypeVar

import msgspec

from branchline.balance.matches import Seen
from branchline.balance.plan import Pairing, Plan
from branchline.balance.statistics import Estimate, mean, share
from branchline.core.balance import Part

KeyT = TypeVar("KeyT")


class Places(msgspec.Struct, frozen=True):
    """Wins by seat and by start order, for one number of players."""

    players: int
    matches: int
    nobody: Estimate  # matches without a winner
    by_seat: list[Estimate]
    by_order: list[Estimate]


class Scores(msgspec.Struct, frozen=True):
    """Scores of one variant."""

    variant: str
    players: int
    score: Estimate  # of all seats
    winner: Estimate
    margin: Estimate  # of the first over the second in points
    nobody: Estimate
    of_mean: float  # the score, as a share of the mean of all variants


class Length(msgspec.Struct, frozen=True):
    """How long a match is and how it goes, for one number of players."""

    players: int
    turns: Estimate
    choices: Estimate
    choices_per_turn: Estimate
    lead_changes: Estimate
    points_by_round: list[float]  # that a seat gains
    winner_leads: list[Estimate]  # after each round, whether the seat with the best prospects wins


class PartUse(msgspec.Struct, frozen=True):
    kind: str
    name: str
    used: Estimate  # in how many of the matches in which it could be
    times: float  # per player and match
    winners: float  # times that winners use it
    more: Estimate  # how many more times than their opponents, per match
    words: str = ""  # what it is


class Figure(msgspec.Struct, frozen=True):
    name: str
    players: int
    all: Estimate
    winners: float
    more: Estimate


class Rounds(msgspec.Struct, frozen=True):
    """How a figure grows."""

    name: str
    players: int
    after: list[float]  # each round
    more: list[Estimate]  # that winners have than their opponents


class Duel(msgspec.Struct, frozen=True):
    """A strategy against another."""

    one: str
    other: str
    wins: Estimate
    score: float
    other_score: float
    figures: dict[str, tuple[float, float]]  # of both


class Report(msgspec.Struct, frozen=True):
    game: str
    rules: str
    options: dict[str, str]
    plan: Plan
    places: list[Places]
    scores: list[Scores]
    lengths: list[Length]
    figures: list[Figure]
    rounds: list[Rounds]
    parts: list[PartUse]
    duels: list[Duel]


def places(matches: Sequence[Seen]) -> list[Places]:
    return [
        Places(
            players=players,
            matches=len(some),
            nobody=_nobody(some),
            by_seat=[share(sum(one.win(seat) for one in some), len(some)) for seat in range(players)],
            by_order=[
                share(sum(one.win(one.order[place]) for one in some), len(some))
                for place in range(len(some[0].order))
            ],
        )
        for players, some in _groups(matches, lambda one: one.players)
    ]


def scores(matches: Sequence[Seen]) -> list[Scores]:
    found = []
    for players, some in _groups(matches, lambda one: one.players):
        every = fmean(fmean(one.scores) for one in some)
        for variant, few in _groups(some, lambda one: one.variant):
            score = mean([fmean(one.scores) for one in few])
            found.append(
                Scores(
                    variant=variant,
                    players=players,
                    score=score,
                    winner=mean([max(one.scores) for one in few]),
                    margin=mean([_margin(one) for one in few]),
                    nobody=_nobody(few),
                    of_mean=round(score.value / every, 4) if every else 0.0,
                )
            )
    return found


def _margin(one: Seen) -> int:
    first, second, *_ = sorted(one.scores, reverse=True)
    return first - second


def _nobody(matches: Sequence[Seen]) -> Estimate:
    return share(sum(not one.winners for one in matches), len(matches))


def lengths(matches: Sequence[Seen]) -> list[Length]:
    return [
        Length(
            players=players,
            turns=mean([one.turns for one in some]),
            choices=mean([one.choices for one in some]),
            choices_per_turn=mean([one.choices / max(one.turns, 1) for one in some]),
            lead_changes=mean([one.lead_changes for one in some]),
            points_by_round=_points_by_round(some),
            winner_leads=[
                share(sum(one.win(one.leaders[number]) for one in some), len(some))
                for number in range(min(len(one.leaders) for one in some))
            ],
        )
        for players, some in _groups(matches, lambda one: one.players)
    ]


def _points_by_round(matches: Sequence[Seen]) -> list[float]:
    rounds = min(len(one.points) for one in matches)
    after = [0.0, *(fmean(fmean(one.points[number]) for one in matches) for number in range(rounds))]
    return [round(after[number + 1] - after[number], 2) for number in range(rounds)]


# What winners do


def parts(matches: Sequence[Seen], words: Callable[[Part], str] = lambda part: "") -> list[PartUse]:
    """Kind by kind, in the order in which the kinds first appear. `words` says what a part is."""
    offering: dict[str, list[Seen]] = defaultdict(list)
    for one in matches:
        for part in one.offered:
            offering[part].append(one)
    found = [_part(Part(*name.split("/", 1)), some, words) for name, some in offering.items()]
    kinds = list(dict.fromkeys(part.kind for part in found))
    return sorted(found, key=lambda part: (kinds.index(part.kind), _natural(part.name)))


def _natural(name: str) -> list[tuple[int, str]]:
    """Numbers in a name are sorted as numbers: 5 comes before 12."""
    return [(int(word), "") if word.isdecimal() else (-1, word) for word in re.split(r"(\d+)", name) if word]


def _part(part: Part, matches: Sequence[Seen], words: Callable[[Part], str]) -> PartUse:
    uses = [one.used.get("/".join(part), (0,) * one.players) for one in matches]
    won, more = _winners(zip(matches, uses, strict=True))
    return PartUse(
        kind=part.kind,
        name=part.name,
        used=share(sum(any(one) for one in uses), len(uses)),
        times=round(fmean(fmean(one) for one in uses), 3),
        winners=won,
        more=more,
        words=words(part),
    )


def figures(matches: Sequence[Seen]) -> list[Figure]:
    found = []
    for players, some in _groups(matches, lambda one: one.players):
        for name in some[0].figures:
            won, more = _winners((one, one.figures[name]) for one in some)
            every = mean([fmean(one.figures[name]) for one in some])
            found.append(Figure(name=name, players=players, all=every, winners=won, more=more))
    return found


def rounds(matches: Sequence[Seen]) -> list[Rounds]:
    """Matches differ in length, so these are the rounds that all of them have."""
    return [
        Rounds(
            name=name,
            players=players,
            after=[
                round(fmean(fmean(one.rounds[number][name]) for one in some), 2) for number in range(length)
            ],
            more=[_winners((one, one.rounds[number][name]) for one in some)[1] for number in range(length)],
        )
        for players, some in _groups(matches, lambda one: one.players)
        for length in [min(len(one.rounds) for one in some)]
        for name in some[0].figures
    ]


def _winners(numbers: Iterable[tuple[Seen, Sequence[float]]]) -> tuple[float, Estimate]:
    """The mean of the winners, and how much it is above the mean of their opponents; matches that everybody or nobody
    won say nothing."""
    won, more = [], []
    for one, by_seat in numbers:
        losers = [seat for seat in range(one.players) if seat not in one.winners]
        if one.winners and losers:
            won.append(fmean(by_seat[seat] for seat in one.winners))
            more.append(won[-1] - fmean(by_seat[seat] for seat in losers))
    return round(fmean(won), 3) if won else 0.0, mean(more)


# Strategies


def duels(pairings: Sequence[Pairing], matches: Sequence[Seen]) -> list[Duel]:
    """Of matches in the order of the pairings, equally many for each."""
    each = len(matches) // max(len(pairings), 1)
    return [
        _duel(pairing, matches[number * each : (number + 1) * each])
        for number, pairing in enumerate(pairings)
        if each
    ]


def _duel(pairing: Pairing, matches: Sequence[Seen]) -> Duel:
    seats = [(one, one.bots.index(pairing.one)) for one in matches]
    return Duel(
        one=pairing.one,
        other=pairing.other,
        wins=share(sum(one.win(seat) for one, seat in seats), len(matches)),
        score=round(fmean(one.scores[seat] for one, seat in seats), 1),
        other_score=round(fmean(one.scores[1 - seat] for one, seat in seats), 1),
        figures={
            name: (
                round(fmean(one.figures[name][seat] for one, seat in seats), 2),
                round(fmean(one.figures[name][1 - seat] for one, seat in seats), 2),
            )
            for name in matches[0].figures
        },
    )


def _groups(matches: Sequence[Seen], key: Callable[[Seen], KeyT]) -> list[tuple[KeyT, list[Seen]]]:
    found: dict[KeyT, list[Seen]] = {}
    for one in matches:
        found.setdefault(key(one), []).append(one)
    return list(found.items())
