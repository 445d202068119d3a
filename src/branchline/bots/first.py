"""A bot that always plays the first legal move: stop, pass, end where it may. A baseline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.core.setup import Setup


class FirstBot:
    needs_view = False

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        return legal[0]
