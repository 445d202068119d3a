"""Lets bots think. Runs in worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from branchline import bots
from branchline.bots import analysis
from branchline.core import registry
from branchline.core.play.history import Step
from branchline.core.play.table import Table
from branchline.core.setup import Setup
from branchline.languages import speaking

HINT_PLAYOUTS: Final = 1500  # enough for a good hint, if they take less time than it may
REMEMBERED: Final = 16  # bots that a process keeps, since some continue from what they thought before


@lru_cache(REMEMBERED)
def _bot(spec: str, who: str) -> bots.Bot:
    return bots.bot(spec)


def think(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    return _bot(spec, who).choose(setup, view, legal, limit)


def advise(
    setup: Setup, view: Any, legal: Sequence[int], names: Sequence[str], language: str, limit: float
) -> analysis.Analysis:
    with speaking(language):
        return analysis.analyse(setup, view, legal, limit, names, playouts=HINT_PLAYOUTS)


def part_of_course(setup: Setup, steps: Sequence[Step], first: int, last: int) -> list[analysis.Moment]:
    return analysis.course_of(setup, steps, first, last)


@cache
def warm_up() -> None:
    """Think once about each game, so that loading it takes nobody's time."""
    for name in registry.OURS:
        table = Table(name, 2, seed=1)
        advise(table.setup, table.view(table.to_move), table.legal_moves.ids, table.seats, "en", 0.1)
