"""A bot that plays the move its game's heuristics rate best, without looking any further."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.core.bot_support import heuristics
from branchline.core.compiled.rng import Rng
from branchline.core.setup import Setup


class PlannerBot:
    """`noise`, in tenths of a point: moves this close may swap places. `slip`, in per cent: how often it
    plays a random move."""

    needs_view = True

    def __init__(self, seed: int | None = None, noise: int = 0, slip: int = 0, style: str = "") -> None:
        self._random = Random(seed)
        self._noise = noise / 10
        self._slip = slip / 100
        self._style = style

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        if len(legal) == 1:
            return legal[0]
        if self._slip and self._random.random() < self._slip:
            return self._random.choice(legal)
        rng = Rng(self._random.getrandbits(31))
        state = setup.sample(view, self._random)
        return heuristics(setup, self._style).choose(state, list(legal), rng, self._noise)
