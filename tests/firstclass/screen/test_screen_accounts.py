"""Points by source, and the statements of scoring phases."""

from __future__ import annotations

from operator import add
from random import Random

import pytest

import branchline as bl
from branchline.core.compiled.engine import OVER
from branchline.core.screen import Account, AccountRow
from branchline.core.screen import account as summed
from branchline.games.firstclass import GAME, options
from branchline.games.firstclass.drawing.cards.decks import deck
from branchline.games.firstclass.drawing.panels.scoring import sums
from branchline.games.firstclass.options import Options
from branchline.games.firstclass.rules import trains
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import State, clone
from branchline.games.firstclass.views.show import view as look_at

from ..arrange import PAIRS, Scene
from ..test_random_decks import a_deck
from .screens import SCREEN, decisions, matches, steps


def after(state: State, move: int) -> State:
    found = clone(state)
    GAME.apply(found, move)
    return found


def gained(before: State, later: State) -> tuple[int, ...]:
    return tuple(new - old for new, old in zip(GAME.scores(later), GAME.scores(before), strict=True))


def tally(scene: Scene, text: str) -> dict[str, tuple[int, ...]]:
    move = GAME.read(scene.setting, text).id
    return SCREEN.tally(scene.state, move, after(scene.state, move))


def accounts(scene: Scene, text: str) -> list[Account]:
    move = GAME.read(scene.setting, text).id
    return SCREEN.accounts(scene.state, [move], scene.state, after(scene.state, move))


# All of a match


@pytest.mark.parametrize("arrest", ["out", "fine"])
@pytest.mark.parametrize("modules", PAIRS)
def test_tallies_add_up_to_the_score(modules: str, arrest: str) -> None:
    players = 2 + PAIRS.index(modules) % 3
    last = None
    total = [0] * players
    for state, move in steps(modules, players, seed=21, arrest=arrest):
        last = after(state, move)
        found = SCREEN.tally(state, move, last)
        sums = tuple(sum(points[seat] for points in found.values()) for seat in range(players))
        assert sums == gained(state, last), GAME.move(state.setting, move)
        total = [old + new for old, new in zip(total, sums, strict=True)]
    assert last is not None
    assert tuple(total) == GAME.scores(last)


@pytest.mark.parametrize("seed", range(4))
def test_tallies_add_up_with_cards_made_up_at_random(seed: int) -> None:
    rng = Random(seed)
    state = GAME.start(options.build(2 + seed % 3, Options(modules="AB"), a_deck(rng)))
    while state.active != OVER:
        before, move = clone(state), rng.choice(GAME.legal(state))
        GAME.apply(state, move)
        found = SCREEN.tally(before, move, state)
        sums = tuple(sum(points) for points in zip(*found.values(), strict=True))
        assert (sums or (0,) * len(GAME.scores(state))) == gained(before, state)


@pytest.mark.clause("F10.1", "F10.2", "F10.3", "F13.7", "F15.2")
@pytest.mark.parametrize("modules", PAIRS)
def test_statements_add_up_to_the_score(modules: str) -> None:
    players = 2 + PAIRS.index(modules) % 3
    table = bl.Table("firstclass", players, seed=22, modules=modules)
    rng = Random(22)
    while not table.over:
        table.push(rng.choice(table.game.legal(table.state)))
    titles = []
    for entry in table.story():
        for number, account in enumerate(entry.accounts):
            titles.append(account.title)
            assert account.score
            assert account == summed(account.title, account.rows, account.before, "Points", score=True)
            if number:
                previous = entry.accounts[number - 1]
                assert account.before == tuple(map(add, previous.before, previous.total))
        if entry.accounts:
            latest = entry.accounts[-1]
            assert tuple(map(add, latest.before, latest.total)) == table.game.scores(table.at(entry.step))
    phases = [f"Scoring after round {number}" for number in (2, 4, 6)]
    assert titles == [*phases, "End of the game", *(["Evidence"] if "C" in modules else [])]


@pytest.mark.clause("F10.2", "F15.2", "F7.1")
def test_the_market_panel_counts_as_the_rules_do() -> None:
    for modules, players in matches():
        for state in decisions(modules, players, seed=23, every=10):
            view = look_at(state, None)
            for player in view.players:
                upper, lower, switches = sums(player, deck(view))
                assert upper[1] == trains.points(state, player.seat, 0)
                assert lower[1] == trains.points(state, player.seat, 1)
                assert switches[1] == (e.switch_points(state, player.seat) if "E" in modules else 0)


# Sources


@pytest.mark.clause("F6.2", "F6.3")
def test_points_of_the_route_and_of_constantinople() -> None:
    rails = ("X1-21", "X1-22", "X2-20", "X2-21", "X3-21")
    scene = Scene("AB").route(0, *rails, loco=13).waits(0, "M4").main_done()  # 4 spaces
    assert tally(scene, "do M4") == {"Constantinople": (20, 0)}
    scene = Scene("AB").waits(0, "M4").main_done()
    assert tally(scene, "do M4") == {"Route": (5, 0)}


@pytest.mark.clause("F8.2")
def test_a_coin_for_a_point() -> None:
    assert tally(Scene("AB").coins(0, 1), "point 1") == {"Coins spent": (1, 0)}


@pytest.mark.clause("F9.1")
def test_the_reward_of_a_contract() -> None:
    scene = Scene("AB").waits(0, "A2-1").main_done()  # 24 points
    assert tally(scene, "do A2-1") == {"Contracts": (24, 0)}


@pytest.mark.clause("F14.3")
def test_luggage_that_is_loaded() -> None:
    scene = Scene("AD").train(0, "lower", [1, 1]).under(0, "lower", 1, "D1-1").coins(0, 0, 1).play("spend 2")
    found = tally(scene, "conductor lower")
    assert list(found) == ["Luggage"]


# Statements


@pytest.mark.clause("F10.1", "F10.2", "F12.1", "F7.1")
def test_a_scoring_phase_is_counted_car_by_car() -> None:
    scene = Scene("AB").train(0, "upper", [7, 2, 1], conductor=2).under(0, "upper", 1, "B1-1")
    scene.train(0, "lower", [1] * 5 + ["M1", 1, 1, 1, "L"], conductor=10)
    scene.train(1, "upper", [4], conductor=1).scoring(1)
    start = clone(scene.state)
    start.seat = start.active = 0  # as it was before the first of them scored
    start.cursor = 0
    (phase,) = SCREEN.accounts(start, [0, 0], scene.state, after(scene.state, 0))
    assert phase.title == "Scoring after round 2"
    assert phase.rows[:3] == (
        AccountRow("Upper train", (16, 4)), AccountRow("Slot 1", (14, 4), part=True),
        AccountRow("Slot 2", (2, 0), part=True),
    )  # fmt: skip
    assert phase.rows[3] == AccountRow("Lower train", (13, 0))
    assert phase.rows[-1] == AccountRow("Slot 10", (5, 0), part=True)
    assert phase.total == tuple(
        trains.points(start, seat, 0) + trains.points(start, seat, 1) for seat in (0, 1)
    )


@pytest.mark.clause("F10.3")
def test_the_end_counts_game_end_cards_and_coins() -> None:
    scene = Scene("AB").game_ends(0, "G04").coins(0, 3).coins(1, 1).scoring(1, 6)
    *_, end = accounts(scene, "end")
    assert end.title == "End of the game"
    assert end.rows[:2] == (
        AccountRow("Game-end cards", (1, 0)), AccountRow("1 point for every 2 filled slots", (1, 0), part=True),
    )  # fmt: skip
    assert end.rows[-1] == AccountRow("Coins left", (3, 1))


def test_other_moves_bring_no_statement() -> None:
    assert accounts(Scene("AB"), "take 1.1") == []
