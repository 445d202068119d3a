"""What a seat can't know makes no difference to it: equal views, equal legal moves, equal events."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from branchline.core.compiled.bits import bit
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules import moves
from branchline.games.firstclass.rules.state import DRAFT, PASSED_ON, ROLE_OF, TURNS, State, clone

from .arrange import PAIRS, Scene, after_draft, start


def looks_the_same(one: State, other: State, seat: int | None) -> bool:
    """Whether two states are the same position for a seat."""
    if GAME.view(one, seat) != GAME.view(other, seat):
        return False
    return one.active != seat or list(GAME.legal(one)) == list(GAME.legal(other))


def told(state: State, text: str, seat: int | None) -> str:
    return GAME.told(state, GAME.read(state.setting, text).id, seat)


def swap_game_end(state: State, seat: int, mine: str, other: str) -> State:
    """The same position, but the seat holds another card of the pile instead."""
    swapped = clone(state)
    a, b = (bit(state.setting.names.game_end_number[card]) for card in (mine, other))
    assert swapped.held[seat] & a
    assert swapped.pile & b
    swapped.held[seat] ^= a | b
    swapped.pile ^= a | b
    return swapped


# Game-end cards


@pytest.mark.clause("F10.5", "F2.2")
@pytest.mark.parametrize("observer", [1, 2, None])
def test_a_held_game_end_card_is_known_to_its_owner_only(observer: int | None) -> None:
    scene = Scene("AB", 3).game_ends(0, "G07")
    other = swap_game_end(scene.state, 0, "G07", "G15")
    assert looks_the_same(scene.state, other, observer)
    assert not looks_the_same(scene.state, other, 0)


@pytest.mark.clause("F10.5")
@pytest.mark.parametrize("observer", [1, None])
def test_a_card_drawn_blind_is_told_to_its_owner_only(observer: int | None) -> None:
    scene = Scene("AB", 3).market("A2-8").play("take 1.1", "blind")
    assert told(scene.state, "draw G07", 0) == "draw G07"
    assert told(scene.state, "draw G07", observer) == told(scene.state, "draw G15", observer) == "draw ?"
    one, other = clone(scene.state), clone(scene.state)
    GAME.apply(one, moves.draw(6))  # G07
    GAME.apply(other, moves.draw(5))  # G06 has the same immediate effect
    assert looks_the_same(one, other, observer)
    GAME.apply(one, GAME.read(one.setting, "do G07").id)
    GAME.apply(other, GAME.read(one.setting, "do G06").id)
    assert looks_the_same(one, other, observer)


@pytest.mark.clause("F10.5")
@pytest.mark.parametrize("observer", [1, 2, None])
def test_an_immediate_effect_that_waits_is_not_shown_before_it_is_done(observer: int | None) -> None:
    scene = Scene("AB", 3).market("A2-8").play("take 1.1", "blind")
    one, other = clone(scene.state), clone(scene.state)
    GAME.apply(one, moves.draw(6))
    GAME.apply(other, moves.draw(20))
    assert looks_the_same(one, other, observer)
    assert not looks_the_same(one, other, 0)


@pytest.mark.clause("F10.5")
def test_doing_the_effect_of_a_game_end_card_does_not_name_the_card() -> None:
    scene = Scene("AB", 3).market("A2-8").play("take 1.1", "blind", "draw G07")
    assert told(scene.state, "do G07", 0) == "do G07"
    assert told(scene.state, "do G07", 1) == "do ?"
    assert "G07" not in scene.sentence("do G07", 1)


@pytest.mark.clause("F10.5")
def test_an_open_card_is_seen_when_it_is_taken_and_secret_afterwards() -> None:
    scene = Scene("AB", 3).market("A2-8").play("take 1.1")
    assert told(scene.state, "pick G02", 1) == "pick G02"
    scene.play("pick G02", "do G02", "upgrade upper 1")
    assert looks_the_same(scene.state, swap_game_end(scene.state, 0, "G02", "G20"), 1)


# The draft


@pytest.mark.clause("F2.2")
def test_the_cards_dealt_for_the_draft_are_known_to_the_first_drafter_only() -> None:
    one = start("AB", 3).play("seat 1")
    assert told(one.state, "deal G03", 2) == "deal G03"
    assert told(one.state, "deal G03", 0) == told(one.state, "deal G03", None) == "deal ?"
    other = start("AB", 3).play("seat 1")
    one.play("deal G01", "deal G02", "deal G03", "deal G04")
    other.play("deal G11", "deal G12", "deal G13", "deal G14")
    assert one.state.phase == DRAFT
    for observer in (0, 1, None):
        assert looks_the_same(one.state, other.state, observer)
    assert not looks_the_same(one.state, other.state, 2)


@pytest.mark.clause("F2.2")
def test_a_later_drafter_does_not_see_what_an_earlier_one_kept() -> None:
    one = start("AB", 3).play("seat 1", "deal G01", "deal G02", "deal G03", "deal G04", "keep G01")
    other = start("AB", 3).play("seat 1", "deal G09", "deal G02", "deal G03", "deal G04", "keep G09")
    assert one.state.active == 1
    assert looks_the_same(one.state, other.state, 1)
    assert looks_the_same(one.state, other.state, 0)


@pytest.mark.clause("F2.2")
def test_an_earlier_drafter_does_not_see_what_a_later_one_keeps() -> None:
    scene = start("AB", 3).play("seat 1", "deal G01", "deal G02", "deal G03", "deal G04", "keep G01")
    one, other = clone(scene.state), clone(scene.state)
    assert told(one, "keep G02", 2) == told(one, "keep G03", 2) == "keep ?"
    assert told(one, "keep G02", 1) == "keep G02"
    assert "G02" not in scene.sentence("keep G02", 2)
    GAME.apply(one, moves.keep(1))
    GAME.apply(other, moves.keep(2))
    assert looks_the_same(one, other, 2)
    assert not looks_the_same(one, other, 0)  # who gets the rest sees it


@pytest.mark.clause("F2.2")
def test_what_another_seat_passed_on_is_not_shown() -> None:
    scene = after_draft("AB", 3)
    other = clone(scene.state)
    other.held[PASSED_ON + 1] ^= 7
    assert looks_the_same(scene.state, other, 0)
    assert looks_the_same(scene.state, other, None)


# Roles and evidence


@pytest.mark.clause("F2.5")
def test_a_role_is_known_to_its_owner_only() -> None:
    scene = Scene("AC", 3)
    scene.state.evidence[ROLE_OF + 1] = 1
    scene.state.evidence[ROLE_OF] = scene.state.evidence[ROLE_OF + 2] = 0
    other = clone(scene.state)
    other.evidence[ROLE_OF + 1], other.evidence[ROLE_OF + 2] = 0, 1
    assert looks_the_same(scene.state, other, 0)
    assert looks_the_same(scene.state, other, None)
    assert not looks_the_same(scene.state, other, 1)


@pytest.mark.clause("F2.5")
def test_a_role_is_told_to_its_owner_only() -> None:
    scene = start("AC", 3).play("seat 3")
    assert told(scene.state, "role murderer", 0) == "role murderer"
    assert told(scene.state, "role murderer", 1) == told(scene.state, "role innocent", None) == "role ?"
    assert "murderer" not in scene.sentence("role murderer", 1)


@pytest.mark.clause("F13.2")
def test_evidence_that_is_face_down_is_nowhere_in_the_state() -> None:
    scene = Scene("AC", 3).market("C1-5").play("take 1.1")
    for seat in (0, 1, 2, None):
        assert all(player.evidence == () for player in scene.view(seat).players)
    assert not any(scene.state.shown)


# Decks


@pytest.mark.clause("F1.2")
def test_the_order_of_unseen_cards_is_nowhere_in_the_state() -> None:
    one = after_draft("AB", 2, seed=3)
    cards = [card for card in range(40) if one.state.unseen[0] & bit(card)]
    assert len(cards) == 22
    assert one.view().unseen == (22, 40, 40)


# Fit to view, in whole games


@pytest.mark.clause("F2.2", "F2.5", "F10.5")
@pytest.mark.parametrize("modules", PAIRS)
def test_a_guess_at_what_is_hidden_changes_nothing_for_the_guesser(modules: str) -> None:
    rng = Random(modules)
    players = 2 + PAIRS.index(modules) % 3
    scene = start(modules, players)
    state = scene.state
    while state.active != OVER:
        if rng.random() < 0.2:
            for seat in (*range(players), None):
                guess = GAME.determinize(state.setting, GAME.view(state, seat), rng)
                assert looks_the_same(state, guess, seat)
                assert GAME.miscount(guess) is None
                if state.active == seat:
                    for move in GAME.legal(state):
                        assert GAME.told(state, move, seat) == GAME.told(guess, move, seat)
        GAME.apply(state, rng.choice(GAME.legal(state)))


@pytest.mark.clause("F10.5", "F2.2")
def test_no_view_names_a_secret_of_another_seat() -> None:
    """The ids of hidden cards appear nowhere in the plain data that leaves the table."""
    rng = Random(5)
    state = after_draft("AC", 4).state
    while state.phase == TURNS or state.active == CHANCE:
        for seat in range(4):
            text = msgspec.json.encode(GAME.view(state, seat)).decode()
            for other in range(4):
                hidden = state.held[other] & ~state.held[PASSED_ON + seat] & ~state.held[seat]
                for number, name in enumerate(state.setting.names.game_ends):
                    assert other == seat or not hidden & bit(number) or f'"{name}"' not in text
        GAME.apply(state, rng.choice(GAME.legal(state)))
