"""What a game brings along for the bots: heuristics, styles, points that are certain, reasons in words.

All of it is optional. A game without heuristics of its own is searched by its score alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from branchline.core.engine import Engine
from branchline.core.heuristics import Heuristics
from branchline.core.setup import Setup


class SearchOptions(NamedTuple):
    """How a game is searched."""

    spans: int = 1  # rounds that a playout goes on
    explore: float = 2.0
    sharpness: float = 1.0  # points that make a move e times as likely to be looked at
    noise: float = 0.5  # points that let a playout's moves change places


class BotSupport:
    """The defaults; a game derives from it and overrides what it knows better."""

    search: SearchOptions = SearchOptions()
    styles: Mapping[str, str] = {}  # ways to play, with their words in the language of the context

    def heuristics(self, engine: Engine, style: str) -> Heuristics:
        """For planner and search. A style that the game does not have changes nothing."""
        return Heuristics(engine)

    def certain_points(self, engine: Engine, state: Any, seat: int) -> int:
        """What a seat would have if the game ended now: points that are certain, and nothing that may come."""
        return int(engine.score(state, seat))

    def reasons(self, before: Any, move: int, after: Any, seat: int, names: Sequence[str]) -> list[str]:
        """Why a move is good, in sentences: positions before and after the mover's turn."""
        return []


def scaled(weights: Mapping[str, float], **factors: float) -> dict[str, float]:
    """Some weights turned up or down, for a style."""
    return {name: weights[name] * factor for name, factor in factors.items()}


@lru_cache(maxsize=64)
def heuristics(setup: Setup, style: str = "") -> Heuristics:
    """The heuristics of a setup in a style; made once, for they keep room to think in."""
    return setup.game.bots().heuristics(setup.engine, style)


def lead(setup: Setup, state: Any, seat: int) -> int:
    """Certain points ahead of the best of the others, or behind."""
    bots, engine = setup.game.bots(), setup.engine
    points = [bots.certain_points(engine, state, one) for one in range(setup.players)]
    return points[seat] - max(other for one, other in enumerate(points) if one != seat)
