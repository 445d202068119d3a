"""Random play to the end, in one call."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.engine import CHANCE, OVER, Engine, Position
from branchline.core.compiled.rng import Rng


def playout(engine: Engine, position: Position, rng: Rng) -> i64:
    """Play to the end, draws included. Returns how many decisions were made."""
    decisions: i64 = 0
    while position.active != OVER:
        if position.active == CHANCE:
            draw(engine, position, rng)
        else:
            moves = engine.legal(position)
            engine.apply(position, moves[rng.below(len(moves))])
            decisions += 1
    return decisions


def list_again(engine: Engine, position: Position, times: i64) -> i64:
    """List the legal moves that many times, for benchmarks. Returns how many there are."""
    room = vec[i64](capacity=64)
    found: i64 = 0
    for _ in range(times):
        found = i64(len(engine.legal_in(position, room)))
    return found


def draw(engine: Engine, position: Position, rng: Rng) -> None:
    """One result of chance, as likely as its weight."""
    engine.apply(position, engine.drawn(position, rng.below(engine.tickets(position))))
