"""What people may type beyond the short notation: names of plots, and a shipment with its train."""

from __future__ import annotations

import pytest

import branchline as bl

from .arrange import RICH, building, refused, shipping


@pytest.mark.parametrize(
    "text", ["build NUS GOS", "build Nürnberg Süd Gostenhof", "build NÜRNBERG SÜD gos", "build nus gostenhof"]
)
def test_a_plot_can_be_named_by_its_id_or_its_name(text: str) -> None:
    table = building(influence={0: RICH})
    assert text in table.legal_moves
    table.push(text)
    assert [str(move) for move in table.moves] == ["build NUS GOS"]


def test_names_of_several_words_in_a_row() -> None:
    table = building(board="wensleydale", influence={0: RICH})
    source = table.setting.names.source
    named = {plot.id: plot.name for plot in source.plots}
    border = next(border for border in source.borders if " " in named[border.a] and " " in named[border.b])
    short, long = f"build {border.a} {border.b}", f"build {named[border.a]} {named[border.b]}"
    assert table.game.expand(table.state, long) == [table.game.read(table.setting, short).id]
    assert table.game.read(table.setting, long).id == table.game.read(table.setting, short).id


def test_a_name_that_is_not_a_plot_is_refused() -> None:
    with pytest.raises(bl.NotationError, match="no plot 'Atlantis'"):
        building().push("build NUS Atlantis")


def shipment(*trains: str) -> bl.Table:
    """Seat 0 has these trains, and may ship a passenger."""
    return shipping(links={0: "NUS-GOS-FUE-ZIR"}, pawns={"ZIR": "rr"}, trains=dict.fromkeys(trains, 0))


@pytest.mark.clause("N9.4")
def test_a_shipment_and_its_train_in_one_text() -> None:
    table = shipment("1a", "2a")
    item = next(str(move) for move in table.legal_moves if str(move).startswith("ship red"))
    assert f"{item} 2a" in table.legal_moves
    table.push(f"{item} 2a")
    assert [str(move) for move in table.moves] == [item, "load 2a"]


@pytest.mark.clause("N9.4")
def test_if_only_one_train_has_room_it_may_be_named() -> None:
    table = shipment("1a")
    item = next(str(move) for move in table.legal_moves if str(move).startswith("ship red"))
    table.push(f"{item} 1a")
    assert [str(move) for move in table.moves] == [item]


@pytest.mark.clause("N9.4")
def test_a_train_other_than_the_one_with_room_is_refused() -> None:
    table = shipment("1a")
    item = next(str(move) for move in table.legal_moves if str(move).startswith("ship red"))
    assert f"{item} 2a" not in table.legal_moves
    refused(table, f"{item} 2a")
