"""Which craft belongs to which game, and its styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from branchline.core.engine import Engine
from branchline.core.heuristics import Heuristics
from branchline.core.setup import Setup
from branchline.games.firstclass.bots.heuristics import FirstClassHeuristics
from branchline.games.firstclass.bots.reasons import reasons as firstclass_reasons
from branchline.games.firstclass.bots.tuned_weights import TUNED as FIRSTCLASS
from branchline.games.nuremberg.bots.heuristics import NurembergHeuristics
from branchline.games.nuremberg.bots.reasons import reasons as nuremberg_reasons
from branchline.games.nuremberg.bots.tuned_weights import TUNED as NUREMBERG

_CRAFTS: Final[dict[str, tuple[Callable[[Engine, list[float]], Heuristics], Mapping[str, float]]]] = {
    "nuremberg": (NurembergHeuristics, NUREMBERG),
    "firstclass": (FirstClassHeuristics, FIRSTCLASS),
}
# Why a move is good: positions before and after the mover's turn, the move, the seat, names.
REASONS: Final[dict[str, Callable[[Any, int, Any, int, Sequence[str]], list[str]]]] = {
    "nuremberg": nuremberg_reasons,
    "firstclass": firstclass_reasons,
}


def _turned(tuned: Mapping[str, float], **factors: float) -> dict[str, float]:
    """Knobs turned up or down."""
    return {name: tuned[name] * factor for name, factor in factors.items()}


# The knobs that make a style.
STYLES: Final[dict[str, dict[str, dict[str, float]]]] = {
    "nuremberg": {
        "seller": _turned(
            NUREMBERG, cede_round=1.3, cede_end=1.3, cede_influence=0.6, cede_item=0.6, company_first=1.25,
            company_second=1.25, hold_company=1.3, hold_link=1.3,
        ),
        "builder": _turned(
            NUREMBERG, link=0.925, later=1.25, cede_round=0.875, cede_item=1.4, cede_influence=1.2, hold_item=1.3,
            hold_link=0.9, cube_few=1.075, white_first=1.1,
        ),
    },
    "firstclass": {
        "engineer": {**_turned(FIRSTCLASS, car=1.3, loco=0.4, rail=0.4, do_loco=0.7), "like_cars": 5.0},
        "traveller": {**_turned(FIRSTCLASS, loco=1.5, rail=1.5, do_loco=1.3), "like_route": 1.0},
    },
}  # fmt: skip


class Options(NamedTuple):
    """How a game is searched."""

    spans: int  # rounds that a playout goes on
    explore: float
    sharpness: float  # points that make a move e times as likely to be looked at
    noise: float  # points that let a playout's moves change places


SEARCH: Final = {
    "nuremberg": Options(spans=1, explore=2.0, sharpness=1.2, noise=0.4),
    "firstclass": Options(spans=1, explore=2.0, sharpness=1.5, noise=0.5),
}


@lru_cache(maxsize=64)
def craft(setup: Setup, style: str = "") -> Heuristics:
    """The craft of a setup in a style; made once, for a craft keeps room to think in."""
    make, knobs = _CRAFTS[setup.name]
    return make(setup.engine, list({**knobs, **STYLES[setup.name].get(style, {})}.values()))
