"""N7.8: building to and from the South."""

from __future__ import annotations

import pytest

from branchline import Table
from tests.nuremberg.arrange import (
    POOR,
    RICH,
    building,
    influence,
    moves,
    owner_of,
    player,
    plot,
    push,
    refused,
    shipping,
    takeover,
)


def wensleydale(south: str = "ends") -> Table:
    return building(board="wensleydale", influence={0: RICH}, south=south)


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
        "N7.8", "A line may start or end at The South but never run through it.",
    )  # fmt: skip


@pytest.mark.clause("N7.8")
def test_a_line_from_the_south_may_go_on_and_on() -> None:
    table = push(wensleydale(), "build SOU CLP LON HOR RIB stop")
    assert player(table, 0).links == 4


@pytest.mark.clause("N7.8")
def test_a_line_of_the_next_round_may_continue_from_the_south() -> None:
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
        "N7.8", "In this game a line may start at The South but not end there.",
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
        "A line may start or end at Gargrave but never run through it.",
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
