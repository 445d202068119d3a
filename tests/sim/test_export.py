"""Decisions of saved games as tables."""

from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from branchline.cli import main
from branchline.core.play.loading import load


@pytest.fixture
def records(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    command = f"sim firstclass --players 2 --games 3 --seed 5 --workers 1 --records {folder}"
    assert main(command.split()) == 0
    return folder


def test_one_row_per_decision(records: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    assert main(["export", str(records), "--out", str(out), "--observations", "--workers", "1"]) == 0
    rows = pd.read_parquet(out)
    tables = [load(path) for path in sorted(records.glob("*.jsonl"))]
    assert len(rows) == sum(len(table.moves) for table in tables)
    assert rows["move"].tolist() == [str(move) for table in tables for move in table.moves]
    assert all(move in legal for move, legal in zip(rows["move_id"], rows["legal"], strict=True))
    assert set(rows["place"]) <= {1, 2}
    assert rows["observation"].map(len).nunique() == 1
    assert pl.read_parquet(out).height == len(rows)


def test_json_lines_have_the_same_content(records: Path, tmp_path: Path) -> None:
    for name in ("a.parquet", "a.jsonl"):
        assert main(["export", str(records), "--out", str(tmp_path / name), "--workers", "1"]) == 0
    lines = pd.read_json(tmp_path / "a.jsonl", lines=True)
    rows = pd.read_parquet(tmp_path / "a.parquet")
    assert lines["move"].tolist() == rows["move"].tolist()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["export", ".", "--out", "x.csv"], ".parquet or .jsonl"),
        (["export", "empty", "--out", "x.jsonl"], "no records"),
        (["export", "nothing.jsonl", "--out", "x.jsonl"], "can't be read"),
    ],
)
def test_mistakes_are_explained(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assert main([*words, "--workers", "1"] if words[0] == "export" else words) == 2
    assert sentence in capsys.readouterr().err
