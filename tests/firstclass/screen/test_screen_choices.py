"""What the player to move may do, in words, with shapes, prices and warnings."""

from __future__ import annotations

import pytest

from branchline.core.play.table import Table
from branchline.core.screen import Choice, Payment
from branchline.games.firstclass import GAME
from branchline.games.firstclass.drawing.panels.tickets import due
from branchline.games.firstclass.views.show import view as look_at

from ...payments import moves_of
from ..arrange import PAIRS, Scene, start
from .screens import SCREEN, decisions, names, panels, targets


def offered(scene: Scene) -> dict[str, Choice]:
    return {choice.move: choice for choice in SCREEN.choices(scene.state, names(scene.state))}


# All of them


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("modules", PAIRS)
def test_choices_are_the_legal_moves(modules: str, players: int) -> None:
    for state in decisions(modules, players, seed=11):
        found = [
            GAME.expand(state, move)
            for choice in SCREEN.choices(state, names(state))
            for move in moves_of(choice)
        ]
        single = [ids[0] for ids in found if len(ids) == 1]
        assert sorted(single) == list(GAME.legal(state))
        for ids in found:
            assert ids[0] in single


def test_every_choice_can_be_pushed() -> None:
    for number, modules in enumerate(PAIRS):
        table = Table("firstclass", 2 + number % 3, seed=number, modules=modules)
        while not table.over:
            choices = SCREEN.choices(table.state, table.seats)
            for choice in choices[:: 1 + len(choices) // 4]:
                depth = len(table.steps)
                table.push(choice.move)
                while len(table.steps) > depth:
                    table.pop()
            table.push(choices[(table.state.turn * 7) % len(choices)].move)


def test_a_card_is_kept_for_what_it_counts_at_the_end() -> None:
    """F2.2: its upper half does nothing in the draft, so it is not promised."""
    table = Table("firstclass", 2, seed=1)
    choices = SCREEN.choices(table.state, table.seats)
    assert choices
    for choice in choices:
        assert choice.words.startswith("Keep: at the end ")
        assert " now" not in choice.words


def test_pointing_at_the_shape_of_a_choice_means_it() -> None:
    for number, modules in enumerate(PAIRS):
        for state in decisions(modules, 2 + number % 3, seed=12, every=3):
            for choice in SCREEN.choices(state, names(state)):
                if choice.target:
                    move = GAME.expand(state, choice.move)[0]
                    assert move in SCREEN.meant(state, choice.target), choice


def test_a_shape_that_stands_for_no_choice_means_nothing_legal() -> None:
    """This is how it can say why."""
    for modules in ("BE", "CD"):
        for state in decisions(modules, 3, seed=15, every=12):
            offered = {choice.target for choice in SCREEN.choices(state, names(state))}
            legal = set(GAME.legal(state))
            for target in targets(panels(state, state.active)) - offered:
                assert not legal & set(SCREEN.meant(state, target)), target


def test_choices_say_what_they_do_in_few_words() -> None:
    for state in decisions("BE", 3, seed=13, every=5):
        for choice in SCREEN.choices(state, names(state)):
            assert 0 < len(choice.words) <= 160, choice
            assert choice.group
            assert "{" not in "".join((choice.words, choice.group, choice.warning, *choice.price))


# Words, shapes and prices


def test_a_card_is_taken_or_traded() -> None:
    found = offered(Scene("AB").market("B1-1"))
    assert found["take 1.1"].words == "Take a celebrity (its car scores double)"
    assert found["trade 1.1"].words == "Trade a celebrity (its car scores double) for an upgrade"
    assert found["take 1.1"].target == found["trade 1.1"].target == "card:1.1"


def test_only_cards_that_are_alike_have_a_number() -> None:
    found = offered(Scene("AB").market("X1-08", "X1-09", "B1-1"))
    assert found["take 1.1"].words == "Take 2 upgrades (1)"
    assert found["take 1.2"].words == "Take 2 upgrades (2)"
    assert found["take 1.3"].words == "Take a celebrity (its car scores double)"


@pytest.mark.clause("F3.4")
def test_the_tile_says_which_card_leaves() -> None:
    tile = offered(Scene("AB"))["tile"]
    assert tile.target == "tile"
    assert "card:1.1" in tile.shows
    (price,) = tile.price
    assert price.endswith(" leaves the market")
    assert offered(Scene("AB"))["take 1.1"].words == f"Take {price.removesuffix(' leaves the market')}"


@pytest.mark.clause("F5.1", "F5.2", "F5.4")
def test_the_steps_of_an_action_show_where_things_go() -> None:
    scene = Scene("AB").train(0, "upper", [2, 1], conductor=1).market("X1-01")
    found = offered(scene.play("take 1.1"))
    assert found["car upper"].target == "slot:0:upper:3"
    assert found["car upper"].group == "Add 2 cars"
    assert found["car lower"].words == "Add a car to the lower train"
    found = offered(Scene("AB").train(0, "upper", [4, 2], conductor=1).play("trade 1.1"))
    assert found["upgrade upper 2"].words == "Upper train, slot 2: from 2 to 4"
    assert found["upgrade upper 2"].target == "slot:0:upper:2"
    scene = Scene("AB").train(0, "upper", [4, 2], conductor=1).coins(0, 0, 1).play("spend 2")
    assert offered(scene)["conductor upper"].words == "Move the upper conductor to slot 2"


@pytest.mark.clause("F8.1", "F8.2")
def test_coins_have_a_price() -> None:
    found = offered(Scene("AB").coins(0, 2, 2, 1))
    assert found["spend 1"].effects[0] == ("coin", -1, 4)
    assert found["point 3"].words == "Coin from column 3: 1 point"
    assert found["buy 1 2 1"].words == "Buy a game-end card"
    units = (("column1", 2), ("column2", 2), ("column3", 1))
    buys = ("1 car", "1 step for either conductor", "1 upgrade")
    assert found["buy 1 2 1"].pays == Payment(4, units, buys)
    assert offered(Scene("AB").coins(0, 2, 1, 1))["buy 2 1 1"].pays is None, "only one way to pay"


@pytest.mark.clause("F2.2")
def test_the_draft_offers_the_cards_in_hand() -> None:
    found = offered(start("AB", 2).play("seat 1", "deal G01", "deal G02", "deal G03"))
    assert [choice.target for choice in found.values()] == ["gameend:G01", "gameend:G02", "gameend:G03"]


@pytest.mark.clause("F15.3")
def test_mechanics_with_work_to_do_have_tickets() -> None:
    for players, modules in ((2, "AE"), (3, "BE"), (4, "DE")):
        for state in decisions(modules, players, seed=14, every=2):
            view = look_at(state, state.active)
            seen = {
                f"mechanic {('upper', 'lower')[t]} {gap}"
                for t, gap, _waits in due(view.players[state.active])
            }
            legal = {str(GAME.move(state.setting, move)) for move in GAME.legal(state)}
            if state.box == -1:
                assert {move for move in legal if move.startswith("mechanic")} == seen


# Warnings


@pytest.mark.clause("F4.5")
@pytest.mark.parametrize(
    ("coins", "lost"), [((4, 4, 0), ""), ((4, 4, 3), "There is no space for 3 coins, so they would be lost.")]
)
def test_there_is_a_warning_of_coins_that_find_no_space(coins: tuple[int, ...], lost: str) -> None:
    found = offered(Scene("AB").market("B1-8").coins(0, *coins))  # 4 coins
    assert found["take 1.1"].warning == lost
    assert found["trade 1.1"].warning == ""


@pytest.mark.clause("F4.5", "F14.3")
def test_there_is_a_warning_of_a_fare_that_finds_no_space() -> None:
    """Reaching the car lets the passenger board, who brings coins."""
    scene = Scene("AD").train(0, "upper", [1, 1], conductor=0).under(0, "upper", 1, "D1-1").coins(0, 4, 4, 4)
    found = offered(scene.play("spend 2"))
    assert "no space" in found["conductor upper"].warning
    assert found["conductor lower"].warning == ""


@pytest.mark.clause("F4.5")
def test_room_made_by_paying_counts() -> None:
    scene = Scene("AB").coins(0, 4, 4, 4).main_done()
    assert all(choice.warning == "" for move, choice in offered(scene).items() if move != "end")


@pytest.mark.clause("F4.2")
def test_there_is_a_warning_of_an_action_that_is_lost_with_the_turn() -> None:
    scene = Scene("AB").coins(0, 4, 4, 4).waits(0, "M3").main_done()  # 3 coins, and no space at all
    assert (
        offered(scene)["end"].warning == "A waiting action can't do anything now and would be lost: 3 coins."
    )
    assert offered(Scene("AB").main_done())["end"].warning == ""


@pytest.mark.clause("F9.1", "F10.3")
def test_there_is_a_warning_of_a_contract_left_ready_in_the_last_scoring() -> None:
    scene = Scene("BC").train(0, "upper", [1] * 5 + ["M1", 0, 0, 0, "L"], conductor=10).contract(0, "B3-6")
    assert "You can complete these contracts now" in offered(scene.scoring(0, 6))["end"].warning
    assert "contracts" not in offered(scene.scoring(0, 4))["end"].warning


@pytest.mark.clause("F15.1")
def test_there_is_a_warning_of_covering_a_mechanic_with_work_left() -> None:
    scene = Scene("AE").market("E1-1").gap(0, 1, "E1-4")
    found = offered(scene.play("take 1.1"))
    assert found["gap 1"].warning == "The mechanic there still has work to do and would be lost."
    assert found["gap 2"].warning == ""


@pytest.mark.clause("F3.2")
def test_there_is_a_warning_of_a_trade_without_a_car_to_upgrade() -> None:
    scene = Scene("AB").train(0, "upper", [12]).train(0, "lower", [12])
    assert offered(scene)["trade 1.1"].warning == "No car can be upgraded now."


# Why not


def test_a_shape_that_cannot_be_used_says_why() -> None:
    scene = Scene("AB").train(0, "upper", [2, 2]).play("trade 1.1")
    first, *_ = SCREEN.meant(scene.state, "slot:0:upper:2")
    refusal = GAME.refusal(scene.state, first)
    assert refusal is not None
    assert refusal.clause == "F5.2"


@pytest.mark.parametrize(
    "target",
    [
        "", *"card card:9.9 card:x.y row:0 slot:0:upper:99 slot:1:upper:1 slot:a:b:c route:0:0 gap:0:9".split(),
        *"column:7 contract:NO gameend:G99 mail:M9 ticket:? ticket:upper-x token:E99 nonsense:1 tile:2:3".split(),
    ],
)  # fmt: skip
def test_pointing_at_nothing_means_nothing_bad(target: str) -> None:
    scene = Scene("AB")
    for move in SCREEN.meant(scene.state, target):
        assert 0 <= move < GAME.move_count
        GAME.refusal(scene.state, move)
