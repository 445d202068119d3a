"""The screen in words and sums: whose turn it is, and where points come from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from operator import add
from typing import Any, cast

import pytest

import branchline as bl
from branchline.core.screen import Account, AccountRow
from branchline.core.screen import account as summed
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.screen.table_screen import SCREEN
from branchline.games.nuremberg.views.view import View
from branchline.languages import LANGUAGES, speaking
from tests.nuremberg.arrange import auction, building, push, seen, shipping, takeover
from tests.nuremberg.screen.on_screen import (
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
    assert SCREEN.tally(before, 0, state(table)) == {"Fürth joined to Nürnberg": (2, 0, 0)}


def statements(table: bl.Table, *texts: str) -> list[Account]:
    """The accounts that the last of the moves brings."""
    start = before = after = cast("State", table.game.clone(table.state))
    moves = []
    for text in texts:
        for move in table.game.expand(after, text):
            before, after = after, cast("State", table.game.clone(after))
            table.game.apply(after, move)
            moves.append(move)
    return SCREEN.accounts(start, moves, before, after)


@pytest.mark.clause("N10.1", "N10.2", "N10.3")
def test_profit_and_loss_is_stated_in_parts() -> None:
    table = shipping(
        players=2, shipped={0: (2, 1, 1, 0), 1: (0, 0, 0, 2)}, links={0: "NUS-GOS-FUE", 1: "ERL-TEN"}, round=2,
        profit={1: 5},
    )  # fmt: skip
    profit, points = statements(table, "pass", "pass")
    assert profit.title == "Profit and loss, round 2"
    assert profit.rows == (
        AccountRow("Beer, 2 each", (2, 0)), AccountRow("Post, 1 each", (2, 0)),
        AccountRow("Passengers, 1 each", (1, 2)),
        AccountRow("Own links on the board, −1 each", (-2, -1)), AccountRow("Beyond the end of the track", (0, -1)),
    )  # fmt: skip
    assert (profit.before, profit.total) == ((0, 5), (3, 0))
    assert points.title == "Points in round 2"


@pytest.mark.clause("N12.5")
def test_takeovers_are_stated_once_all_have_decided() -> None:
    table = takeover(players=2, links={0: "NUS-GOS-FUE", 1: "ERL-TEN"}, influence={0: (0, 0, 2, 0)}, round=2)
    (ceded,) = statements(table, "cede red NUS GOS FUE sign", "keep")
    assert ceded.title == "Takeovers, round 2"
    assert ceded.rows == (AccountRow("Ceded to the red company", (-2, 0)),)
    assert (ceded.before, ceded.total, ceded.result) == ((2, 1), (-2, 0), "Own links on the board")


def test_takeovers_are_not_stated_if_there_were_none() -> None:
    assert statements(takeover(players=2, links={0: "NUS-GOS-FUE"}), "keep", "keep") == []


@pytest.mark.clause("N14.1", "N14.2", "N14.3")
def test_the_final_score_is_stated_in_parts() -> None:
    table = takeover(
        players=2, rounds=1, kept={0: (1, 1, 1, 1), 1: (2, 0, 0, 0)}, links={0: "NUS-GOS"}, score={0: 6, 1: 9},
        profit={0: 2, 1: -3},
    )  # fmt: skip
    (final,) = statements(table, "keep", "keep")
    assert final.title == "Final score"
    assert final.rows == (
        AccountRow("Sets of goods and passengers", (2, 0)), AccountRow("Profit and loss", (2, -3)),
        AccountRow("Track still on the board", (-1, 0)),
    )  # fmt: skip
    assert (final.before, final.total) == ((6, 9), (3, -3))


@pytest.mark.clause("N10.1", "N10.3", "N12.5", "N14.1")
def test_statements_add_up_to_what_the_board_shows() -> None:
    *_, table = played(4, 12)
    titles = []
    for entry in table.story():
        now = cast("State", table.at(entry.step))
        for account in entry.accounts:
            titles.append(account.title)
            assert account == summed(
                account.title, account.rows, account.before, account.result, score=account.score
            )
            shown = {"Points": now.score, "Profit and loss": now.profit, "Own links on the board": now.links}
            ends = tuple(map(add, account.before, account.total))
            assert ends == tuple(shown[account.result][seat] for seat in range(4)), account.title
    for number in range(1, 6):
        assert f"Profit and loss, round {number}" in titles
        assert f"Points in round {number}" in titles
    assert any(title.startswith("Takeovers") for title in titles)
    assert titles[-1] == "Final score"


def test_rounds_are_counted_from_one() -> None:
    *_, table = played(2, 13)
    rounds = [SCREEN.round(before) for before, _, _ in steps(table)]
    assert rounds[0] == 1
    assert max(rounds) == 4
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(rounds))
