"""The table and its moves in words: what a person at a terminal, or at a screen reader, gets."""

from __future__ import annotations

import re
from random import Random

import pytest

from branchline.games.firstclass import GAME
from branchline.games.firstclass.data.code_reader import TOKENS as TOKEN_KINDS
from branchline.games.firstclass.data.codes import PARTS, PLACED
from branchline.games.firstclass.data.deck_file import built_in
from branchline.games.firstclass.text import card_text, sentences

from .arrange import PAIRS, Scene

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
CODE = re.compile(r"\w\(|[<>=&|]|\{|\}|[a-z][A-Z]|\[")
ONE_OF_MANY = re.compile(r"\b1 (cars|upgrades|steps|spaces|coins|points|tokens|contracts|game-end cards)\b")


def shown(scene: Scene, seat: int | None = 0) -> str:
    return GAME.text(scene.view(seat), NAMES[: scene.setting.players])


@pytest.mark.parametrize("modules", PAIRS)
def test_no_code_reaches_a_person(modules: str) -> None:
    """A whole match: the table, every move told, and every move refused."""
    players = 2 + PAIRS.index(modules) % 3
    names = NAMES[:players]
    setting = GAME.setting(players, {"modules": modules})
    state = GAME.start(setting)
    rng = Random(7)
    while GAME.to_move(state) != -2:
        chance = GAME.to_move(state) == -1
        move = rng.choices(GAME.legal(state), GAME.weights(state) if chance else None)[0]
        said = [GAME.sentence(state, move, names), GAME.sentence(state, move, names, None)]
        refused = GAME.refusal(state, rng.randrange(GAME.move_count))
        said += [refused.text] if refused else []
        if not chance:
            said += GAME.text(GAME.view(state, GAME.to_move(state)), names).splitlines()
        for line in said:
            assert not CODE.search(line), line
            assert not ONE_OF_MANY.search(line), line
        GAME.apply(state, move)
    assert not CODE.search(GAME.text(GAME.view(state, None), names))


def test_every_card_has_words() -> None:
    source = built_in()
    deck = card_text.Deck(source)
    rows = [*source.base, *(row for rows in source.modules.values() for row in rows)]
    for row in rows:
        for told in (deck.card(row.id), deck.called(row.id), deck.briefly(row.id)):
            assert told
            assert row.id not in told
            assert not CODE.search(told), told
    for card in source.game_end:
        assert not CODE.search(deck.game_end(card.id))


def test_every_word_of_the_vocabulary_has_words() -> None:
    assert {name for name in PARTS if name != "conductor"} <= set(sentences.EFFECTS)
    assert set(PLACED) <= set(sentences.KINDS) & set(sentences.CARDS)
    assert set(TOKEN_KINDS) == set(sentences.TOKENS)


def test_cards_are_told_by_what_they_are() -> None:
    deck = card_text.Deck(built_in())
    assert deck.card("X1-13") == "2 steps for either conductor and 2 coins"
    assert deck.card("A1-1") == "Contract: 5 filled slots; reward 1 upgrade and 3 coins"
    assert deck.card("B1-3") == "Celebrity: its car scores double; 1 coin"
    assert deck.card("A2-6").endswith("reward 3 points for each completed contract")
    assert deck.card("C1-2") == "the player who takes it draws 1 evidence token; 3 upgrades"


def test_cards_are_called_by_what_they_do() -> None:
    deck = card_text.Deck(built_in())
    assert deck.called("X1-13") == deck.briefly("X1-13") == "2 steps for either conductor and 2 coins"
    assert deck.called("A1-1") == "a contract (5 filled slots; reward 1 upgrade and 3 coins)"
    assert deck.briefly("A1-1") == "a contract"
    assert deck.called("C1-2") == "3 upgrades (the player who takes it draws 1 evidence token)"
    assert deck.briefly("C1-2") == "3 upgrades"
    assert deck.game_end("G12") == (
        "1 space for the locomotive now; "
        "at the end 12 points with Constantinople reached, otherwise 2 points for each rail card"
    )


@pytest.mark.clause("F3.2")
def test_the_market_says_what_its_cards_do() -> None:
    said = shown(Scene("AB", 3).market("X1-04", "B1-1"))
    assert "Row 1 can give 3 more cards. The start player tile is in front of it:" in said
    assert "\n  1.1 3 cars\n  1.2 Celebrity: its car scores double\n" in said
    assert "The start player tile gives 3 coins" in said
    assert "the third player gets 1 car." in said


@pytest.mark.clause("F4.1")
def test_what_is_left_of_an_action_is_said() -> None:
    scene = Scene().market("X1-12").train(0, "upper", [0, 0]).play("take 1.1")
    assert "Left to do: 1 car and 2 steps for either conductor." in shown(scene)
    scene.play("conductor upper")
    assert "Left to do: 1 car and 1 step for either conductor." in shown(scene)
    assert scene.refusal("car upper").text.endswith("Left to do: 1 step for either conductor.")


@pytest.mark.clause("F9.2")
def test_an_open_contract_shows_its_progress() -> None:
    scene = Scene().contract(0, "A1-5").route(0, loco=2)
    assert "contract A1-5, 2 of 3: locomotive on space 3 or beyond; reward 1 car and 2 upgrades" in shown(
        scene
    )
    scene.route(0, loco=3)
    assert "contract A1-5, ready to complete:" in shown(scene)
    assert scene.sentence("complete A1-5") == "Player 1 completes a contract: 1 car and 2 upgrades."


@pytest.mark.clause("F4.2")
def test_waiting_actions_are_listed() -> None:
    scene = Scene("BD", 2).waits(0, "M2").waits(0, "B3-7", times=2)
    said = shown(scene)
    assert "  waiting, M2: 1 car and 1 upgrade" in said
    assert "  waiting, B3-7: 1 game-end card, 2 times" in said
    assert scene.sentence("do M2") == "Player 1 uses the action of a mail car: 1 car and 1 upgrade."
    assert scene.sentence("do B3-7").endswith(": 1 game-end card, 2 times.")


@pytest.mark.clause("F14.2")
def test_only_the_action_of_a_guest_on_board_waits() -> None:
    scene = Scene("BD", 2).train(0, "upper", [1], conductor=1)
    scene.under(0, "upper", 1, "D1-1", boarded=True).waits(0, "D1-1")
    said = shown(scene)
    assert "upper train: slots 1 with guest on board; conductor on slot 1" in said
    assert "  waiting, D1-1: 1 car\n" in said


@pytest.mark.clause("F10.5")
def test_an_action_of_a_hidden_card_stays_hidden() -> None:
    scene = Scene("AB", 2).game_ends(0, "G07").waits(0, "G07")
    assert "waiting, G07: 1 step for either conductor" in shown(scene, 0)
    assert "waiting, the effect of a game-end card" in shown(scene, 1)
    assert "G07" not in shown(scene, 1)


@pytest.mark.clause("F5.1")
def test_cars_and_conductors_are_told_with_their_new_places() -> None:
    scene = Scene().market("X1-04").train(0, "upper", [0] * 5).play("take 1.1")
    assert scene.sentence("car upper") == "Player 1 adds a mail car to the upper train."
    assert scene.sentence("car lower") == "Player 1 adds a car to the lower train."
    scene = Scene().market("X1-14").train(0, "upper", [0, 0]).play("take 1.1")
    assert scene.sentence("conductor upper") == "Player 1's upper conductor moves to slot 1."


@pytest.mark.clause("F13.5")
def test_evidence_is_told_in_words() -> None:
    scene = Scene("CD", 2)
    assert scene.sentence("token E2") == "Player 1 reveals evidence: 2 fingerprints."
    assert scene.sentence("token ER") == "Player 1 reveals evidence: remove 1 token."
