"""Turns as the log tells them: who, what, what it cost, what it brought."""

from __future__ import annotations

import pytest

from branchline.core.play.story import Entry
from branchline.core.play.table import Table

from ..arrange import auction, building, pass_out, push, shipping, takeover


def last(table: Table, kind: str = "turn") -> Entry:
    return [entry for entry in table.story() if entry.kind == kind][-1]


@pytest.mark.clause("N5.2", "N5.3")
def test_a_bid_tells_whom_it_outbids() -> None:
    table = auction(bids={"top1": (1, 4)}, cubes={0: 6, 1: 8})
    assert last(push(table, "bid A1 5")).words == "Player 1 bids 5 cubes on A1 and outbids Player 2 (4)."
    assert last(push(table, "bid B2 2")).words == "Player 2 bids 2 cubes on B2."


@pytest.mark.clause("N7.9", "N7.10")
def test_a_line_is_told_with_its_price() -> None:
    table = building(cubes={0: 9}, influence={0: (3, 2, 2, 1)})
    push(table, "build NUS GOS", "build GOS FUE", "stop")
    assert last(table).words == (
        "Player 1 builds Nürnberg Süd – Gostenhof – Fürth: 2 links for 2 cubes and 1 red."
    )
    assert last(table).details[-1] == "Player 1 ends the line."


@pytest.mark.clause("N8.1")
def test_joining_tells_who_scores() -> None:
    table = building(cubes={0: 9}, influence={0: (3, 2, 2, 1)})
    push(table, "build NUS GOS", "build GOS FUE", "stop")
    assert last(table, "outcome").words == "Fürth is joined to Nürnberg: Player 1 +2."


@pytest.mark.clause("N9.2")
def test_a_rented_train_is_told_with_its_price() -> None:
    table = shipping(influence={0: (0, 3, 0, 0)})
    assert last(push(table, "rent 1a")).words == "Player 1 rents train 1a for 3 brown."


@pytest.mark.clause("N9.4", "N9.5", "N9.6")
def test_a_shipped_item_is_told_with_its_train_and_its_points() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    assert last(push(table, "ship red FUE")).words == (
        "Player 1 ships a red passenger from Fürth on train 3a: 1 point."
    )
    table = shipping(trains={"3a": 0, "1a": 0}, links={0: "NUS-GOS-FUE"}, goods={"GOS": 1})
    assert last(push(table, "ship yellow GOS 1a")).words == (
        "Player 1 ships post from Gostenhof on train 1a: 1 point."
    )


@pytest.mark.clause("N10.1", "N10.2", "N10.3")
def test_a_round_ends_with_everybodys_account() -> None:
    table = pass_out(shipping(links={0: "NUS-GOS-FUE"}))
    entries = table.story()
    heading = next(place for place, entry in enumerate(entries) if entry.words == "Round 1 · Profit and loss")
    account = next(entry for entry in entries[heading + 1 : heading + 4] if entry.seat == 0)
    assert account.words == ("Player 1: shipments 0, track −2, profit and loss now −2; no points, 0 in all.")
    assert any(entry.accounts for entry in entries[heading : heading + 4])


@pytest.mark.clause("N12.4")
def test_a_ceded_stretch_is_told_with_its_price_and_saving() -> None:
    table = takeover(links={0: "NUS-GOS-FUE"}, influence={0: (0, 0, 2, 0)})
    push(table, "cede red NUS GOS FUE sign")
    assert last(table).words == (
        "Player 1 cedes Nürnberg Süd – Gostenhof – Fürth to the red company: 2 links for 1 red, and saves 2 per round."
    )


@pytest.mark.clause("N5.1")
def test_boxes_can_be_typed_by_the_names_people_use() -> None:
    table = auction()
    assert table.why_not("bid A1 4") is None
    assert push(table, "bid a1 4").moves[-1] == table.game.read(table.setting, "bid A1 4")
