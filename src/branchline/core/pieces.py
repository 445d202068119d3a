"""Every piece is somewhere: what a game counts on the table against what its box holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Count: TypeAlias = tuple[str, int, int]  # what, how many were found, how many there are


def miscount(counts: Iterable[Count]) -> str | None:
    """Pieces that appeared or vanished, in words; None while all are accounted for."""
    for what, found, expected in counts:
        if found != expected:
            return f"{found} {what} where there are {expected}"
    return None
