"""Bots: players that see a view, never a state.

A spec names a bot and its settings: `random`, `greedy:seed=1`, `search:ms=800,style=seller`, `level:3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from branchline.bots.crafts import STYLES
from branchline.bots.greedy import GreedyBot
from branchline.bots.planner import PlannerBot
from branchline.bots.random import RandomBot
from branchline.bots.search import SearchBot
from branchline.bots.specs import Kind, Number, UnknownBot, Word, read

__all__ = ["BOTS", "Bot", "UnknownBot", "bot"]


class Bot(Protocol):
    """Chooses among legal moves from what its seat may know, and from nothing else."""

    needs_view: bool  # False: `view` may be None, which spares making one

    def choose(self, view: Any, legal: Sequence[int], limit: float) -> int:
        """One of the legal ids, within `limit` seconds."""


_SEED: Final = Number(-(10**9), 10**9)
_STYLE: Final = Word(tuple(dict.fromkeys(style for styles in STYLES.values() for style in styles)))
_SEARCH: Final = {"ms": Number(1, 600_000), "playouts": Number(1, 10**8), "style": _STYLE, "seed": _SEED}

BOTS: Final[dict[str, Kind]] = {
    "random": Kind(RandomBot, {"seed": _SEED}),
    "greedy": Kind(GreedyBot, {"seed": _SEED}),
    "planner": Kind(
        PlannerBot, {"noise": Number(0, 1000), "slip": Number(0, 100), "style": _STYLE, "seed": _SEED}
    ),
    "search": Kind(SearchBot, _SEARCH),
}


def names() -> list[str]:
    """The bots there are."""
    return list(_BOTS)


def bot(spec: str, seed: int | None = None) -> Bot:
    """The bot of a spec; raises `UnknownBot`. A seed in the spec goes before the one given here."""
    kind, given = read(spec, BOTS)
    if "seed" in kind.settings:
        given = {"seed": seed, **given}
    made: Bot = kind.make(**given)
    return made
