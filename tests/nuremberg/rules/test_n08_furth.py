"""N8: the bonus for joining Fürth and Nuremberg."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from random import Random

import pytest

from branchline import Table
from branchline.games.nuremberg.rules import furth
from tests.nuremberg.arrange import (
    RICH,
    Owner,
    building,
    owner_of,
    push,
    put_link,
    seen,
    start_here,
    takeover,
)


@pytest.mark.clause("N8.1")
@pytest.mark.parametrize(
    ("line", "points"), [("NUS GOS FUE", 2), ("NUN POP FUE", 2), ("NUN TEN POP VAC FUE", 4)]
)
def test_a_line_to_north_or_south_scores_a_point_per_link(line: str, points: int) -> None:
    table = push(building(influence={0: RICH}), f"build {line}")
    assert table.scores() == (points, 0, 0)
    assert seen(table).joined


@pytest.mark.clause("N8.1")
def test_a_line_that_falls_short_scores_nothing() -> None:
    table = push(building(), "build NUS GOS")
    assert table.scores() == (0, 0, 0)
    assert not seen(table).joined


@pytest.mark.clause("N8.1")
def test_the_bonus_is_scored_as_soon_as_the_joining_link_lies() -> None:
    table = push(building(influence={0: RICH}), "build NUS GOS FUE")
    assert (table.scores()[0], seen(table).decision, table.to_move) == (2, "build", 0)
    push(table, "build FUE ZIR stop")
    assert table.scores() == (2, 0, 0)


@pytest.mark.clause("N8.1", "N7.12")
def test_the_bonus_waits_for_the_joining_link_to_be_paid() -> None:
    table = building(links={0: "NUS-GOS"}, cubes={0: 0}, influence={0: RICH})
    push(table, "build GOS FUE", "pay white")
    assert table.scores() == (2, 0, 0)


@pytest.mark.clause("N8.1")
def test_every_owner_on_the_line_scores_their_own_links() -> None:
    table = building(links={1: "FUE-VAC", 2: "VAC-POP"})
    assert push(table, "build NUN POP").scores() == (1, 1, 1)


@pytest.mark.clause("N8.1")
def test_the_builder_need_not_have_most_links() -> None:
    table = building(links={1: "FUE-VAC-POP-TEN", 0: "NUN-HER"})
    assert push(table, "build NUN TEN").scores() == (1, 3, 0)


@pytest.mark.clause("N8.1")
def test_a_middle_link_joins_both_halves() -> None:
    table = building(links={1: "NUN-TEN-POP", 2: "FUE-VAC", 0: "VAC-HZA"})
    assert push(table, "build VAC POP").scores() == (1, 2, 1)


@pytest.mark.clause("N8.1")
def test_company_links_join_but_score_for_nobody() -> None:
    table = building(links={"red": "FUE-VAC", 1: "VAC-POP"})
    assert push(table, "build NUN POP").scores() == (1, 1, 0)


@pytest.mark.clause("N8.1")
def test_a_line_of_company_links_and_one_own_link_scores_one() -> None:
    table = building(links={"green": "FUE-VAC-POP-TEN"})
    assert push(table, "build NUN TEN").scores() == (1, 0, 0)


@pytest.mark.clause("N8.1")
def test_the_line_with_the_fewest_links_counts() -> None:
    table = building(links={1: "GOS-FUE", 2: "GOS-STE-FUE"})
    assert push(table, "build NUS GOS").scores() == (1, 1, 0)


@pytest.mark.clause("N8.1")
def test_a_shorter_line_counts_before_more_links_of_the_builder() -> None:
    table = building(links={1: "GOS-FUE", 0: "GOS-STE-FUE"})
    assert push(table, "build NUS GOS").scores() == (1, 1, 0)


@pytest.mark.clause("N8.1")
def test_of_equal_lines_the_one_with_the_most_links_of_the_builder_counts() -> None:
    """By Poppenreuth (borders 66, 70, 71) or by Stein (67, 70, 72): the builder has a link there."""
    table = building(links={1: "GOS-POP-FUE STE-FUE", 0: "GOS-STE"}, influence={0: RICH})
    assert push(table, "build NUS GOS").scores() == (2, 1, 0)


@pytest.mark.clause("N8.1")
@pytest.mark.parametrize(("by_poppenreuth", "by_stein", "scores"), [(1, 2, (1, 2, 0)), (2, 1, (1, 0, 2))])
def test_then_the_line_whose_border_numbers_come_first_counts(
    by_poppenreuth: int, by_stein: int, scores: tuple[int, ...]
) -> None:
    table = building(links={by_poppenreuth: "GOS-POP-FUE", by_stein: "GOS-STE-FUE"}, influence={0: RICH})
    assert push(table, "build NUS GOS").scores() == scores


@pytest.mark.clause("N8.1")
def test_border_numbers_are_compared_sorted_not_in_the_order_of_the_path() -> None:
    """From Fürth by Gostenhof 65, 71, 132, 131; by Vach 68, 52, 51, 131: sorted, 51 comes first."""
    table = building(links={1: "FUE-GOS-POP-TEN", 2: "FUE-VAC-ERL-TEN"})
    assert push(table, "build NUN TEN").scores() == (1, 0, 3)


@pytest.mark.clause("N8.1")
def test_one_link_may_join_north_and_south_at_once() -> None:
    """To the North 65, 71, 131, 132; to the South 41, 43, 65, 72: one line counts, the second."""
    table = building(links={0: "FUE-ZIR", 1: "GOS-POP-TEN-NUN", 2: "GOS-STE-EIB-NUS"})
    assert push(table, "build FUE GOS").scores() == (1, 0, 3)


@pytest.mark.clause("N8.1")
def test_the_bonus_comes_once_per_game() -> None:
    table = push(building(influence={1: RICH}), "build NUS GOS FUE stop", "build NUN POP FUE stop")
    assert table.scores() == (2, 0, 0)


@pytest.mark.clause("N8.1")
def test_the_bonus_does_not_come_again_after_the_line_was_ceded() -> None:
    table = building(joined=True, links={"red": "NUS-GOS-FUE"}, influence={0: RICH})
    assert push(table, "build NUN POP FUE stop").scores() == (0, 0, 0)


@pytest.mark.clause("N8.1")
def test_a_takeover_joins_nothing() -> None:
    table = takeover(links={0: "NUS-GOS-EIB-SCH"}, influence={0: RICH})
    push(table, "cede red NUS GOS EIB SCH sign")
    assert (table.scores(), seen(table).joined) == ((0, 0, 0), False)


@pytest.mark.clause("N8.1")
def test_the_other_board_has_no_such_bonus() -> None:
    table = building(board="wensleydale", influence={0: RICH})
    push(table, "build SOU GRG GRA stop")
    assert table.scores() == (0, 0, 0)


@pytest.mark.clause("N8.1", "N16")
@pytest.mark.parametrize("rules", ["1", "2"])
def test_own_reading_each_player_scores_the_shortest_run_of_any_joining_line(rules: str) -> None:
    """0 closes three lines: of 1, of 1 and 2, and of 2 alone. 2 has one link on the second, two on the third."""
    links: dict[Owner, str] = {1: "GOS-FUE POP-FUE", 2: "GOS-POP GOS-STE-FUE"}
    table = building(rules=rules, furth="own", links=links, influence={0: RICH})
    assert push(table, "build NUS GOS").scores() == (1, 1, 1)


@pytest.mark.clause("N8.1", "N16")
def test_own_reading_a_longer_line_counts_too() -> None:
    table = building(furth="own", links={1: "GOS-FUE", 2: "GOS-STE-FUE"})
    assert push(table, "build NUS GOS").scores() == (1, 1, 2)


@pytest.mark.clause("N8.1", "N16")
def test_own_reading_track_on_no_joining_line_scores_nothing() -> None:
    table = building(furth="own", links={1: "GOS-FUE", 2: "GOS-EIB-STE ZIR-CAD"})
    assert push(table, "build NUS GOS").scores() == (1, 1, 0)


@pytest.mark.clause("N8.1", "N16")
def test_own_reading_company_links_score_for_nobody() -> None:
    table = building(furth="own", links={"red": "GOS-FUE", 1: "NUN-HER"})
    assert push(table, "build NUS GOS").scores() == (1, 0, 0)


@pytest.mark.clause("N8.1", "N16")
def test_own_reading_is_scored_at_once_on_a_dense_net() -> None:
    """Trying every joining line would not end today: there are far too many."""
    table = building(furth="own", influence={0: RICH}, links={0: "NUS-GOS"})
    for border in seen(table).map.borders:
        if border.cost and "FUE" not in (border.a, border.b) and (border.a, border.b) != ("GOS", "NUS"):
            put_link(table.state, border.a, border.b, 1 if "BET" in (border.a, border.b) else "red")
    start_here(table)
    assert push(table, "build GOS FUE").scores() == (1, 2, 0)


@pytest.mark.clause("N8.1", "N16")
@pytest.mark.parametrize(("rules", "points"), [("1", 3), ("2", 1)])
def test_own_reading_a_run_ends_where_somebody_elses_link_comes(rules: str, points: int) -> None:
    """1 has a run of one and a run of two on the only line, with a link of 0 between."""
    links: dict[Owner, str] = {1: "FUE-VAC POP-TEN-NUN", 0: "VAC-HZA"}
    table = building(rules=rules, furth="own", links=links)
    assert push(table, "build VAC POP").scores() == (1, points, 0)


@pytest.mark.clause("N16")
def test_own_reading_a_part_of_a_longer_run_is_not_a_run() -> None:
    table = building(furth="own", links={1: "FUE-VAC-POP-TEN"})
    assert push(table, "build NUN TEN").scores() == (1, 3, 0)


@pytest.mark.clause("N16")
@pytest.mark.parametrize("seed", range(12))
def test_own_reading_agrees_with_trying_every_line(seed: int) -> None:
    """On random nets around Fürth, for both versions of the rules."""
    rng = Random(seed)
    owners: list[Owner] = [0, 0, 1, 1, 2, "red"]
    for rules, counted in (("1", sum), ("2", min)):
        table = building(rules=rules, furth="own")
        near = [b for b in seen(table).map.borders if b.cost and {b.a, b.b} <= AROUND]
        state = table.state
        for border in rng.sample(near, 16):
            put_link(state, border.a, border.b, owners[rng.randrange(6)])
        furth.score_if_joined(state)
        assert table.scores() == tuple(_by_trying(table, seat, counted) for seat in range(3))


AROUND = frozenset("FUE NUN NUS GOS POP STE VAC TEN HZA ZIR EIB HER".split())


def _by_trying(table: Table, seat: int, counted: Callable[[list[int]], int]) -> int:
    """The least that a player's runs on a joining line come to, over all such lines."""
    links = [(a, b, owner_of(table, f"{a}-{b}")) for a, b in _laid(table)]
    found = []
    ways: list[tuple[list[str], list[Owner | None]]] = [(["FUE"], [])]
    while ways:
        plots, owners = ways.pop()
        if plots[-1] in ("NUN", "NUS"):
            runs = [len(list(run)) for owner, run in groupby(owners) if owner == seat]
            found += [counted(runs)] if runs else []
            continue
        for a, b, owner in links:
            for here, onward in ((a, b), (b, a)):
                if here == plots[-1] and onward not in plots:
                    ways.append(([*plots, onward], [*owners, owner]))
    return min(found, default=0)


def _laid(table: Table) -> list[tuple[str, str]]:
    return [
        (b.a, b.b) for b in seen(table).map.borders if b.cost and owner_of(table, f"{b.a}-{b.b}") is not None
    ]


@pytest.mark.clause("N8.1")
def test_the_shortest_line_is_found_at_once_on_a_dense_net() -> None:
    table = building(influence={0: RICH}, links={0: "ZIR-STE"})
    for border in seen(table).map.borders:
        if border.cost and "FUE" not in (border.a, border.b) and (border.a, border.b) != ("STE", "ZIR"):
            put_link(table.state, border.a, border.b, 1 if "EIB" in (border.a, border.b) else "green")
    start_here(table)
    assert push(table, "build ZIR FUE").scores() == (2, 2, 0)  # by EIB: GOS comes later in the file
