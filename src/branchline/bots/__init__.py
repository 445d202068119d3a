"""Bots: players that see a view, never a state.

A spec names a bot and its settings: `random`, `greedy:seed=1`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from branchline.bots.greedy import GreedyBot
from branchline.bots.planner import PlannerBot
from branchline.bots.random import RandomBot
from branchline.bots.search import SearchBot
from branchline.core.errors import BranchlineError


class UnknownBot(BranchlineError):
    """A spec that names no bot, or a setting it does not have."""


class Bot(Protocol):
    """Chooses among legal moves from what its seat may know, and from nothing else."""

    needs_view: bool  # False: `view` may be None, which spares making one

    def choose(self, view: Any, legal: Sequence[int], limit: float) -> int:
        """One of the legal ids, within `limit` seconds."""


_BOTS: Final[dict[str, Callable[..., Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "search": SearchBot,
}


def bot(spec: str, seed: int | None = None) -> Bot:
    """The bot of a spec; raises `UnknownBot`. A seed in the spec goes before the one given here."""
    name, _, rest = spec.partition(":")
    if name not in _BOTS:
        raise UnknownBot(f"There is no bot {name!r}. There are: {', '.join(_BOTS)}.")
    settings: dict[str, int | None] = {"seed": seed}
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        if key not in settings or not value.lstrip("-").isdecimal():
            raise UnknownBot(f"The bot {name!r} can't read {part!r}. It takes: seed=NUMBER.")
        settings[key] = int(value)
    return _BOTS[name](**settings)
