"""N7.1 to N7.7: a line of track, where it starts, how it runs, where it never goes."""

from __future__ import annotations

import pytest

from branchline import NotationError
from tests.nuremberg.arrange import (
    POOR,
    RICH,
    building,
    idle_until,
    moves,
    owner_of,
    player,
    push,
    refused,
    seen,
    takeover,
)

FIFTEEN = "NUN HER ESC GRF BET HSB HAP ALT BUR ALL FEU LEI ROE LOR MOG KOR"


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
    assert (error.clause, error.text) == ("N7.1", "All 15 of your track pieces are on the board.")


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
def test_one_link_per_border_whoever_owns_it(owner: int | str) -> None:
    table = building(links={owner: "NUS-GOS"}, influence={0: RICH})
    error = refused(table, "build NUS GOS")
    assert (error.clause, error.text) == (
        "N7.2",
        "There is already a link between Nürnberg Süd and Gostenhof.",
    )


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
def test_a_line_does_not_start_at_a_neutral_station() -> None:
    error = refused(building(), "build FUE GOS")
    assert (error.clause, error.text) == (
        "N7.3", "A line starts at a red or green station or where you already have track; Fürth is neither.",
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
def test_a_line_does_not_start_at_another_players_track() -> None:
    assert refused(building(links={1: "NUS-GOS-FUE"}), "build FUE ZIR").clause == "N7.3"


@pytest.mark.clause("N7.3")
def test_a_line_does_not_start_at_company_track() -> None:
    assert refused(building(links={"red": "NUS-GOS-FUE"}), "build GOS EIB").clause == "N7.3"


@pytest.mark.clause("N7.3", "N12.5")
def test_everybody_can_start_at_a_station_taken_over() -> None:
    table = takeover(players=2, links={0: "NUS-GOS-FUE"}, influence={0: RICH, 1: RICH})
    idle_until(push(table, "cede red NUS GOS FUE sign"), "building")
    push(table, "stop")
    assert "build FUE ZIR" in moves(table)


@pytest.mark.clause("N7.3", "N12.5")
def test_a_line_no_longer_starts_at_ceded_track() -> None:
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
        "The line continues from Gostenhof, where its last link ended.",
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
        "The line has already been to Nürnberg Süd: it can't visit a plot twice.",
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
        "There can be no track between Schwabach and Spalter Hopfenland: lines never enter or leave hills and fields."
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
