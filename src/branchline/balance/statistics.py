"""Means and shares with 95% confidence intervals. The unit is always a match: what happens inside one is not
independent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Final

import msgspec

SURE: Final = 1.959964  # standard deviations to either side that cover 95%


class Estimate(msgspec.Struct, frozen=True):
    value: float
    low: float
    high: float
    matches: int


def mean(values: Sequence[float]) -> Estimate:
    """By the normal approximation."""
    if not values:
        return Estimate(0.0, 0.0, 0.0, 0)
    middle = fmean(values)
    reach = SURE * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    if math.isinf(reach):
        return Estimate(_round(middle), _round(middle), _round(middle), 1)
    return Estimate(_round(middle), _round(middle - reach), _round(middle + reach), len(values))


def share(count: float, of: int) -> Estimate:
    """Wilson's interval, which is also valid for few matches and for shares near 0 or 1."""
    if not of:
        return Estimate(0.0, 0.0, 1.0, 0)
    part = count / of
    square = SURE * SURE / of
    middle = (part + square / 2) / (1 + square)
    reach = SURE / (1 + square) * math.sqrt(part * (1 - part) / of + square / (4 * of))
    return Estimate(_round(part), _round(max(middle - reach, 0.0)), _round(min(middle + reach, 1.0)), of)


def _round(number: float) -> float:
    return round(number, 4)
