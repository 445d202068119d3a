"""No piece is ever lost: the pieces counted on the table against those in the box."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Count: TypeAlias = tuple[str, int, int]  # piece, number found, number in the box


def miscount(counts: Iterable[Count]) -> str | None:
    """Pieces that have appeared or vanished, in words; None while all are accounted for."""
    for what, found, expected in counts:
        if found != expected:
            return f"{found} {what} where there are {expected}"
    return None
