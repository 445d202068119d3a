"""Bit sets in one i64, for states that compile: the numbers 0 to 61."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


def bit(n: i64) -> i64:
    """The set that has one number only."""
    return _raised(1, n)  # mypyc 2.4.1 computes `1 << n` in 32 bits


def _raised(members: i64, n: i64) -> i64:
    return members << n


def _lowest_table() -> list[i64]:
    table: list[i64] = [0] * 67
    for n in range(62):
        table[(1 << n) % 67] = n
    return table


_LOWEST: Final = vec[i64](_lowest_table())


def lowest(members: i64) -> i64:
    """The lowest number in a set that is not empty: all powers of two up to 2**61 differ modulo 67."""
    return _LOWEST[(members & -members) % 67]


def count(members: i64) -> i64:
    """How many numbers are in a set: bits are added in pairs, pairs in fours, fours in bytes, and then all bytes."""
    members -= (members >> 1) & 0x1555555555555555
    members = (members & 0x3333333333333333) + ((members >> 2) & 0x3333333333333333)
    members = (members + (members >> 4)) & 0x0F0F0F0F0F0F0F0F
    members += members >> 8
    members += members >> 16
    return (members + (members >> 32)) & 127


def nth(members: i64, place: i64) -> i64:
    """The number at a given index of a set, in rising order, from 0."""
    while place > 0:
        members &= members - 1
        place -= 1
    return lowest(members)
