"""The checker of map files: borders, plots and what lies on them agree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import branchline
from branchline.core.errors import DataError
from tests.nuremberg.broken_maps import (
    Change,
    Data,
    assert_found,
    edit,
    edit_border,
    edit_map,
    findings,
    own_map,
    plot,
)

# Borders


def cut_off(data: Data) -> None:
    for row in data["borders"]:
        if "HOE" in (row["a"], row["b"]) and row["cost"]:
            row.update(cost=None, why="forbidden")


def test_all_plots_can_be_reached() -> None:
    assert_found(findings(cut_off), "plot HOE (Höchstadt)", "No track can lead from here")


@pytest.mark.clause("N7.9")
@pytest.mark.parametrize(
    ("change", "board", "where", "problem"),
    [
        (edit_border("NUN", "POP", cost=2), "nuremberg", "border NUN-POP", "costs 2, but 'plain' means 1"),
        (edit_border("KOR", "SCH", cost=1), "nuremberg", "border KOR-SCH", "costs 1, but 'river' means 2"),
        (edit_border("HOR", "RIB", cost=3), "wensleydale", "border HOR-RIB", "costs 3, but 'upland' means 2"),
        (edit_border("HOR", "RIB", why="plain"), "wensleydale", "border HOR-RIB", "(Ribblehead) is upland"),
        (edit_border("NUN", "POP", why="upland"), "nuremberg", "border NUN-POP", "It says 'upland'"),
        (edit_border("NUN", "POP", river="Pegnitz"), "nuremberg", "border NUN-POP", "The river Pegnitz"),
        (edit_border("KOR", "SCH", river=None), "nuremberg", "border KOR-SCH", "but not which one"),
    ],
)
def test_costs_agree_with_the_land(change: Change, board: str, where: str, problem: str) -> None:
    assert_found(findings(change, board), where, problem)


@pytest.mark.clause("N7.6")
def test_no_cost_into_hills_and_fields() -> None:
    found = findings(edit_border("H_SPA", "ROT", cost=1, why="plain"))
    assert_found(found, "border H_SPA-ROT", "It says 'plain'")
    assert_found(findings(edit_border("H_SPA", "ROT", cost=1)), "border H_SPA-ROT", "'no_track' means null")
    assert_found(
        findings(edit_border("NUN", "POP", cost=None, why="no_track")), "border NUN-POP", "'no_track'"
    )


@pytest.mark.clause("N7.7")
def test_forbidden_border_has_no_cost() -> None:
    assert_found(findings(edit_border("NUN", "NUS", cost=1)), "border NUN-NUS", "'forbidden' means null")


# Plots


@pytest.mark.parametrize(
    ("change", "where", "problem"),
    [
        (edit("STE", terrain="field"), "plot STE (Stein)", "kind is 'post' and its terrain 'field'"),
        (edit("H_AIS", terrain="lowland"), "plot H_AIS", "kind is 'hops' and its terrain 'lowland'"),
        (edit("STE", goods="grey"), "plot STE (Stein)", "its goods are 'grey'"),
        (edit("STE", goods=None), "plot STE (Stein)", "its goods are null"),
        (edit("H_AIS", goods="yellow"), "plot H_AIS", "its goods are 'yellow'"),
        (edit("STE", kind="cheese"), "plot STE (Stein)", "goods of this map are post and beer"),
        (edit("FUE", goods="yellow"), "plot FUE (Fürth)", "its goods are 'yellow'"),
        (edit("FUE", colour=None, slots=0), "plot FUE (Fürth)", "no colour"),
        (edit("STE", colour="neutral"), "plot STE (Stein)", "it is not a station"),
        (edit("STE", provenance=" "), "plot STE (Stein)", "provenance is empty"),
        (edit_map(provenance=""), "provenance", "empty"),
    ],
)
def test_kind_terrain_goods_and_colour_agree(change: Change, where: str, problem: str) -> None:
    assert_found(findings(change), where, problem)


@pytest.mark.parametrize(
    ("change", "where", "problem"),
    [
        (edit("SOU", colour="green"), "plot SOU (The South)", "that is red"),
        (edit("SOU", south=False), "plot SOU (The South)", "A start_area is The South"),
        (edit("RIP", south=True), "plot RIP", "marked 'south'"),
    ],
)
def test_the_south_is_red(change: Change, where: str, problem: str) -> None:
    assert_found(findings(change, "wensleydale"), where, problem)


@pytest.mark.clause("N9.10")
@pytest.mark.parametrize(
    ("change", "where", "problem"),
    [
        (edit("ERL", goods="yellow"), "plot ERL (Erlangen)", "goods on a company plot"),
        (edit("ERL", fixed="green", slots=1), "plot ERL (Erlangen)", "it could never leave"),
    ],
)
def test_nothing_starts_at_home(change: Change, where: str, problem: str) -> None:
    assert_found(findings(change), where, problem)


@pytest.mark.clause("N9.10")
def test_a_map_with_a_passenger_at_home_is_refused(tmp_path: Path) -> None:
    data = own_map()
    plot(data, "P0").update(fixed="red", slots=1)
    path = tmp_path / "squares.json"
    path.write_text(json.dumps(data))
    with pytest.raises(DataError, match=r"plot P0 \(Place 0\).*N9\.10.*'branchline check .*squares\.json'"):
        branchline.Table("nuremberg", players=2, board=str(path))


@pytest.mark.clause("N2.2")
@pytest.mark.parametrize(
    ("change", "where", "problem"),
    [
        (edit("ERL", slots=2), "plot ERL (Erlangen)", "not a neutral station"),
        (edit("ERL", fixed="red", slots=1), "plot ERL (Erlangen)", "not a neutral station"),
        (edit("STE", slots=2), "plot STE (Stein)", "not a neutral station"),
        (edit("FOR", slots=0), "plot FOR (Forchheim)", "no slot for it"),
        (edit("FOR", fixed=None), "plots", "3 fixed red passengers"),
        (edit("FUE", fixed="green"), "plots", "5 fixed green passengers (FUE, LGZ, "),
        (lambda data: [plot(data, name).update(slots=9) for name in ("FUE", "HOE")], "plots", "72 pawns"),
    ],
)
def test_pawns_stand_at_neutral_stations(change: Change, where: str, problem: str) -> None:
    assert_found(findings(change), where, problem)


def test_two_cubes_for_every_plot_with_goods() -> None:
    def goods_everywhere(data: Data) -> None:
        for row in data["plots"]:
            row["goods"] = "yellow"

    assert_found(findings(goods_everywhere, "wensleydale"), "plots", "62 plots have goods")


def test_both_companies_have_a_station() -> None:
    found = findings(edit("P11", colour="neutral"), "squares")
    assert_found(found, "plots", "no green station")


# Fields, bonus, variants, rivers


@pytest.mark.clause("N9.8")
@pytest.mark.parametrize(
    ("change", "where", "problem"),
    [
        (lambda fields: fields.pop("H_ALT"), "plot H_ALT", "no arrow"),
        (lambda fields: fields.update(H_ALT=[]), "plot H_ALT", "no arrow"),
        (lambda fields: fields.update(STE=["FUE"]), "fields, plot STE (Stein)", "start at fields and hills"),
        (
            lambda fields: fields["H_ALT"].append("ERL"),
            "fields, plot H_ALT",
            "ERL (Erlangen), which is no neut",
        ),
        (
            lambda fields: fields["H_ALT"].append("STE"),
            "fields, plot H_ALT",
            "STE (Stein), which is no neutral",
        ),
        (lambda fields: fields["H_ALT"].append("FUE"), "fields, plot H_ALT", "no border with the field"),
        (lambda fields: fields["H_ALT"].append("ALT"), "fields, plot H_ALT", "listed twice"),
    ],
)
def test_arrows_touch_their_field(change: Change, where: str, problem: str) -> None:
    assert_found(findings(lambda data: change(data["fields"])), where, problem)


@pytest.mark.parametrize(
    ("bonus", "problem"),
    [
        ({"from": "FUE", "to": []}, "no end"),
        ({"from": "FUE", "to": ["NUN", "FUE"]}, "FUE (Fürth) is both"),
        ({"from": "FUE", "to": ["STE"]}, "STE (Stein) is no station"),
    ],
)
def test_bonus_joins_stations(bonus: Data, problem: str) -> None:
    assert_found(findings(edit_map(bonus=bonus)), "bonus", problem)


@pytest.mark.clause("N16")
@pytest.mark.parametrize(
    ("change", "board", "where", "problem"),
    [
        (edit_map(bonus=None), "nuremberg", "variants", "'furth' needs a 'bonus'"),
        (edit_map(variants=["south"]), "nuremberg", "variants", "'south' needs"),
        (edit_map(variants=["wide_south"]), "nuremberg", "variants", "'wide_south' needs"),
        (
            lambda d: [row.pop("fixed", 0) for row in d["plots"]],
            "nuremberg",
            "variants",
            "'swap_passengers' needs",
        ),
        (
            edit_map(variants=["south"]),
            "wensleydale",
            "plot LON (Long Preston)",
            "does not offer 'wide_south'",
        ),
        (edit("RIP", dark_red=True), "wensleydale", "plot RIP", "can be dark red"),
    ],
)
def test_variants_have_something_to_change(change: Change, board: str, where: str, problem: str) -> None:
    assert_found(findings(change, board), where, problem)


def test_rivers_run_from_plot_to_plot() -> None:
    def river(*through: str) -> Change:
        return edit_map(rivers=[{"name": "Ure", "through": list(through)}])

    assert_found(findings(river("HAW", "RIP"), "wensleydale"), "rivers, Ure", "plot RIP")
    assert_found(findings(river("HAW"), "wensleydale"), "rivers, Ure", "fewer than two plots")
