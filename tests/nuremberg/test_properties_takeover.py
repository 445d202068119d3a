"""What holds in every position when track is ceded."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from branchline import Table
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.arrange import seen
from tests.nuremberg.wandering import (
    companies,
    few,
    lively,
    owners,
    play,
    seeds,
    stations,
    tables,
)


@pytest.mark.clause("N12.2", "N12.3", "N12.4", "N12.5", "N12.6")
@few(20)
@given(table=tables, seed=seeds)
def test_a_takeover_changes_its_stretch_and_nothing_else(table: Table, seed: int) -> None:
    for before, move, after in play(table, seed):
        if move != "sign" or after.phase == "game_end":
            continue
        assert before.to_move is not None
        line, company, seat = before.line, before.ceding, before.to_move
        assert company is not None
        assert company in companies(before)[line[0]]
        assert line[-1] in stations(before)
        way = {frozenset(pair) for pair in pairwise(line)}
        assert {owners(before)[pair] for pair in way} == {seat}
        assert owners(after) == {**owners(before), **dict.fromkeys(way, company)}
        for name in stations(before):
            held = set(companies(before).get(name, ()))
            assert set(companies(after).get(name, ())) == held | ({company} if name in line else set())
        was, now = before.players[seat], after.players[seat]
        links = len(line) - 1
        price = -(-links // 2)
        assert getattr(was.influence, company) - getattr(now.influence, company) == price
        assert now.track == was.track + links
        for printed in before.map.plots:
            _check_cleared(before, after, printed.id, company, printed.id in line)


def _check_cleared(before: View, after: View, name: str, company: str, on_the_way: bool) -> None:
    was, now = ({plot.id: plot for plot in view.plots}.get(name) for view in (before, after))
    for what in ("goods", "red", "green", "landlords"):
        count = getattr(was, what, 0)
        gone = on_the_way and what in ("goods", company)
        assert getattr(now, what, 0) == (0 if gone else count)


@pytest.mark.clause("N12.2", "N12.3", "N12.4", "N12.5")
@few(25)
@given(table=tables, seed=seeds, steps=st.integers(40, 150))
def test_every_stretch_of_a_naive_search_can_be_ceded_and_no_other(
    table: Table, seed: int, steps: int
) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if table.over:
            return
        table.push(lively(table, rng))
    while not table.over and not (seen(table).phase == "takeover" and not seen(table).line):
        table.push(lively(table, rng))
    if table.over:
        return
    view = seen(table)
    own = {pair for pair, owner in owners(view).items() if owner == view.to_move}
    assume(len(own) <= 12)
    assert _offered(table) == _naive_stretches(view, own)


Stretch = tuple[str, tuple[str, ...]]


def _named_once(company: str, line: tuple[str, ...], held: dict[str, tuple[str, ...]]) -> Stretch:
    """Between two stations of the company both directions are one stretch."""
    both = company in held.get(line[0], ()) and company in held.get(line[-1], ())
    return company, min(line, line[::-1]) if both else line


def _offered(table: Table) -> set[Stretch]:
    found: set[Stretch] = set()
    held = companies(seen(table))
    count = 0

    def follow() -> None:
        nonlocal count
        for move in [str(move) for move in table.legal_moves]:
            if move == "sign":
                count += 1
                found.add(_named_once(str(seen(table).ceding), seen(table).line, held))
            elif move != "keep":
                table.push(move)
                follow()
                table.pop()

    follow()
    assert count == len(found)  # each is one move
    return found


def _naive_stretches(view: View, own: set[frozenset[str]]) -> set[Stretch]:
    found: set[Stretch] = set()
    assert view.to_move is not None
    held = companies(view)

    def follow(company: str, line: tuple[str, ...], most: int) -> None:
        if len(line) > 1 and line[-1] in stations(view):
            found.add(_named_once(company, line, held))
        if len(line) - 1 < most:
            for pair in own:
                if line[-1] in pair:
                    (onward,) = pair - {line[-1]}
                    if onward not in line:
                        follow(company, (*line, onward), most)

    for name, its in held.items():
        for company in its:
            follow(company, (name,), 2 * getattr(view.players[view.to_move].influence, company))
    return found
