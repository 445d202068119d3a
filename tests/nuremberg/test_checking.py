"""The checker of map files: what is named is there, and shapes cover the canvas."""

from __future__ import annotations

import pytest

from branchline.games.nuremberg import checking
from branchline.games.nuremberg.data.map_file import DATA
from tests.nuremberg.broken_maps import (
    Change,
    Data,
    assert_found,
    border,
    edit,
    edit_border,
    edit_map,
    findings,
    plot,
)


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
        (edit_map(canvas=[0, 700]), "canvas", "from 1 to 100000"),
        (edit_map(canvas=[1e308, 1e308]), "canvas", "from 1 to 100000"),
        (edit("ERL", cells=[[11, 12, 999]]), "plot ERL (Erlangen), cell 0", "no vertex 999"),
        (edit("ERL", cells=[[11, 12, -1]]), "plot ERL (Erlangen), cell 0", "no vertex -1"),
        (edit("ERL", cells=[[11, 12, 11]]), "plot ERL (Erlangen), cell 0", "fewer than 3 vertices"),
        (edit("ERL", cells=[[11, 12, 13, 11]]), "plot ERL (Erlangen), cell 0", "Vertex 11 comes twice"),
        (edit("ERL", cells=[]), "plot ERL (Erlangen)", "no cell"),
        (edit_border("NUN", "POP", edge=[[2, 400]]), "border NUN-POP", "no vertex 400"),
        (edit_border("NUN", "POP", b="NUN"), "border NUN-NUN", "joins a plot to itself"),
        (edit_border("NUN", "POP", a="TEN", b="NUN"), "border NUN-TEN", "already has a border"),
        (edit_border("NUN", "POP", b="POPP"), "border NUN-POPP", "There is no plot POPP"),
        (lambda data: data["fields"].update(XYZ=["ERL"]), "fields, XYZ", "There is no plot XYZ"),
        (lambda data: data["fields"].update(H_ALT=["ALTX"]), "fields, H_ALT", "There is no plot ALTX"),
        (edit_map(bonus={"from": "FUX", "to": ["NUN"]}), "bonus", "There is no plot FUX"),
        (edit_map(rivers=[{"name": "Aisch", "through": ["HOE", "QQQ"]}]), "rivers, Aisch", "no plot QQQ"),
    ],
)
def test_everything_named_exists_once(change: Change, where: str, problem: str) -> None:
    assert_found(findings(change), where, problem)


def test_an_unknown_plot_gets_a_suggestion() -> None:
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
            "[0, 1] is not a side of both",
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
