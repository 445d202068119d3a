"""`branchline bench`: the engine's speed, and its ratio to a yardstick measured in the same run.

Machines differ and are noisy, so a figure alone says little; the ratio to a fixed piece of pure Python, measured
in turns with the rest, can be compared from one machine and day to another. Every figure is a median."""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from typing import Any, Final

import msgspec
from tqdm import tqdm

from branchline._version import __version__
from branchline.cli import build
from branchline.core import registry
from branchline.core.loading import loads
from branchline.core.protocols import CHANCE, OVER, Game
from branchline.core.table import Table

REPEATS: Final = 5


class Row(msgspec.Struct, frozen=True):
    what: str
    value: float
    unit: str
    ratio: float  # to the yardstick: how many times a yardstick round one unit of work takes, or does


class Report(msgspec.Struct, frozen=True):
    version: str
    build: str
    python: str
    machine: str
    yardstick: float  # rounds a second
    rows: list[Row]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--quick", action="store_true", help="one short repeat: to see that it runs")


def run(args: argparse.Namespace) -> int:
    report = measure(repeats=1 if args.quick else REPEATS, games=2 if args.quick else 20)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        _print(report)
    return 0


def measure(repeats: int, games: int) -> Report:
    jobs = list(_jobs(games))
    rates: dict[str, list[float]] = {what: [] for what, _, _ in jobs}
    sticks: list[float] = []
    for _ in tqdm(range(repeats), unit="repeat", disable=None, leave=False):
        for what, _, job in jobs:
            sticks.append(_yardstick())
            rates[what].append(job())
    stick = median(sticks)
    rows = [_row(what, unit, median(rates[what]), stick) for what, unit, _ in jobs]
    machine = f"{platform.machine()}, {platform.system()}"
    return Report(__version__, build(), platform.python_version(), machine, round(stick, 1), rows)


def _row(what: str, unit: str, rate: float, stick: float) -> Row:
    """Rates are per second; what takes time is shown as time."""
    scale = {"decisions/s": 0.0, "µs": 1e6, "ms": 1e3}[unit]
    value = scale / rate if scale else rate
    return Row(what, round(value, 2), unit, round(rate / stick, 3))


def _jobs(games: int) -> Iterator[tuple[str, str, Callable[[], float]]]:
    """Name, unit, and a function that works and returns how often a second it did."""
    for name in registry.OURS:
        game = registry.game(name)
        for players in game.players:
            setting = game.setting(players, {})
            yield f"{name}, random play, {players} players", "decisions/s", _random_play(game, setting, games)
        table = _played(name, players=4, moves=10_000)
        middle = table.at(len(table.steps) // 2)
        yield f"{name}, clone", "µs", _repeat(partial(game.clone, middle), 2000)
        yield f"{name}, legal moves", "µs", _repeat(partial(game.legal, middle), 500)
        yield f"{name}, view", "µs", _repeat(partial(game.view, middle, 0), 100)
        content = table.dumps()
        events = len(table.steps)
        yield f"{name}, load {events} events", "ms", _repeat(partial(loads, content, verify=False), 10)


def _random_play(game: Game[Any], setting: Any, games: int) -> Callable[[], float]:
    def job() -> float:
        rng = Random(1)
        began = time.perf_counter()
        decisions = sum(_play(game, setting, rng) for _ in range(games))
        return decisions / (time.perf_counter() - began)

    return job


def _play(game: Game[Any], setting: Any, rng: Random) -> int:
    """One match of random moves; the number of decisions."""
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


def _played(name: str, players: int, moves: int) -> Table:
    table = Table(name, players=players, seed=1)
    rng = Random(1)
    while not table.over and len(table.moves) < moves:
        ids = table.legal_moves.ids
        table.push(ids[rng.randrange(len(ids))])
    return table


def _repeat(work: Callable[[], object], times: int) -> Callable[[], float]:
    def job() -> float:
        began = time.perf_counter()
        for _ in range(times):
            work()
        return times / (time.perf_counter() - began)

    return job


def _yardstick() -> float:
    """Rounds a second of a fixed piece of pure Python: the eight queens, by plain search."""
    rounds = 3
    began = time.perf_counter()
    for _ in range(rounds):
        assert _queens(8, [], 0) == 92
    return rounds / (time.perf_counter() - began)


def _queens(size: int, columns: list[int], count: int) -> int:
    row = len(columns)
    if row == size:
        return count + 1
    for column in range(size):
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
            columns.append(column)
            count = _queens(size, columns, count)
            columns.pop()
    return count


def _print(report: Report) -> None:
    print(f"branchline {report.version} ({report.build}), Python {report.python}, {report.machine}")
    print(f"yardstick: {report.yardstick:,.1f} rounds a second; ratio: how often in one of its rounds")
    for row in report.rows:
        print(f"{row.what:<38}{row.value:>14,.2f} {row.unit:<12}{row.ratio:>12,.1f}")
