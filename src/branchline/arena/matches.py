"""Matches: scheduling them, playing them on many workers, and keeping results in a file so that a run can continue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, Final

import msgspec

from branchline import bots
from branchline.core.errors import BranchlineError, OptionError
from branchline.core.play.match import play_match
from branchline.core.setup import Setup
from branchline.sim.run_jobs import run_jobs

FORMAT: Final = "branchline.arena/1"
LIMIT: Final = 60.0  # seconds per step for bots that set no time themselves


class ArenaError(BranchlineError):
    """A file of results that can't be used, with what to do about it."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: game, options and rules version. The first line of a file of results."""

    format: str = FORMAT
    game: str
    rules: str
    players: int
    options: dict[str, object]


class Match(msgspec.Struct, frozen=True):
    """One match to play: bots by seat, and the seed of the deal."""

    seats: tuple[str, ...]
    seed: int


class Result(msgspec.Struct, frozen=True):
    """How a match ended, and how long the bots thought."""

    seats: tuple[str, ...]
    seed: int
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    decisions: tuple[int, ...]  #: by seat: choices with more than one move
    seconds: tuple[float, ...]  #: total by seat
    slowest: tuple[float, ...]  #: longest single choice by seat


def event(game: str, players: int, options: Mapping[str, object]) -> Event:
    """An event under the current rules; a map or a deck may be named by its path."""
    setup = Setup.local(game, players, options)
    return Event(game=game, rules=setup.rules, players=players, options=setup.options)


def schedule(specs: Sequence[str], players: int, deals: int, seed: int) -> list[Match]:
    """The matches of an event: each deal is played from every seat. As many bots as seats form one table; more bots
    form every possible table."""
    if len(specs) < players:
        raise OptionError(f"{players} seats need at least {players} bots; --bots names {len(specs)}.")
    for spec in specs:
        bots.read(spec, {**bots.BOTS, **bots.PROGRAMS})  # report errors before anything is played
    return [
        Match(seats, seed + deal)
        for deal in range(deals)
        for table in combinations(specs, players)
        for seats in rotations(table)
    ]


def rotations(table: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All rotations of the table, each order once."""
    return list(dict.fromkeys(table[turn:] + table[:turn] for turn in range(len(table))))


# Playing


def play(event: Event, match: Match) -> Result:
    """Play one match. The seed determines the deal, and the seeds of bots that have none of their own: these depend
    on the deal and on their place at the table, so a rotated table has the same bots."""
    setup = Setup.make(event.game, event.players, event.options, event.rules)
    game = setup.game
    order = sorted(range(event.players), key=lambda seat: (match.seats[seat], seat))
    players = [
        bots.bot(spec, seed=match.seed * 8 + order.index(seat), programs=True)
        for seat, spec in enumerate(match.seats)
    ]
    clock = Clock(event.players)
    state = play_match(
        game,
        setup.setting,
        match.seed,
        lambda state, seat, legal: clock.choose(setup, state, seat, players[seat], legal),
    )
    bots.dismiss(players)
    return Result(
        match.seats, match.seed, game.scores(state), game.ranking(state), tuple(clock.decisions),
        tuple(round(seconds, 4) for seconds in clock.seconds), tuple(round(most, 4) for most in clock.slowest),
    )  # fmt: skip


class Clock:
    """How long each bot thought: in CPU time, which does not depend on the load; programs by the wall clock."""

    def __init__(self, players: int) -> None:
        self.decisions = [0] * players
        self.seconds = [0.0] * players
        self.slowest = [0.0] * players

    def choose(self, setup: Setup, state: Any, seat: int, player: bots.Bot, legal: Sequence[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        view = setup.game.view(state, seat) if player.needs_view else None
        now = perf_counter if isinstance(player, bots.StdioBot) else thread_time
        began = now()
        move = player.choose(setup, view, legal, LIMIT)
        took = now() - began
        self.decisions[seat] += 1
        self.seconds[seat] += took
        self.slowest[seat] = max(self.slowest[seat], took)
        return move


def play_all(
    event: Event, matches: Sequence[Match], path: Path | None = None, *, workers: int | None = None,
    cluster: str | None = None, quiet: bool = False,
) -> list[Result]:  # fmt: skip
    """Play matches on all cores, on as many `workers`, or on a Ray `cluster`. Results come in the order of the matches.
    With a `path`, results that are in that file are not played again, and new ones are added to it."""
    keep = ResultsFile(path, event, matches) if path else None
    jobs = [(event, match) for match in matches]
    return run_jobs(_play, jobs, Result, workers=workers, cluster=cluster, keep=keep, quiet=quiet)


def _play(job: tuple[Event, Match]) -> Result:
    return play(*job)


# Keeping


class ResultsFile:
    """Results in a file of JSON lines; the first line describes the event. It may hold other results too."""

    def __init__(self, path: Path, event: Event, matches: Sequence[Match]) -> None:
        self.path = path
        self.event = event
        self.places = {(match.seats, match.seed): place for place, match in enumerate(matches)}

    def read(self) -> dict[int, bytes]:
        if not self.path.exists() or not self.path.stat().st_size:
            self._append([self.event])
            return {}
        first, *rest = self.path.read_bytes().splitlines()
        if first != msgspec.json.encode(self.event):
            raise ArenaError(f"{self.path} holds results of something else. Give another file for these.")
        found = {}
        for line in rest:
            try:
                result = msgspec.json.decode(line, type=Result)
            except msgspec.DecodeError:
                self._drop_broken_end()  # the last run was stopped while writing
                break
            if (result.seats, result.seed) in self.places:
                found[self.places[result.seats, result.seed]] = line
        return found

    def add(self, job: int, result: Result) -> None:
        self._append([result])

    def _append(self, rows: Iterable[msgspec.Struct]) -> None:
        with self.path.open("ab") as file:
            file.writelines(msgspec.json.encode(row) + b"\n" for row in rows)

    def _drop_broken_end(self) -> None:
        whole = [line for line in self.path.read_bytes().splitlines() if line.endswith(b"}")]
        self.path.write_bytes(b"\n".join(whole) + b"\n")
