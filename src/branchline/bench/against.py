"""Which figures are compared, and the ratio of one to the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from branchline.bench.beside import Peer
from branchline.bench.ours import Figure
from branchline.core import registry

# One of our figures, and what it is compared with: another of the same game, or a peer's.
PAIRS: Final = (
    ("playout in the engine", "catanatron"),
    ("random play from Python", "catanatron"),
    ("batch of 256", "playout in the engine"),
    ("batch of 256", "random play from Python"),
    ("batch of 256, observed", "random play from Python"),
    ("PettingZoo", "PettingZoo connect four"),
    ("Gymnasium vector of 256", "PettingZoo connect four"),
    ("OpenSpiel", "OpenSpiel tic-tac-toe in Python"),
    ("OpenSpiel", "OpenSpiel Kuhn poker in Python"),
    ("OpenSpiel", "OpenSpiel dominoes in Python"),
)


class Against(msgspec.Struct, frozen=True):
    what: str
    other: str
    times: float


def against(figures: Sequence[Figure], peers: Mapping[str, Peer]) -> list[Against]:
    """All pairs whose figures were both measured."""
    rates = {figure.what: figure.rate for figure in figures}
    rates |= {name: peer.decisions for name, peer in peers.items()}
    found = []
    for game in registry.OURS:
        for ours, theirs in PAIRS:
            what = f"{game}: {ours}"
            other = theirs if theirs in peers else f"{game}: {theirs}"
            if what in rates and other in rates:
                found.append(Against(what, other, round(rates[what] / rates[other], 3)))
    return found
