"""A match of random moves to its end, in one call."""

from __future__ import annotations

from mypy_extensions import i64

from branchline.core.rng import Rng
from branchline.games.nuremberg import phases
from branchline.games.nuremberg.state import CHANCE, OVER, State


def playout(s: State, rng: Rng) -> i64:
    """Play on to the end, draws included. Returns how many decisions were made."""
    decisions: i64 = 0
    while s.active != OVER:
        if s.active != CHANCE:
            decisions += 1
        step(s, rng)
    return decisions


def step(s: State, rng: Rng) -> None:
    """One random move, or one draw."""
    moves = phases.legal(s)
    if s.active != CHANCE:
        phases.apply(s, moves[rng.below(len(moves))])
        return
    weights = phases.weights(s)
    total: i64 = 0
    place: i64
    for place in range(len(weights)):
        total += weights[place]
    ticket = rng.below(total)
    place = 0
    while ticket >= weights[place]:
        ticket -= weights[place]
        place += 1
    phases.apply(s, moves[place])
