"""`branchline rules` and `branchline check` in a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from branchline.cli import main, rules
from branchline.core import registry
from branchline.core.play.table import Table
from branchline.games.nuremberg.data.map_file import DATA
from branchline.testing.coverage import Coverage, NoCheckout, Row, Stray

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def output(capture: Capture, *words: str, code: int = 0) -> str:
    assert main(words) == code
    return capture.readouterr().out


def complaint(capture: Capture, *words: str) -> str:
    """The one line that a failing command prints."""
    assert main(words) == 2
    printed = capture.readouterr()
    assert printed.err.count("\n") == 1
    return printed.err


# rules


def test_rules_lists_the_games(capsys: Capture) -> None:
    assert "nuremberg    First Train to Nuremberg (" in output(capsys, "rules")
    rows = json.loads(output(capsys, "rules", "--json"))
    assert [row["game"] for row in rows if row["clauses"] > 50] == ["nuremberg", "firstclass"]


def test_rules_prints_the_book(capsys: Capture) -> None:
    text = output(capsys, "rules", "nuremberg")
    assert text.startswith("First Train to Nuremberg\n====")
    assert "\nN7 Build track\n--------------\nN7.1   In building order" in text
    assert "third, 1                1                   2P1G 1P2G 2P0G 0P2G" in text
    assert "**" not in text
    assert "|" not in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_rules_prints_a_clause_with_its_marks_in_words(capsys: Capture) -> None:
    text = output(capsys, "rules", "nuremberg", "n8.1")
    assert text.startswith("N8.1   The first time laid track")
    assert "The sources disagree here" in text
    assert "as the code reads it: A joining line ends" in text
    assert "reconstructed" in output(capsys, "rules", "nuremberg", "N5.6")
    assert "sources" not in output(capsys, "rules", "nuremberg", "N5.5")


def test_rules_finds_a_clause_without_the_game(capsys: Capture) -> None:
    assert output(capsys, "rules", "N7.10") == output(capsys, "rules", "nuremberg", "N7.10")


def test_rules_prints_a_section(capsys: Capture) -> None:
    text = output(capsys, "rules", "nuremberg", "N12")
    assert text.startswith("N12 Takeovers\n")
    assert "N12.1" in text
    assert "N12.7" in text
    assert "N13.1" not in text
    assert "reconstructed" in output(capsys, "rules", "nuremberg", "N15")


def test_rules_as_json(capsys: Capture) -> None:
    clause = json.loads(output(capsys, "rules", "nuremberg", "N1.6", "--json"))
    assert clause["id"] == "N1.6"
    assert clause["marks"] == ["D"]
    book = json.loads(output(capsys, "rules", "nuremberg", "--json"))
    assert book["sections"][0]["clauses"][0]["id"] == "N1.1"
    assert json.loads(output(capsys, "rules", "nuremberg", "N12", "--json"))["title"] == "Takeovers"


def test_rules_searches(capsys: Capture) -> None:
    text = output(capsys, "rules", "--search", "landlord white influence")
    assert "N7.11" in text
    assert "N9.1 " not in text
    assert "No clause has all the words" in output(capsys, "rules", "nuremberg", "--search", "dragon", code=1)
    assert json.loads(output(capsys, "rules", "--search", "dragon", "--json", code=1)) == []


def test_rules_that_do_not_exist(capsys: Capture) -> None:
    assert "Did you mean N7.9?" in complaint(capsys, "rules", "nuremberg", "N7.99")
    assert "has no clause 'N99'" in complaint(capsys, "rules", "N99")
    assert "There is no game 'chess'" in complaint(capsys, "rules", "chess")


# rules --coverage


def cover(monkeypatch: pytest.MonkeyPatch, *rows: Row, strays: tuple[Stray, ...] = ()) -> None:
    monkeypatch.setattr(rules, "coverage", lambda book, root: Coverage(book.game, list(rows), list(strays)))


WHOLE = Row(
    "N1.1",
    ["src/branchline/games/nuremberg/setup.py"],
    ["tests/test_a.py::test_x", "tests/test_a.py::test_y"],
)


def test_coverage_without_gaps(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    cover(monkeypatch, WHOLE)
    text = output(capsys, "rules", "--coverage", "nuremberg")
    assert "N1.1   | setup.py | 2: test_x, test_y" in text
    assert "nuremberg: clauses 1, tests marked with one 2." in text
    assert "Gap" not in text


def test_coverage_with_gaps_says_no(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    cover(monkeypatch, WHOLE, Row("N1.2", [], []), strays=(Stray("N1.99", "tests/test_a.py::test_x"),))
    text = output(capsys, "rules", "nuremberg", "--coverage", code=1)
    assert "Gap: N1.2 has no file that cites it and no test." in text
    assert "Unknown: tests/test_a.py::test_x cites N1.99" in text


def test_coverage_as_json(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    cover(monkeypatch, WHOLE, Row("N1.2", ["a.py"], []))
    report: list[dict[str, Any]] = json.loads(output(capsys, "rules", "--coverage", "--json", code=1))
    assert report[0]["game"] == "nuremberg"
    assert report[0]["gaps"] == ["N1.2"]
    assert (report[0]["clauses"], report[0]["tests"]) == (2, 2)


def test_coverage_needs_a_checkout(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def nowhere() -> Path:
        raise NoCheckout("--coverage needs a checkout.")

    monkeypatch.setattr(rules, "checkout", nowhere)
    assert "needs a checkout" in complaint(capsys, "rules", "--coverage")


def test_coverage_of_this_checkout_can_be_counted(capsys: Capture) -> None:
    assert main(["rules", "--coverage", "nuremberg", "--json"]) in (0, 1)
    (report,) = json.loads(capsys.readouterr().out)
    rows = {row["clause"]: row for row in report["rows"]}
    assert "src/branchline/games/nuremberg/rules/building.py" in rows["N7.10"]["files"]
    assert report["strays"] == []


# check


def test_check_finds_nothing_in_our_files(capsys: Capture) -> None:
    files = [str(DATA / f"{name}.json") for name in ("nuremberg", "wensleydale", "components")]
    assert output(capsys, "check", *files) == "".join(f"{file}: no fault found\n" for file in files)


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    content = json.loads((DATA / "nuremberg.json").read_text(encoding="utf-8"))
    content["plots"][2]["provenance"] = ""
    content["borders"][0]["cost"] = 7
    path = tmp_path / "faulty.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_check_prints_one_finding_per_line(faulty: Path, capsys: Capture) -> None:
    lines = output(capsys, "check", str(faulty), code=1).splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(f"{faulty}: plot ERL (Erlangen): Its provenance is empty. Write")
    assert "A link costs 7" in lines[1]


def test_check_as_json(faulty: Path, capsys: Capture) -> None:
    report = json.loads(output(capsys, "check", str(faulty), str(DATA / "nuremberg.json"), "--json", code=1))
    assert [(row["game"], len(row["findings"])) for row in report] == [("nuremberg", 2), ("nuremberg", 0)]
    assert report[0]["findings"][0]["where"] == "plot ERL (Erlangen)"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"format": "branchline.nuremberg.map/1",\n "name": ', "line 2: Not JSON"),
        ('{"format": "branchline.nuremberg.map/1"}', "Object missing required field"),
        ('{"format": "branchline.nuremberg.deck/1"}', "The format is 'branchline.nuremberg.deck/1'"),
        ('{"format": "branchline.chess.map/1"}', "There is no game 'chess'"),
        ('{"format": "other/1"}', "Its format is 'other/1', which no game has"),
        ('{"format": 3}', "which no game has"),
        ("[]", "which no game has"),
        ("", "line 1: Not JSON"),
    ],
)
def test_check_of_something_that_is_not_a_data_file(
    tmp_path: Path, capsys: Capture, content: str, problem: str
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content, encoding="utf-8")
    assert problem in complaint(capsys, "check", str(path))


def test_check_of_a_missing_or_binary_file(tmp_path: Path, capsys: Capture) -> None:
    assert "It can't be read" in complaint(capsys, "check", str(tmp_path / "none.json"))
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in complaint(capsys, "check", str(tmp_path / "binary.json"))


def test_check_of_a_record_points_to_replay(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.jsonl"
    Table("nuremberg", players=2, seed=1).save(path)
    assert f"branchline replay {path}" in complaint(capsys, "check", str(path))


def test_every_game_has_a_checker() -> None:
    assert all(callable(registry.game(name).check) for name in registry.games())
