"""What a game provides for the bots: heuristics, styles, certain points, reasons in words.

All of it is optional. Without heuristics of its own, a game is searched by score alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from branchline.core.compiled.engine import Engine
from branchline.core.compiled.heuristics import Heuristics
from branchline.core.setup import Setup


class SearchOptions(NamedTuple):
    """How a game is searched."""

    spans: int = 1  # rounds that a playout lasts
    explore: float = 2.0
    sharpness: float = 1.0  # a move better by this many points is e times as likely to be tried
    noise: float = 0.5  # noise in points: moves this close may swap places in a playout


class Pointer(NamedTuple):
    """Features that say where things are, from 1 (0: nowhere), and the moves that take one from a place, `move` from
    the first. A network can then judge the things themselves, wherever they are."""

    move: int
    feature: int  # the first one, of as many as there are things
    things: int
    places: int


class NetworkMap(NamedTuple):
    """What the numbers of one setup mean to a network that plays all setups of a game: by column of an observation, by
    move, and by thing of each pointer, a number that means the same in all of them."""

    columns: Sequence[int]
    moves: Sequence[int]
    things: Sequence[int]


class BotSupport:
    """The defaults. A game derives from this and overrides what it knows better."""

    search: SearchOptions = SearchOptions()
    styles: Mapping[str, str] = {}  # playing styles and their names, in the language of the context
    # More styles, each for one part of the game: for measuring, not offered to people
    favours: Sequence[str] = ()
    # For networks
    pointers: Sequence[Pointer] = ()

    def network_map(self, setup: Setup) -> NetworkMap | None:
        """None if networks can't play this setup, for example on a board of your own."""
        return None

    def practice(self) -> Sequence[Mapping[str, object]]:
        """Sets of options to train a network on; each match uses one of them."""
        return ({},)

    def heuristics(self, engine: Engine, style: str) -> Heuristics:
        """For planner and search. An unknown style changes nothing."""
        return Heuristics(engine)

    def certain_points(self, engine: Engine, state: Any, seat: int) -> int:
        """The points a seat would have if the game ended now; nothing that is still uncertain."""
        return int(engine.score(state, seat))

    def reasons(self, before: Any, move: int, after: Any, seat: int, names: Sequence[str]) -> list[str]:
        """Why a move is good, in sentences: positions before and after the mover's turn."""
        return []


def scaled(weights: Mapping[str, float], **factors: float) -> dict[str, float]:
    """Some weights turned up or down, for a style."""
    return {name: weights[name] * factor for name, factor in factors.items()}


@lru_cache(maxsize=64)
def heuristics(setup: Setup, style: str = "") -> Heuristics:
    """The heuristics of a setup in a style; cached, because they own working memory."""
    return setup.game.bots().heuristics(setup.engine, style)


def lead(setup: Setup, state: Any, seat: int) -> int:
    """Certain points ahead of the best opponent; negative if behind."""
    bots, engine = setup.game.bots(), setup.engine
    points = [bots.certain_points(engine, state, one) for one in range(setup.players)]
    return points[seat] - max(other for one, other in enumerate(points) if one != seat)
