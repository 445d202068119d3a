"""N16: options. What each one does is tested with its clause; here is how they are chosen, refused and stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline import Table
from branchline.core.errors import OptionError
from tests.nuremberg.arrange import building, idle_until, new_table, owner_of, push, seen

DEFAULTS = {
    "board": "nuremberg",
    "rounds": 4,
    "sets": "four",
    "south": "ends",
    "furth": "shortest",
    "pass_returns_trains": False,
    "goods_destination": True,
    "stone_from": "arrows",
    "swap_passengers": False,
    "wide_south": False,
    "company_track": "off",
    "starting_influence": (1, 2, 1, 1),
}


def table_with(**options: Any) -> Table:
    return Table("nuremberg", 3, seed=1, seats=None, play_forced=False, **options)


@pytest.mark.clause("N16")
@pytest.mark.parametrize("name", DEFAULTS)
def test_without_a_choice_the_default_holds(name: str) -> None:
    assert getattr(seen(new_table()).options, name) == DEFAULTS[name]


@pytest.mark.clause("N16", "N1.6")
@pytest.mark.parametrize("rounds", [1, 5, 8])
def test_rounds_may_be_1_to_8(rounds: int) -> None:
    table = idle_until(new_table(rounds=rounds), "game_end")
    assert (seen(table).rounds, seen(table).round) == (rounds, rounds)


@pytest.mark.clause("N16")
@pytest.mark.parametrize("rounds", [0, 9, -1, 2.5, "many"])
def test_other_numbers_of_rounds_are_refused(rounds: object) -> None:
    with pytest.raises(OptionError, match="rounds"):
        table_with(rounds=rounds)


@pytest.mark.clause("N16")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sets", "five"), ("south", "end"), ("furth", "longest"), ("stone_from", "hills"),
        ("company_track", 34), ("company_track", 0), ("pass_returns_trains", "maybe"), ("goods_destination", 3),
        ("starting_influence", (1, 2, 1)), ("starting_influence", (1, 2, 1, -1)), ("board", "bavaria"),
    ],
)  # fmt: skip
def test_a_value_that_an_option_cannot_have_is_refused(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=str(value) if name == "board" else name):
        table_with(**{name: value})


@pytest.mark.clause("N16")
@pytest.mark.parametrize(
    ("board", "name", "value"),
    [
        ("nuremberg", "south", "start"),
        ("nuremberg", "wide_south", True),
        ("wensleydale", "furth", "own"),
        ("wensleydale", "swap_passengers", True),
    ],
)
def test_an_option_of_the_other_board_is_refused_with_a_clear_error(
    board: str, name: str, value: object
) -> None:
    with pytest.raises(OptionError, match=rf"'{name}' is not for the board .*N16"):
        table_with(board=board, **{name: value})


@pytest.mark.clause("N16")
@pytest.mark.parametrize("board", ["nuremberg", "wensleydale"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", 2), ("sets", "three"), ("pass_returns_trains", True), ("goods_destination", False),
        ("stone_from", "neighbours"), ("company_track", 35), ("starting_influence", (0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_options_of_both_boards_are_accepted_on_both(board: str, name: str, value: object) -> None:
    assert getattr(seen(table_with(board=board, **{name: value})).options, name) == value


@pytest.mark.clause("N16")
def test_an_unknown_option_is_refused_with_a_hint() -> None:
    with pytest.raises(OptionError, match="Did you mean 'stone_from'"):
        table_with(stone_form="arrows")


@pytest.mark.clause("N16")
def test_a_command_line_may_write_values_as_words() -> None:
    options = seen(
        table_with(swap_passengers="on", starting_influence="0,1,2,3", company_track="35", rounds="6")
    ).options
    assert (options.swap_passengers, options.starting_influence) == (True, (0, 1, 2, 3))
    assert (options.company_track, options.rounds) == (35, 6)


@pytest.mark.clause("N16")
def test_players_see_every_option() -> None:
    for seat in range(3):
        assert new_table(furth="own").view(seat).options.furth == "own"


@pytest.mark.clause("N16")
def test_options_are_stored_in_the_record(tmp_path: Path) -> None:
    table = new_table(
        board="wensleydale", rounds=6, wide_south=True, south="start", sets="three", company_track=35
    )
    table.save(tmp_path / "match.jsonl")
    assert seen(branchline.load(tmp_path / "match.jsonl")).options == seen(table).options


@pytest.mark.clause("N16", "N1.6")
def test_a_record_says_how_many_rounds_the_default_was(tmp_path: Path) -> None:
    new_table().save(tmp_path / "match.jsonl")
    assert branchline.load(tmp_path / "match.jsonl").header().options["rounds"] == 4


@pytest.mark.clause("N16")
def test_an_arranged_position_survives_in_its_record(tmp_path: Path) -> None:
    """The tests of this folder rely on it."""
    table = push(building(rounds=4, links={1: "NUN-POP"}, cubes={0: 5}), "build NUS GOS")
    table.save(tmp_path / "match.jsonl")
    again = branchline.load(tmp_path / "match.jsonl")
    assert again.view(0) == table.view(0)
    again.pop()
    assert (owner_of(again, "NUS-GOS"), owner_of(again, "NUN-POP")) == (None, 1)
