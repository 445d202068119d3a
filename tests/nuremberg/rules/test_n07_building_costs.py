"""N7.9 to N7.14: what track costs, and how it is paid."""

from __future__ import annotations

import pytest

from tests.nuremberg.arrange import (
    POOR,
    RICH,
    Four,
    building,
    idle_until,
    influence,
    moves,
    owner_of,
    player,
    plot,
    push,
    refused,
    seen,
    shipping,
)

# N7.9 Cost


@pytest.mark.clause("N7.9")
@pytest.mark.parametrize(
    ("board", "own", "link", "cost"),
    [
        ("nuremberg", "NUS-GOS", "GOS FUE", 1),  # lowland
        ("nuremberg", "GOS-FUE", "FUE ZIR", 2),  # river
        ("nuremberg", "SCH-STE", "STE GOS", 2),  # river
        ("wensleydale", "RIC-LEY", "LEY RDM", 1),  # lowland; rivers cost nothing here
        ("wensleydale", "RIC-LEY", "LEY COV", 2),  # into the upland
        ("wensleydale", "LEY-COV", "COV RDM", 2),  # out of the upland
        ("wensleydale", "LEY-COV", "COV LOF", 2),  # within the upland
    ],
)
def test_what_a_link_costs(board: str, own: str, link: str, cost: int) -> None:
    table = building(board=board, links={0: own}, cubes={0: 12})
    push(table, f"build {link}")
    assert player(table, 0).held == 12 - cost


@pytest.mark.clause("N7.9", "N15")
@pytest.mark.parametrize("board", ["nuremberg", "wensleydale"])
def test_every_border_of_the_map_costs_what_the_terrain_says(board: str) -> None:
    source = seen(building(board=board)).map
    terrain = {plot.id: plot.terrain for plot in source.plots}
    for border in source.borders:
        if border.cost is not None:
            upland = "upland" in (terrain[border.a], terrain[border.b])
            assert border.cost == (2 if upland or border.why == "river" else 1)


# N7.10 Company plots


@pytest.mark.clause("N7.10")
@pytest.mark.parametrize(("link", "left"), [("NUS GOS", (1, 1, 0, 1)), ("NUN POP", (1, 1, 1, 0))])
def test_a_company_plot_costs_a_point_of_its_colour(link: str, left: Four) -> None:
    table = push(building(influence={0: (1, 1, 1, 1)}), f"build {link}")
    assert influence(table, 0) == left


@pytest.mark.clause("N7.10")
def test_in_and_out_is_one_payment() -> None:
    table = building(links={0: "GOS-FUE"}, influence={0: (0, 0, 1, 0)})
    push(table, "build GOS NUS MOG stop")
    assert influence(table, 0) == POOR


@pytest.mark.clause("N7.10")
def test_a_company_plot_is_paid_again_where_own_track_stands() -> None:
    table = building(links={0: "NUS-GOS"}, influence={0: (0, 0, 2, 0)})
    push(table, "build NUS MOG stop")
    assert influence(table, 0) == (0, 0, 1, 0)


@pytest.mark.clause("N7.10")
def test_reaching_a_company_plot_with_own_track_is_paid_again() -> None:
    table = building(links={0: "NUS-GOS"}, influence={0: (0, 0, 2, 0)})
    push(table, "build GOS EIB NUS stop")
    assert influence(table, 0) == (0, 0, 1, 0)


@pytest.mark.clause("N7.10")
def test_a_company_plot_is_paid_in_every_round() -> None:
    table = building(players=2, order=(0, 1), influence={0: (0, 2, 2, 0), 1: POOR})
    push(table, "build NUS GOS stop", "stop", "pass", "pass", "keep", "keep")
    idle_until(table, "building")
    while table.to_move != 0:
        table.push("stop")
    before = influence(table, 0)[2]
    push(table, "build NUS MOG")
    assert influence(table, 0)[2] == before - 1


@pytest.mark.clause("N7.10")
def test_every_company_plot_of_a_line_is_paid() -> None:
    table = building(influence={0: (0, 0, 3, 1)})
    push(table, "build NUS EIB SCH ABE WIN HEI stop")
    assert influence(table, 0) == (0, 0, 0, 1)


@pytest.mark.clause("N7.10")
def test_a_station_of_both_companies_costs_one_of_each() -> None:
    table = building(links={0: "NUS-GOS"}, stations={"FUE": "red green"}, influence={0: (1, 1, 1, 1)})
    push(table, "build GOS FUE")
    assert influence(table, 0) == (1, 1, 0, 0)


@pytest.mark.clause("N7.10", "N7.13")
@pytest.mark.parametrize("points", [(9, 9, 1, 0), (9, 9, 0, 1)])
def test_a_station_of_both_companies_is_closed_to_players_without_both(points: Four) -> None:
    table = building(links={0: "NUS-GOS"}, stations={"FUE": "red green"}, influence={0: points})
    error = refused(table, "build GOS FUE")
    assert error.clause == "N7.10"
    assert error.text.endswith("you need 1 red and 1 green.")


@pytest.mark.clause("N7.10")
def test_other_colours_do_not_pay_a_company() -> None:
    error = refused(building(influence={0: (9, 9, 0, 9)}), "build NUS GOS")
    assert (error.clause, error.text) == (
        "N7.10", "A company plot costs 1 influence of its colour: you need 1 red.",
    )  # fmt: skip


@pytest.mark.clause("N7.10")
def test_two_company_plots_on_one_link_cost_two() -> None:
    table = push(building(board="wensleydale", influence={0: (0, 0, 2, 0)}), "build SOU HEL")
    assert influence(table, 0) == POOR


@pytest.mark.clause("N7.10")
def test_two_company_plots_on_one_link_need_two() -> None:
    table = building(board="wensleydale", influence={0: (9, 9, 1, 9)})
    assert refused(table, "build SOU HEL").clause == "N7.10"


@pytest.mark.clause("N7.10")
def test_a_toll_is_due_at_the_far_end_of_a_link_too() -> None:
    table = building(influence={0: (0, 0, 1, 0)}, links={0: "GOS-EIB"})
    push(table, "build EIB NUS")
    assert influence(table, 0) == POOR


# N7.11 Landlords


@pytest.mark.clause("N7.11")
def test_each_landlord_costs_a_white_point_and_leaves_the_game() -> None:
    table = building(links={0: "NUS-GOS"}, pawns={"FUE": "wwr"}, influence={0: (3, 0, 0, 0)})
    push(table, "build GOS FUE")
    assert influence(table, 0) == (1, 0, 0, 0)
    assert (plot(table, "FUE").landlords, plot(table, "FUE").red) == (0, 1)
    assert seen(table).removed == (0, 0, 0, 0, 2)


@pytest.mark.clause("N7.11")
def test_landlords_take_white_and_nothing_else() -> None:
    table = building(links={0: "NUS-GOS"}, pawns={"FUE": "ww"}, influence={0: (1, 9, 9, 9)})
    error = refused(table, "build GOS FUE")
    assert (error.clause, error.text) == (
        "N7.11", "Each landlord costs 1 white influence: you need 2 and have 1.",
    )  # fmt: skip


@pytest.mark.clause("N7.11")
def test_a_plot_whose_landlords_left_costs_nothing_more() -> None:
    table = building(
        players=2, order=(0, 1), pawns={"FUE": "w"}, influence={0: (1, 0, 1, 0), 1: (0, 0, 1, 0)}
    )
    push(table, "build NUS GOS FUE stop", "build SCH STE FUE stop")
    assert owner_of(table, "FUE-STE") == 1


@pytest.mark.clause("N7.11")
def test_a_landlord_on_the_starting_plot_is_paid() -> None:
    table = building(stations={"FUE": "red"}, pawns={"FUE": "w"}, influence={0: (1, 0, 1, 0)})
    push(table, "build FUE GOS")
    assert influence(table, 0) == POOR
    assert plot(table, "FUE").landlords == 0


@pytest.mark.clause("N7.11")
def test_landlords_beside_the_line_stay() -> None:
    table = push(building(pawns={"ZIR": "ww"}), "build NUS GOS FUE stop")
    assert plot(table, "ZIR").landlords == 2


# N7.12 Cubes, then influence


@pytest.mark.clause("N7.12")
def test_links_are_paid_in_cubes() -> None:
    table = push(building(links={0: "ALL-BUR"}, cubes={0: 5}, influence={0: RICH}), "build BUR ALT HAP")
    assert (player(table, 0).held, influence(table, 0)) == (3, RICH)


@pytest.mark.clause("N7.12")
def test_with_a_cube_left_no_influence_is_paid() -> None:
    table = push(building(links={0: "ALL-BUR"}, cubes={0: 5}, influence={0: RICH}), "build BUR ALT")
    error = refused(table, "pay white")
    assert (error.clause, error.text) == ("N7.12", "You don't owe anything.")


@pytest.mark.clause("N7.12")
def test_a_link_is_paid_partly_in_cubes_and_partly_in_chosen_influence() -> None:
    table = building(links={0: "GOS-FUE"}, cubes={0: 1}, influence={0: (2, 1, 1, 0)})
    push(table, "build FUE ZIR")
    assert (player(table, 0).held, seen(table).owed, seen(table).decision) == (0, 1, "pay")
    assert moves(table) == ["pay white", "pay brown", "pay red"]
    assert influence(push(table, "pay brown"), 0) == (2, 0, 1, 0)


@pytest.mark.clause("N7.12")
def test_two_points_may_be_paid_in_two_colours() -> None:
    table = building(links={0: "GOS-FUE"}, cubes={0: 0}, influence={0: (2, 1, 1, 1)})
    push(table, "build FUE ZIR", "pay green", "pay white")
    assert influence(table, 0) == (1, 1, 1, 0)
    assert seen(table).decision == "build"


@pytest.mark.clause("N7.12")
def test_what_is_owed_is_paid_before_anything_else() -> None:
    table = building(links={0: "GOS-FUE"}, cubes={0: 0}, influence={0: RICH})
    push(table, "build FUE ZIR")
    for move in ("stop", "build ZIR CAD"):
        error = refused(table, move)
        assert (error.clause, error.text) == ("N7.12", "First pay what you still owe: 2.")


@pytest.mark.clause("N7.12")
def test_nobody_pays_in_a_colour_they_lack_or_in_cubes() -> None:
    table = building(links={0: "GOS-FUE"}, cubes={0: 0}, influence={0: (0, 2, 2, 2)})
    push(table, "build FUE ZIR")
    for unit in ("white", "cube"):
        error = refused(table, f"pay {unit}")
        assert (error.clause, error.text) == ("N7.12", f"You can't pay with {unit} now.")


@pytest.mark.clause("N7.12")
@pytest.mark.parametrize("points", [(0, 3, 0, 0), (1, 0, 0, 1)])
def test_without_a_choice_influence_is_paid_at_once(points: Four) -> None:
    table = building(links={0: "GOS-FUE"}, cubes={0: 0}, influence={0: points})
    push(table, "build FUE ZIR")
    assert (sum(influence(table, 0)), seen(table).owed) == (sum(points) - 2, 0)


@pytest.mark.clause("N7.12")
def test_influence_paid_for_a_link_may_be_missing_at_the_next_company_plot() -> None:
    table = building(links={0: "NUS-GOS"}, cubes={0: 0}, influence={0: (1, 0, 1, 0)})
    push(table, "build GOS EIB", "pay red")
    assert refused(table, "build EIB NUS").clause == "N7.10"


@pytest.mark.clause("N7.12", "N7.10", "N7.11")
def test_cubes_do_not_pay_companies_or_landlords() -> None:
    table = building(cubes={0: 15}, influence={0: POOR}, links={0: "NUS-GOS"}, pawns={"FUE": "w"})
    assert refused(table, "build NUS MOG").clause == "N7.10"
    assert refused(table, "build GOS FUE").clause == "N7.11"


# N7.13 First the payments, then the cost


@pytest.mark.clause("N7.13", "N7.9", "N7.11")
def test_two_landlords_and_a_river_on_one_link() -> None:
    table = building(links={0: "GOS-FUE"}, pawns={"ZIR": "ww"}, cubes={0: 2}, influence={0: (2, 0, 0, 0)})
    push(table, "build FUE ZIR")
    assert (player(table, 0).held, influence(table, 0)) == (0, POOR)


@pytest.mark.clause("N7.13", "N7.9", "N7.11")
def test_two_landlords_and_a_river_with_a_cube_short() -> None:
    table = building(links={0: "GOS-FUE"}, pawns={"ZIR": "ww"}, cubes={0: 1}, influence={0: (2, 0, 0, 0)})
    error = refused(table, "build FUE ZIR")
    assert (error.clause, error.text) == (
        "N7.13",
        "The link costs 2, but after the other payments you have only 1 left.",
    )


@pytest.mark.clause("N7.13", "N7.12")
def test_two_landlords_and_a_river_paid_from_what_white_is_left() -> None:
    table = building(links={0: "GOS-FUE"}, pawns={"ZIR": "ww"}, cubes={0: 1}, influence={0: (3, 0, 0, 0)})
    push(table, "build FUE ZIR")
    assert (player(table, 0).held, influence(table, 0)) == (0, POOR)


@pytest.mark.clause("N7.13")
def test_the_company_takes_the_last_point_and_none_is_left_for_the_link() -> None:
    table = building(cubes={0: 0}, influence={0: (0, 0, 1, 0)})
    error = refused(table, "build NUS GOS")
    assert (error.clause, error.text) == (
        "N7.13",
        "The link costs 1, but after the other payments you have only 0 left.",
    )


@pytest.mark.clause("N7.13")
def test_the_company_is_paid_before_the_link() -> None:
    """One red, one white, no cube: the red point is the company's, so white pays the link."""
    table = push(building(cubes={0: 0}, influence={0: (1, 0, 1, 0)}), "build NUS GOS")
    assert (influence(table, 0), seen(table).owed) == (POOR, 0)


@pytest.mark.clause("N7.13")
def test_the_choice_of_colours_comes_after_the_company_is_paid() -> None:
    table = push(building(cubes={0: 0}, influence={0: (1, 1, 1, 0)}), "build NUS GOS")
    assert moves(table) == ["pay white", "pay brown"]


@pytest.mark.clause("N7.13")
def test_a_link_that_cannot_be_paid_is_not_offered() -> None:
    table = building(links={0: "ALL-BUR"}, cubes={0: 0}, influence={0: POOR})
    assert moves(table) == ["stop"]


@pytest.mark.clause("N7.13")
def test_a_refused_line_lays_nothing() -> None:
    table = building(cubes={0: 1}, influence={0: (0, 0, 1, 0)})
    refused(table, "build NUS GOS FUE")  # the second link can't be paid
    assert seen(table).links == ()


# N7.14


@pytest.mark.clause("N7.14")
def test_cubes_spent_on_track_return_to_the_stock() -> None:
    table = push(building(cubes={0: 12}), "build NUS GOS FUE ZIR")
    assert (player(table, 0).held, player(table, 0).stock) == (8, 7)


@pytest.mark.clause("N7.14", "N9.3")
def test_cubes_spent_on_a_train_return_to_the_stock() -> None:
    table = shipping(cubes={0: 5}, influence={0: POOR})
    push(table, "rent 3a")
    assert (player(table, 0).held, player(table, 0).stock) == (2, 13)
