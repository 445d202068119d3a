"""N9.5 to N9.10: which items can be shipped, by which paths, and where to."""

from __future__ import annotations

import pytest

from tests.nuremberg.arrange import (
    RICH,
    owner_of,
    player,
    plot,
    push,
    refused,
    shippable,
    shipping,
    takeover,
    train,
)

# N9.5 Ways


@pytest.mark.clause("N9.5")
def test_a_path_over_own_links_may_be_long() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS-FUE-ZIR-CAD-LGZ"}, pawns={"LGZ": "r"})
    assert shippable(table) == ["red LGZ"]


@pytest.mark.clause("N9.5")
@pytest.mark.parametrize("owner", [1, "red", "green"])
def test_another_owners_link_is_not_a_path(owner: int | str) -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS ZIR-FUE", owner: "GOS-FUE"}, pawns={"FUE": "r"})
    assert shippable(table) == []
    error = refused(table, "ship red FUE")
    assert (error.clause, error.text) == (
        "N9.5", "Your own links don't lead from Fürth to where that has to go.",
    )  # fmt: skip


@pytest.mark.clause("N9.5")
def test_two_separate_pieces_of_own_track_are_not_a_path() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS FUE-ZIR"}, pawns={"FUE": "r"})
    assert refused(table, "ship red FUE").clause == "N9.5"


@pytest.mark.clause("N9.5")
def test_a_path_may_take_any_branch() -> None:
    table = shipping(trains={"3a": 0}, links={0: "FUE-GOS-NUS GOS-POP GOS-STE-ZIR"}, pawns={"ZIR": "r"})
    assert shippable(table) == ["red ZIR"]


@pytest.mark.clause("N9.5")
def test_several_own_networks_serve_their_own_items() -> None:
    table = shipping(
        trains={"3a": 0}, links={0: "NUS-GOS-FUE NUN-HER"}, pawns={"FUE": "rg", "HER": "rg"}, goods={"GOS": 1}
    )
    assert shippable(table) == ["yellow GOS", "red FUE", "green HER"]


@pytest.mark.clause("N9.5")
def test_an_item_beside_the_track_is_not_shipped() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS"}, pawns={"FUE": "r"}, goods={"EIB": 1})
    assert shippable(table) == []


# N9.6 Passengers


@pytest.mark.clause("N9.6")
@pytest.mark.parametrize(("line", "item"), [("NUS-GOS-FUE", "red FUE"), ("NUN-POP-FUE", "green FUE")])
def test_a_passenger_goes_to_a_station_of_its_colour(line: str, item: str) -> None:
    table = shipping(trains={"3a": 0}, links={0: line}, pawns={"FUE": "rg"})
    assert shippable(table) == [item]


@pytest.mark.clause("N9.6")
def test_a_station_taken_over_is_a_destination() -> None:
    table = shipping(trains={"3a": 0}, links={0: "FUE-ZIR"}, stations={"ZIR": "green"}, pawns={"FUE": "rg"})
    assert shippable(table) == ["green FUE"]


@pytest.mark.clause("N9.6")
def test_a_station_of_both_companies_takes_both_colours() -> None:
    table = shipping(
        trains={"3a": 0}, links={0: "FUE-ZIR"}, stations={"ZIR": "red green"}, pawns={"FUE": "rg"}
    )
    assert shippable(table) == ["red FUE", "green FUE"]


@pytest.mark.clause("N9.6", "N9.10")
def test_a_passenger_leaves_a_station_of_the_other_company() -> None:
    table = shipping(
        trains={"3a": 0}, links={0: "NUS-GOS-FUE"}, stations={"FUE": "green"}, pawns={"FUE": "r"}
    )
    assert shippable(table) == ["red FUE"]


@pytest.mark.clause("N9.6")
def test_landlords_do_not_travel() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "w"})
    assert shippable(table) == []


# N9.7 Yellow


@pytest.mark.clause("N9.7")
@pytest.mark.parametrize("line", ["GOS-NUS", "GOS-POP-NUN"])
def test_yellow_goes_to_any_company_station(line: str) -> None:
    table = shipping(trains={"3a": 0}, links={0: line}, goods={"GOS": 1})
    assert shippable(table) == ["yellow GOS"]


@pytest.mark.clause("N9.7")
def test_yellow_does_not_go_to_a_neutral_station() -> None:
    table = shipping(trains={"3a": 0}, links={0: "GOS-FUE"}, goods={"GOS": 1})
    assert refused(table, "ship yellow GOS").clause == "N9.5"


@pytest.mark.clause("N9.7", "N16")
def test_without_destination_a_link_into_the_plot_is_enough_for_yellow() -> None:
    table = shipping(
        goods_destination=False, trains={"3a": 0}, links={0: "GOS-EIB"}, goods={"GOS": 1, "STE": 1}
    )
    assert shippable(table) == ["yellow GOS"]


@pytest.mark.clause("N9.7", "N16")
def test_without_destination_another_players_link_into_the_plot_is_not_enough() -> None:
    table = shipping(goods_destination=False, trains={"3a": 0}, links={1: "GOS-FUE"}, goods={"GOS": 1})
    assert shippable(table) == []


@pytest.mark.clause("N9.6", "N16")
def test_without_destination_passengers_travel_as_usual() -> None:
    table = shipping(goods_destination=False, trains={"3a": 0}, links={0: "GOS-FUE"}, pawns={"FUE": "rg"})
    assert shippable(table) == []


# N9.8 Grey


@pytest.mark.clause("N9.8")
@pytest.mark.parametrize("line", ["AMM-HEI", "ROS-AMM-HEI", "ROS-ROH-SCH"])
def test_grey_leaves_by_an_arrowed_station(line: str) -> None:
    table = shipping(trains={"3a": 0}, links={0: line}, goods={"H_HEI": 1})
    assert shippable(table) == ["grey H_HEI"]


@pytest.mark.clause("N9.8")
@pytest.mark.parametrize("line", ["WIN-HEI", "ROH-SCH"])
def test_a_neighbour_without_an_arrow_does_not_serve_grey(line: str) -> None:
    table = shipping(trains={"3a": 0}, links={0: line}, goods={"H_HEI": 1})
    assert refused(table, "ship grey H_HEI").clause == "N9.5"


@pytest.mark.clause("N9.8")
def test_grey_needs_a_company_station_at_the_end() -> None:
    table = shipping(trains={"3a": 0}, links={0: "AMM-ROS"}, goods={"H_HEI": 1})
    assert refused(table, "ship grey H_HEI").clause == "N9.5"


@pytest.mark.clause("N9.8")
def test_grey_goes_to_green_as_well() -> None:
    table = shipping(trains={"3a": 0}, links={0: "FOR-BAI-ERL"}, goods={"H_FOR": 2})
    assert shippable(table) == ["grey H_FOR"]


@pytest.mark.clause("N9.8")
def test_an_arrowed_station_that_became_a_companys_no_longer_serves() -> None:
    table = shipping(trains={"3a": 0}, links={0: "AMM-HEI"}, stations={"AMM": "red"}, goods={"H_HEI": 1})
    assert refused(table, "ship grey H_HEI").clause == "N9.5"


@pytest.mark.clause("N9.8")
def test_the_other_arrowed_station_still_serves() -> None:
    table = shipping(trains={"3a": 0}, links={0: "ROS-AMM-HEI"}, stations={"AMM": "red"}, goods={"H_HEI": 1})
    assert shippable(table) == ["grey H_HEI"]


@pytest.mark.clause("N9.8")
def test_grey_goes_to_the_arrowed_station_that_became_a_companys() -> None:
    table = shipping(trains={"3a": 0}, links={0: "ROS-AMM"}, stations={"AMM": "green"}, goods={"H_HEI": 1})
    assert shippable(table) == ["grey H_HEI"]


@pytest.mark.clause("N9.8")
def test_grey_is_stranded_once_no_arrowed_station_is_neutral() -> None:
    table = shipping(
        trains={"3a": 0},
        links={0: "ROS-AMM-HEI"},
        stations={"AMM": "red", "ROS": "green"},
        goods={"H_HEI": 1},
    )
    error = refused(table, "ship grey H_HEI")
    assert (error.clause, error.text) == (
        "N9.8",
        "No neutral station serves Heilsbronner Klosterfeld any more: what lies there is stranded.",
    )


@pytest.mark.clause("N9.8", "N12.6")
def test_grey_on_a_field_never_leaves_by_a_takeover() -> None:
    table = takeover(links={0: "HEI-AMM-ROS"}, goods={"H_HEI": 2}, influence={0: RICH})
    push(table, "cede red HEI AMM ROS sign")
    assert plot(table, "H_HEI").goods == 2


@pytest.mark.clause("N9.8", "N16")
def test_from_neighbours_grey_leaves_by_any_plot_beside_it_with_own_track() -> None:
    table = shipping(stone_from="neighbours", trains={"3a": 0}, links={0: "WIN-HEI"}, goods={"H_HEI": 1})
    assert shippable(table) == ["grey H_HEI"]


@pytest.mark.clause("N9.8", "N16")
def test_from_neighbours_a_companys_plot_does_not_serve() -> None:
    table = shipping(stone_from="neighbours", trains={"3a": 0}, links={0: "SCH-STE"}, goods={"H_SPA": 1})
    assert shippable(table) == []


@pytest.mark.clause("N9.8", "N16")
def test_from_neighbours_grey_still_needs_its_destination() -> None:
    table = shipping(stone_from="neighbours", trains={"3a": 0}, links={0: "WIN-ROH"}, goods={"H_HEI": 1})
    assert shippable(table) == []


@pytest.mark.clause("N9.8", "N16")
def test_from_neighbours_works_on_wensleydale_too() -> None:
    table = shipping(
        board="wensleydale", stone_from="neighbours", trains={"3a": 0}, links={0: "PIE-DAR"}, goods={"HUR": 1}
    )
    assert shippable(table) == ["grey HUR"]


@pytest.mark.clause("N9.8", "N16")
def test_without_destination_own_track_at_an_arrowed_station_is_enough_for_grey() -> None:
    table = shipping(
        goods_destination=False, trains={"3a": 0}, links={0: "AMM-LGZ"}, goods={"H_HEI": 1, "H_SPA": 1}
    )
    assert shippable(table) == ["grey H_HEI"]


@pytest.mark.clause("N9.8", "N16")
def test_without_destination_the_arrowed_station_must_still_be_neutral() -> None:
    table = shipping(
        goods_destination=False,
        trains={"3a": 0},
        links={0: "AMM-LGZ"},
        stations={"AMM": "red"},
        goods={"H_HEI": 1},
    )
    assert shippable(table) == []


# N9.9, N9.10 Loading


@pytest.mark.clause("N9.9")
def test_the_item_leaves_the_board_for_the_train_space() -> None:
    table = shipping(trains={"2a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "rr"}, goods={"GOS": 2})
    push(table, "ship red FUE")
    assert (plot(table, "FUE").red, train(table, "2a").passengers, player(table, 0).shipped.red) == (1, 1, 1)
    assert plot(table, "NUS").red == 0


@pytest.mark.clause("N9.9")
def test_nothing_moves_on_the_map() -> None:
    table = shipping(trains={"2a": 0}, links={0: "NUS-GOS-FUE"}, goods={"GOS": 1})
    push(table, "ship yellow GOS")
    assert [owner_of(table, border) for border in ("NUS-GOS", "GOS-FUE")] == [0, 0]


@pytest.mark.clause("N9.9")
def test_an_item_that_is_not_there_is_not_shipped() -> None:
    table = shipping(trains={"2a": 0}, links={0: "NUS-GOS-FUE"})
    error = refused(table, "ship red FUE")
    assert (error.clause, error.text) == ("N9.9", "There is no such item at Fürth.")


@pytest.mark.clause("N9.9")
def test_a_yellow_plot_has_no_grey() -> None:
    table = shipping(trains={"2a": 0}, links={0: "NUS-GOS-FUE"}, goods={"GOS": 1})
    assert refused(table, "ship grey GOS").clause == "N9.9"


@pytest.mark.clause("N9.10")
def test_a_passenger_at_a_station_of_its_own_colour_is_not_loaded() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS-FUE"}, stations={"FUE": "red"}, pawns={"FUE": "rg"})
    assert refused(table, "ship red FUE").clause == "N9.10"


@pytest.mark.clause("N9.10")
def test_goods_on_a_company_plot_are_not_loaded() -> None:
    """The rules can't lead to this; a custom map might."""
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS"}, stations={"GOS": "red"}, goods={"GOS": 1})
    assert refused(table, "ship yellow GOS").clause == "N9.10"
