"""How the cost of a decision grows: with the links on the board, and with the length of the record."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec

from branchline.bench.ours import PLAYERS, long_table
from branchline.core import registry
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.core.protocols import Game

BUCKET = 5  # links


class Point(msgspec.Struct, frozen=True):
    size: int
    decisions: float  # per second


class Growth(msgspec.Struct, frozen=True):
    links: list[Point]
    record: list[Point]


def growth(quick: bool = False) -> Growth:
    return Growth(
        _by_links(4 if quick else 60), _by_record((60, 120) if quick else (60, 125, 250, 500, 1000, 2000))
    )


def _by_links(matches: int) -> list[Point]:
    """List the moves and play one of them, by the number of links on the board, in random matches."""
    game = registry.game(registry.default())
    costs: dict[int, list[float]] = {}
    for seed in range(matches):
        for links, cost in _match(game, seed):
            costs.setdefault(links // BUCKET * BUCKET, []).append(cost)
    return [
        Point(links, round(1 / median(found))) for links, found in sorted(costs.items()) if len(found) > 20
    ]


def _match(game: Game[Any], seed: int) -> list[tuple[int, float]]:
    rng, luck, found = Random(seed), Rng(seed), []
    engine = game.engine(game.setting(PLAYERS, game.presets["long"]))
    position: Any = engine.start()
    while position.active != OVER:
        if position.active == CHANCE:
            draw(engine, position, luck)
            continue
        links = sum(position.links)
        began = process_time()
        for _ in range(5):
            moves = engine.legal(position)
        listed = (process_time() - began) / 5
        move = moves[rng.randrange(len(moves))]
        began = process_time()
        engine.apply(position, move)
        found.append((links, listed + process_time() - began))
    return found


def _by_record(lengths: tuple[int, ...]) -> list[Point]:
    """Push a move onto a table and undo it, by the number of lines in its record."""
    found = []
    for length in lengths:
        table = long_table(registry.default(), length)
        if table.over:
            table.pop()
        move = table.legal_moves.ids[0]
        costs = []
        for _ in range(30):
            began = process_time()
            table.push(move)
            table.pop()
            costs.append(process_time() - began)
        found.append(Point(length, round(1 / median(costs))))
    return found
