"""The checkers of component files and of files that are neither; schemas; a custom map."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

import branchline
from branchline.core.errors import DataError
from branchline.core.protocols import Finding
from branchline.games.nuremberg import checking
from branchline.games.nuremberg.checking.components import check_components
from branchline.games.nuremberg.data import schemas
from branchline.games.nuremberg.data.components import Components, components
from branchline.games.nuremberg.data.map_file import DATA
from tests.nuremberg.broken_maps import (
    Change,
    Data,
    assert_found,
    edit,
    findings,
    own_map,
)

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
def test_something_that_is_not_a_map_is_refused(tmp_path: Path, content: str) -> None:
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
