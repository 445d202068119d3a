"""Our own figures: how fast a build plays, copies, takes back and loads, and how large a state is.

Time is that of the processor, not of the clock: what else runs on the machine takes no part of it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Collection, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

import msgspec

from branchline.bench.yardstick import yardstick
from branchline.core import registry
from branchline.core.engine import CHANCE, OVER
from branchline.core.lanes import Lanes
from branchline.core.loading import loads
from branchline.core.playout import playout
from branchline.core.protocols import Game
from branchline.core.rng import Rng
from branchline.core.table import Table

PLAYERS: Final = 4
LONG_RECORD: Final = 500  # events
WARM_UP: Final = 40  # steps of a batch before it is measured: matches begin alike, and cost more there
PER: Final = {"µs": 1e6, "ms": 1e3, "KB": 1e3}  # of a second, or of a megabyte


class Figure(msgspec.Struct, frozen=True):
    """A median. `rate` is per second, and `ratio` so many times in a round of the yardstick. Of memory `rate` is states
    in a megabyte, and so is `ratio`: no yardstick is needed."""

    what: str
    unit: str  # decisions/s, µs, ms or KB
    rate: float
    ratio: float

    @property
    def value(self) -> float:
        return self.rate if self.unit == "decisions/s" else PER[self.unit] / self.rate


class Job(NamedTuple):
    what: str
    unit: str
    work: Callable[[], float]  # does it for a while, and returns how often a second


def figures(
    repeats: int,
    quick: bool = False,
    progress: Callable[[], None] = lambda: None,
    between: Callable[[], None] = lambda: None,
    only: Collection[str] = (),
) -> list[Figure]:
    """All figures of this build, or only some, each measured in turns with the yardstick. `between` is called after
    every round, for what is to be measured in turns with ours."""
    jobs = [job for job in _jobs(quick) if not only or job.what in only]
    rates: dict[str, list[float]] = {job.what: [] for job in jobs}
    ratios: dict[str, list[float]] = {job.what: [] for job in jobs}
    for _ in range(repeats):
        before = yardstick()
        for job in jobs:
            rate = job.work()
            after = yardstick()
            rates[job.what].append(rate)
            ratios[job.what].append(rate if job.unit == "KB" else 2 * rate / (before + after))
            before = after
            progress()
        between()
    return [
        Figure(job.what, job.unit, round(median(rates[job.what]), 2), round(median(ratios[job.what]), 4))
        for job in jobs
    ]


def job_count(repeats: int) -> int:
    return repeats * len(list(_jobs(quick=True)))


def _jobs(quick: bool) -> Iterator[Job]:
    seconds = 0.02 if quick else 0.2
    for name in registry.OURS:
        game = registry.game(name)
        setting = game.setting(PLAYERS, {})
        engine = game.engine(setting)
        yield Job(f"{name}: random play", "decisions/s", partial(_playouts, engine, seconds))
        yield Job(f"{name}: driven from Python", "decisions/s", partial(_from_python, game, setting, seconds))
        for what, observing in (("batch of 256", False), ("batch of 256, observed", True)):
            lanes = Lanes(engine, 256, 1, observing)
            lanes.step_random(0 if quick else WARM_UP)
            yield Job(f"{name}: {what}", "decisions/s", partial(_batch, lanes, seconds))
        state = middle(game, setting)
        other = game.clone(state)
        yield Job(f"{name}: clone", "µs", partial(_often, partial(game.clone, state), seconds))
        yield Job(
            f"{name}: undo in search", "µs", partial(_often, partial(engine.copy, state, other), seconds)
        )
        yield Job(f"{name}: memory of a state", "KB", partial(_memory, partial(game.clone, state)))
        table = long_table(name, LONG_RECORD if not quick else 80)
        content = table.dumps()
        yield Job(
            f"{name}: load {len(table.steps)} events",
            "ms",
            partial(_often, partial(loads, content, verify=False), seconds),
        )
        yield Job(
            f"{name}: undo one event",
            "ms",
            partial(_often, partial(_undo, loads(content, verify=False)), seconds),
        )


def _playouts(engine: Any, seconds: float) -> float:
    rng, decisions = Rng(1), 0
    began = process_time()
    while process_time() - began < seconds:
        decisions += playout(engine, engine.start(), rng)
    return decisions / (process_time() - began)


def _from_python(game: Game[Any], setting: Any, seconds: float) -> float:
    rng, decisions = Random(1), 0
    began = process_time()
    while process_time() - began < seconds:
        decisions += play(game, setting, rng)
    return decisions / (process_time() - began)


def play(game: Game[Any], setting: Any, rng: Random) -> int:
    """One match of random moves by the calls a bot author makes; the number of decisions."""
    state = game.start(setting)
    decisions = 0
    while (seat := game.to_move(state)) != OVER:
        legal = game.legal(state)
        if seat == CHANCE:
            move = rng.choices(legal, game.weights(state))[0]
        else:
            move = legal[int(rng.random() * len(legal))]
            decisions += 1
        game.apply(state, move)
    return decisions


def _batch(lanes: Lanes, seconds: float) -> float:
    decisions, began = 0, process_time()
    while process_time() - began < seconds:
        lanes.step_random(4)
        decisions += 4 * 256
    return decisions / (process_time() - began)


def _often(work: Callable[[], object], seconds: float) -> float:
    times, began = 0, process_time()
    while process_time() - began < seconds:
        for _ in range(10):
            work()
        times += 10
    return times / (process_time() - began)


def _memory(clone: Callable[[], object]) -> float:
    """States in a megabyte: what is allocated for a hundred of them."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = [clone() for _ in range(100)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return len(kept) * 1e6 / (after - before)


def _undo(table: Table) -> None:
    """Take back one event, and put it back for the next time."""
    step = table.steps[-1]
    table._undo(1)
    table._play(step.seat, list(step.moves), step.forced)
    del table._log[-2:]


def middle(game: Game[Any], setting: Any) -> Any:
    """The state half way through a match of random moves."""
    rng, states = Random(1), []
    state = game.start(setting)
    while (seat := game.to_move(state)) != OVER:
        legal = game.legal(state)
        move = rng.choices(legal, game.weights(state))[0] if seat == CHANCE else rng.choice(legal)
        game.apply(state, move)
        states.append(game.clone(state))
    return states[len(states) // 2]


def long_table(name: str, events: int) -> Table:
    """A match with so many events in its record, by taking moves back and making them again."""
    table, rng = Table(name, PLAYERS, seed=1), Random(1)
    while len(table._log) < events:
        if table.over:
            table.pop()
        ids = table.legal_moves.ids
        table.push(ids[rng.randrange(len(ids))])
        if rng.random() < 0.2:
            table.pop()
    return table
