"""Turns as the log tells them: what was taken, what it did, what it brought."""

from __future__ import annotations

import re

import pytest

import branchline as bl
from branchline.core.play.story import Story
from branchline.games.firstclass.rules.state import State
from branchline.games.firstclass.text import telling

from ..arrange import NAMES, PAIRS, Scene

CARD_ID = re.compile(r"\b([XABCDE][123]-\d+|G\d\d|M[1-4])\b")


@pytest.mark.clause("F3.2", "F5.1", "F5.4")
def test_a_card_is_told_by_what_it_does_and_where() -> None:
    scene = Scene().market("X1-01").train(0, "upper", [0, 0])
    card = telling.deck(scene.state).called("X1-01")
    said = scene.told("take 1.1", "car lower", "car lower", "end") if "car" in card else ""
    assert said.startswith(f"Ann takes {card}: ")
    assert "cars on the lower train" in said


@pytest.mark.clause("F3.2", "F5.2")
def test_a_traded_card_is_named_briefly_and_the_upgrade_by_its_value() -> None:
    said = Scene().market("B1-1").told("trade 1.1", "upgrade upper 1", "end")
    assert said == "Ann trades a celebrity for an upgrade: slot 1 now worth 1 on the upper train."


@pytest.mark.clause("F8.1")
def test_a_coin_before_the_card_names_the_player() -> None:
    scene = Scene().market("X1-08").coins(0, 2)
    said = scene.told("spend 1", "car upper", "take 1.1", "upgrade upper 1", "upgrade lower 1", "end")
    assert said == (
        "Ann spends a coin from column 1: 1 car on the upper train. "
        "Ann takes 2 upgrades: slot 1 now worth 1 on the upper train, slot 1 now worth 1 on the lower train."
    )


@pytest.mark.clause("F8.1")
def test_an_action_that_has_just_begun_tells_what_it_promises() -> None:
    scene = Scene().market("X1-08").coins(0, 2)
    assert scene.told("spend 1") == "Ann spends a coin from column 1: 1 car."


@pytest.mark.clause("F6.2")
def test_spaces_beyond_the_end_of_the_route_are_lost_in_the_log_too() -> None:
    said = Scene().market("X1-17").route(0, loco=3).told("take 1.1", "end")
    assert said == "Ann takes 2 spaces for the locomotive: 2 spaces of the locomotive are lost."


@pytest.mark.clause("F8.1")
def test_coins_spent_for_points_are_told_together_and_points_summed_up() -> None:
    scene = Scene().market("X1-17").coins(0, 3)
    said = scene.told("take 1.1", "point 1", "point 1", "end")
    assert said.startswith("Ann takes 2 spaces for the locomotive: the locomotive to space 2, 2 points. ")
    assert said.endswith("2 coins spent: 2 points. +4 points in this turn.")


@pytest.mark.clause("F5.3")
def test_a_mail_car_is_told_where_it_is_placed_and_where_it_is_used() -> None:
    scene = Scene().market("X1-04").train(0, "lower", [0, 0, 0, 0, 0])
    said = scene.told("take 1.1", "car lower", "mail M3", "car upper", "car upper", "do M3", "end")
    assert said == (
        "Ann takes 3 cars: 2 cars on the upper train, a mail car on the lower train. Mail car: 3 coins."
    )


@pytest.mark.clause("F9.1")
def test_a_contract_is_told_when_taken_completed_and_rewarded() -> None:
    scene = Scene().contract(0, "A1-1").train(0, "upper", [1, 0, 0, 0]).main_done()
    said = scene.told("complete A1-1", "do A1-1", "upgrade upper 1", "end")
    assert said == (
        "Ann completes a contract (5 filled slots). Contract: slot 1 now worth 2 on the upper train, 3 coins."
    )


@pytest.mark.clause("F12.1")
def test_a_celebrity_is_told_with_its_seat() -> None:
    said = Scene().market("B1-1").told("take 1.1", "celebrity lower", "end")
    assert said == "Ann takes a celebrity (its car scores double): in slot 1 of the lower train."


@pytest.mark.clause("F4.1", "F12.1")
def test_a_coin_that_is_still_to_come_is_not_called_lost() -> None:
    said = Scene().market("B1-3").told("take 1.1")
    assert said == "Ann takes a celebrity (its car scores double; 1 coin)."


@pytest.mark.clause("F14.1", "F14.2")
def test_a_guest_is_told_with_its_place_and_what_it_brings_on_boarding() -> None:
    scene = Scene("AD").coins(0).train(0, "upper", [1], conductor=1).market("D1-6")
    assert scene.told("take 1.1", "guest passenger", "end") == (
        "Ann takes a guest (as a passenger 4 coins; as luggage 7 points): as a passenger in slot 1 of the upper "
        "train, the passenger in slot 1 boards, 4 coins."
    )
    scene = Scene("AD").coins(0).train(0, "lower", [1], conductor=1).market("D1-3")
    assert scene.told("take 1.1", "guest luggage", "do D1-3", "upgrade lower 1", "end").endswith(
        ": as luggage in slot 1 of the lower train, the luggage in slot 1 is loaded, 2 points. "
        "Guest: slot 1 now worth 2 on the lower train."
    )


@pytest.mark.clause("F15.1", "F15.3")
def test_a_gap_card_is_told_with_its_gap_and_a_mechanic_with_its_work() -> None:
    scene = Scene("AE").gap(0, 1, "E1-1").market("E1-2")
    assert scene.told("take 1.1", "gap 2", "end").endswith(", if worth 2 or more): in gap 2.")
    scene = Scene("AE").train(0, "upper", [4, 2, 2]).market("E1-5")
    assert scene.told("take 1.1", "car upper", "car upper", "mechanic upper 1", "end") == (
        "Ann takes a mechanic (the car behind one worth 1 or more is upgraded; 2 cars): in gap 1, 2 cars on the "
        "upper train. Mechanic in gap 1: slot 2 now worth 4 on the upper train."
    )


@pytest.mark.clause("F13.1")
@pytest.mark.parametrize(
    ("card", "count", "who"),
    [
        ("C1-2", 3, "the player who takes it draws 1 evidence token"),
        ("C1-5", 2, "all others draw 1 evidence token"),
    ],
)
def test_evidence_is_told_with_the_card_that_brings_it(card: str, count: int, who: str) -> None:
    scene = Scene("AC", 3).market(card)
    said = scene.told("take 1.1", *["upgrade upper 1"] * count, "end")
    assert f" ({who}): slot 1 now worth " in said


@pytest.mark.clause("F3.4")
def test_the_start_player_tile_is_told_with_what_it_brings() -> None:
    assert Scene().told("tile", "end") == "Ann takes the start player tile: 3 coins."


@pytest.mark.clause("F8.2", "F10.5")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_from_the_pile_is_named_to_its_owner_only(seat: int | None) -> None:
    scene = Scene().coins(0, 4).main_done()
    said = scene.told("buy 4 0 0", "blind", "draw G07", seat=seat)
    condition = telling.deck(scene.state).at_the_end("G07")
    if seat == 0:
        assert said == f"Ann spends four coins: the game-end card “{condition}”."
    else:
        assert said == "Ann spends four coins: a game-end card from the pile."


@pytest.mark.clause("F10.1", "F10.2", "F6.2")
def test_a_scoring_tells_its_chain_and_then_the_points_of_the_trains() -> None:
    scene = Scene().scoring().route(0, loco=2).train(0, "upper", [7, 2], conductor=2).coins(0)
    assert scene.told("clock") == "Ann scores. Clock stop on space 2: 1 coin."
    assert scene.outcomes("end") == ["Ann: upper train +9, lower train 0; 9 points in all."]


@pytest.mark.clause("F10.3", "F10.4")
def test_the_end_is_told_by_part_with_the_places() -> None:
    scene = Scene().scoring(1, 6).game_ends(0, "G12").coins(0, 2).coins(1)
    scene.train(1, "upper", [12], conductor=1)
    assert scene.outcomes("end") == [
        "Ben: upper train +12, lower train 0; 12 points in all.",
        "Ann: game-end cards 0, coins left +2; 2 points in all.",
        "Ben: game-end cards 0, coins left 0; 12 points in all.",
        "1. Ben, 12 points.",
        "2. Ann, 2 points.",
    ]


@pytest.mark.clause("F10.5", "F2.2", "F2.5")
@pytest.mark.parametrize("modules", PAIRS)
def test_nothing_hidden_is_told_and_no_card_is_called_by_its_number(modules: str) -> None:
    table = bl.Table("firstclass", 3, seed=6, modules=modules)
    bot = bl.bot("random", seed=6)
    while not table.over:
        bot.play(table)
    for seat in (0, 1, 2, None):
        story = Story(table.setup, NAMES, seat)
        for number, step in enumerate(table.steps):
            state = table.at(number)
            secrets = []
            for move in step.moves:
                if telling.is_secret(state, move, seat):
                    secrets.append(_named(state, str(table.game.move(table.setting, move)).split()[1]))
                table.game.apply(state, move)
            story.add(step)
            said = " ".join((story.entries[-1].words, *story.entries[-1].details[-len(step.moves) :]))
            for secret in secrets:
                assert secret not in said
        for entry in story.entries:
            assert not CARD_ID.search(" ".join((entry.words, *entry.details)))


def _named(state: State, secret: str) -> str:
    """How the log would name a game-end card, or say a role."""
    if not secret.startswith("G"):
        return f"{NAMES[state.cursor]} gets the role: {secret}"
    return telling.deck(state).game_end(secret)
