"""Every way to make a choice."""

from __future__ import annotations

from itertools import product

from branchline.core.screen import Choice


def moves_of(choice: Choice) -> list[str]:
    """What a choice can send: if it is a payment, every way to pay."""
    if choice.pays is None:
        return [choice.move]
    before = choice.move.split()[: -len(choice.pays.units)]
    counts = product(*(range(held + 1) for _, held in choice.pays.units))
    return [" ".join([*before, *map(str, paid)]) for paid in counts if sum(paid) == choice.pays.owed]
