"""N14: the end of the game."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from branchline.core.compiled.engine import OVER
from branchline.games.nuremberg.rules.board import GREEN_PASSENGER, GREY, RED_PASSENGER, YELLOW
from branchline.games.nuremberg.rules.state import KEPT, PROFIT_TRACK, State, standing


def begin(s: State) -> None:
    seat: i64
    s.active = OVER
    for seat in range(s.setting.players):
        s.score[seat] += set_points(s, seat) + s.profit[seat] - s.links[seat]  # N14.1, N14.2, N14.3


def set_points(s: State, seat: i64) -> i64:
    """N14.1: 2 points per set; N16, sets=three: any passenger will do."""
    base = seat * 4
    red = s.shipped[KEPT + base + RED_PASSENGER]
    green = s.shipped[KEPT + base + GREEN_PASSENGER]
    passengers = red + green if s.setting.sets_of_three else min(red, green)
    return 2 * min(s.shipped[KEPT + base + YELLOW], s.shipped[KEPT + base + GREY], passengers)


def places(s: State) -> vec[i64]:
    """N14.4: how many are ahead of each seat: by points, then by the position on profit/loss, stack included."""
    order = standing(s, PROFIT_TRACK)
    found = vec[i64]([0] * s.setting.players)
    place: i64
    other: i64
    for place in range(s.setting.players):
        points = s.score[order[place]]
        for other in range(s.setting.players):
            theirs = s.score[order[other]]
            if theirs > points or (theirs == points and other < place):
                found[order[place]] += 1
    return found
