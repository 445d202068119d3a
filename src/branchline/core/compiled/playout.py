"""Random play to the end, in one call."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.engine import CHANCE, OVER, Engine, Position
from branchline.core.compiled.rng import Rng

ROOM: Final[i64] = 64  # moves that can be listed without allocating; most positions have about a dozen


def playout(engine: Engine, position: Position, rng: Rng) -> i64:
    """Play to the end, draws included. Returns how many decisions were made."""
    decisions: i64 = 0
    room = vec[i64](capacity=ROOM)
    moves = after_draws(engine, position, rng, room)
    while position.active != OVER:
        moves = engine.advance(position, moves[rng.below(len(moves))], room)
        decisions += 1
        if position.active == CHANCE:
            moves = after_draws(engine, position, rng, room)
    return decisions


def after_draws(engine: Engine, position: Position, rng: Rng, room: vec[i64]) -> vec[i64]:
    """Make the draws that are due. Returns the next player's legal moves, in given memory."""
    while position.active == CHANCE:
        draw(engine, position, rng)
    return room if position.active == OVER else engine.legal_in(position, room)


def list_again(engine: Engine, position: Position, times: i64) -> i64:
    """List the legal moves that many times, for benchmarks. Returns how many there are."""
    room = vec[i64](capacity=ROOM)
    found: i64 = 0
    for _ in range(times):
        found = i64(len(engine.legal_in(position, room)))
    return found


def draw(engine: Engine, position: Position, rng: Rng) -> None:
    """One result of chance, as likely as its weight."""
    engine.apply(position, engine.drawn(position, rng.below(engine.tickets(position))))
