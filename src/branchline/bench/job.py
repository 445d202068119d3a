"""One thing to measure. Time is that of the processor, not of the clock: what else runs takes no part of it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import NamedTuple


class Job(NamedTuple):
    what: str
    unit: str
    work: Callable[[], float]  # does it for a while, and returns how often a second


def rate(piece: Callable[[], int], seconds: float) -> float:
    """How often a second: a piece of work done again and again, which says what it counts for."""
    done, began = 0, process_time()
    while process_time() - began < seconds:
        done += piece()
    return done / (process_time() - began)
