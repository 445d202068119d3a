"""A bot that plays any legal move with equal probability."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.core.setup import Setup


class RandomBot:
    needs_view = False

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        return legal[self._random.randrange(len(legal))]
