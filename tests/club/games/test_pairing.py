"""Pairings: properties of a round and of a whole league, for any number of players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.leagues.pairing import (
    advancing,
    first_tables,
    knockout_round,
    league_rounds,
    rounds_of,
    swiss_round,
)
from branchline.leagues.seat_balance import BOT, Round, meetings, pair
from branchline.leagues.standings import Played, points_of, standings

sizes = st.integers(2, 4)
crowds = st.integers(2, 14)


def people(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def unequal_seats(rounds: Sequence[Round], entrants: Sequence[str], size: int) -> int:
    """The largest difference in how often somebody has had two seats."""
    had = Counter(
        (player, seat) for tables in rounds for table in tables for seat, player in enumerate(table)
    )
    by_player = [[had[player, seat] for seat in range(size)] for player in entrants]
    return max(max(seats) - min(seats) for seats in by_player)


def seats_everybody_once(tables: Round, entrants: Sequence[str], size: int) -> bool:
    seated = [player for table in tables for player in table if player != BOT]
    return sorted(seated) == sorted(entrants) and all(len(table) == size for table in tables)


@given(crowds, sizes)
@settings(max_examples=12, deadline=None)
def test_a_league_seats_everybody_once_per_round(count: int, size: int) -> None:
    entrants = people(count)
    rounds = league_rounds(entrants, size, rounds_of("league", count, size))
    assert all(seats_everybody_once(tables, entrants, size) for tables in rounds)
    assert unequal_seats(rounds, entrants, size) <= 2
    assert rounds == league_rounds(entrants, size, len(rounds)), "the same again"


@pytest.mark.parametrize("count", range(2, 17))
def test_a_round_robin_has_every_meeting_once_and_equal_seats(count: int) -> None:
    entrants = people(count)
    rounds = league_rounds(entrants, 2, rounds_of("league", count, 2))
    met = meetings(rounds)
    assert {met[pair(a, b)] for a, b in combinations(entrants, 2)} == {1}
    assert unequal_seats(rounds, entrants, 2) <= 1
    if count % 2:
        assert {met[pair(BOT, player)] for player in entrants} == {1}, "each meets the bot once"


def test_a_second_round_robin_swaps_the_seats() -> None:
    entrants = people(6)
    twice = league_rounds(entrants, 2, 10)
    assert [[table[::-1] for table in tables] for tables in twice[:5]] == twice[5:]


@pytest.mark.parametrize(("count", "size", "rounds"), [(9, 3, 4), (8, 3, 8), (16, 4, 5), (9, 3, 8)])
def test_if_all_can_meet_equally_often_they_nearly_do(count: int, size: int, rounds: int) -> None:
    entrants = people(count)
    met = meetings(league_rounds(entrants, size, rounds))
    times = [met[pair(a, b)] for a, b in combinations(entrants, 2)]
    assert max(times) - min(times) <= 2
    assert sum(abs(one - round(sum(times) / len(times))) for one in times) <= len(times) / 4


def test_bots_sit_apart() -> None:
    for tables in league_rounds(people(10), 4, 3):  # two bots for three tables
        assert max(table.count(BOT) for table in tables) == 1


def swiss(count: int, size: int, rounds: int, seed: int) -> tuple[list[Round], list[dict[str, float]]]:
    """A tournament that earlier players in the list mostly win; and the points before each round."""
    entrants, rng = people(count), random.Random(seed)
    past: list[Round] = []
    points = dict.fromkeys(entrants, 0.0)
    before = []
    for _round in range(rounds):
        order = sorted(entrants, key=lambda player: (-points[player], player))
        before.append(dict(points))
        past.append(swiss_round(order, size, past, points))
        for table in past[-1]:
            strength = {player: rng.gauss(-int(player[1:] or 0) if player else -count, 3) for player in table}
            places = [1 + sum(strength[other] > strength[player] for other in table) for player in table]
            for seat, player in enumerate(table):
                if player:
                    points[player] += points_of(places, seat)
    return past, before


@given(st.integers(4, 14), sizes, st.integers(0, 1000))
@settings(max_examples=12, deadline=None)
def test_a_swiss_tournament_seats_everybody_once_per_round(count: int, size: int, seed: int) -> None:
    past, _before = swiss(count, size, rounds_of("swiss", count, size), seed)
    assert all(seats_everybody_once(tables, people(count), size) for tables in past)
    assert unequal_seats(past, people(count), size) <= 3


@given(st.integers(6, 16), st.integers(0, 1000))
@settings(max_examples=12, deadline=None)
def test_nobody_meets_twice_in_a_swiss_tournament_for_two(count: int, seed: int) -> None:
    rounds = min(rounds_of("swiss", count, 2), count // 2)
    past, _before = swiss(count, 2, rounds, seed)
    met = meetings(past)
    assert max(met[pair(a, b)] for a, b in combinations(people(count), 2)) == 1


def test_swiss_players_meet_their_equals() -> None:
    past, before = swiss(16, 2, 4, seed=3)
    apart = [
        abs(points[a] - points[b])
        for tables, points in zip(past, before, strict=True)
        for a, b in tables
        if a and b
    ]
    assert sum(apart) / len(apart) < 0.4


def test_a_knockout_for_two_is_a_bracket_with_bots_for_the_best() -> None:
    entrants = people(5)
    assert first_tables(5, 2) == 4
    opponents = {frozenset(table) for table in knockout_round(entrants, 2, [])}
    assert opponents == {
        frozenset({"p00", BOT}), frozenset({"p01", BOT}), frozenset({"p02", BOT}), frozenset({"p03", "p04"})
    }  # fmt: skip


@given(st.integers(2, 30), sizes, st.integers(0, 1000))
@settings(max_examples=80, deadline=None)
def test_a_knockout_ends_with_one_table(count: int, size: int, seed: int) -> None:
    seeds, rng = people(count), random.Random(seed)
    left: list[str] = seeds
    past: list[Round] = []
    while left:
        tables = knockout_round(left, size, past)
        assert seats_everybody_once(tables, left, size)
        assert all(any(table) for table in tables), "nobody looks at bots alone"
        past.append(tables)
        ended = [list(zip(table, rng.sample(range(1, size + 1), size), strict=True)) for table in tables]
        left = advancing(ended, size, seeds)
    assert len(past) == rounds_of("knockout", count, size)


def test_a_bot_never_advances_and_a_shared_place_goes_to_the_better_seed() -> None:
    tables = [[("a", 2), (BOT, 1)], [("b", 1), ("c", 1)]]
    assert advancing(tables, 2, ["c", "a", "b"]) == ["c", "a"]
    assert advancing(tables[:1], 2, ["a"]) == []


def test_the_best_of_the_others_fill_the_last_table() -> None:
    tables = [
        [("a", 1), ("b", 2), ("c", 3), ("d", 4)],
        [("e", 4), ("f", 3), ("g", 2), ("h", 1)],
    ]
    assert advancing(tables, 4, list("abcdefgh")) == ["a", "b", "g", "h"]


def test_points_by_place() -> None:
    assert [points_of((1, 2, 3), seat) for seat in range(3)] == [2, 1, 0]
    assert [points_of((1, 1, 3, 4), seat) for seat in range(4)] == [2.5, 2.5, 1, 0]


def test_standings_count_points_then_wins_then_the_opponents_points() -> None:
    all_there = (True, True)
    tables = [
        Played(("ann", "bob"), (1, 2), all_there),
        Played(("cem", "dot"), (1, 2), all_there),
        Played(("ann", "cem"), (1, 2), all_there),
        Played(("dot", "bob"), (2, 1), (False, True)),
    ]
    shown = standings(["dot", "cem", "bob", "ann"], tables)
    assert [(one.player, one.points, one.wins, one.met) for one in shown] == [
        ("ann", 2, 2, 2),
        ("cem", 1, 1, 2),  # equal to bob in everything, but with the better seed
        ("bob", 1, 1, 2),
        ("dot", 0, 0, 2),
    ]
    assert [one.rank for one in shown] == [1, 2, 3, 4]


def test_a_player_who_left_their_seat_gets_nothing_for_it() -> None:
    (ann, bob) = standings(["ann", "bob"], [Played(("ann", "bob"), (1, 2), (False, True))])
    assert (ann.player, ann.points, ann.games) == ("ann", 0, 1)
    assert bob.points == 0
