"""The table: pushing, undoing, and what it plays by itself."""

from __future__ import annotations

import inspect
import pickle
import random
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any, assert_type

import pytest

import branchline as bl
from branchline.bots.at_table import TableBot
from branchline.core.errors import GameOver, NothingToUndo, OptionError, UnknownGame
from branchline.core.play.legal_moves import LegalMoves
from branchline.games.nuremberg import View


def played(moves: int, seed: int = 5, **options: Any) -> bl.Table:
    table = bl.Table("nuremberg", players=3, seed=seed, **options)
    rng = random.Random(seed)
    for _ in range(moves):
        if not table.over:
            table.push(rng.choice(list(table.legal_moves)))
    return table


def numbers(table: bl.Table) -> list[int]:
    return table.game.numbers(table.state)


def test_a_move_is_pushed_by_notation_by_id_or_as_an_object() -> None:
    tables = [bl.Table("nuremberg", players=3, seed=7) for _ in range(3)]
    tables[0].push("bid A2 4")
    tables[1].push(tables[1].game.read(tables[1].setting, "bid A2 4").id)
    tables[2].push(next(move for move in tables[2].legal_moves if str(move) == "bid A2 4"))
    assert numbers(tables[0]) == numbers(tables[1]) == numbers(tables[2])


def test_legal_moves_know_their_length_and_members() -> None:
    legal = bl.Table("nuremberg", players=3, seed=7).legal_moves
    assert len(legal) == len(list(legal)) == 63
    assert "bid A1 3" in legal
    assert "bid A1 2" not in legal
    assert next(iter(legal)) in legal
    assert legal.ids[0] in legal
    assert "63 legal moves" in repr(legal)


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    table = bl.Table("nuremberg", players=3, seed=7)
    before = numbers(table)
    with pytest.raises(bl.IllegalMove) as caught:
        table.push("bid A2 2")
    assert caught.value.clause == "N5.2"
    assert "start at 3 cubes" in caught.value.text
    assert numbers(table) == before
    assert table.dumps() == bl.Table("nuremberg", players=3, seed=7).dumps()


@pytest.mark.parametrize("move", [-1, 4, 99_999])
def test_an_id_that_names_no_move_is_refused_like_any_other(move: int) -> None:
    with pytest.raises(bl.IllegalMove, match="does not exist"):
        bl.Table("nuremberg", players=3, seed=7).push(move)


def test_why_not_answers_without_playing() -> None:
    table = bl.Table("nuremberg", players=3, seed=7)
    refusal = table.why_not("build NUS GOS")
    assert refusal is not None
    assert "bid for influence" in refusal.text
    assert str(refusal) == f"{refusal.text} ({refusal.clause})"
    assert table.why_not("bid A1 3") is None


def test_a_longer_notation_is_played_whole_or_not_at_all() -> None:
    table = played(0)
    for bid in ("bottom1 2", "bottom2 2", "bottom3 2", "top1 3", "top2 3", "top3 3"):
        table.push(f"bid {bid}")
    before = numbers(table)
    events = len(table.steps)
    with pytest.raises(bl.IllegalMove, match="a plot twice"):
        table.push("build NUS EIB GOS NUS")
    assert numbers(table) == before
    assert len(table.steps) == events


def test_pop_undoes_the_last_decision_and_what_followed_automatically() -> None:
    table = played(60)
    before, events = numbers(table), len(table.steps)
    move = next(iter(table.legal_moves))
    table.push(move)
    assert len(table.steps) > events
    assert table.pop() == move
    assert numbers(table) == before
    assert len(table.steps) == events


def test_pop_goes_back_to_the_first_decision_and_no_further() -> None:
    table = played(90)
    fresh = numbers(bl.Table("nuremberg", players=3, seed=5))
    while table.moves:
        table.pop()
    assert numbers(table) == fresh
    with pytest.raises(NothingToUndo):
        table.pop()


def test_pop_turn_undoes_a_whole_line() -> None:
    table = played(0)
    while table.view().decision != "build":
        table.push(table.legal_moves.ids[0])
    before = numbers(table)
    for _ in range(2):
        table.push(next(move for move in table.legal_moves if str(move).startswith(("build", "pay"))))
    assert len(table.pop_turn()) == 2
    assert numbers(table) == before


def test_equal_seeds_deal_equal_games_however_often_a_move_is_undone() -> None:
    straight, wavering = played(150), bl.Table("nuremberg", players=3, seed=5)
    for step in straight.steps:
        if step.decided:
            wavering.push(wavering.legal_moves.ids[-1])
            wavering.pop()
            wavering.push(step.moves[0])
    assert numbers(straight) == numbers(wavering)


def test_forced_moves_are_played_for_you_unless_you_want_them() -> None:
    helped, alone = played(120), played(120, play_forced=False)
    assert any(step.forced for step in helped.steps)
    assert not any(step.forced for step in alone.steps)


def test_at_shows_an_earlier_moment() -> None:
    table = played(20)
    moment = len(table.steps)
    then = numbers(table)
    for _ in range(100):
        if not table.over:
            table.push(table.legal_moves.ids[0])
    assert table.game.numbers(table.at(moment)) == then
    with pytest.raises(IndexError, match="no event 9999"):
        table.at(9999)


def test_after_the_end_nobody_moves() -> None:
    table = played(1000)
    assert table.over
    assert table.to_move is None
    assert len(table.legal_moves) == 0
    assert table.outcome() is not None
    with pytest.raises(GameOver):
        table.push("pass")


def test_while_the_game_runs_there_is_no_outcome() -> None:
    assert played(3).outcome() is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "monopoly"}, "no game 'monopoly'"),
        ({"players": 5}, "2 to 4 players"),
        ({"seats": ["Ann"]}, "one per seat"),
        ({"board": "mars"}, "no board 'mars'"),
        ({"roundz": 3}, "Did you mean 'rounds'"),
        ({"rounds": 9}, "1 to 8"),
        ({"sets": "five"}, "four, three"),
        ({"starting_influence": "1,2"}, "white,brown,red,green"),
    ],
)
def test_a_table_that_cannot_be_set_up_says_why(arguments: dict[str, object], sentence: str) -> None:
    given: dict[str, Any] = {"game": "nuremberg", "players": 3, **arguments}
    with pytest.raises((OptionError, UnknownGame), match=sentence):
        bl.Table(**given)


def test_a_notebook_shows_the_table() -> None:
    assert bl.Table("nuremberg", players=2, seed=1)._repr_svg_().startswith("<svg")


def test_names_of_seats_are_kept() -> None:
    table = bl.Table("nuremberg", players=2, seed=1, seats=["Ann", "Bob"])
    assert bl.loads(table.dumps()).seats == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "again", [bl.Table.copy, copy, deepcopy, lambda table: pickle.loads(pickle.dumps(table))]
)
@pytest.mark.parametrize("play_forced", [True, False])
def test_a_copy_continues_separately_with_the_same_luck(
    again: Callable[[bl.Table], bl.Table], play_forced: bool
) -> None:
    table = played(40, play_forced=play_forced)
    before, record = numbers(table), table.dumps()
    other = again(table)
    assert (numbers(other), other.dumps(), other.play_forced) == (before, record, play_forced)
    while not other.over:
        other.push(other.legal_moves.ids[0])
    assert (numbers(table), table.dumps()) == (before, record)
    while not table.over:
        table.push(table.legal_moves.ids[0])
    assert table.dumps() == other.dumps()
    while other.moves:
        other.pop()
    assert numbers(other) == numbers(played(0, play_forced=play_forced))


def test_a_table_describes_itself_in_a_line() -> None:
    assert repr(played(2)) == "<Table nuremberg, 3 players, 2 moves, seat 0 to move, scores (0, 0, 0)>"
    assert ", over, scores (" in repr(played(1000))


@pytest.mark.parametrize("text", ["build NUS GOS", "build NUS GOS FUE", "build nus gos fue STOP"])
def test_whatever_can_be_pushed_can_be_asked_about(text: str) -> None:
    table = played(0)
    assert text not in table.legal_moves
    assert table.why_not(text) is not None
    for bid in ("bottom1 2", "bottom2 2", "bottom3 2", "top1 3", "top2 3", "top3 3"):
        table.push(f"bid {bid}")
    assert "build NUS EIB GOS NUS" not in table.legal_moves
    assert text in table.legal_moves
    assert table.why_not(text) is None
    table.push(text)


def test_legal_moves_stay_those_of_their_position() -> None:
    table = played(0)
    legal = table.legal_moves
    table.push("bid A2 4")
    assert "bid A2 4" in legal
    assert "bid A2 4" not in table.legal_moves


def test_the_games_are_listed() -> None:
    assert bl.games()[:2] == ["nuremberg", "firstclass"]
    import branchline.games.nuremberg as package  # the list has the same name as the package, and does not hide it

    assert package.GAME.name == "nuremberg"


def test_a_bot_plays_a_whole_game() -> None:
    table, bot = bl.Table("nuremberg", players=2, seed=1, board="mini", rounds=1), bl.bot("greedy", seed=1)
    while not table.over:
        before = len(table.moves)
        assert bot.play(table) == table.moves[before]
    assert repr(bot) == "bot('greedy')"
    with pytest.raises(GameOver):
        bot.choose(table)


def test_an_unknown_bot_is_refused_with_the_bots_that_exist() -> None:
    with pytest.raises(bl.BranchlineError, match="There are: random, first, greedy"):
        bl.bot("deepblue")


def test_every_public_member_is_explained() -> None:
    unexplained = [
        f"{kind.__name__}.{name}"
        for kind in (bl.Table, TableBot, LegalMoves)
        for name, member in vars(kind).items()
        if not name.startswith("_") and not inspect.getdoc(member)
    ]
    assert unexplained == []
    assert all(inspect.getdoc(getattr(bl, name)) for name in bl.__all__ if name != "__version__")


def test_a_table_of_a_known_game_has_typed_views() -> None:
    table: bl.Table[View] = bl.Table("nuremberg", players=3, seed=7)
    table.push("bid A2 4")
    box = next(box for box in table.view(0).boxes if box.name == "top2")
    assert_type(box.cubes, int)
    assert box.cubes == 4
