"""Which craft belongs to which game, and its styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from branchline.bots.behind import Behind
from branchline.bots.craft import Craft
from branchline.bots.firstclass import knobs as firstclass
from branchline.bots.firstclass.craft import FirstClassCraft
from branchline.bots.firstclass.reasons import reasons as firstclass_reasons
from branchline.bots.nuremberg import knobs as nuremberg
from branchline.bots.nuremberg.craft import NurembergCraft
from branchline.bots.nuremberg.reasons import reasons as nuremberg_reasons
from branchline.core.engine import Engine

_CRAFTS: Final[dict[str, tuple[Callable[[Engine, list[float]], Craft], Mapping[str, float]]]] = {
    "nuremberg": (NurembergCraft, nuremberg.KNOBS),
    "firstclass": (FirstClassCraft, firstclass.KNOBS),
}
# Why a move is good: positions before and after the mover's turn, the move, the seat, names.
REASONS: Final[dict[str, Callable[[Any, int, Any, int, Sequence[str]], list[str]]]] = {
    "nuremberg": nuremberg_reasons,
    "firstclass": firstclass_reasons,
}
# What a style turns up or down, as a factor of the knob.
STYLES: Final[dict[str, dict[str, dict[str, float]]]] = {
    "nuremberg": {
        "seller": {
            "cede_round": 1.3,
            "cede_end": 1.3,
            "cede_influence": 0.6,
            "cede_item": 0.6,
            "company_first": 1.25,
            "company_second": 1.25,
            "hold_company": 1.3,
            "hold_link": 1.3,
        },
        "builder": {
            "link": 0.85,
            "later": 1.5,
            "cede_round": 0.75,
            "cede_item": 1.8,
            "cede_influence": 1.4,
            "hold_item": 1.6,
            "hold_link": 0.8,
            "cube_few": 1.15,
            "white_first": 1.2,
        },
    },
    "firstclass": {
        "engineer": {
            "level_0": 1.2,
            "level_1": 1.3,
            "level_2": 1.3,
            "level_4": 1.3,
            "level_7": 1.3,
            "car": 1.3,
            "loco": 0.5,
            "rail": 0.5,
            "do_loco": 0.7,
        },
        "traveller": {
            "loco": 1.8,
            "rail": 2.0,
            "do_loco": 1.4,
            "pace_loco": 1.25,
            "level_0": 0.8,
            "level_1": 0.8,
        },
    },
}


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
def craft(match: Behind, style: str = "") -> Craft:
    """The craft of a match in a style; made once, for a craft keeps room to think in."""
    make, knobs = _CRAFTS[match.game.name]
    factors = STYLES[match.game.name].get(style, {})
    return make(match.engine, [value * factors.get(name, 1.0) for name, value in knobs.items()])
