"""N15: boxes, trains and maps are data, and these are the numbers."""

from __future__ import annotations

import pytest

from branchline.games.nuremberg.data.components import components
from tests.nuremberg.arrange import new_table, seen

LETTERS = {"white": "w", "brown": "b", "red": "r", "green": "g"}
BOARDS = ("nuremberg", "wensleydale")


def boxes(players: int, row: str) -> list[str]:
    """The printed points of a row as letters, in the order w b r g."""
    return [
        "".join(letter * getattr(box.printed, colour) for colour, letter in LETTERS.items())
        for box in seen(new_table(players=players)).boxes
        if box.name.startswith(row)
    ]


def sorted_letters(*texts: str) -> list[str]:
    return ["".join(sorted(text, key="wbrg".index)) for text in texts]


@pytest.mark.clause("N15", "N4.1")
@pytest.mark.parametrize("players", [2, 3])
def test_the_boxes_for_two_or_three_players(players: int) -> None:
    assert boxes(players, "top") == sorted_letters("wwb", "brr", "bgg")
    assert boxes(players, "bottom") == sorted_letters("wr", "bg", "rg")


@pytest.mark.clause("N15", "N4.1")
def test_the_boxes_for_four_players() -> None:
    assert boxes(4, "top") == sorted_letters("wwr", "bbg", "rrb", "ggw")
    assert boxes(4, "bottom") == sorted_letters("wb", "br", "rg", "gw")


@pytest.mark.clause("N15", "N5.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_minimum_is_3_in_the_top_row_and_2_in_the_bottom_row(players: int) -> None:
    for box in seen(new_table(players=players)).boxes:
        assert box.minimum == (3 if box.name.startswith("top") else 2)


@pytest.mark.clause("N15", "N9.4")
@pytest.mark.parametrize(
    ("players", "trains"),
    [
        (2, "3P2G 2P3G 3P1G 2P2G 2P1G 1P2G 1P1G"),
        (3, "3P2G 2P3G 3P1G 2P2G 2P1G 1P2G 1P1G"),
        (4, "3P2G 2P3G 3P1G 2P2G 1P3G 2P1G 1P2G 2P0G 0P2G"),
    ],
)
def test_the_trains(players: int, trains: str) -> None:
    found = seen(new_table(players=players)).trains
    assert " ".join(f"{train.passenger_spaces}P{train.goods_spaces}G" for train in found) == trains


@pytest.mark.clause("N15", "N9.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_row_has_its_cost_and_its_points(players: int) -> None:
    for train in seen(new_table(players=players)).trains:
        assert train.cost == train.passenger_points == 4 - train.row
        assert train.goods_points == 1
        assert train.name.startswith(str(train.row))


@pytest.mark.clause("N15", "N1.2", "N1.3")
def test_the_pieces_of_the_box() -> None:
    pieces = components().pieces
    assert (pieces.investment_cubes, pieces.track, pieces.train_markers) == (15, 15, 3)
    assert (pieces.goods, pieces.passengers, pieces.landlords, pieces.discs) == (60, 25, 25, 5)
    assert pieces.company_track == 35


@pytest.mark.clause("N15")
@pytest.mark.parametrize(("board", "plots", "borders"), [("nuremberg", 60, 145), ("wensleydale", 62, 150)])
def test_the_maps_have_their_size(board: str, plots: int, borders: int) -> None:
    source = seen(new_table(board=board)).map
    assert (len(source.plots), len(source.borders)) == (plots, borders)


@pytest.mark.clause("N15")
@pytest.mark.parametrize("board", BOARDS)
def test_every_row_of_a_map_says_where_it_comes_from(board: str) -> None:
    source = seen(new_table(board=board)).map
    assert source.provenance
    assert all(plot.provenance for plot in source.plots)


@pytest.mark.clause("N15")
def test_every_row_of_the_components_says_where_it_comes_from() -> None:
    parts = components()
    assert all(row.provenance for row in parts.influence_bag)
    assert all(row.provenance for row in parts.auction)
    assert all(row.provenance for row in parts.trains)


@pytest.mark.clause("N15", "N9.8")
@pytest.mark.parametrize("board", BOARDS)
def test_every_arrow_joins_a_field_to_a_neutral_station_beside_it(board: str) -> None:
    source = seen(new_table(board=board)).map
    plots = {plot.id: plot for plot in source.plots}
    beside = {frozenset((border.a, border.b)) for border in source.borders}
    for field, stations in source.fields.items():
        assert plots[field].goods == "grey"
        for station in stations:
            assert plots[station].colour == "neutral"
            assert frozenset((field, station)) in beside


@pytest.mark.clause("N15", "N9.8")
@pytest.mark.parametrize("board", BOARDS)
def test_every_grey_plot_has_an_arrow(board: str) -> None:
    source = seen(new_table(board=board)).map
    assert set(source.fields) == {plot.id for plot in source.plots if plot.goods == "grey"}


@pytest.mark.clause("N15", "N8.1")
def test_the_bonus_joins_furth_to_nuremberg() -> None:
    bonus = seen(new_table()).map.bonus
    assert bonus is not None
    assert (bonus.start, set(bonus.to)) == ("FUE", {"NUN", "NUS"})


@pytest.mark.clause("N15", "N9.10")
@pytest.mark.parametrize("board", BOARDS)
def test_no_map_starts_with_items_at_home(board: str) -> None:
    for plot in seen(new_table(board=board)).map.plots:
        if plot.colour in ("red", "green"):
            assert (plot.goods, plot.slots, plot.fixed) == (None, 0, None)


@pytest.mark.clause("N15", "N2.4")
def test_the_dark_red_plots_are_two() -> None:
    plots = seen(new_table(board="wensleydale")).map.plots
    assert {plot.id for plot in plots if plot.dark_red} == {"LON", "GRG"}


@pytest.mark.clause("N15", "N7.9")
def test_rivers_cost_nothing_on_wensleydale() -> None:
    borders = seen(new_table(board="wensleydale")).map.borders
    assert not [border for border in borders if border.why == "river"]


@pytest.mark.clause("N15", "N7.7")
def test_one_border_is_forbidden_and_it_is_north_to_south() -> None:
    borders = seen(new_table()).map.borders
    assert [{border.a, border.b} for border in borders if border.why == "forbidden"] == [{"NUN", "NUS"}]
