"""Awards after a game: what each one counts, over whole matches."""

from __future__ import annotations

from itertools import pairwise

import pytest

from branchline.core.awards import Played, give
from branchline.games.firstclass.rules import trains
from branchline.games.firstclass.rules.state import CONDUCTORS, State
from branchline.games.firstclass.screen import awards
from branchline.games.firstclass.screen.accounts import tally
from branchline.games.firstclass.screen.awards import COUNTS
from branchline.games.firstclass.text.captions import SOURCES

from ...matches import random_match

History = list[Played[State]]


@pytest.fixture(scope="module", params=["AB", "CD", "AE"])
def history(request: pytest.FixtureRequest) -> History:
    return random_match("firstclass", 3, seed=4, modules=request.param)


def test_numbers_are_those_of_the_last_position(history: History) -> None:
    end = history[-1].after
    found = {name: list(count(history)) for name, count in COUNTS.items()}
    assert len(found) >= 6
    for seat in range(3):
        upper, lower = end.length[seat * 2], end.length[seat * 2 + 1]
        assert found["length"][seat] == max(upper, lower)
        assert found["route"][seat] == end.loco[seat]
        assert found["conductors"][seat] == sum(end.length[CONDUCTORS + seat * 2 + train] for train in (0, 1))
        assert found["luxury"][seat] >= trains.points(end, seat, 0) + trains.points(end, seat, 1)


def test_points_are_those_of_the_score(history: History) -> None:
    """Game-end cards bring as much as the score says."""
    sums = [0, 0, 0]
    for played in history:
        points = tally(played.before, played.move, played.after).get(SOURCES["game_end"], (0, 0, 0))
        sums = [before + more for before, more in zip(sums, points, strict=True)]
    assert list(COUNTS["end"](history)) == sums


@pytest.mark.clause("F8.1")
def test_coins_earned_are_those_spent_and_those_left(history: History) -> None:
    earned = COUNTS["coins"](history)
    for seat in range(3):
        held = [sum(played.after.coins[seat * 3 : seat * 3 + 3]) for played in history]
        spent = sum(max(0, before - after) for before, after in pairwise(held))
        assert 1 + earned[seat] == spent + held[-1]  # one coin is there from the start


def test_everybody_who_leads_in_something_gets_an_award(history: History) -> None:
    given = give(awards.awards(), history)
    assert given == give(awards.awards(), history)
    seats = [one.seat for one in given]
    assert max(map(seats.count, seats)) <= 2
    leaders = {
        seat
        for count in COUNTS.values()
        for seat in range(3)
        if max(count(history)) == count(history)[seat] > 0
    }
    assert set(seats) == leaders
