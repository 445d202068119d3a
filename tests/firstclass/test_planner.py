"""How the planner judges a position."""

from __future__ import annotations

from branchline.core.bot_support import heuristics
from branchline.core.setup import Setup
from branchline.games.firstclass import GAME

from .arrange import Scene


def worth_of_taking(card: str, *trains: list[int]) -> float:
    """How much more a seat may expect once it has taken a card."""
    scene = Scene("AE").market(card)
    for name, values in zip(("upper", "lower"), trains, strict=True):
        scene.train(0, name, values, conductor=len(values))
    judge = heuristics(Setup.make(GAME, 2, {"modules": "AE"}))
    before = judge.expected(scene.state, 0)
    return judge.expected(scene.play("take 1.1").state, 0) - before


def test_a_mechanic_is_worth_more_where_it_helps_at_once() -> None:
    """E1-4 asks for a left car of value 2."""
    ready, both = [2, 1], worth_of_taking("E1-4", [2, 1], [2, 1])
    assert both > worth_of_taking("E1-4", ready, [1, 1]) > worth_of_taking("E1-4", [1, 1], [1, 1])
