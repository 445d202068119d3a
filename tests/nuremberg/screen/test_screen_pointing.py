"""Pointing at shapes: what it means, and why it can't be done."""

from __future__ import annotations

from typing import cast

import pytest

import branchline as bl
from branchline.games.nuremberg.screen.table_screen import SCREEN
from branchline.games.nuremberg.views.view import View
from tests.nuremberg.arrange import auction, building, push, shipping, takeover
from tests.nuremberg.screen.on_screen import (
    choices,
    played,
    shapes,
    state,
)


def why(table: bl.Table, target: str) -> tuple[str, str]:
    """The answer to pointing at a shape that can't be used."""
    refusal = table.why_not(SCREEN.meant(state(table), target)[0])
    assert refusal is not None
    return refusal.clause, refusal.text


def test_pointing_at_the_target_of_a_choice_means_it_first() -> None:
    for table in played(4, 5):
        legal = set(table.legal_moves.ids)
        for found in choices(table):
            if found.target:
                meant = SCREEN.meant(state(table), found.target)
                assert meant[0] in legal, (found.move, found.target)


@pytest.mark.clause("N7.3", "N7.4", "N7.6")
def test_a_border_that_cannot_be_built_says_why() -> None:
    table = building()
    assert why(table, "border:FUE-GOS")[0] == "N7.3"
    push(table, "build NUS GOS")
    assert why(table, "border:ERL-TEN") == (
        "N7.4",
        "The line continues from Gostenhof, where its last link ended.",
    )
    assert why(table, "station:NUS")[0] in ("N7.2", "N7.4")
    assert why(table, "border:GOS-NUS") == (
        "N7.2",
        "There is already a link between Gostenhof and Nürnberg Süd.",
    )


@pytest.mark.clause("N5.2", "N5.6")
def test_a_box_says_why_there_is_no_bid_to_make() -> None:
    table = auction(players=2, bids={"top1": (0, 3), "top2": (1, 8)}, cubes={0: 5, 1: 4})
    assert why(table, "box:top1")[0] == "N5.6"
    assert why(table, "box:top2") == ("N5.2", "You have only 5 cubes, too few for that bid.")


@pytest.mark.clause("N9.5")
def test_an_item_that_lacks_one_link_says_which() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS FUE-ZIR"}, pawns={"ZIR": "r"})
    words = "You are just one link short for that: between Fürth and Gostenhof."
    assert why(table, "item:ZIR:red") == ("N9.5", words)
    assert why(table, "station:ZIR") == ("N9.5", words)


@pytest.mark.clause("N9.5")
def test_an_item_that_lacks_more_than_one_link_does_not() -> None:
    table = shipping(trains={"3a": 0}, links={0: "NUS-GOS"}, pawns={"HOE": "r"})
    assert why(table, "item:HOE:red") == (
        "N9.5", "Your own links don't lead from Höchstadt to where that has to go.",
    )  # fmt: skip


@pytest.mark.clause("N9.4")
def test_an_item_that_lacks_only_a_space_says_so() -> None:
    table = shipping(links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    assert why(table, "item:FUE:red") == (
        "N9.4", "Your links lead there, but none of your trains has a free space for that.",
    )  # fmt: skip
    assert why(shipping(pawns={"FUE": "r"}), "item:FUE:red") == (
        "N9.4", "None of your trains has a free space for that.",
    )  # fmt: skip


def test_a_shape_of_another_phase_says_which_phase_it_is() -> None:
    assert why(auction(), "border:FUE-GOS")[0] == "N5.1"
    assert why(building(), "train:1a")[0] == "N7.1"
    assert why(shipping(), "box:top1")[0] == "N9.1"
    assert why(takeover(), "item:FUE:red")[0] == "N12.1"


@pytest.mark.parametrize(
    "target",
    ["", "border:", "border:FUE", "border:FUE-XXX", "border:FUE-LAU", "plot:?", "item:FUE", "item:FUE:white",
     "box:top9", "train:9z", "player:9", "player:x", "track:", "nothing", "::::", "item:FUE:red:red"],
)  # fmt: skip
def test_a_shape_that_does_not_exist_means_nothing(target: str) -> None:
    for table in (auction(), building(), shipping(), takeover()):
        assert SCREEN.meant(state(table), target) == []


def test_a_move_names_shapes_that_are_drawn() -> None:
    """Including the dealer's moves; an item that leaves the board was there before."""
    for table in played(4, 6):
        if not table.over:
            continue
        for number, step in enumerate(table.steps):
            position = table.at(number)
            drawn = shapes(cast("View", table.game.view(position, None))) if number % 7 == 0 else None
            for move in step.moves:
                targets = SCREEN.touched(position, move, None)
                assert targets
                if drawn is not None and step.seat >= 0:
                    assert set(targets) <= drawn, (str(table.game.move(table.setting, move)), targets)
                table.game.apply(position, move)
