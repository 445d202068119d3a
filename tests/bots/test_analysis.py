"""Hints and the course of a game."""

from __future__ import annotations

from itertools import chain
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import branchline as bl
from branchline import bots
from branchline.arena import plots
from branchline.bots.analysis import Moment, analyse, course, turning_points
from branchline.languages import speaking
from tests.bots.arrange import positions


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_candidates_are_legal_sorted_and_their_lines_can_be_played(game: str) -> None:
    reasons = 0
    for table in positions(game, 3, seed=6, every=23):
        found = analyse(
            table.setup, table.view(table.to_move), table.legal_moves.ids, 60.0, table.seats, playouts=60
        )
        assert found.seat == table.to_move
        assert sum(found.chances) == pytest.approx(1, abs=0.01)
        tried = [candidate.playouts for candidate in found.candidates]
        assert len(tried) == min(3, len(table.legal_moves))
        assert tried == sorted(tried, reverse=True)
        for candidate in found.candidates:
            assert candidate.text in table.legal_moves
            assert candidate.line[0] == candidate.text
            reasons += bool(candidate.reasons)
    assert reasons > 5


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_there_are_three_candidates_even_without_time(game: str) -> None:
    for table in positions(game, 2, seed=8, every=17):
        found = analyse(table.setup, table.view(table.to_move), table.legal_moves.ids, 0.0)
        assert found.playouts <= 4
        moves = {candidate.move for candidate in found.candidates}
        assert len(moves) == min(3, len(table.legal_moves))


def test_a_line_can_be_played_and_is_told_as_the_log_tells_it() -> None:
    """Forced steps too: a ceded stretch is ceded to its end."""
    stretches = 0
    for table in positions("nuremberg", 2, seed=9, every=7):
        game, found = (
            table.game,
            analyse(table.setup, table.view(table.to_move), table.legal_moves.ids, 60.0, playouts=40),
        )
        for candidate in found.candidates:
            state = game.clone(table.state)
            for move, words in zip(candidate.moves, candidate.told, strict=True):
                assert move in game.legal(state)
                assert words == game.sentence(state, move, ["Player 1", "Player 2"])
                game.apply(state, move)
            if candidate.text.startswith("cede"):
                stretches += 1
                assert "sign" in candidate.line
    assert stretches


def test_a_line_says_what_it_reaches() -> None:
    """The planners' opening line of this deal leads to stations that nobody has reached."""
    table = next(one for one in positions("nuremberg", 2, seed=4, every=1) if one.view().phase == "building")
    found = analyse(
        table.setup, table.view(table.to_move), table.legal_moves.ids, 60.0, ["Ann", "Bob"], playouts=80
    )
    words = ", ".join(found.candidates[0].reasons)
    assert "before anybody else" in words
    assert words.startswith("leads on to "), "one link does not reach it yet"
    assert "once the line is built" in words
    assert "passenger" in words, "things are called by their names"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("nuremberg", 3, {}),
        ("nuremberg", 2, {"board": "wensleydale"}),
        ("firstclass", 2, {"modules": "AB"}),
        ("firstclass", 3, {"modules": "CD"}),
        ("firstclass", 2, {"modules": "BE"}),
        ("firstclass", 4, {"modules": "CE"}),
    ],
)
def test_every_candidate_of_a_whole_game_has_a_reason(
    game: str, players: int, options: dict[str, str]
) -> None:
    for table in positions(game, players, seed=2, every=1, **options):
        for candidate in analyse(
            table.setup, table.view(table.to_move), table.legal_moves.ids, 60.0, playouts=12
        ).candidates:
            assert candidate.reasons, (str(table.view().phase), candidate.line)
            assert all(candidate.reasons)


def test_a_payment_says_what_it_leaves() -> None:
    """This lets players compare the choices."""
    paid = 0
    for table in positions("nuremberg", 3, seed=1, every=1):
        seat = table.to_move
        assert seat is not None
        for candidate in analyse(
            table.setup, table.view(seat), table.legal_moves.ids, 60.0, playouts=12
        ).candidates:
            if not candidate.text.startswith("pay"):
                continue
            state = table.game.clone(table.state)
            owed = state.owed
            table.game.apply(state, candidate.move)
            if state.owed == owed - 1:  # otherwise the rules also paid a part that left no choice
                view: Any = table.game.view(state, seat)
                me = view.players[seat]
                left = [
                    *msgspec.structs.asdict(me.influence).items(),
                    ("cube" if me.held == 1 else "cubes", me.held),
                ]
                told = [f"{count} {kind}" for kind, count in left if count]
                assert candidate.reasons[0].removeprefix("leaves ").replace(" and ", ", ") == ", ".join(told)
                paid += 1
    assert paid > 3


def test_evidence_is_discarded_as_long_as_that_may_avert_the_arrest() -> None:
    said = set()
    matches = [positions("firstclass", 3, seed=seed, every=1, modules="CE") for seed in (13, 16)]
    for table in chain(*matches):
        if table.view().phase == "discard_evidence":
            found = analyse(table.setup, table.view(table.to_move), table.legal_moves.ids, 60.0, playouts=12)
            said |= {(one.text.split()[0], reason) for one in found.candidates for reason in one.reasons}
    assert ("discard", "3 fewer fingerprints") in said
    assert ("discard", "avoids arrest, as things stand") in said
    assert ("done", "arrest can't be avoided") in said
    assert ("done", "another player is arrested, as things stand") in said


def test_reasons_come_in_the_language_of_the_context() -> None:
    table = next(positions("nuremberg", 2, seed=4))
    with speaking("de"):  # without a translation yet, in English
        assert (
            analyse(table.setup, table.view(table.to_move), table.legal_moves.ids, 9.0, playouts=20)
            .candidates[0]
            .reasons
        )


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_the_course_ends_with_the_winner_and_has_turning_points(game: str) -> None:
    table = bl.Table(game, players=2, seed=8, seats=["Ann & <Bob>", "Cleo"])
    players = [bots.bot("planner", seed=1), bots.bot("random", seed=2)]
    while not table.over:
        seat = table.to_move
        assert seat is not None
        table.push(players[seat].choose(table.setup, table.view(seat), table.legal_moves.ids, 5.0))
    moments = course(table, playouts=6)
    assert moments[-1].event == len(table.steps)
    outcome = table.outcome()
    assert outcome is not None
    assert max(range(2), key=lambda seat: moments[-1].chances[seat]) == outcome[0][0] == 0
    turning = [after for _, after in turning_points(moments)]
    assert len(turning) == 3
    picture = ElementTree.fromstring(plots.course(moments, table.seats, turning))
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 2
    assert len(picture.findall("{http://www.w3.org/2000/svg}circle")) == 3


def test_a_turning_point_holds_for_some_turns() -> None:
    """The change after the second event is reversed at once; the one after the fifth lasts."""
    chances = [0.5, 0.52, 0.9, 0.52, 0.53, 0.8, 0.78, 0.85]
    moments = [Moment(event, event % 2, (), (1 - one, one)) for event, one in enumerate(chances)]
    ((before, after),) = turning_points(moments, least=0.1)
    assert (before.event, after.event) == (4, 5)
    assert turning_points([]) == []
