"""A bot that goes for points: it tries sequences of its own moves to the end of the round, as if the others did
nothing, and follows the one that would leave it furthest ahead if the game ended then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from branchline.core.bot_support import heuristics, lead
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.core.setup import Setup

LINES: Final = 160  # tried for one choice
MOVES: Final = 8000  # of all lines together, for long rounds and games without rounds
FRESH: Final = 4  # one line in this many is new; the others change the best one from some move on


class GreedyBot:
    needs_view = True

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._line: list[int] = []  # the moves it plans to play next

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        if len(legal) == 1:
            self._line = self._line[1:]
            return legal[0]
        best = self._best_line(setup, setup.sample(view, self._random))
        self._line = best[1:]
        return best[0]

    def _best_line(self, setup: Setup, state: Any) -> list[int]:
        seat, trial = state.active, setup.engine.clone(state)
        rng = Rng(self._random.getrandbits(31))
        moves = _play_alone(setup, trial, self._line, rng)
        best, most = moves, lead(setup, trial, seat)
        played = len(moves)
        for number in range(1, LINES):
            if played >= MOVES:
                break
            kept = self._random.randrange(len(best)) if number % FRESH else 0
            setup.engine.copy(state, trial)
            moves = _play_alone(setup, trial, best[:kept], rng)
            played += len(moves)
            ahead = lead(setup, trial, seat)
            if ahead > most:
                best, most = moves, ahead
        return best


def _play_alone(setup: Setup, position: Any, line: Sequence[int], rng: Rng) -> list[int]:
    """Play on to the end of the round: the player to move makes the moves of a line and then any, the others always
    the first legal one. Returns the player's moves."""
    engine, guide = setup.engine, heuristics(setup)
    seat, end = position.active, guide.span(position) + 1
    played: list[int] = []
    while position.active != OVER and guide.span(position) < end and len(played) < MOVES:
        if position.active == CHANCE:
            draw(engine, position, rng)
            continue
        legal = engine.legal(position)
        move = int(legal[0])
        if position.active == seat:
            move = int(legal[rng.below(len(legal))])
            if len(played) < len(line) and line[len(played)] in legal:
                move = line[len(played)]
            played.append(move)
        engine.apply(position, move)
    return played
