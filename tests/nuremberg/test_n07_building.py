"""N7: building track."""

from __future__ import annotations

import pytest

from branchline import NotationError, Table
from tests.nuremberg.arrange import (
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
    takeover,
)

RICH: Four = (9, 9, 9, 9)
POOR: Four = (0, 0, 0, 0)
FIFTEEN = "NUN HER ESC GRF BET HSB HAP ALT BUR ALL FEU LEI ROE LOR MOG KOR"


def wensleydale(south: str = "ends") -> Table:
    return building(board="wensleydale", influence={0: RICH}, south=south)


# N7.1 One line


@pytest.mark.clause("N7.1")
def test_players_build_in_building_order() -> None:
    table, builders = building(order=(2, 0, 1)), []
    while seen(table).phase == "building":
        builders.append(table.to_move)
        table.push("stop")
    assert builders == [2, 0, 1]


@pytest.mark.clause("N7.1")
def test_a_line_of_no_links_is_a_line() -> None:
    table = push(building(), "stop")
    assert (player(table, 0).links, table.to_move) == (0, 1)


@pytest.mark.clause("N7.1")
def test_each_player_builds_one_line_only() -> None:
    table = push(building(), "build NUS GOS", "stop")
    assert (table.to_move, owner_of(table, "NUS-GOS")) == (1, 0)


@pytest.mark.clause("N7.1", "N1.2")
def test_a_line_may_have_15_links() -> None:
    table = building(cubes={0: 15}, influence={0: RICH})
    push(table, f"build {FIFTEEN}")
    assert (player(table, 0).links, player(table, 0).track) == (15, 0)


@pytest.mark.clause("N7.1")
def test_after_15_links_the_line_is_over() -> None:
    table = push(building(cubes={0: 15}, influence={0: (0, 9, 0, 1)}), f"build {FIFTEEN}")
    assert moves(table) == ["stop"]
    error = refused(table, "build KOR EIB")
    assert (error.clause, error.text) == ("N7.1", "All your 15 track pieces are on the board.")


@pytest.mark.clause("N7.1")
def test_track_pieces_run_out_in_the_middle_of_a_line() -> None:
    laid = "-".join(FIFTEEN.split()[:14])  # 13 links
    table = building(links={0: laid}, influence={0: RICH})
    push(table, "build NUS GOS FUE")
    assert moves(table) == ["stop"]
    assert refused(table, "build FUE ZIR").clause == "N7.1"


@pytest.mark.clause("N7.1", "N12.5")
def test_pieces_that_a_takeover_returned_can_be_laid_again() -> None:
    table = takeover(players=2, links={0: FIFTEEN.replace(" ", "-")}, influence={0: RICH})
    push(table, "cede green NUN HER ESC sign")
    idle_until(table, "building")
    assert player(table, 0).track == 2


@pytest.mark.clause("N7.1")
def test_with_all_pieces_laid_a_player_can_only_stop() -> None:
    table = building(links={0: FIFTEEN.replace(" ", "-")}, influence={0: RICH})
    assert moves(table) == ["stop"]


# N7.2 Borders


@pytest.mark.clause("N7.2")
def test_plots_without_a_common_border_are_not_linked() -> None:
    with pytest.raises(NotationError, match="share no border"):
        building().push("build NUS FUE")


@pytest.mark.clause("N7.2")
@pytest.mark.parametrize("owner", [0, 1, "red", "green"])
def test_one_link_a_border_whoever_owns_it(owner: int | str) -> None:
    table = building(links={owner: "NUS-GOS"}, influence={0: RICH})
    error = refused(table, "build NUS GOS")
    assert (error.clause, error.text) == ("N7.2", "A link already lies between Nürnberg Süd and Gostenhof.")


@pytest.mark.clause("N7.2")
def test_a_border_is_the_same_from_both_sides() -> None:
    table = building(links={1: "NUS-GOS", 0: "GOS-FUE"}, influence={0: RICH})
    assert refused(table, "build GOS NUS").clause == "N7.2"


@pytest.mark.clause("N7.2")
def test_a_line_does_not_turn_back_over_its_last_link() -> None:
    table = push(building(influence={0: RICH}), "build NUS GOS")
    assert "build GOS NUS" not in moves(table)


# N7.3 Start


@pytest.mark.clause("N7.3")
@pytest.mark.parametrize("link", ["NUS GOS", "NUN POP", "ERL BAI", "SCH STE", "LAU SNT", "HEI AMM"])
def test_a_line_starts_at_a_company_station(link: str) -> None:
    table = push(building(), f"build {link}")
    assert owner_of(table, link.replace(" ", "-")) == 0


@pytest.mark.clause("N7.3")
@pytest.mark.parametrize("board", ["nuremberg", "wensleydale"])
def test_in_round_1_all_lines_start_at_company_stations(board: str) -> None:
    table = building(board=board, influence={0: RICH})
    companies = {p.id for p in seen(table).plots if p.companies}
    assert {move.split()[1] for move in moves(table, "build")} == companies


@pytest.mark.clause("N7.3")
def test_a_neutral_station_is_no_start() -> None:
    error = refused(building(), "build FUE GOS")
    assert (error.clause, error.text) == (
        "N7.3", "A line starts at a red or green station or where your own track is; Fürth is neither.",
    )  # fmt: skip


@pytest.mark.clause("N7.3")
def test_a_line_starts_where_own_track_ends() -> None:
    assert "build FUE ZIR" in moves(building(links={0: "NUS-GOS-FUE"}))


@pytest.mark.clause("N7.3")
def test_a_line_starts_in_the_middle_of_own_track() -> None:
    assert "build GOS EIB" in moves(building(links={0: "NUS-GOS-FUE"}))


@pytest.mark.clause("N7.3")
def test_a_line_starts_at_own_track_in_the_middle_of_nowhere() -> None:
    table = building(links={0: "ALL-BUR"}, influence={0: POOR})
    push(table, "build BUR ALT")
    assert owner_of(table, "BUR-ALT") == 0


@pytest.mark.clause("N7.3")
def test_another_players_track_is_no_start() -> None:
    assert refused(building(links={1: "NUS-GOS-FUE"}), "build FUE ZIR").clause == "N7.3"


@pytest.mark.clause("N7.3")
def test_company_track_is_no_start() -> None:
    assert refused(building(links={"red": "NUS-GOS-FUE"}), "build GOS EIB").clause == "N7.3"


@pytest.mark.clause("N7.3", "N12.5")
def test_a_station_acquired_by_takeover_is_a_start_for_everybody() -> None:
    table = takeover(players=2, links={0: "NUS-GOS-FUE"}, influence={0: RICH, 1: RICH})
    idle_until(push(table, "cede red NUS GOS FUE sign"), "building")
    push(table, "stop")
    assert "build FUE ZIR" in moves(table)


@pytest.mark.clause("N7.3", "N12.5")
def test_ceded_track_is_no_start_any_more() -> None:
    table = takeover(players=2, links={0: "NUS-GOS-FUE"}, influence={0: RICH, 1: POOR})
    idle_until(push(table, "cede red NUS GOS FUE sign"), "building")
    assert table.to_move == 0
    assert refused(table, "build GOS EIB").clause == "N7.3"


# N7.4, N7.5 The way of the line


@pytest.mark.clause("N7.4")
def test_each_link_starts_where_the_last_ended() -> None:
    table = push(building(influence={0: RICH}), "build NUS GOS")
    error = refused(table, "build NUS EIB")
    assert (error.clause, error.text) == (
        "N7.4",
        "The line goes on from Gostenhof, where its last link ended.",
    )


@pytest.mark.clause("N7.4")
def test_a_line_does_not_branch_from_its_middle() -> None:
    table = push(building(influence={0: RICH}), "build NUS GOS FUE")
    assert refused(table, "build GOS EIB").clause == "N7.4"


@pytest.mark.clause("N7.4")
def test_a_line_does_not_go_back_to_its_start() -> None:
    table = push(building(influence={0: RICH}), "build NUS GOS EIB")
    error = refused(table, "build EIB NUS")
    assert (error.clause, error.text) == (
        "N7.4",
        "The line has been to Nürnberg Süd: it visits no plot twice.",
    )


@pytest.mark.clause("N7.4")
def test_a_line_does_not_cross_itself() -> None:
    table = push(building(cubes={0: 15}, influence={0: RICH}), "build NUS EIB GOS STE")
    assert refused(table, "build STE EIB").clause == "N7.4"


@pytest.mark.clause("N7.4")
def test_meeting_own_track_is_legal() -> None:
    table = building(links={0: "NUS-GOS-FUE"}, influence={0: RICH})
    push(table, "build SCH EIB GOS STE stop")
    assert player(table, 0).links == 5


@pytest.mark.clause("N7.4")
def test_a_line_may_close_a_ring_with_older_track() -> None:
    table = building(links={0: "NUS-GOS-EIB"}, influence={0: RICH})
    push(table, "build NUS EIB stop")
    assert player(table, 0).links == 3


@pytest.mark.clause("N7.4")
def test_lines_of_different_players_share_plots() -> None:
    table = building(links={1: "NUS-GOS-FUE"}, influence={0: RICH})
    push(table, "build SCH EIB GOS STE stop")
    assert [owner_of(table, border) for border in ("EIB-GOS", "GOS-FUE")] == [0, 1]


@pytest.mark.clause("N7.5")
@pytest.mark.parametrize("end", ["NUS GOS", "NUS GOS FUE", "NUN SEB", "NUS MOG LOR"])
def test_a_line_ends_anywhere(end: str) -> None:
    assert push(building(influence={0: RICH}), f"build {end} stop").to_move == 1


# N7.6, N7.7 No track


@pytest.mark.clause("N7.6")
@pytest.mark.parametrize("link", ["HEI H_HEI", "LAU B_MOR", "H_HEI HEI", "SCH H_SPA"])
def test_hills_and_fields_are_never_entered_or_left(link: str) -> None:
    assert refused(building(influence={0: RICH}), f"build {link}").clause == "N7.6"


@pytest.mark.clause("N7.6")
@pytest.mark.parametrize("board", ["nuremberg", "wensleydale"])
def test_no_border_of_a_hill_or_field_takes_track(board: str) -> None:
    view = seen(building(board=board))
    rough = {plot.id for plot in view.map.plots if plot.terrain in ("hill", "field")}
    assert all(border.cost is None for border in view.map.borders if {border.a, border.b} & rough)


@pytest.mark.clause("N7.6")
def test_the_sentence_names_both_plots() -> None:
    assert refused(building(), "build SCH H_SPA").text == (
        "No track between Schwabach and Spalter Hopfenland: hills and fields are never entered or left."
    )


@pytest.mark.clause("N7.7")
@pytest.mark.parametrize("link", ["NUN NUS", "NUS NUN"])
def test_nuremberg_north_and_south_are_never_linked(link: str) -> None:
    error = refused(building(influence={0: RICH}), f"build {link}")
    assert error.clause == "N7.7"
    assert error.text.endswith("are never linked directly.")


@pytest.mark.clause("N7.7")
def test_nuremberg_north_and_south_are_joined_by_a_detour() -> None:
    table = push(building(influence={0: RICH}), "build NUN SEB MOG NUS stop")
    assert player(table, 0).links == 3


# N7.8 The South


@pytest.mark.clause("N7.8")
@pytest.mark.parametrize("end", ["GRG", "HEL", "LON", "CLP"])
def test_a_line_starts_at_the_south(end: str) -> None:
    table = push(wensleydale(), f"build SOU {end}")
    assert owner_of(table, f"SOU-{end}") == 0


@pytest.mark.clause("N7.8")
def test_a_line_ends_at_the_south() -> None:
    table = push(wensleydale(), "build SKI GRG SOU")
    assert moves(table) == ["stop"]


@pytest.mark.clause("N7.8")
def test_a_line_never_runs_through_the_south() -> None:
    table = push(wensleydale(), "build SKI GRG SOU")
    error = refused(table, "build SOU LON")
    assert (error.clause, error.text) == (
        "N7.8", "A line may start or end at The South, but never run through.",
    )  # fmt: skip


@pytest.mark.clause("N7.8")
def test_a_line_from_the_south_may_go_on_and_on() -> None:
    table = push(wensleydale(), "build SOU CLP LON HOR RIB stop")
    assert player(table, 0).links == 4


@pytest.mark.clause("N7.8")
def test_the_next_round_may_go_on_from_the_south() -> None:
    """The South limits a single build."""
    table = building(board="wensleydale", links={0: "SKI-GRG-SOU"}, influence={0: RICH})
    push(table, "build SOU LON HOR stop")
    assert player(table, 0).links == 4


@pytest.mark.clause("N7.8", "N7.10")
def test_the_south_costs_a_red_point_like_every_company_plot() -> None:
    table = building(board="wensleydale", influence={0: (0, 0, 1, 0)})
    push(table, "build SOU CLP")
    assert influence(table, 0) == POOR


@pytest.mark.clause("N7.8", "N9.6")
def test_the_south_is_a_destination() -> None:
    table = shipping(
        board="wensleydale", links={0: "GRA-GRG-SOU"}, pawns={"GRA": "r"}, trains={"3a": 0}, goods={"GRG": 1}
    )
    assert moves(table, "ship") == ["ship yellow GRG", "ship red GRA"]


@pytest.mark.clause("N7.8", "N9.5")
def test_shipping_runs_through_the_south() -> None:
    table = shipping(
        board="wensleydale",
        links={0: "HOR-LON-SOU-GRG-GRA"},
        stations={"GRA": "green"},
        pawns={"HOR": "g"},
        trains={"3a": 0},
    )
    assert moves(table, "ship") == ["ship green HOR"]


@pytest.mark.clause("N7.8", "N12.2")
def test_a_takeover_runs_through_the_south() -> None:
    table = takeover(board="wensleydale", links={0: "ING-CLP-SOU-GRG-GRA"}, influence={0: RICH})
    push(table, "cede red ING CLP SOU GRG GRA sign")
    assert plot(table, "GRA").companies == ("red",)


@pytest.mark.clause("N7.8", "N12.3")
def test_a_takeover_starts_at_the_south() -> None:
    table = takeover(board="wensleydale", links={0: "SOU-GRG-GRA"}, influence={0: RICH})
    push(table, "cede red SOU GRG GRA sign")
    assert owner_of(table, "SOU-GRG") == "red"


@pytest.mark.clause("N7.8", "N16")
def test_with_south_start_no_line_ends_there() -> None:
    table = wensleydale(south="start")
    error = refused(table, "build HEL SOU")
    assert (error.clause, error.text) == (
        "N7.8", "In this match a line may start at The South but not end there.",
    )  # fmt: skip


@pytest.mark.clause("N7.8", "N16")
def test_with_south_start_no_longer_line_ends_there_either() -> None:
    table = push(wensleydale(south="start"), "build SKI GRG")
    assert refused(table, "build GRG SOU").clause == "N7.8"


@pytest.mark.clause("N7.8", "N16")
def test_with_south_start_a_line_still_starts_there() -> None:
    table = push(wensleydale(south="start"), "build SOU HEL stop")
    assert owner_of(table, "SOU-HEL") == 0


@pytest.mark.clause("N2.4", "N7.8", "N16")
def test_a_line_starts_in_the_wide_south() -> None:
    table = building(board="wensleydale", wide_south=True, influence={0: (0, 0, 1, 0)})
    push(table, "build LON HOR stop")
    assert influence(table, 0) == POOR


@pytest.mark.clause("N2.4", "N7.8", "N16")
def test_a_line_ends_in_the_wide_south_but_never_runs_through() -> None:
    table = building(board="wensleydale", wide_south=True, influence={0: RICH})
    push(table, "build SKI GRG")
    assert moves(table) == ["stop"]
    error = refused(table, "build GRG GRA")
    assert (error.clause, error.text) == (
        "N7.8",
        "A line may start or end at Gargrave, but never run through.",
    )


@pytest.mark.clause("N2.4", "N16")
def test_without_the_variant_lines_run_through_gargrave() -> None:
    table = push(wensleydale(), "build SKI GRG GRA stop")
    assert player(table, 0).links == 2


@pytest.mark.clause("N2.4", "N9.6", "N9.7", "N16")
def test_the_wide_south_is_a_destination() -> None:
    table = shipping(
        board="wensleydale",
        wide_south=True,
        links={0: "HOR-LON-CLP"},
        pawns={"HOR": "rg"},
        goods={"CLP": 1},
        trains={"3a": 0},
    )
    assert moves(table, "ship") == ["ship yellow CLP", "ship red HOR"]


@pytest.mark.clause("N2.4", "N12.3", "N16")
def test_a_takeover_starts_in_the_wide_south() -> None:
    table = takeover(board="wensleydale", wide_south=True, links={0: "GRG-GRA"}, influence={0: (0, 0, 1, 0)})
    push(table, "cede red GRG GRA sign")
    assert plot(table, "GRA").companies == ("red",)


@pytest.mark.clause("N2.4", "N7.8", "N16")
def test_south_start_holds_in_the_wide_south_too() -> None:
    table = building(board="wensleydale", wide_south=True, south="start", influence={0: RICH})
    assert refused(table, "build HEL LON").clause == "N7.8"


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
def test_a_station_of_both_companies_is_closed_to_who_lacks_one(points: Four) -> None:
    table = building(links={0: "NUS-GOS"}, stations={"FUE": "red green"}, influence={0: points})
    error = refused(table, "build GOS FUE")
    assert error.clause == "N7.10"
    assert error.text.endswith("that takes 1 red and 1 green.")


@pytest.mark.clause("N7.10")
def test_other_colours_do_not_pay_a_company() -> None:
    error = refused(building(influence={0: (9, 9, 0, 9)}), "build NUS GOS")
    assert (error.clause, error.text) == (
        "N7.10", "A company plot costs 1 influence of its colour: that takes 1 red.",
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
def test_landlords_need_white_and_nothing_else() -> None:
    table = building(links={0: "NUS-GOS"}, pawns={"FUE": "ww"}, influence={0: (1, 9, 9, 9)})
    error = refused(table, "build GOS FUE")
    assert (error.clause, error.text) == (
        "N7.11", "Each landlord costs 1 white influence: that takes 2, you have 1.",
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
    assert (error.clause, error.text) == ("N7.12", "Nothing is owed.")


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
        assert (error.clause, error.text) == ("N7.12", "First pay what is still owed: 2.")


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
    assert (error.clause, error.text) == ("N7.13", "The link costs 2; after the other payments 1 is left.")


@pytest.mark.clause("N7.13", "N7.12")
def test_two_landlords_and_a_river_paid_from_what_white_is_left() -> None:
    table = building(links={0: "GOS-FUE"}, pawns={"ZIR": "ww"}, cubes={0: 1}, influence={0: (3, 0, 0, 0)})
    push(table, "build FUE ZIR")
    assert (player(table, 0).held, influence(table, 0)) == (0, POOR)


@pytest.mark.clause("N7.13")
def test_the_company_takes_the_last_point_and_none_is_left_for_the_link() -> None:
    table = building(cubes={0: 0}, influence={0: (0, 0, 1, 0)})
    error = refused(table, "build NUS GOS")
    assert (error.clause, error.text) == ("N7.13", "The link costs 1; after the other payments 0 is left.")


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
