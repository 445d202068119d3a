"""Choices: exactly the legal moves, each with its words and its price."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.games.nuremberg.data import map_file
from branchline.languages import LANGUAGES, speaking
from tests.nuremberg.arrange import auction, building, push, seen, shipping, takeover
from tests.nuremberg.screen.on_screen import (
    OPTIONS,
    choice,
    choices,
    played,
)
from tests.payments import moves_of


@pytest.mark.parametrize("options", OPTIONS, ids=lambda given: "-".join(given) or "plain")
@pytest.mark.parametrize("board", map_file.BOARDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_choices_are_exactly_the_legal_moves(board: str, players: int, options: dict[str, Any]) -> None:
    positions = 0
    for seed in (1, 2):
        for table in played(players, seed, board, **options):
            if table.over:
                assert choices(table) == []
                continue
            offered = choices(table)
            steps = [table.game.expand(table.state, move) for found in offered for move in moves_of(found)]
            assert {found[0] for found in steps} == set(table.legal_moves.ids)
            assert len({found.move for found in offered}) == len(offered)
            positions += 1
    assert positions > 60


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_of_every_choice_can_be_played(players: int) -> None:
    for table in played(players, 3):
        for move in (move for found in choices(table) for move in moves_of(found)):
            trial = table.game.clone(table.state)
            for step in table.game.expand(trial, move):
                assert table.game.refusal(trial, step) is None, move
                table.game.apply(trial, step)
            assert not trial.owed, f"{move} pays everything"


def test_every_choice_says_what_it_is_in_every_language() -> None:
    for language in LANGUAGES:
        with speaking(language):
            for table in played(3, 4):
                for found in choices(table):
                    words = [found.words, found.group, *found.price, found.note, found.warning]
                    assert found.words
                    assert found.group
                    assert not any(set("{}|") & set(text) for text in words)


@pytest.mark.clause("N4.1", "N5.2")
def test_a_bid_names_the_box_and_what_it_gives_with_its_disc() -> None:
    table = auction(players=3, discs="wbrgwb", bids={"top1": (1, 4)}, cubes={0: 6, 1: 8})
    found = choice(table, "bid A1 5")
    assert found.words == "Bid 5 cubes"
    assert found.group == "A1: 3 :white:, 1 :brown:"
    assert found.target == "box:top1"
    assert found.price == ("outbids Player 2, who bid 4",)
    assert found.effects == (("cube", -5, 1),)
    assert [one.move for one in choices(table) if one.target == "box:top1"] == ["bid A1 5", "bid A1 6"]


@pytest.mark.clause("N7.9", "N7.10", "N7.11")
def test_the_price_of_a_link_comes_in_parts() -> None:
    table = building(cubes={0: 9}, influence={0: (3, 2, 2, 1)}, pawns={"FUE": "wwr"})
    push(table, "build NUS GOS")
    found = choice(table, "build GOS FUE")
    assert found.words == "Build to Fürth"
    assert found.group == "Continue from Gostenhof"
    assert found.target == "border:FUE-GOS"
    assert found.shows == ("border:FUE-GOS", "station:FUE")
    assert found.price == (
        "1 for the link", "2 :white: for 2 landlords at Fürth",
        "2 links in all, 2 for track, 1 :red:",
    )  # fmt: skip


@pytest.mark.clause("N7.10")
def test_the_first_link_pays_for_the_company_where_it_starts() -> None:
    found = choice(building(cubes={0: 5}, influence={0: (0, 0, 1, 0)}), "build NUS GOS")
    assert found.words == "From Nürnberg Süd to Gostenhof"
    assert found.price == ("1 for the link", "1 :red: for Nürnberg Süd")


@pytest.mark.clause("N7.9")
def test_rivers_and_uplands_say_so() -> None:
    table = building(cubes={0: 9}, influence={0: (1, 1, 1, 1)})
    assert choice(table, "build SCH ROT").price[0] == "2 across the river"
    table = building(board="wensleydale", cubes={0: 9}, influence={0: (1, 1, 1, 1)}, links={0: "HOR-HEL"})
    assert choice(table, "build HOR RIB").price[0] == "2 upland"


@pytest.mark.clause("N9.5", "N9.6")
def test_a_shipment_shows_its_path() -> None:
    table = shipping(trains={"3a": 0, "1a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    found = choice(table, "ship red FUE 1a")
    assert found.target == "item:FUE:red"
    assert found.shows == ("border:FUE-GOS", "border:GOS-NUS", "station:NUS")
    assert found.price == ("to Nürnberg Süd",)


@pytest.mark.clause("N9.8")
def test_beer_goes_from_a_station_that_serves_its_field() -> None:
    source = map_file.built_in("nuremberg")
    field, stations = next((field, found) for field, found in source.fields.items() if "FOR" in found)
    assert stations
    table = shipping(trains={"3a": 0}, links={0: "ERL-BAI-FOR"}, goods={field: 1})
    found = choice(table, f"ship grey {field} 3a")
    assert found.target == f"item:{field}:grey"
    assert found.shows[-1] == "station:ERL"
    assert set(found.shows[:-1]) <= {"border:BAI-ERL", "border:BAI-FOR"}


@pytest.mark.clause("N9.1")
def test_passing_warns_while_items_could_be_shipped() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    assert choice(table, "pass").warning == "You can still ship 1 item, and passing is final."
    assert choice(shipping(), "pass").warning == ""


@pytest.mark.clause("N12.4", "N12.5", "N12.6")
def test_a_stretch_shows_its_price_its_saving_and_what_leaves() -> None:
    table = takeover(
        links={0: "NUS-GOS-FUE"}, influence={0: (0, 0, 2, 0)}, goods={"GOS": 1}, pawns={"FUE": "rrg"}
    )
    found = choice(table, "cede red NUS GOS FUE sign")
    assert found.words == "Nürnberg Süd to Fürth, 2 links"
    assert found.group == "Cede to the red company"
    assert found.target == "station:NUS"
    assert found.shows == ("border:GOS-NUS", "border:FUE-GOS", "station:FUE")
    assert found.price == (
        "Fürth becomes a company station", "leaves the board: 1 post at Gostenhof, 2 red passengers at Fürth",
    )  # fmt: skip
    table.push(found.move)
    assert "red" in next(plot for plot in seen(table).plots if plot.id == "FUE").companies


@pytest.mark.clause("N12.2")
def test_a_stretch_begun_link_by_link_can_be_finished_at_once() -> None:
    table = takeover(links={0: "NUS-GOS-FUE-ZIR"}, influence={0: (0, 0, 3, 0)})
    push(table, "cede red NUS GOS")
    assert [found.move for found in choices(table)] == ["cede red GOS FUE sign", "cede red GOS FUE ZIR sign"]
    push(table, "cede red GOS FUE")
    assert [found.move for found in choices(table)] == ["sign", "cede red FUE ZIR sign"]


def test_if_there_are_too_many_stretches_they_are_named_link_by_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.games.nuremberg.screen.choices.MOST_STRETCHES", 1)
    table = takeover(links={0: "NUS-GOS-FUE-ZIR"}, influence={0: (0, 0, 3, 0)})
    assert [found.move for found in choices(table)] == ["cede red NUS GOS", "keep"]
    assert choices(table)[0].target == "border:GOS-NUS"
