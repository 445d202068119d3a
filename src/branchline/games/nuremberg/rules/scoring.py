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


def ranking(s: State) -> vec[i64]:
    """N14.4: most points first; ties are broken by the position on profit/loss, stack included."""
    order = standing(s, PROFIT_TRACK)
    place: i64
    for place in range(1, s.setting.players):
        seat = order[place]
        back = place
        while back > 0 and s.score[order[back - 1]] < s.score[seat]:
            order[back] = order[back - 1]
            back -= 1
        order[back] = seat
    return order
