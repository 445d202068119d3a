"""A game in the terminal, as a person types it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import branchline as bl
from branchline.cli import main


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Player:
    monkeypatch.chdir(tmp_path)
    return Player(monkeypatch, capsys)


class Player:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def types(self, *lines: str, arguments: str = "nuremberg --terminal --seed 3") -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        assert main(["play", *arguments.split()]) == 0
        return self.capsys.readouterr().out


def test_the_table_the_turn_and_numbered_moves_are_shown(play: Player) -> None:
    seen = play.types("quit")
    assert "Nuremberg, round 1 of 4, auction." in seen
    assert "Player 1 to move: bid for influence." in seen
    assert "\n    1: Bid 3 cubes [bid A1 3]\n    ...\n" in seen
    assert "FUE Fürth, neutral" in seen


def test_a_move_by_number_is_told_in_a_sentence(play: Player) -> None:
    seen = play.types("1", "quit", arguments="nuremberg --terminal --seed 3 --seats Ann,Bob --players 2")
    assert "bids 3 cubes on A1." in seen


def test_bots_play_the_other_seats(play: Player) -> None:
    seen = play.types("bid B3 2", "quit")
    assert "Bot 2 bids" in seen
    assert "Bot 3 bids" in seen


def test_an_illegal_move_teaches_and_asks_again(play: Player) -> None:
    seen = play.types("bid A1 2", "bid A9 3", "build NUS GOS", "9999", "quit")
    assert "Bids on A1 start at 3 cubes. (N5.2)" in seen
    assert "there is no box 'A9', only A1, A2, A3, B1, B2, B3." in seen
    assert "it is time to bid for influence" in seen
    assert "There is no move 9999" in seen


def test_why_names_the_clause_and_rules_shows_it(play: Player) -> None:
    seen = play.types("why bid A1 2", "why bid A1 3", "rules N5.2", "rules landlord", "quit")
    assert "'rules N5.2' shows the clause" in seen
    assert "It is allowed." in seen
    assert "at least the row's minimum" in seen
    assert "N7.11" in seen


def test_undo_comes_back_to_my_own_decision(play: Player) -> None:
    seen = play.types("bid B3 2", "undo", "quit")
    assert "Undone: bid B3 2." in seen
    assert seen.count("Player 1 to move: bid for influence.") >= 3


def test_undo_at_the_start_says_so(play: Player) -> None:
    assert "Nothing to undo" in play.types(
        "undo", "quit", arguments="nuremberg --terminal --seed 3 --players 2 --seats Ann,Bob"
    )


def test_moves_can_be_filtered(play: Player) -> None:
    seen = play.types("moves B3 2", "quit")
    assert "bid B3 2" in seen.rpartition("> ")[0].rpartition("> ")[2]


def test_a_saved_game_is_continued(play: Player) -> None:
    seen = play.types("bid B3 2", "save game.jsonl", "save game.jsonl", "save", "quit")
    assert "Saved." in seen
    assert "already exists" in seen
    assert "Save as what?" in seen
    again = play.types("table", "quit", arguments="--terminal --load game.jsonl")
    assert "round 1 of 4" in again
    assert "B3 2" in [str(move).removeprefix("bid ") for move in bl.load("game.jsonl").moves]


def test_leaving_loses_nothing_and_overwrites_nothing(play: Player, tmp_path: Path) -> None:
    play.types("bid B3 2")  # the input ends without quit
    seen = play.types("bid B3 2", "quit")
    assert "branchline-nuremberg-2.jsonl" in seen
    assert len(list(tmp_path.glob("branchline-nuremberg*.jsonl"))) == 2


def test_bots_alone_play_to_the_end(play: Player) -> None:
    seen = play.types(arguments="nuremberg --terminal --seed 3 --seats random,random:seed=4 --players 2")
    assert "The game is over." in seen
    assert "1. Bot" in seen


def test_a_whole_game_can_be_typed(play: Player) -> None:
    lines = ["1"] * 400
    seen = play.types(
        *lines, arguments="nuremberg --terminal --seed 5 --players 2 --option board=wensleydale"
    )
    assert "The game is over." in seen


def test_help_and_options_are_listed(play: Player) -> None:
    assert "undo turn" in play.types("help", "quit")
    assert "rounds: 1 to 8" in play.types(arguments="nuremberg --list-options")
