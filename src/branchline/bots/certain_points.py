"""What a position is worth if the game ended now: points that are certain, and nothing that may come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from branchline.core.setup import Setup
from branchline.games.firstclass.data.opcodes import LOWER, UPPER
from branchline.games.firstclass.rules import scoring as firstclass
from branchline.games.firstclass.rules import trains
from branchline.games.firstclass.rules.coins import total
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import END_CARDS
from branchline.games.firstclass.rules.state import State as FirstClassState
from branchline.games.nuremberg.rules import profit
from branchline.games.nuremberg.rules import scoring as nuremberg
from branchline.games.nuremberg.rules.state import EARNED, GAME_END, TAKEOVER
from branchline.games.nuremberg.rules.state import State as NurembergState


def nuremberg_points(s: NurembergState, seat: int) -> int:
    """N10, N14: shipments not scored yet, the round's result, sets, profit and loss, links."""
    points: int = s.score[seat]
    if s.phase == GAME_END:
        return points
    result = s.profit[seat] + (profit.result(s, seat) if s.phase < TAKEOVER else 0)
    settled = min(max(result, profit.LOWEST), profit.HIGHEST)
    return points + s.profit[EARNED + seat] + nuremberg.set_points(s, seat) + settled - s.links[seat]


def firstclass_points(s: FirstClassState, seat: int) -> int:
    """F10.2, F10.3: both trains once, switches, game-end cards, a point a coin."""
    points: int = s.score[seat]
    if s.phase > END_CARDS:
        return points
    points += trains.points(s, seat, UPPER) + trains.points(s, seat, LOWER)
    if s.setting.has_gaps:
        points += e.switch_points(s, seat)
    return points + firstclass.card_points(s, seat) + total(s, seat)


POINTS: Final[dict[str, Callable[[Any, int], int]]] = {
    "nuremberg": nuremberg_points,
    "firstclass": firstclass_points,
}


def lead(setup: Setup, state: Any, seat: int) -> int:
    """Points ahead of the best of the others, or behind."""
    points = POINTS[setup.name]
    return points(state, seat) - max(points(state, other) for other in range(setup.players) if other != seat)
