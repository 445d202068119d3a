"""Bots that fail in every way they can."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any

from branchline.core.setup import Setup


def slow(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    time.sleep(60)
    return legal[0]


def foul(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    return -5


def dies(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    os._exit(3)


def raises(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    raise ValueError("no idea")


def first(spec: str, who: str, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
    """A bot that works."""
    return legal[0]
