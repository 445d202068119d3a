"""How good a player is and how certain that is, by openskill's Plackett-Luce model.

Tables have any number of players, and places may be shared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final

import msgspec

from branchline.core.extras import extra

with extra("arena"):
    from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
SURE: Final = 1.96  # standard deviations of a 95% interval


class Skill(msgspec.Struct, frozen=True):
    """Everybody starts with the model's defaults; `sigma` is the uncertainty."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def low(self) -> float:
        return self.mu - SURE * self.sigma

    @property
    def high(self) -> float:
        return self.mu + SURE * self.sigma


def rated(
    skills: Mapping[str, Skill], seats: Sequence[str], ranking: Sequence[Sequence[int]]
) -> dict[str, Skill]:
    """The skills of the players of a table after the game. `ranking` has the seats of each place, the best first.
    A player with several seats, as a bot may have, gets the mean of their results. If all seats belong to the same
    player, nothing changes."""
    before = {player: skills.get(player, Skill()) for player in seats}
    if len(before) == 1:
        return before
    ranks = [0.0] * len(seats)
    for place, shared in enumerate(ranking):
        for seat in shared:
            ranks[seat] = float(place)
    teams = [[_MODEL.rating(mu=before[player].mu, sigma=before[player].sigma)] for player in seats]
    after = defaultdict(list)
    for player, (one,) in zip(seats, _MODEL.rate(teams, ranks=ranks), strict=True):
        after[player].append(one)
    return {
        player: Skill(fmean(one.mu for one in several), fmean(one.sigma for one in several))
        for player, several in after.items()
    }
