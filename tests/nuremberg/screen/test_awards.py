"""Awards after a game: what each one counts, in positions and in whole matches."""

from __future__ import annotations

from typing import Any

import pytest

from branchline import Table
from branchline.core.awards import Played, give
from branchline.games.nuremberg.rules import scoring
from branchline.games.nuremberg.screen import awards
from branchline.games.nuremberg.screen.awards import COUNTS

from ...matches import random_match
from ..arrange import RICH, auction, building, takeover

History = list[Played[Any]]


def record(table: Table, *moves: str) -> History:
    """The moves played from here on, as awards see them."""
    found = []
    for text in moves:
        before, (move,) = table.game.clone(table.state), table.game.expand(table.state, text)
        table.push(text)
        found.append(Played(before, move, table.game.clone(table.state)))
    return found


def counted(name: str, history: History) -> list[int]:
    return list(COUNTS[name](history))


@pytest.mark.clause("N7.1")
def test_the_longest_line_counts_the_links_of_one_turn() -> None:
    table = building(cubes={0: 9}, influence={0: RICH}, links={0: "NUS-GOS-FUE"})
    history = record(table, "build FUE ZIR", "stop")
    assert counted("line", history) == [1, 0, 0]
    assert counted("builder", history) == [1, 0, 0]


@pytest.mark.clause("N5.2")
def test_the_boldest_bid_counts_even_if_it_was_outbid() -> None:
    table = auction(cubes={0: 9, 1: 9, 2: 9})
    history = record(table, "bid top1 4", "bid top1 7")
    assert sorted(counted("bid", history)) == [0, 4, 7]


@pytest.mark.clause("N3.1")
def test_patience_counts_cubes_that_stay_for_the_next_round() -> None:
    history = record(takeover(cubes={0: 4, 1: 1, 2: 0}, rounds=2), "keep", "keep", "keep")
    assert counted("patience", history) == [4, 1, 0]


@pytest.mark.clause("N12.5")
def test_the_seller_counts_links_that_go_to_a_company() -> None:
    table = takeover(players=2, influence={0: RICH, 1: RICH}, links={0: "NUS-GOS-FUE"})
    move = next(str(move) for move in table.legal_moves if str(move).startswith("cede"))
    history = record(table, move)
    while "sign" not in (str(move) for move in table.legal_moves):
        history += record(table, str(next(iter(table.legal_moves))))
    history += record(table, "sign")
    ceded = [
        before - after for before, after in zip(history[0].before.links, history[-1].after.links, strict=True)
    ]
    assert counted("seller", history) == ceded[:2]
    assert max(ceded[:2]) > 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_match_has_awards_whose_numbers_are_those_of_its_end(seed: int) -> None:
    history = random_match("nuremberg", 3, seed, rounds=2)
    end = history[-1].after
    found = {name: counted(name, history) for name in COUNTS}
    assert len(found) >= 6
    for seat in range(3):
        assert found["shipper"][seat] == found["passengers"][seat] + found["goods"][seat]
        assert found["builder"][seat] - found["seller"][seat] == end.links[seat]
        assert found["line"][seat] <= found["builder"][seat]
        assert found["profit"][seat] == end.profit[seat]
        assert found["sets"][seat] == scoring.set_points(end, seat)
    given = give(awards.awards(), history)
    seats = [one.seat for one in given]
    leads = {seat for row in found.values() for seat in range(3) if row[seat] == max(row) > 0}
    assert set(seats) == leads
    assert max(map(seats.count, seats)) <= 2
    assert given == give(awards.awards(), random_match("nuremberg", 3, seed, rounds=2))
