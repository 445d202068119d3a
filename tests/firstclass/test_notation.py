"""Moves in words, and what is said about them."""

from __future__ import annotations

import pytest

from branchline.core.errors import NotationError
from branchline.games.firstclass import GAME
from branchline.games.firstclass.rules import moves
from branchline.games.firstclass.text import notation
from branchline.games.firstclass.text.sentences import REFUSALS

from .arrange import PAIRS, Scene, setting


@pytest.mark.clause("F3.2")
@pytest.mark.parametrize("modules", PAIRS)
def test_ids_and_notation_are_one_to_one(modules: str) -> None:
    seen: set[str] = set()
    made = setting(modules)
    for number in range(GAME.move_count):
        try:
            move = GAME.move(made, number)
        except ValueError:
            continue
        assert str(move) not in seen
        assert GAME.read(made, str(move)).id == move.id == number
        seen.add(str(move))
    assert len(seen) > 500


@pytest.mark.clause("F3.2")
def test_an_id_without_a_move_is_refused() -> None:
    with pytest.raises(ValueError, match="no move"):
        notation.move(setting(), int(moves.MOVE_COUNT))


@pytest.mark.clause("F3.2")
def test_letters_may_be_small_or_large() -> None:
    assert GAME.read(setting(), "TAKE 2.3").id == moves.take(8)
    assert str(GAME.read(setting(), "complete a1-3")) == "complete A1-3"


@pytest.mark.clause("F3.2")
@pytest.mark.parametrize(
    "text",
    [
        "", "fly", "take", "take 4.1", "take 1.7", "take 11", "trade 0.1", "spend 4", "spend", "buy 1 1 1",
        "buy 4", "buy 5 0 -1", "upgrade upper", "upgrade upper 11", "upgrade left 1", "mechanic upper 6",
        "do Z1", "complete A9-9", "pick", "mail M5", "take 1.1 please",
    ],
)  # fmt: skip
def test_something_that_is_not_a_move_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(NotationError, match=r"\w"):
        GAME.read(setting(), text)


@pytest.mark.clause("F4.1")
def test_steps_can_be_joined() -> None:
    scene = Scene().market("X1-04")
    ids = GAME.expand(scene.state, "take 1.1; car upper; car lower; car lower")
    for move in ids:
        assert GAME.refusal(scene.state, move) is None
        GAME.apply(scene.state, move)
    assert scene.values(0, "lower") == [0, 0, 0]


@pytest.mark.clause("F4.1")
def test_every_refusal_cites_a_clause_and_says_a_sentence() -> None:
    for clause, sentence in REFUSALS.values():
        assert clause.startswith("F")
        assert sentence.endswith(".")


@pytest.mark.clause("F3.2")
def test_moves_are_told_as_sentences() -> None:
    scene = Scene().market("X1-04")
    assert scene.sentence("take 1.1") == "Player 1 takes 3 cars."
    assert scene.sentence("tile") == "Player 1 takes the start player tile: 3 coins."
    scene.train(0, "upper", [2]).play("trade 1.1")
    assert scene.sentence("upgrade upper 1") == "Player 1 upgrades slot 1 of the upper train to 4."


@pytest.mark.clause("F10.1")
def test_the_points_of_a_scoring_are_told() -> None:
    scene = Scene().train(0, "upper", [7, 4], conductor=2).scoring()
    assert scene.sentence("end") == "Player 1 scores both trains: 11 points."
