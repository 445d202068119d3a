"""The dealer: the only place where randomness enters a game.

Each draw depends on the seed and on how many draws came before it, and on nothing else. So equal seeds deal
equal games, however often a player undoes a move; and somebody who has seen the draws so far, but not the
seed, can't predict the next one (the draw is a keyed hash).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b


class Dealer:
    def __init__(self, seed: int | None = None) -> None:
        """Without a seed, an unguessable one is chosen."""
        self._key = (secrets.randbits(256) if seed is None else seed).to_bytes(64, "big", signed=True)

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """The index drawn by draw `number` of the game; each index is as likely as its weight."""
        total = sum(weights)
        digest = blake2b(number.to_bytes(8, "big"), digest_size=16, key=self._key).digest()
        ticket = int.from_bytes(digest, "big") % total
        for index, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                return index
        raise AssertionError("weights are not negative")
