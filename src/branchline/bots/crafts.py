"""Which craft belongs to which game, and its styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from branchline.bots.behind import Behind
from branchline.bots.craft import Craft
from branchline.bots.firstclass import knobs as firstclass
from branchline.bots.firstclass.craft import FirstClassCraft
from branchline.bots.nuremberg import knobs as nuremberg
from branchline.bots.nuremberg.craft import NurembergCraft
from branchline.core.engine import Engine

_CRAFTS: Final[dict[str, tuple[Callable[[Engine, list[float]], Craft], Mapping[str, float]]]] = {
    "nuremberg": (NurembergCraft, nuremberg.KNOBS),
    "firstclass": (FirstClassCraft, firstclass.KNOBS),
}
STYLES: Final[dict[str, dict[str, dict[str, float]]]] = {
    "nuremberg": {},
    "firstclass": {},
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
    turned = {**knobs, **STYLES[match.game.name].get(style, {})}
    return make(match.engine, list(turned.values()))
