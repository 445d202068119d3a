"""One thing to measure. Time is CPU time, not wall-clock time, so other processes don't count."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import NamedTuple


class Job(NamedTuple):
    what: str
    unit: str
    work: Callable[[], float]  # works for a while and returns the rate per second


def rate(piece: Callable[[], int], seconds: float) -> float:
    """The rate per second of repeated work; each call returns how many units it counts for."""
    done, began = 0, process_time()
    while process_time() - began < seconds:
        done += piece()
    return done / (process_time() - began)
