"""One batch on many cores, in wall-clock time: that is what a learner waits for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

from branchline.envs.batched import Batch, Matches
from branchline.envs.shared import SharedBatch

MATCHES: Final = 256  # in each process
PLAYERS: Final = 4
WARM_UP: Final = 40  # steps: all matches start alike, and the start is slower


class Row(NamedTuple):
    game: str
    processes: int  # 0: a `Batch` in this process
    rate: float  # decisions a second
    times: float  # compared with the `Batch`, measured in turns


def measure(game: str, most: int, rounds: int, seconds: float, matches: int = MATCHES) -> Iterator[Row]:
    """Random moves in all matches, masks and observations included, for 1, 2, 4 ... processes."""
    numbers = sorted({*(2**n for n in range(most.bit_length())), most})
    with contextlib.ExitStack() as stack:
        batches: dict[int, Matches] = {0: Batch(game, matches, PLAYERS, seed=1)}
        for number in numbers:
            shared = SharedBatch(game, matches * number, PLAYERS, seed=1, processes=number)
            batches[number] = stack.enter_context(shared)
        for batch in batches.values():
            batch.step_random(WARM_UP)
        found: dict[int, list[float]] = {number: [] for number in batches}
        for _ in range(rounds):
            for number, batch in batches.items():
                found[number].append(_rate(batch, seconds))
    for number, rates in found.items():
        pairs = zip(rates, found[0], strict=True)
        yield Row(game, number, median(rates), median(rate / alone for rate, alone in pairs))


def _rate(batch: Matches, seconds: float) -> float:
    steps, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        batch.step_random()
        steps += 1
    return steps * len(batch) / (perf_counter() - began)
