"""N12: takeovers."""

from __future__ import annotations

import pytest

from branchline import Table
from tests.nuremberg.arrange import (
    POOR,
    RICH,
    influence,
    moves,
    owner_of,
    player,
    plot,
    push,
    refused,
    seen,
    standing,
    takeover,
)

LONG = "NUS-GOS-FUE-ZIR-CAD-LGZ"  # five links


def rich(links: str, **stations: str) -> Table:
    return takeover(links={0: links}, stations=stations, influence={0: RICH})


def stretches(table: Table) -> list[str]:
    """Every stretch that can be ceded, whole."""
    found = []
    for move in moves(table, "cede"):
        table.push(move)
        found += _endings(table)
        table.pop()
    return found


def _endings(table: Table) -> list[str]:
    found = []
    for move in moves(table):
        if move == "sign":
            found.append(f"{seen(table).ceding} " + " ".join(seen(table).line))
        else:
            table.push(move)
            found += _endings(table)
            table.pop()
    return found


# N12.1


@pytest.mark.clause("N12.1")
def test_players_cede_in_the_new_general_order() -> None:
    table = push(takeover(order=(2, 0, 1)), "keep")
    assert table.to_move == 0


@pytest.mark.clause("N12.1")
def test_nobody_has_to_cede() -> None:
    table = push(rich("NUS-GOS-FUE"), "keep")
    assert (table.to_move, player(table, 0).links) == (1, 2)


@pytest.mark.clause("N12.1")
def test_one_stretch_is_all() -> None:
    table = push(rich("NUS-GOS-FUE NUN-HER"), "cede red NUS GOS FUE sign")
    assert (table.to_move, owner_of(table, "NUN-HER")) == (1, 0)


@pytest.mark.clause("N12.1")
def test_a_stretch_goes_to_one_company() -> None:
    table = push(rich("NUS-GOS-FUE-POP-NUN"), "cede red NUS GOS")
    error = refused(table, "cede green GOS FUE")
    assert (error.clause, error.text) == (
        "N12.1", "This stretch goes to the other company: each stretch goes to one company only.",
    )  # fmt: skip


@pytest.mark.clause("N12.1")
def test_after_a_stretch_is_begun_keeping_everything_is_refused() -> None:
    table = push(rich("NUS-GOS-FUE"), "cede red NUS GOS")
    assert refused(table, "keep").clause == "N12.1"


@pytest.mark.clause("N12.1")
def test_a_stretch_begun_can_be_taken_back() -> None:
    table = push(rich("NUS-GOS-FUE"), "cede red NUS GOS")
    table.pop()
    assert "keep" in moves(table)


@pytest.mark.clause("N12.1")
def test_a_stretch_cannot_be_signed_before_it_is_begun() -> None:
    error = refused(rich("NUS-GOS-FUE"), "sign")
    assert (error.clause, error.text) == ("N12.1", "You have not started a stretch.")


# N12.2 The way


@pytest.mark.clause("N12.2")
@pytest.mark.parametrize("owner", [1, "red", "green"])
def test_only_own_links_are_ceded(owner: int | str) -> None:
    table = takeover(links={0: "NUS-GOS", owner: "GOS-FUE"}, influence={0: RICH})
    assert moves(table) == ["keep"]
    error = refused(table, "cede red GOS FUE")
    assert (error.clause, error.text) == ("N12.2", "You have no link between Gostenhof and Fürth.")


@pytest.mark.clause("N12.2")
def test_at_a_fork_one_branch_is_chosen() -> None:
    table = rich("NUS-GOS-FUE GOS-STE-ZIR")
    push(table, "cede red NUS GOS")
    assert moves(table) == ["cede red GOS FUE", "cede red GOS STE"]
    push(table, "cede red GOS STE ZIR", "sign")
    assert [owner_of(table, border) for border in ("NUS-GOS", "STE-ZIR", "GOS-FUE")] == ["red", "red", 0]


@pytest.mark.clause("N12.2")
def test_a_stretch_does_not_branch() -> None:
    table = push(rich("NUS-GOS-FUE-ZIR GOS-STE-ZIR"), "cede red NUS GOS FUE")
    assert refused(table, "cede red GOS STE").clause == "N12.2"


@pytest.mark.clause("N12.2")
def test_a_stretch_visits_no_plot_twice() -> None:
    table = push(rich("NUS-GOS-FUE-STE-GOS STE-ZIR"), "cede red NUS GOS FUE STE")
    assert moves(table) == ["cede red STE ZIR"]
    error = refused(table, "cede red STE GOS")
    assert (error.clause, error.text) == (
        "N12.2", "The stretch has already been to Gostenhof: it can't visit a plot twice.",
    )  # fmt: skip


@pytest.mark.clause("N12.2")
def test_a_ring_is_not_ceded_whole() -> None:
    """A ring at Nürnberg Süd without another station."""
    assert moves(rich("NUS-GOS-EIB-NUS")) == ["keep"]


@pytest.mark.clause("N12.2")
def test_around_a_ring_there_are_two_paths() -> None:
    table = rich("NUS-GOS-FUE-STE-GOS STE-ZIR")
    assert stretches(table) == [
        "red NUS GOS FUE",
        "red NUS GOS FUE STE ZIR",
        "red NUS GOS STE FUE",
        "red NUS GOS STE ZIR",
    ]


# N12.3 Its ends


@pytest.mark.clause("N12.3")
@pytest.mark.parametrize(("company", "link"), [("red", "FUE GOS"), ("green", "NUS GOS"), ("red", "GOS NUS")])
def test_a_stretch_starts_at_a_station_of_its_company(company: str, link: str) -> None:
    error = refused(rich("NUS-GOS-FUE"), f"cede {company} {link}")
    assert error.clause == "N12.3"


@pytest.mark.clause("N12.3")
def test_track_that_touches_no_station_of_a_company_is_kept() -> None:
    assert moves(rich("FUE-ZIR-CAD-LGZ")) == ["keep"]


@pytest.mark.clause("N12.3")
def test_the_sentence_names_the_plot_that_is_not_a_station() -> None:
    assert refused(rich("NUS-GOS-FUE"), "cede green NUS GOS").text == (
        "A stretch for the green company starts at one of its stations; Nürnberg Süd is not one."
    )


@pytest.mark.clause("N12.3")
@pytest.mark.parametrize("end", ["NUS GOS FUE", "NUS GOS POP NUN", "NUS GOS EIB SCH"])
def test_a_stretch_ends_at_any_station(end: str) -> None:
    """Neutral, of the other company, of the same company."""
    table = push(rich(end.replace(" ", "-")), f"cede red {end} sign")
    assert player(table, 0).links == 0


@pytest.mark.clause("N12.3")
def test_a_stretch_does_not_end_on_open_land() -> None:
    table = push(rich("NUS-GOS-FUE"), "cede red NUS GOS")
    error = refused(table, "sign")
    assert (error.clause, error.text) == ("N12.3", "A stretch ends at a station; Gostenhof is not one.")


@pytest.mark.clause("N12.3")
def test_track_that_leads_to_no_station_is_not_ceded() -> None:
    table = rich("NUS-GOS-EIB")
    assert moves(table) == ["keep"]
    assert refused(table, "cede red NUS GOS").clause == "N12.3"


@pytest.mark.clause("N12.3")
def test_a_stretch_may_stop_at_a_station_or_run_through_it() -> None:
    assert stretches(rich("NUS-GOS-FUE-ZIR")) == ["red NUS GOS FUE", "red NUS GOS FUE ZIR"]


@pytest.mark.clause("N12.3", "N12.5")
def test_a_stretch_starts_at_a_station_that_was_taken_over() -> None:
    table = push(rich("FUE-ZIR", FUE="green"), "cede green FUE ZIR sign")
    assert plot(table, "ZIR").companies == ("green",)


@pytest.mark.clause("N12.3", "N12.5")
def test_a_station_of_both_is_a_start_for_both() -> None:
    table = rich("FUE-ZIR", FUE="red green")
    assert stretches(table) == ["red FUE ZIR", "green FUE ZIR"]


# N12.4 Its price


@pytest.mark.clause("N12.4")
@pytest.mark.parametrize(("end", "price"), [("FUE", 1), ("ZIR", 2), ("CAD", 2), ("LGZ", 3)])
def test_two_links_cost_a_point_rounded_up(end: str, price: int) -> None:
    plots = LONG.split("-")
    way = " ".join(plots[: plots.index(end) + 1])
    table = push(rich(LONG), f"cede red {way} sign")
    assert influence(table, 0) == (9, 9, 9 - price, 9)


@pytest.mark.clause("N12.4")
def test_a_single_link_costs_a_whole_point() -> None:
    table = push(rich("FUE-ZIR", FUE="red"), "cede red FUE ZIR sign")
    assert influence(table, 0)[2] == 8


@pytest.mark.clause("N12.4")
def test_the_last_point_pays() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, influence={0: (0, 0, 1, 0)})
    assert influence(push(table, "cede red NUS GOS FUE sign"), 0) == POOR


@pytest.mark.clause("N12.4")
def test_nothing_stands_in_for_the_companys_colour() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, influence={0: (9, 9, 0, 9)}, cubes={0: 15})
    assert moves(table) == ["keep"]
    error = refused(table, "cede red NUS GOS")
    assert (error.clause, error.text) == (
        "N12.4",
        "Two links cost 1 influence of the red company; you have 0.",
    )


@pytest.mark.clause("N12.4")
def test_with_a_point_too_few_only_shorter_stretches_are_offered() -> None:
    table = takeover(links={0: LONG}, influence={0: (9, 9, 2, 9)})
    assert stretches(table) == ["red NUS GOS FUE", "red NUS GOS FUE ZIR", "red NUS GOS FUE ZIR CAD"]


@pytest.mark.clause("N12.4")
def test_the_sentence_says_that_influence_is_lacking_not_that_a_station_is_missing() -> None:
    """Three links to the next station and one point: the way does lead to a station, but it costs 2."""
    table = takeover(links={0: "NUS-GOS-STE-ZIR"}, influence={0: (9, 9, 1, 9)})
    assert moves(table) == ["keep"]
    assert refused(table, "cede red NUS GOS STE ZIR sign").clause == "N12.4"


@pytest.mark.clause("N12.4", "N2.7")
def test_paying_moves_the_marker_onto_its_new_stack() -> None:
    table = takeover(
        links={0: "NUS-GOS-FUE"}, influence={0: (0, 0, 2, 0), 1: (0, 0, 1, 0)}, stacks={"red": (1, 2, 0)}
    )
    assert standing(push(table, "cede red NUS GOS FUE sign"), "red")[0] == 0


# N12.5 What becomes of it


@pytest.mark.clause("N12.5")
def test_the_links_become_company_track_and_the_pieces_return() -> None:
    table = push(rich("NUS-GOS-FUE"), "cede red NUS GOS FUE sign")
    assert [owner_of(table, border) for border in ("NUS-GOS", "GOS-FUE")] == ["red", "red"]
    assert (player(table, 0).links, player(table, 0).track) == (0, 15)


@pytest.mark.clause("N12.5")
def test_every_station_along_the_stretch_becomes_the_companys() -> None:
    table = push(rich(LONG), "cede red NUS GOS FUE ZIR CAD LGZ sign")
    assert [plot(table, name).companies for name in ("FUE", "ZIR", "CAD", "LGZ")] == [("red",)] * 4


@pytest.mark.clause("N12.5")
def test_other_plots_never_become_a_companys() -> None:
    table = push(rich("NUS-GOS-FUE"), "cede red NUS GOS FUE sign")
    assert plot(table, "GOS").companies == ()


@pytest.mark.clause("N12.5")
@pytest.mark.parametrize(("company", "way"), [("red", "NUS GOS POP NUN"), ("green", "NUN POP GOS NUS")])
def test_a_station_can_belong_to_both(company: str, way: str) -> None:
    table = push(rich("NUS-GOS-POP-NUN"), f"cede {company} {way} sign")
    end = way.split()[-1]
    assert plot(table, end).companies == ("red", "green")


@pytest.mark.clause("N12.5")
def test_a_stretch_through_a_station_of_both_keeps_the_other_company_there() -> None:
    table = push(rich("NUS-GOS-FUE-ZIR", FUE="green"), "cede red NUS GOS FUE ZIR sign")
    assert (plot(table, "FUE").companies, plot(table, "ZIR").companies) == (("red", "green"), ("red",))


@pytest.mark.clause("N12.5")
def test_a_stretch_may_run_through_a_station_the_company_has() -> None:
    table = push(rich("NUS-GOS-FUE-ZIR", FUE="red"), "cede red NUS GOS FUE ZIR sign")
    assert (player(table, 0).links, influence(table, 0)[2]) == (0, 7)


@pytest.mark.clause("N12.5")
def test_a_stretch_between_two_stations_of_the_company_is_one_move() -> None:
    assert stretches(rich("NUS-EIB-SCH")) == ["red NUS EIB SCH"]


@pytest.mark.clause("N12.5")
def test_it_may_be_named_from_either_end() -> None:
    one = push(rich("NUS-EIB-SCH"), "cede red NUS EIB SCH sign")
    other = push(rich("NUS-EIB-SCH"), "cede red SCH EIB NUS sign")
    assert one.view(0) == other.view(0)


@pytest.mark.clause("N12.5")
def test_begun_from_the_other_end_the_sentence_says_so() -> None:
    """The path does lead to a station, but it is named from the wrong end."""
    assert refused(rich("NUS-EIB-SCH"), "cede red SCH EIB").clause == "N12.5"


@pytest.mark.clause("N12.5")
def test_at_a_station_of_the_company_a_stretch_may_have_to_be_named_from_there() -> None:
    table = push(rich("SCH-EIB-NUS-MOG-SEB-NUN"), "cede red SCH EIB NUS")
    error = refused(table, "sign")
    assert error.clause == "N12.5"
    assert "from its other end" in error.text
    push(table, "cede red NUS MOG SEB NUN", "sign")
    assert player(table, 0).links == 0


@pytest.mark.clause("N12.5")
def test_a_stretch_between_stations_of_two_companies_is_two_moves() -> None:
    """Red from the South or green from the North: two prices, two owners."""
    assert stretches(rich("NUS-GOS-POP-NUN")) == ["red NUS GOS POP NUN", "green NUN POP GOS NUS"]


@pytest.mark.clause("N12.5")
def test_between_two_stations_of_both_companies_each_has_one_move() -> None:
    assert stretches(rich("FUE-ZIR", FUE="red green", ZIR="red green")) == ["red FUE ZIR", "green FUE ZIR"]


@pytest.mark.clause("N12.5")
def test_other_players_links_along_the_stretch_stay() -> None:
    table = takeover(links={0: "NUS-GOS-FUE", 1: "EIB-GOS-STE"}, influence={0: RICH})
    push(table, "cede red NUS GOS FUE sign")
    assert (owner_of(table, "EIB-GOS"), player(table, 1).links) == (1, 2)


# N12.6 What leaves the game


@pytest.mark.clause("N12.6")
def test_all_goods_along_the_stretch_leave_the_game() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, goods={"GOS": 2, "STE": 1}, influence={0: RICH})
    push(table, "cede red NUS GOS FUE sign")
    assert (plot(table, "GOS").goods, plot(table, "STE").goods) == (0, 1)
    assert seen(table).removed == (2, 0, 0, 0, 0)


@pytest.mark.clause("N12.6")
@pytest.mark.parametrize(
    ("company", "way", "left"), [("red", "NUS GOS FUE", (0, 2, 1)), ("green", "NUN POP FUE", (3, 0, 1))]
)
def test_passengers_of_that_colour_leave_and_no_others(company: str, way: str, left: tuple[int, ...]) -> None:
    table = takeover(links={0: way.replace(" ", "-")}, pawns={"FUE": "rrrggw"}, influence={0: RICH})
    push(table, f"cede {company} {way} sign")
    here = plot(table, "FUE")
    assert (here.red, here.green, here.landlords) == left


@pytest.mark.clause("N12.6", "N12.5")
def test_a_station_turned_double_loses_the_new_colour_only() -> None:
    table = takeover(
        links={0: "NUS-GOS-FUE"}, stations={"FUE": "green"}, pawns={"FUE": "rr"}, influence={0: RICH}
    )
    push(table, "cede red NUS GOS FUE sign")
    assert plot(table, "FUE").companies == ("red", "green")
    assert (plot(table, "FUE").red, seen(table).removed) == (0, (0, 0, 2, 0, 0))


@pytest.mark.clause("N12.6")
def test_stations_in_the_middle_are_cleared_too() -> None:
    table = takeover(links={0: "NUS-GOS-FUE-ZIR"}, pawns={"FUE": "rg", "ZIR": "r"}, influence={0: RICH})
    push(table, "cede red NUS GOS FUE ZIR sign")
    assert (plot(table, "FUE").red, plot(table, "FUE").green, plot(table, "ZIR").red) == (0, 1, 0)


@pytest.mark.clause("N12.6")
def test_plots_beside_the_stretch_keep_everything() -> None:
    table = takeover(
        links={0: "NUS-GOS-FUE-ZIR"}, pawns={"ZIR": "rr"}, goods={"STE": 2, "H_LGZ": 1}, influence={0: RICH}
    )
    push(table, "cede red NUS GOS FUE sign")
    assert (plot(table, "ZIR").red, plot(table, "STE").goods, plot(table, "H_LGZ").goods) == (2, 2, 1)


@pytest.mark.clause("N12.6")
def test_nothing_leaves_before_the_stretch_is_signed() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, goods={"GOS": 2}, pawns={"FUE": "r"}, influence={0: RICH})
    push(table, "cede red NUS GOS FUE")
    assert (plot(table, "GOS").goods, plot(table, "FUE").red, owner_of(table, "NUS-GOS")) == (2, 1, 0)


# N12.7


@pytest.mark.clause("N12.7")
def test_there_is_a_takeover_in_the_last_round() -> None:
    table = takeover(rounds=4, round=4, links={0: "NUS-GOS-FUE"}, influence={0: RICH})
    push(table, "cede red NUS GOS FUE sign", "keep", "keep")
    assert table.over
    assert table.scores() == (0, 0, 0)  # no minus for links that were ceded
