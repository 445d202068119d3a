"""The screen in words and sums: whose turn it is, and where points come from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast

import pytest

import branchline as bl
from branchline.core.screen import Account
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.screen.table_screen import SCREEN
from branchline.games.nuremberg.views.view import View
from branchline.languages import LANGUAGES, speaking
from tests.nuremberg.arrange import auction, building, push, seen, shipping, takeover
from tests.nuremberg.on_screen import (
    OPTIONS,
    played,
    state,
)


def now(table: bl.Table) -> str:
    return SCREEN.now(seen(table), table.seats)


def test_it_says_whose_turn_it_is_and_what_they_may_do() -> None:
    assert now(auction(cubes={0: 7})) == "Player 1 to bid on a box, with 7 cubes in hand."
    table = building(cubes={0: 9}, influence={0: (1, 1, 1, 1)})
    assert now(table) == "Player 1 to build: start a line, or build nothing."
    assert now(push(table, "build NUS GOS")) == "Player 1 to build: continue from Gostenhof, or end the line."
    assert now(shipping()) == "Player 1 to rent a train, ship one item, or pass."
    table = shipping(trains={"3a": 0, "1a": 0}, links={0: "NUS-GOS-FUE"}, pawns={"FUE": "r"})
    assert now(push(table, "ship red FUE")) == "Player 1 to choose the train for the item."
    table = shipping(cubes={0: 4}, influence={0: (2, 2, 0, 0)})
    assert now(push(table, "rent 1a")) == "Player 1 to pay 3 more for the train, in cubes or other influence."
    table = takeover(links={0: "NUS-GOS-FUE"}, influence={0: (0, 0, 2, 0)})
    assert now(table) == "Player 1 to cede a stretch of track to a company, or to keep it all."
    push(table, "cede red NUS GOS")
    assert now(table) == "Player 1 to continue the stretch from Gostenhof, or to cede it."


def test_it_always_says_something() -> None:
    for language in LANGUAGES:
        with speaking(language):
            for table in played(2, 10, "wensleydale"):
                said = SCREEN.now(cast("View", table.view(None)), table.seats)
                assert said.endswith(".")
                assert not set("{}|") & set(said)


# Sums


@pytest.mark.parametrize("options", OPTIONS, ids=lambda given: "-".join(given) or "plain")
@pytest.mark.parametrize("board", map_file.BOARDS)
@pytest.mark.clause("N10.1", "N14.1", "N14.2", "N14.3")
def test_every_point_has_a_source(board: str, options: dict[str, Any]) -> None:
    *_, table = played(3, 11, board, **options)
    sources: set[str] = set()
    for before, move, after in steps(table):
        tally = SCREEN.tally(before, move, after)
        gained = [now - then for now, then in zip(scores(table, after), scores(table, before), strict=True)]
        assert [sum(points[seat] for points in tally.values()) for seat in range(3)] == gained
        sources |= tally.keys()
    assert sources >= {"Goods shipped", "Profit and loss", "Track still on the board"}


def scores(table: bl.Table, position: Any) -> tuple[int, ...]:
    return table.game.scores(position)


def steps(table: bl.Table) -> Iterator[tuple[State, int, State]]:
    """Every move of a match with the state before and after it."""
    position = table.at(0)
    for step in table.steps:
        for move in step.moves:
            before = table.game.clone(position)
            table.game.apply(position, move)
            yield cast("State", before), move, cast("State", position)


@pytest.mark.clause("N8.1")
def test_the_bonus_has_its_source() -> None:
    table = building(cubes={0: 9}, influence={0: (1, 1, 1, 1)})
    push(table, "build NUS GOS")
    before = cast("State", table.game.clone(table.state))
    push(table, "build GOS FUE")
    assert SCREEN.tally(before, 0, state(table)) == {"Fürth joined to Nuremberg": (2, 0, 0)}


def statements(table: bl.Table, *texts: str) -> list[Account]:
    """The accounts that the last of the moves brings."""
    push(table, *texts[:-1])
    before = cast("State", table.game.clone(table.state))
    (move,) = table.game.expand(before, texts[-1])
    after = cast("State", table.game.clone(before))
    table.game.apply(after, move)
    return SCREEN.accounts(before, move, after)


@pytest.mark.clause("N10.1", "N10.2", "N10.3")
def test_profit_and_loss_is_stated_in_parts() -> None:
    table = shipping(
        players=2, shipped={0: (2, 1, 1, 0), 1: (0, 0, 0, 2)}, links={0: "NUS-GOS-FUE", 1: "ERL-TEN"}, round=2,
        profit={1: 5},
    )  # fmt: skip
    profit, points = statements(table, "pass", "pass")
    assert profit.title == "Profit and loss, round 2"
    assert profit.rows == (
        ("Beer, 2 each", (2, 0)), ("Post, 1 each", (2, 0)), ("Passengers, 1 each", (1, 2)),
        ("Own links on the board, −1 each", (-2, -1)), ("Beyond the end of the track", (0, -1)),
    )  # fmt: skip
    assert profit.total == (3, 0)
    assert points.title == "Points in round 2"


@pytest.mark.clause("N14.1", "N14.2", "N14.3")
def test_the_final_score_is_stated_in_parts() -> None:
    table = takeover(
        players=2, rounds=1, kept={0: (1, 1, 1, 1), 1: (2, 0, 0, 0)}, links={0: "NUS-GOS"}, score={0: 6, 1: 9},
        profit={0: 2, 1: -3},
    )  # fmt: skip
    (final,) = statements(table, "keep", "keep")
    assert final.title == "Final score"
    assert final.rows == (
        ("Previous points", (6, 9)), ("Sets of goods and passengers", (2, 0)), ("Profit and loss", (2, -3)),
        ("Track still on the board", (-1, 0)),
    )  # fmt: skip
    assert final.total == (9, 6)


def test_accounts_add_up_and_come_once_a_round() -> None:
    *_, table = played(4, 12)
    found = [
        account for before, move, after in steps(table) for account in SCREEN.accounts(before, move, after)
    ]
    assert len(found) == 2 * 5 + 1
    for account in found:
        for seat in range(4):
            assert sum(points[seat] for _, points in account.rows) == account.total[seat]
    assert found[-1].total == table.scores()


def test_rounds_are_counted_from_one() -> None:
    *_, table = played(2, 13)
    rounds = [SCREEN.round(before) for before, _, _ in steps(table)]
    assert rounds[0] == 1
    assert max(rounds) == 4
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(rounds))
