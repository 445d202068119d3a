"""A small random number generator for playouts, which gives the same numbers compiled and interpreted.

Not for dealing: `chance` does that, so that nobody can guess what comes next."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

_MASK: Final[i64] = 0xFFFFFFFF


class Rng:
    """Marsaglia's 32-bit xorshift: goes through all numbers except 0 before it repeats."""

    __slots__ = ("state",)

    def __init__(self, seed: i64) -> None:
        self.state: i64 = ((seed & _MASK) * 2654435761 + 0x9E3779B9) & _MASK
        if self.state == 0:
            self.state = 1
        for _ in range(4):
            self.below(2)

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1; the limit must be far below 2 ** 31."""
        x = self.state
        x ^= (x << 13) & _MASK
        x ^= x >> 17
        x ^= (x << 5) & _MASK
        self.state = x
        return (x * limit) >> 32
