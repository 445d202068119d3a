"""Random play to the end, in one call."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.engine import CHANCE, OVER, Engine, Position
from branchline.core.rng import Rng


def playout(engine: Engine, position: Position, rng: Rng) -> i64:
    """Play on to the end, draws included. Returns how many decisions were made."""
    decisions: i64 = 0
    while position.active != OVER:
        if position.active == CHANCE:
            draw(engine, position, rng)
        else:
            moves = engine.legal(position)
            engine.apply(position, moves[rng.below(len(moves))])
            decisions += 1
    return decisions


def draw(engine: Engine, position: Position, rng: Rng) -> None:
    """One result of chance, as likely as its weight."""
    results = engine.legal(position)
    weights = engine.weights(position)
    total: i64 = 0
    place: i64
    for place in range(len(weights)):
        total += weights[place]
    ticket = rng.below(total)
    place = 0
    while ticket >= weights[place]:
        ticket -= weights[place]
        place += 1
    engine.apply(position, results[place])
