"""A bot that looks one step ahead: it plays the move that would leave it furthest ahead if the game ended then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.core.bot_support import lead
from branchline.core.setup import Setup


class GreedyBot:
    needs_view = True

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        if len(legal) == 1:
            return legal[0]
        game, state = setup.game, setup.sample(view, self._random)
        leads = []
        for move in legal:
            after = game.clone(state)
            game.apply(after, move)
            leads.append(lead(setup, after, view.to_move))
        best = max(leads)
        return self._random.choice([move for move, ahead in zip(legal, leads, strict=True) if ahead == best])
