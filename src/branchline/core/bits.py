"""Bit sets in one i64, for states that compile: the numbers 0 to 61."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# mypyc 2.4.1 computes `1 << n` in 32 bits, so powers of two come from a table.
BIT: Final = vec[i64]([1 << n for n in range(62)])


def _lowest_table() -> list[i64]:
    table: list[i64] = [0] * 67
    for n in range(62):
        table[(1 << n) % 67] = n
    return table


_LOWEST: Final = vec[i64](_lowest_table())


def lowest(members: i64) -> i64:
    """The lowest number in a set that is not empty: 67 is prime, and no two powers of two below it agree."""
    return _LOWEST[(members & -members) % 67]


def count(members: i64) -> i64:
    """How many numbers are in a set."""
    found: i64 = 0
    while members != 0:
        members &= members - 1
        found += 1
    return found
