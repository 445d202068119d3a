"""The time of day, in one place, so that tests can travel in time."""

from __future__ import annotations

import time


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())
