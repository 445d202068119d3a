"""Lets bots think: makes their view, since a bot never gets a state. Runs in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from branchline import bots
from branchline.bots import analysis
from branchline.core import registry
from branchline.core.play.history import Step
from branchline.core.play.table import Table
from branchline.core.setup import Setup
from branchline.languages import speaking

HINT_PLAYOUTS: Final = 1500  # enough for a good hint, if they take less than its time limit
REMEMBERED: Final = 16  # bots that a process keeps, since some continue from what they thought before


@lru_cache(REMEMBERED)
def _bot(spec: str, who: str) -> bots.Bot:
    return bots.bot(spec)


def choose(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    return _bot(spec, who).choose(setup, view, legal, limit)


def think(
    ask: Callable[[str, str, Setup, Any, Sequence[int], float], int],
    spec: str,
    who: str,
    setup: Setup,
    state: Sequence[int],
    seat: int,
    limit: float,
) -> int:
    """What the bot chooses, if `ask` is `choose`."""
    view, legal = seen(setup, state, seat)
    move = ask(spec, who, setup, view, legal, limit)
    if move not in legal:
        raise ValueError(f"it chose {move}, which is not legal")
    return move


def seen(setup: Setup, state: Sequence[int], seat: int) -> tuple[Any, list[int]]:
    """What the seat may know, and its legal moves."""
    found = setup.game.restore(setup.setting, state)
    return setup.game.view(found, seat), list(setup.game.legal(found))


def advise(
    setup: Setup, state: Sequence[int], seat: int, names: Sequence[str], language: str, limit: float
) -> analysis.Analysis:
    view, legal = seen(setup, state, seat)
    with speaking(language):
        return analysis.analyse(setup, view, legal, limit, names, playouts=HINT_PLAYOUTS)


def part_of_course(setup: Setup, steps: Sequence[Step], first: int, last: int) -> list[analysis.Moment]:
    return analysis.course_of(setup, steps, first, last)


@cache
def warm_up() -> None:
    """Think once about each game, so that loading it takes nobody's time."""
    for name in registry.OURS:
        table = Table(name, 2, seed=1)
        if table.to_move is not None:
            advise(table.setup, table.game.numbers(table.state), table.to_move, table.seats, "en", 0.1)
