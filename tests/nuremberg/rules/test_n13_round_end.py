"""N13: the end of the round."""

from __future__ import annotations

import pytest

from tests.nuremberg.arrange import (
    box,
    idle_until,
    push,
    seen,
    takeover,
)


@pytest.mark.clause("N13.1")
def test_the_next_round_begins() -> None:
    table = push(takeover(round=2, rounds=4), "keep", "keep", "keep")
    assert (seen(table).round, seen(table).phase) == (3, "auction")


@pytest.mark.clause("N13.1")
def test_or_the_game_ends() -> None:
    assert push(takeover(round=4, rounds=4), "keep", "keep", "keep").over


@pytest.mark.clause("N13.1")
def test_all_discs_return_to_the_bag() -> None:
    table = push(takeover(round=4, rounds=4, discs="wwwwbb"), "keep", "keep", "keep")
    bag = seen(table).bags.discs
    assert (bag.white, bag.brown, bag.red, bag.green) == (4, 4, 2, 2)
    assert box(table, "top1").disc is None


@pytest.mark.clause("N13.1", "N4.1")
def test_the_next_draw_is_from_the_full_bag() -> None:
    """All four whites lay on boxes; over some seeds they come again."""
    drawn = set()
    for seed in range(20):
        table = takeover(seed=seed, discs="wwwwbb")
        push(table, "keep", "keep", "keep")
        drawn |= {found.disc for found in seen(table).boxes}
        assert table.game.miscount(table.state) is None
    assert drawn == {"white", "brown", "red", "green"}


@pytest.mark.clause("N13.1")
def test_track_stations_and_items_stay_for_the_next_round() -> None:
    table = takeover(
        links={0: "NUS-GOS-FUE"}, stations={"FUE": "green"}, pawns={"ZIR": "rw"}, goods={"STE": 1}
    )
    before = seen(table)
    idle_until(push(table, "keep", "keep", "keep"), "auction")
    assert (seen(table).links, seen(table).plots) == (before.links, before.plots)
