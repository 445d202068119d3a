"""Our own figures: how fast a build plays, copies, undoes and loads, and how large a state is."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Collection, Iterator
from functools import partial
from random import Random
from statistics import median
from typing import Any, Final

import msgspec

from branchline.bench.job import Job, rate
from branchline.bench.yardstick import yardstick
from branchline.core import registry
from branchline.core.compiled.batch import Lanes
from branchline.core.compiled.engine import CHANCE, OVER, Engine
from branchline.core.compiled.playout import draw, playout
from branchline.core.compiled.rng import Rng
from branchline.core.play.history import played_out
from branchline.core.play.loading import loads
from branchline.core.play.table import Table
from branchline.core.protocols import Game

PLAYERS: Final = 4
LONG_RECORD: Final = 500  # events
WARM_UP: Final = 40  # steps of a batch before measuring: all matches start alike, and the start is slower
PER: Final = {"µs": 1e6, "ms": 1e3, "KB": 1e3}  # units per second, or per megabyte


class Figure(msgspec.Struct, frozen=True):
    """A median. `rate` is per second, and `ratio` per round of the yardstick. For memory, both are states per
    megabyte: no yardstick is needed."""

    what: str
    unit: str  # decisions/s, µs, ms or KB
    rate: float
    ratio: float

    @property
    def value(self) -> float:
        return self.rate if self.unit == "decisions/s" else PER[self.unit] / self.rate


def figures(
    repeats: int,
    quick: bool = False,
    progress: Callable[[], None] = lambda: None,
    between: Callable[[], None] = lambda: None,
    only: Collection[str] = (),
) -> list[Figure]:
    """All figures of this build, or only some, each measured alternately with the yardstick. `between` is called
    after every round, for other measurements that alternate with ours."""
    jobs = [job for job in _jobs(quick) if not only or job.what in only]
    rates: dict[str, list[float]] = {job.what: [] for job in jobs}
    ratios: dict[str, list[float]] = {job.what: [] for job in jobs}
    for _ in range(repeats):
        before = yardstick()
        for job in jobs:
            found = job.work()
            after = yardstick()
            rates[job.what].append(found)
            ratios[job.what].append(found if job.unit == "KB" else 2 * found / (before + after))
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
        luck = Rng(1)
        for what, piece in (
            ("playout in the engine", partial(_playout, engine, luck)),
            ("random play from Python", partial(play_by_engine, engine, Random(1), luck)),
            ("random play through Game", partial(play, game, setting, Random(1))),
            ("batch of 256", partial(_step, _batch(engine, False, quick))),
            ("batch of 256, observed", partial(_step, _batch(engine, True, quick))),
        ):
            yield Job(f"{name}: {what}", "decisions/s", partial(rate, piece, seconds))
        yield from _environments(name, seconds)
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


def _environments(name: str, seconds: float) -> Iterator[Job]:
    try:
        from branchline.bench import environments
    except ImportError:  # no NumPy: a plain install
        return iter(())
    return environments.jobs(name, PLAYERS, seconds)


def _playout(engine: Engine, rng: Rng) -> int:
    return playout(engine, engine.start(), rng)


def play_by_engine(engine: Engine, rng: Random, luck: Rng) -> int:
    """One match of random moves by a Python loop, like that of `bench/peers.py` for the other engines: list, choose,
    play. Returns the number of decisions."""
    position = engine.start()
    decisions = 0
    while position.active != OVER:
        if position.active == CHANCE:
            draw(engine, position, luck)
        else:
            engine.apply(position, rng.choice(engine.legal(position)))
            decisions += 1
    return decisions


def play(game: Game[Any], setting: Any, rng: Random) -> int:
    """The same through the calls that tables and bots use: lists of Python numbers, weighted draws."""
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


def _batch(engine: Engine, observing: bool, quick: bool) -> Lanes:
    lanes = Lanes(engine, 256, 1, observing)
    lanes.step_random(0 if quick else WARM_UP)
    return lanes


def _step(lanes: Lanes) -> int:
    """A random move in each match, with all masks recomputed."""
    lanes.step_random(1)
    return 256


def _often(work: Callable[[], object], seconds: float) -> float:
    def ten() -> int:
        for _ in range(10):
            work()
        return 10

    return rate(ten, seconds)


def _memory(clone: Callable[[], object]) -> float:
    """States per megabyte, from the memory allocated for a hundred of them."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = [clone() for _ in range(100)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return len(kept) * 1e6 / (after - before)


def _undo(table: Table) -> None:
    """Undo one event, and redo it for the next time."""
    step = table.steps[-1]
    table.pop_to(len(table.steps) - 1)
    table._note(step, played_out(table.game, table.state, step.moves))
    del table._log[-2:]


def middle(game: Game[Any], setting: Any) -> Any:
    """The state halfway through a match of random moves."""
    rng, states = Random(1), []
    state = game.start(setting)
    while (seat := game.to_move(state)) != OVER:
        legal = game.legal(state)
        move = rng.choices(legal, game.weights(state))[0] if seat == CHANCE else rng.choice(legal)
        game.apply(state, move)
        states.append(game.clone(state))
    return states[len(states) // 2]


def long_table(name: str, events: int) -> Table:
    """A match with that many events in its record, reached by undoing and repeating moves."""
    table, rng = Table(name, PLAYERS, seed=1), Random(1)
    while len(table._log) < events:
        if table.over:
            table.pop()
        ids = table.legal_moves.ids
        table.push(ids[rng.randrange(len(ids))])
        if rng.random() < 0.2:
            table.pop()
    return table
