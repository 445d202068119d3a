"""A fixed piece of pure Python. A figure divided by the yardstick of the same run can be compared between machines
and days; the figure alone can't."""

from __future__ import annotations

from time import process_time


def yardstick() -> float:
    """Rounds per second of the eight queens puzzle, by plain search."""
    rounds = 3
    began = process_time()
    for _ in range(rounds):
        assert _queens(8, [], 0) == 92
    return rounds / (process_time() - began)


def _queens(size: int, columns: list[int], count: int) -> int:
    row = len(columns)
    if row == size:
        return count + 1
    for column in range(size):
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
            columns.append(column)
            count = _queens(size, columns, count)
            columns.pop()
    return count
