"""The checker of map and component files: a copy of a built-in file, broken in one way, and what it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec
import pytest

import branchline
from branchline.core.errors import DataError
from branchline.core.protocols import Finding
from branchline.games.nuremberg import checking, map_file, schemas
from branchline.games.nuremberg.checking_components import check_components
from branchline.games.nuremberg.components import Components, components
from branchline.games.nuremberg.map_file import DATA, MapFile

Data: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Data], object]


def own_map() -> Data:
    """Twelve squares in three rows: eight stations with a passenger each, two companies, post and hops."""
    width, height = 4, 3

    def corner(column: int, row: int) -> int:
        return row * (width + 1) + column

    def plot(number: int) -> Data:
        row, column = divmod(number, width)
        ring = [
            corner(column, row),
            corner(column + 1, row),
            corner(column + 1, row + 1),
            corner(column, row + 1),
        ]
        place = {"id": f"P{number}", "name": f"Place {number}", "x": 100 * column + 50, "y": 100 * row + 50}
        land = {"terrain": "lowland", "cells": [ring], "provenance": "own"}
        return place | land | kinds.get(number, {"kind": "station", "colour": "neutral", "slots": 2})

    kinds: dict[int, Data] = {
        0: {"kind": "station", "colour": "red"},
        11: {"kind": "station", "colour": "green"},
        5: {"kind": "post", "goods": "yellow"},
        6: {"kind": "hops", "goods": "grey", "terrain": "field"},
    }
    plots = [plot(number) for number in range(width * height)]
    neutral = [row for row in plots if row.get("colour") == "neutral"]
    for number, station in enumerate(neutral):
        station["fixed"] = "red" if number % 2 else "green"
    borders = []
    for number in range(width * height):
        row, column = divmod(number, width)
        if column < width - 1:
            borders.append((number, number + 1, [corner(column + 1, row), corner(column + 1, row + 1)]))
        if row < height - 1:
            borders.append((number, number + width, [corner(column, row + 1), corner(column + 1, row + 1)]))
    return {
        "format": map_file.FORMAT, "name": "squares", "title": "Squares",
        "goods": {"yellow": "post", "grey": "beer"}, "companies": {"red": "Red", "green": "Green"},
        "variants": ["swap_passengers"], "provenance": "own", "canvas": [400, 300],
        "vertices": [[100 * column, 100 * row] for row in range(height + 1) for column in range(width + 1)],
        "plots": plots,
        "borders": [
            {"a": f"P{a}", "b": f"P{b}", "edge": [edge]}
            | ({"cost": None, "why": "no_track"} if 6 in (a, b) else {"cost": 1, "why": "plain"})
            for a, b, edge in borders
        ],
        "fields": {"P6": ["P2", "P7"]},
    }  # fmt: skip


def findings(change: Change, board: str = "nuremberg") -> list[Finding]:
    data = own_map() if board == "squares" else msgspec.to_builtins(map_file.built_in(board))
    change(data)
    return list(checking.check_map(msgspec.convert(data, MapFile)))


def plot(data: Data, name: str) -> Data:
    found: Data = next(row for row in data["plots"] if row["id"] == name)
    return found


def border(data: Data, a: str, b: str) -> Data:
    found: Data = next(row for row in data["borders"] if {row["a"], row["b"]} == {a, b})
    return found


def edit(name: str, /, **fields: object) -> Change:
    """A change of one plot."""
    return lambda data: plot(data, name).update(fields)


def edit_border(a: str, b: str, /, **fields: object) -> Change:
    return lambda data: border(data, a, b).update(fields)


def edit_map(**fields: object) -> Change:
    return lambda data: data.update(fields)


def assert_found(found: list[Finding], where: str, problem: str) -> None:
    """Some finding names the place and the problem, and says what to do."""
    assert any(where in finding.where and problem in finding.problem for finding in found), found
    assert all(finding.remedy.endswith((".", "?")) for finding in found)


@pytest.mark.parametrize("name", ["nuremberg", "wensleydale", "components"])
def test_our_own_files_have_no_fault(name: str) -> None:
    assert list(checking.check(DATA / f"{name}.json")) == []


def test_small_own_map_has_no_fault() -> None:
    assert findings(lambda data: None, "squares") == []


# References


def add_many_plots(data: Data) -> None:
    data["plots"] += [plot(data, "ERL") | {"id": f"X{number}"} for number in range(3)]


def add_many_borders(data: Data) -> None:
    data["borders"] += [border(data, "ERL", "BAI")] * 40


@pytest.mark.parametrize(
    ("change", "where", "problem"),
    [
        (edit_map(format="other/1"), "format", "It is 'other/1'"),
        (edit("ERL", id="SCH"), "plots, SCH", "2 plots have the id SCH"),
        (add_many_plots, "plots", "There are 63; a map has at most 62"),
        (lambda data: data["plots"].clear(), "plots", "There are 0; a map has at least 2"),
        (add_many_borders, "borders", "There are 185; a map has at most 180"),
        (edit_map(canvas=[0, 700]), "canvas", "more than 0"),
        (edit("ERL", cells=[[11, 12, 999]]), "plot ERL (Erlangen), cell 0", "no vertex 999"),
        (edit("ERL", cells=[[11, 12, -1]]), "plot ERL (Erlangen), cell 0", "no vertex -1"),
        (edit("ERL", cells=[[11, 12, 11]]), "plot ERL (Erlangen), cell 0", "fewer than 3 vertices"),
        (edit("ERL", cells=[[11, 12, 13, 11]]), "plot ERL (Erlangen), cell 0", "Vertex 11 comes twice"),
        (edit("ERL", cells=[]), "plot ERL (Erlangen)", "no cell"),
        (edit_border("NUN", "POP", edge=[[2, 400]]), "border NUN-POP", "no vertex 400"),
        (edit_border("NUN", "POP", b="NUN"), "border NUN-NUN", "joins a plot to itself"),
        (edit_border("NUN", "POP", a="TEN", b="NUN"), "border NUN-TEN", "has a border already"),
        (edit_border("NUN", "POP", b="POPP"), "border NUN-POPP", "There is no plot POPP"),
        (lambda data: data["fields"].update(XYZ=["ERL"]), "fields, XYZ", "There is no plot XYZ"),
        (lambda data: data["fields"].update(H_ALT=["ALTX"]), "fields, H_ALT", "There is no plot ALTX"),
        (edit_map(bonus={"from": "FUX", "to": ["NUN"]}), "bonus", "There is no plot FUX"),
        (edit_map(rivers=[{"name": "Aisch", "through": ["HOE", "QQQ"]}]), "rivers, Aisch", "no plot QQQ"),
    ],
)
def test_everything_named_exists_once(change: Change, where: str, problem: str) -> None:
    assert_found(findings(change), where, problem)


def test_unknown_plot_gets_a_guess() -> None:
    found = findings(edit_border("NUN", "POP", b="POPP"))
    assert [finding.remedy for finding in found if "POPP" in finding.problem] == ["Did you mean POP?"]


# Shapes


def duplicate_cell(data: Data) -> None:
    plot(data, "ERL")["cells"] *= 2


def fold_over(data: Data) -> None:
    """P1's cell becomes a triangle with P0's corner: it lies on the same side of their common side as P0."""
    plot(data, "P1")["cells"] = [[1, 0, 6]]


@pytest.mark.parametrize(
    ("change", "board", "where", "problem"),
    [
        (lambda d: d["vertices"].__setitem__(0, [532, 900]), "nuremberg", "vertex 0", "outside the canvas"),
        (edit("ERL", x=1200), "nuremberg", "plot ERL (Erlangen)", "(1200, 185) lies outside the canvas"),
        (edit("ERL", x=10), "nuremberg", "plot ERL (Erlangen)", "lies outside its cells"),
        (edit("P5", cells=[[6, 12, 7, 11]]), "squares", "plot P5 (Place 5), cell 0", "crosses itself"),
        (edit("P5", cells=[[6, 7, 8]]), "squares", "plot P5 (Place 5), cell 0", "no area"),
        (duplicate_cell, "nuremberg", "of plot ERL (Erlangen)", "3 cells share it"),
        (fold_over, "squares", "side 1-6 of plot P0 (Place 0) and plot P1 (Place 1)", "they overlap"),
        (
            edit("P5", cells=[[6, 7, 12]]),
            "squares",
            "side 6-11 of plot P4 (Place 4)",
            "No other cell shares it",
        ),
        (edit("P5", cells=[[6, 7, 12]]), "squares", "plots", "95.8% of the canvas"),
        (edit_map(canvas=[1000, 800]), "nuremberg", "plots", "87.5% of the canvas"),
        (
            edit_border("NUN", "POP", edge=[[0, 1]]),
            "nuremberg",
            "border NUN-POP",
            "[0, 1] is no side of both",
        ),
        (edit_border("NUN", "POP", edge=[]), "nuremberg", "border NUN-POP", "Its edge is empty"),
        (edit_border("NUN", "POP", b="HEI"), "nuremberg", "border NUN-HEI", "share no side"),
        (edit_border("NUN", "POP", b="HEI"), "nuremberg", "border NUN-POP", "meet along 53 units"),
    ],
)
def test_shapes_cover_the_canvas_once(change: Change, board: str, where: str, problem: str) -> None:
    assert_found(findings(change, board), where, problem)


def test_remedy_names_the_sides_where_plots_meet() -> None:
    (finding,) = findings(edit_border("NUN", "POP", edge=[[0, 1]]))
    assert "[2, 3]" in finding.remedy


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
        (edit("STE", colour="neutral"), "plot STE (Stein)", "it is no station"),
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
def test_map_with_a_passenger_at_home_is_not_played(tmp_path: Path) -> None:
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
        (edit("ERL", slots=2), "plot ERL (Erlangen)", "no neutral station"),
        (edit("ERL", fixed="red", slots=1), "plot ERL (Erlangen)", "no neutral station"),
        (edit("STE", slots=2), "plot STE (Stein)", "no neutral station"),
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
        (edit("RIP", dark_red=True), "wensleydale", "plot RIP", "Dark red are plots"),
    ],
)
def test_variants_have_something_to_change(change: Change, board: str, where: str, problem: str) -> None:
    assert_found(findings(change, board), where, problem)


def test_rivers_run_from_plot_to_plot() -> None:
    def river(*through: str) -> Change:
        return edit_map(rivers=[{"name": "Ure", "through": list(through)}])

    assert_found(findings(river("HAW", "RIP"), "wensleydale"), "rivers, Ure", "plot RIP")
    assert_found(findings(river("HAW"), "wensleydale"), "rivers, Ure", "fewer than two plots")


# Components


def component_findings(change: Change) -> list[Finding]:
    data: Data = msgspec.to_builtins(components())
    change(data)
    return list(check_components(msgspec.convert(data, Components)))


def edit_row(table: str, row: int, /, **fields: object) -> Change:
    return lambda data: data[table][row].update(fields)


@pytest.mark.clause("N15", "N1.2", "N1.3")
@pytest.mark.parametrize(
    ("change", "where", "problem"),
    [
        (lambda data: data["pieces"].update(goods=59), "pieces, goods", "It is 59; the rules count on 60"),
        (lambda data: data["pieces"].update(provenance={}), "pieces", "provenance is empty"),
        (edit_row("auction", 0, provenance={"boxes": ""}), "auction, row for 2 and 3, top", "provenance"),
        (edit_row("auction", 0, minimum=0), "auction, row for 2 and 3, top", "minimum bid is 0"),
        (edit_row("auction", 0, boxes=[]), "auction, row for 2 and 3, top", "no boxes"),
        (edit_row("auction", 0, row="bottom"), "2 players", "The rows of boxes are bottom, bottom"),
        (edit_row("auction", 2, boxes=["w"] * 5), "4 players", "There are 9 boxes"),
        (edit_row("influence_bag", 0, players=[2]), "3 players", "There are 0 influence bags"),
        (edit_row("influence_bag", 1, players=[4, 5]), "influence_bag, row for 4 and 5", "for 4, 5 players"),
        (edit_row("influence_bag", 0, discs={"white": 4, "red": 4}), "influence_bag", "no number of green"),
        (lambda d: d["influence_bag"][0]["discs"].update(white=6), "influence_bag", "6 white discs"),
        (lambda d: d["influence_bag"][0].update(discs=dict.fromkeys(("white", "brown", "red", "green"), 1)),
         "3 players", "4 discs for 6 boxes"),
        (edit_row("trains", 5, trains=["1P1G"] * 5), "trains, row for 4, third", "It has 5 trains"),
        (edit_row("trains", 5, trains=["1P1G"] * 8), "4 players", "too many trains"),
        (edit_row("trains", 5, row="second"), "4 players", "The rows of trains are first, second, second"),
        (edit_row("trains", 5, cost=0), "trains, row for 4, third", "cost is below 1"),
        (lambda data: data["trains"].clear(), "2 players", "The rows of trains are none"),
    ],
)  # fmt: skip
def test_components_can_be_set_up(change: Change, where: str, problem: str) -> None:
    assert_found(component_findings(change), where, problem)


# Files


def text_of(board: str) -> str:
    return (DATA / f"{board}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "good", "bad", "problem"),
    [
        ("nuremberg", '"plots": [', '"plots": [,', "line 11: Not JSON"),
        ("nuremberg", '"name": "Erlangen"', '"town": "Erlangen"', r"unknown field `town`.*plots\[2\]"),
        ("nuremberg", '"x": 401', '"x": "left"', r"Expected `float`, got `str`.*plots\[2\]\.x"),
        ("nuremberg", "map/1", "map/9", "The format is 'branchline.nuremberg.map/9'"),
        ("components", '"cost": 3', '"cost": "3"', r"Expected `int`, got `str`.*trains\[0\]\.cost"),
    ],
)
def test_misspelt_file_says_where_and_why(
    tmp_path: Path, name: str, good: str, bad: str, problem: str
) -> None:
    path = tmp_path / "mine.json"
    content = text_of(name)
    assert good in content
    path.write_text(content.replace(good, bad), encoding="utf-8")
    with pytest.raises(DataError, match=problem) as caught:
        checking.check(path)
    assert "mine.json" in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize("content", [text_of("nuremberg")[:5000], "", "[1, 2]", "\u00e4"])
def test_what_is_no_map_at_all_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(DataError, match=r"mine\.json.*: (Not JSON|Expected `object`)"):
        checking.check(path)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere\.json: It can't be read"):
        checking.check(tmp_path / "nowhere.json")


@pytest.mark.parametrize("name", list(schemas.SCHEMAS))
def test_schemas_are_up_to_date(name: str) -> None:
    assert (DATA / name).read_text(encoding="utf-8") == schemas.schema(schemas.SCHEMAS[name])


def test_schemas_are_written_to_a_folder(tmp_path: Path) -> None:
    schemas.write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(schemas.SCHEMAS)


def test_the_finding_in_the_docs_is_true() -> None:
    (finding,) = findings(edit("FOR", fixed=None))
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")
    assert f"my_map.json: {finding.where}: {finding.problem} {finding.remedy}\n" in page


def test_own_map_is_played_saved_and_loaded_without_its_file(tmp_path: Path) -> None:
    path = tmp_path / "squares.json"
    path.write_text(json.dumps(own_map()), encoding="utf-8")
    assert list(checking.check(path)) == []
    table = branchline.Table("nuremberg", players=2, seed=5, board=str(path))
    rng = Random(5)
    while not table.over:
        table.push(rng.choice(table.legal_moves.ids))
    table.save(tmp_path / "game.jsonl")
    path.unlink()
    loaded = branchline.load(tmp_path / "game.jsonl", verify=True)
    assert loaded.over
    assert loaded.scores() == table.scores()
    assert loaded.setting.names.plots == table.setting.names.plots
