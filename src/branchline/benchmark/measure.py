"""Measuring a bot: it sits at tables where all others are the same opponent, in every seat in turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

import msgspec

from branchline import bots
from branchline.arena.matches import Event, Match, play
from branchline.arena.ratings import Share, share
from branchline.benchmark.tasks import Task, tasks
from branchline.bots.levels import LEVELS
from branchline.leagues.skill import SURE
from branchline.sim.run_jobs import ResultsFile, run_jobs

OPPONENTS: Final = ("first", "greedy", "planner", *(level.spec for level in LEVELS))
REFERENCE: Final = ("random", *OPPONENTS)  # bots whose results are in docs/benchmark-results.md


class Margin(msgspec.Struct, frozen=True):
    """Points above the mean of the others, with the 95% confidence interval; no interval if there is only one deal."""

    mean: float
    low: float | None
    high: float | None


class Cell(msgspec.Struct, frozen=True):
    """One bot against one opponent in one task."""

    task: str
    bot: str
    against: str
    players: int
    seeds: tuple[int, int]  # the first and the last deal
    wins: Share
    margin: Margin


class Played(msgspec.Struct, frozen=True):
    """The result of one game."""

    seed: int
    win: float  # the bot's share of the first place, by the rules' own ranking
    margin: float


class Game(msgspec.Struct, frozen=True):
    """One game to play: everybody but one seat is the opponent."""

    event: Event
    bot: str
    against: str
    seat: int
    seed: int


class Entrant(msgspec.Struct, frozen=True):
    """A bot to measure."""

    spec: str
    task: str | None = None  # the only one it can play; None: all


def entrants(texts: Sequence[str]) -> list[Entrant]:
    """`level:2` plays every task, `model:FILE@nuremberg-2` only that one."""
    found = []
    for text in texts:
        spec, _, task = text.rpartition("@")
        found.append(Entrant(spec, task) if task in tasks() else Entrant(text))
    return found


def games(task: Task, bot: str, against: str, count: int, seed: int) -> list[Game]:
    """At least `count` games: each deal is played from every seat."""
    what, deals = task.event, math.ceil(count / task.players)
    return [
        Game(what, bot, against, seat, seed + deal) for deal in range(deals) for seat in range(task.players)
    ]


def play_one(game: Game) -> Played:
    seats = [game.against] * game.event.players
    seats[game.seat] = game.bot
    result = play(game.event, Match(tuple(seats), game.seed))
    first = result.ranking[0]
    win = 1 / len(first) if game.seat in first else 0.0
    others = [score for seat, score in enumerate(result.scores) if seat != game.seat]
    return Played(game.seed, win, result.scores[game.seat] - fmean(others))


def measure(
    chosen: Sequence[Task], entrants: Sequence[Entrant], against: Sequence[str], count: int, seed: int, *,
    workers: int | None = None, keep: str | None = None, quiet: bool = False,
) -> list[Cell]:  # fmt: skip
    """Every bot against every opponent in every task. A bot doesn't play against itself: that is par."""
    for spec in (*(one.spec for one in entrants), *against):
        bots.read(spec, {**bots.BOTS, **bots.PROGRAMS})  # report errors before anything is played
    cells = [
        (task, games(task, one.spec, other, count, seed))
        for task in chosen
        for one in entrants
        if one.task in (None, task.name)
        for other in against
        if other != one.spec
    ]
    run = " ".join(
        [
            "benchmark",
            *(task.name for task in chosen),
            *map(str, entrants),
            "against",
            *against,
            f"{count} {seed}",
        ]
    )
    played = run_jobs(
        play_one,
        [game for _, cell in cells for game in cell],
        Played,
        workers=workers,
        keep=ResultsFile(Path(keep), run) if keep else None,
        quiet=quiet,
    )
    results = iter(played)
    return [_cell(task.name, cell, [next(results) for _ in cell]) for task, cell in cells]


def _cell(task: str, cell: Sequence[Game], results: Sequence[Played]) -> Cell:
    one = cell[0]
    return Cell(
        task=task,
        bot=one.bot,
        against=one.against,
        players=one.event.players,
        seeds=(cell[0].seed, cell[-1].seed),
        wins=share(sum(result.win for result in results), len(results)),
        margin=margin(results),
    )


def margin(results: Sequence[Played]) -> Margin:
    """Games of one deal are not independent, so the interval is that of the deals' means (Student's t)."""
    deals = [fmean(game.margin for game in deal) for _, deal in groupby(results, key=lambda game: game.seed)]
    mean = fmean(deals)
    if len(deals) < 2:
        return Margin(round(mean, 2), None, None)
    reach = student(len(deals) - 1) * stdev(deals) / math.sqrt(len(deals))
    return Margin(round(mean, 2), round(mean - reach, 2), round(mean + reach, 2))


def student(freedom: int) -> float:
    """The 97.5% quantile of Student's t: exact for 1 and 2 degrees of freedom, within 0.5% for more."""
    if freedom <= 2:
        return (12.706, 4.303)[freedom - 1]
    z, n = SURE, freedom
    return (
        z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )  # fmt: skip
