"""Sets in one number."""

from __future__ import annotations

from random import Random

from branchline.core.compiled.bits import bit, count, lowest, nth


def test_sets_are_counted_and_iterated() -> None:
    rng = Random(1)
    for size in [0, 1, 2, 5, 30, 61, 62]:
        for _ in range(20):
            members = sorted(rng.sample(range(62), size))
            number = sum(bit(n) for n in members)
            assert count(number) == size
            assert [nth(number, place) for place in range(size)] == members
            assert not members or lowest(number) == members[0]
