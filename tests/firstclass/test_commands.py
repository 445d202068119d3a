"""The command line with this game, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import branchline as bl
from branchline.cli import main
from branchline.games.firstclass.data.deck_file import DATA
from tests.cli.arrange import Capture, finished, refused


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return finished(tmp_path / "game.jsonl", "firstclass", modules="CD")


def test_sim_takes_options_by_their_names(capsys: Capture) -> None:
    command = (
        "sim firstclass --modules DE --players 4 --games 2 --seed 4 --unclaimed_start=stays --json".split()
    )
    assert main(command) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["options"]["modules"] == "DE"
    assert report["options"]["unclaimed_start"] == "stays"
    assert len(report["results"]) == 2


def test_an_option_without_a_value_is_refused(capsys: Capture) -> None:
    assert "modules" in refused(["sim", "firstclass", "--modules"], capsys)


def test_a_module_that_does_not_exist_is_refused(capsys: Capture) -> None:
    assert "AZ" in refused(["sim", "firstclass", "--modules", "AZ"], capsys)


def test_replay_tells_the_game_in_sentences(record: Path, capsys: Capture) -> None:
    assert main(["replay", str(record)]) == 0
    seen = capsys.readouterr().out
    assert "Ann keeps a game-end card: " in seen
    assert "Final scores:" in seen


def test_replay_refuses_an_edited_record(record: Path, capsys: Capture) -> None:
    content = record.read_text(encoding="utf-8")
    record.write_text(content.replace('"end"', '"tile"', 1), encoding="utf-8")
    assert "was changed" in refused(["replay", str(record)], capsys)


def test_replay_refuses_a_truncated_record(record: Path, capsys: Capture) -> None:
    record.write_bytes(record.read_bytes()[:-30])
    assert "cut off" in refused(["replay", str(record)], capsys)


def test_check_finds_a_broken_deck(tmp_path: Path, capsys: Capture) -> None:
    deck = json.loads((DATA / "cards.json").read_text(encoding="utf-8"))
    deck["modules"]["A"][0]["effect"] = "contract(locoPos>=15 => coin(1))"
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(deck), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert "A1-1: Nobody can fulfil" in capsys.readouterr().out
    assert "A1-1" in refused(["sim", "firstclass", "--deck", str(path), "--games", "1"], capsys)


def test_check_refuses_a_file_that_is_not_json(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "deck.json"
    path.write_text('{"format": "branchline.firstclass.deck/1",\n oops', encoding="utf-8")
    assert "line 2" in refused(["check", str(path)], capsys)


def test_a_table_refuses_something_that_is_not_a_move() -> None:
    table = bl.Table("firstclass", players=2, seed=1)
    with pytest.raises(bl.NotationError, match="a move starts with"):
        table.push("jump")
    before = table.view(0)
    with pytest.raises(bl.IllegalMove, match=r"F\d"):
        table.push("take 1.1; car upper")
    assert table.view(0) == before


def test_rules_can_be_read(capsys: Capture) -> None:
    assert main(["rules", "firstclass", "F5.2"]) == 0
    assert "nearest value car" in capsys.readouterr().out
