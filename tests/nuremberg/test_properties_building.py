"""What holds in every position when track is built."""

from __future__ import annotations

from itertools import groupby, pairwise
from random import Random
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from branchline import Table
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.arrange import building, seen
from tests.nuremberg.wandering import (
    companies,
    costs,
    few,
    owners,
    play,
    purse,
    seeds,
    tables,
)

# Building


@pytest.mark.clause("N7.9", "N7.10", "N7.11", "N7.12", "N7.13", "N7.14")
@few(15)
@given(table=tables, seed=seeds)
def test_a_link_charges_exactly_its_cost_and_tolls(table: Table, seed: int) -> None:
    """And cubes before influence, each toll in its own colour."""
    link_cost = costs(seen(table).map)
    due: tuple[View, str] | None = None
    for before, move, after in play(table, seed):
        if move.startswith("build"):
            due = before, move
        if due is None or after.decision == "pay":
            continue
        start, text = due
        due = None
        assert start.to_move is not None
        _, a, b = text.split()
        touched = [b] if start.line else [a, b]
        here = {plot.id: plot for plot in start.plots}
        red, green = (
            sum(colour in here[name].companies for name in touched if name in here)
            for colour in ("red", "green")
        )
        white = sum(here[name].landlords for name in touched if name in here)
        cost = link_cost[frozenset((a, b))]
        assert cost is not None
        was, now = (purse(view.players[start.to_move]) for view in (start, after))
        assert sum(was) - sum(now) == cost + red + green + white
        assert was[4] - now[4] == min(was[4], cost)
        spent = [was[i] - now[i] for i in range(4)]
        assert spent[0] >= white and spent[2] >= red and spent[3] >= green  # noqa: PT018 - one idea
        assert all(plot.landlords == 0 for plot in after.plots if plot.id in touched)


@pytest.mark.clause("N7.2", "N7.3", "N7.4", "N7.6", "N7.7", "N7.8")
@few(15)
@given(table=tables, seed=seeds)
def test_laid_lines_are_simple_paths_over_borders_that_allow_track(table: Table, seed: int) -> None:
    link_cost = costs(seen(table).map)
    start: View | None = None
    for before, move, after in play(table, seed):
        if before.phase != "building":
            continue
        if not before.line:
            start = before  # the turn begins
        if move != "stop" or not before.line:
            continue
        assert start is not None
        line, seat = before.line, before.to_move
        assert len(set(line)) == len(line) <= 16
        assert all(link_cost[frozenset(pair)] for pair in pairwise(line))
        assert "SOU" not in line[1:-1]
        own = {name for pair, owner in owners(start).items() if owner == seat for name in pair}
        assert line[0] in own | set(companies(start))
        new = {frozenset(pair) for pair in pairwise(line)}
        assert owners(after) == {**owners(start), **dict.fromkeys(new, seat)}
        assert not new & set(owners(start))


# Fürth

AROUND: Final = ("FUE", "GOS", "POP", "STE", "VAC", "ZIR", "EIB", "TEN", "NUN", "NUS", "ERL", "SCH", "KOR")
ENDS: Final = {"NUN", "NUS"}
OWNERS: Final[tuple[int | str, ...]] = (0, 1, 2, "red", "green")


@pytest.mark.clause("N8.1", "N16")
@few(80)
@given(seed=seeds, furth=st.sampled_from(["shortest", "own"]), links=st.integers(4, 18))
def test_the_bonus_is_that_of_a_naive_search(seed: int, furth: str, links: int) -> None:
    rng = Random(seed)
    table = building(furth=furth)
    numbers = {
        frozenset((border.a, border.b)): number
        for number, border in enumerate(seen(table).map.borders)
        if border.cost and border.a in AROUND and border.b in AROUND
    }
    laid: dict[frozenset[str], int | str] = {}
    joining = []
    for pair in rng.sample(sorted(numbers, key=sorted), links):
        laid[pair] = rng.choice(OWNERS)
        if _joining_lines(laid):
            del laid[pair]
            joining.append(pair)
    ways: dict[int | str, str] = {}
    for pair, owner in laid.items():
        ways[owner] = " ".join([ways.get(owner, ""), "-".join(sorted(pair))])
    table = building(furth=furth, links=ways, influence={0: (9, 9, 9, 9)})
    rng.shuffle(joining)
    texts = {str(move) for move in table.legal_moves}
    ends = [(a, b) for pair in joining for a, b in (sorted(pair), sorted(pair, reverse=True))]
    move = next((f"build {a} {b}" for a, b in ends if f"build {a} {b}" in texts), None)
    assume(move is not None)
    assert move is not None
    table.push(move)
    laid[frozenset(move.split()[1:])] = 0
    assert table.scores() == (_naive_bonus if furth == "shortest" else _naive_own_bonus)(laid, numbers)


def _joining_lines(laid: dict[frozenset[str], int | str]) -> list[list[frozenset[str]]]:
    """All simple ways from Fürth to where they first meet Nuremberg."""
    found = []

    def follow(name: str, been: set[str], line: list[frozenset[str]]) -> None:
        if name in ENDS:
            found.append(line)
            return
        for pair in laid:
            if name in pair:
                (onward,) = pair - {name}
                if onward not in been:
                    follow(onward, been | {onward}, [*line, pair])

    follow("FUE", {"FUE"}, [])
    return found


def _naive_bonus(
    laid: dict[frozenset[str], int | str], numbers: dict[frozenset[str], int]
) -> tuple[int, ...]:
    def merit(line: list[frozenset[str]]) -> tuple[int, int, list[int]]:
        return len(line), -sum(laid[pair] == 0 for pair in line), sorted(numbers[pair] for pair in line)

    best = min(_joining_lines(laid), key=merit)
    return tuple(sum(laid[pair] == seat for pair in best) for seat in range(3))


def _naive_own_bonus(
    laid: dict[frozenset[str], int | str], numbers: dict[frozenset[str], int]
) -> tuple[int, ...]:
    """The shortest unbroken run of own links on any joining line."""
    del numbers
    runs = [
        (owner, len(list(run)))
        for line in _joining_lines(laid)
        for owner, run in groupby(laid[pair] for pair in line)
    ]
    return tuple(min((length for owner, length in runs if owner == seat), default=0) for seat in range(3))
