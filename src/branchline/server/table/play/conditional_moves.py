"""Conditional moves: "if Bob plays A, I play B". How far a line of them has got follows from the record alone, so
nothing is carried out twice, even after a crash or with several processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.play import record
from branchline.core.play.legal_moves import steps_of
from branchline.core.play.table import Table
from branchline.core.protocols import Game
from branchline.server.table.protocol.requests import Line

State: TypeAlias = Literal["wait", "play", "done", "failed"]


class Progress(msgspec.Struct, frozen=True):
    """`after`: how many events there were after the answer."""

    state: State
    after: int = 0


def progress(table: Table, seat: int, line: Line) -> Progress:
    """`play`: the condition came true, and it is the seat's turn. `done`: the answer was played. `failed`: something
    else was played."""
    expected = line.ifs[0]
    theirs = _next_of(table, expected.seat, line.base)
    mine = _next_of(table, seat, line.base)
    if mine is not None and (theirs is None or mine < theirs):
        return Progress("failed")  # a move was made for the seat before
    if theirs is None:
        return Progress("failed" if table.to_move == seat else "wait")
    happened = _happened(table, theirs, expected.move)
    if happened != "done":
        return Progress(happened)
    if mine is None:
        return Progress("play" if table.to_move == seat else "wait")
    if _happened(table, mine, expected.then) == "done":
        return Progress("done", mine + len(_turn(table, mine)))
    return Progress("failed")


def _next_of(table: Table, seat: int, base: int) -> int | None:
    steps = table.steps
    return next((n for n in range(base, len(steps)) if steps[n].seat == seat and steps[n].decided), None)


def _turn(table: Table, first: int) -> list[int]:
    """The moves of a seat from there to the end of its turn, or as far as it has got."""
    state, steps, made = table.at(first), table.steps, list[int]()
    turn, seat = table.game.turn(state), steps[first].seat
    for step in steps[first:]:
        if step.seat != seat or table.game.turn(state) != turn:
            break
        for move in step.moves:
            table.game.apply(state, move)
        made += step.moves
    return made


def _happened(table: Table, first: int, text: str) -> State:
    """Whether a seat's turn is what a text says: no less, and no more except for forced moves."""
    state = table.at(first)
    try:
        wanted = steps_of(table.game, state, text)
    except BranchlineError:
        return "failed"
    made = _turn(table, first)
    last = first + len(made) == len(table.steps) and table.to_move == table.steps[first].seat
    under_way = last and table.game.turn(state) == table.game.turn(table.state)
    decided = [step.moves[0] for step in table.steps[first : first + len(made)] if step.decided]
    if under_way:
        begun = wanted[: len(decided)] == decided or wanted[: len(made)] == made
        return "wait" if begun else "failed"
    return "done" if wanted in (made, decided) else "failed"


def told(game: Game[Any], state: Any, seat: int, text: str, names: Sequence[str]) -> str:
    """A seat's moves as the log would tell them. The state moves on; what can't be told in it yet stays notation."""
    said = []
    for move in steps_of(game, state, text):
        if game.to_move(state) == seat and game.refusal(state, move) is None:
            said.append(game.sentence(state, move, names, seat))
            game.apply(state, move)
        else:
            said.append(f"{names[seat]}: {game.move(state.setting, move)}.")
    return " ".join(said)


def undone_since(table: Table, at: int, steps: int) -> bool:
    """Whether any of the `steps` events that there were when the record had `at` lines has been undone."""
    depth = steps
    for event in table.log[at:]:
        if isinstance(event, record.Undo):
            depth -= event.events
        elif not isinstance(event, record.Snapshot):
            depth += 1
        if depth < steps:
            return True
    return False
