"""Positions to ask bots about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import branchline as bl
from branchline import bots


def positions(game: str, players: int, seed: int, every: int = 17, **options: Any) -> Iterator[bl.Table]:
    """A table at every n-th decision of a match between planners."""
    table = bl.Table(game, players=players, seed=seed, **options)
    planner = bots.bot("planner:noise=5", seed=seed)
    count = 0
    while not table.over:
        if count % every == 0 and len(table.legal_moves) > 1:
            yield table
        table.push(planner.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 5.0))
        count += 1
