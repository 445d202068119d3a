"""Positions set up by hand: a puzzle in one line, refused if the rules don't allow it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import branchline as bl


def test_a_puzzle_of_nuremberg(tmp_path: Path) -> None:
    table = bl.arrange(
        "nuremberg", phase="building", links={0: "NUS-GOS-FUE", "red": "SCH-STE"}, cubes={0: 5}, seed=1
    )
    assert table.to_move == 0
    assert table.moves == []
    assert {frozenset((link.a, link.b)): link.owner for link in table.view().links} == {
        frozenset(("NUS", "GOS")): 0, frozenset(("GOS", "FUE")): 0, frozenset(("SCH", "STE")): "red",
    }  # fmt: skip
    table.push("build FUE ZIR stop")
    table.save(tmp_path / "puzzle.jsonl")
    again = bl.load(tmp_path / "puzzle.jsonl", seed=1)
    assert again.game.numbers(again.state) == table.game.numbers(table.state)
    while table.moves:
        table.pop()
    assert table.view().phase == "building"
    with pytest.raises(bl.BranchlineError):
        table.pop()


def test_a_puzzle_of_first_class() -> None:
    table = bl.arrange(
        "firstclass", players=2, modules="AB", turn=1, round=2, upper={1: (7, 2)}, conductors={1: (1, 0)},
        coins={1: (2, 0, 1)}, score={0: 12},
    )  # fmt: skip
    view = table.view(1)
    assert table.to_move == 1
    assert [slot.value for slot in view.players[1].upper] == [7, 2]
    assert view.players[1].coins == (2, 0, 1)
    assert table.scores()[0] == 12


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_game_from_an_arranged_position_is_played_to_its_end(game: str) -> None:
    table, bot = bl.arrange(game, players=2, seed=3, score={0: 5}), bl.bot("random", seed=3)
    while not table.over:
        bot.play(table)
        assert table.game.miscount(table.state) is None
    assert table.outcome() is not None


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"links": {0: "NUS-ZIR"}}, "share no border"),
        ({"links": {0: "NUS-XXX"}}, "no plot 'XXX'"),
        ({"links": {0: "NUS-GOS", 1: "GOS-NUS"}}, "already"),
        ({"links": {"blue": "NUS-GOS"}}, "no company 'blue'"),
        ({"cubes": {0: 16}}, "more than 15 cubes"),
        ({"cubes": {0: 12}, "bids": {"top1": (0, 4)}}, "more than 15 cubes"),
        ({"cubes": {2: -1}}, "can't be read"),
        ({"cubes": {3: 1}}, "no seat 3"),
        ({"cubes": "many"}, "can't be read"),
        ({"pawns": {"FUE": "w" * 26}}, "not that many landlords"),
        ({"pawns": {"STE": "w"}}, "STE is no station"),
        ({"goods": {"NUS": 1}}, "no goods symbol"),
        ({"order": (0, 1, 1)}, "each of the 3 seats once"),
        ({"round": 8}, "no round 8"),
        ({"phase": "tea"}, "can't be read"),
        ({"lniks": {}}, "no 'lniks'"),
        ({"trains": {"9z": 0}}, "no train '9z'"),
        ({"discs": "w"}, "a letter for each"),
    ],
)
def test_an_impossible_position_of_nuremberg_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(bl.PositionError, match=sentence):
        bl.arrange("nuremberg", players=3, **given)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"upper": {0: (99,)}}, "no car 99"),
        ({"upper": {0: (2, 7)}}, "don't add up"),
        ({"upper": {0: (0,) * 11}}, "10 slots"),
        ({"upper": {0: ("M1",), 5: ()}}, "can't be read"),
        ({"upper": {0: ("M1",)}, "lower": {0: ("M1",)}}, "only one mail car M1"),
        ({"conductors": {0: (5, 0)}}, "don't add up"),
        ({"coins": {0: (20, 0, 0)}}, "don't add up"),
        ({"coins": {2: (0, 0, 0)}}, "no seat 2"),
        ({"market": ["Z9"]}, "no card 'Z9'"),
        ({"round": 5}, "not those of round 5"),
        ({"game_ends": {0: ["G01"], 1: ["G01"]}}, "already held"),
        ({"trains": {}}, "no 'trains'"),
    ],
)
def test_an_impossible_position_of_first_class_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(bl.PositionError, match=sentence):
        bl.arrange("firstclass", players=2, **given)
