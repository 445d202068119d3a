"""Why a choice is good, and what is likely to follow, in words, from what the seat may know."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

from branchline.core.bot_support import heuristics
from branchline.core.compiled.rng import Rng
from branchline.core.play.history import Step
from branchline.core.play.story import Story
from branchline.core.play.table import Table
from branchline.problems.file import Option, Problem
from branchline.problems.weighing import choices

LONGEST_TURN: Final = 40  # steps


class Explained(msgspec.Struct, frozen=True):
    """A choice as a page explains it."""

    moves: tuple[str, ...]  # the notations that stand for it on the screen
    chance: int  # of winning, in per cent
    reasons: tuple[str, ...]
    line: tuple[str, ...]  # turns that are likely to follow, its own first
    planned: bool  # the planner would play it


def explain(table: Table, problem: Problem) -> list[Explained]:
    """All choices, the best first, in the language of the context."""
    clickable = choices(table)
    return [
        Explained(
            moves=tuple(clickable[option.steps]),
            chance=round(100 * option.chance),
            reasons=tuple(reasons(table, problem.seat, option)),
            line=tuple(_line(table, problem.seat, option)),
            planned=place in problem.planner,
        )
        for place, option in enumerate(problem.choices)
    ]


def reasons(table: Table, seat: int, option: Option) -> list[str]:
    """Parts of a sentence, the most important first."""
    before = _guess(table, seat)
    after = _after_turn(table, before, seat, option)
    return list(table.game.bots().reasons(before, option.steps[0], after, seat, table.seats))


def _guess(table: Table, seat: int) -> Any:
    """A guess at the position: to the seat it looks the same."""
    return table.setup.sample(table.view(seat), Random(1))


def _after_turn(table: Table, before: Any, seat: int, option: Option) -> Any:
    """The position at the end of the seat's part of the line; the heuristics continue where it ends too soon."""
    game, after = table.game, table.game.clone(before)
    expected = [*option.steps, *option.line]
    for number in range(LONGEST_TURN):
        if game.to_move(after) != seat:
            break
        legal = list(game.legal(after))
        move = expected[number] if number < len(expected) else -1
        if move not in legal:
            expected = []
            move = heuristics(table.setup).choose(after, legal, Rng(1), 0.0)
        game.apply(after, move)
    return after


def _line(table: Table, seat: int, option: Option) -> list[str]:
    """The expected turns in sentences. A turn that is under way is told step by step, others as the log tells them."""
    game, state = table.game, _guess(table, seat)
    moves, turn = [*option.steps, *option.line], game.turn(state)
    told: list[str] = []
    if table.steps and game.turn(table.at(len(table.steps) - 1)) == turn:
        while moves and game.turn(state) == turn and moves[0] in game.legal(state):
            told.append(game.sentence(state, moves[0], table.seats, seat))
            game.apply(state, moves.pop(0))
    story: Story = Story(table.setup, table.seats, seat, start=state)
    for move in moves:
        if move not in game.legal(story.state):
            break
        story.add(Step(game.to_move(story.state), [move]))
    return [*told, *(entry.words for entry in story.entries if entry.kind == "turn")]
