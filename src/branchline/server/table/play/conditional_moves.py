"""Conditional moves: "if Bob plays A, I play B". Where such a line stands is read off the record alone, so a crash, or
two processes, carry nothing out twice."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.play import record
from branchline.core.play.table import Table

Notation: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
State: TypeAlias = Literal["wait", "play", "done", "not so"]


class If(msgspec.Struct, frozen=True):
    """The next turn of a seat, and one's answer."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
    move: Notation
    then: Notation


class Line(msgspec.Struct, frozen=True, tag="line"):
    ifs: Annotated[tuple[If, ...], msgspec.Meta(min_length=1, max_length=8)]
    base: int = 0  # events that stood when it began to wait


class Progress(msgspec.Struct, frozen=True):
    """Where a line stands; `after`: events that stood after one's answer."""

    state: State
    after: int = 0


def progress(table: Table, seat: int, line: Line) -> Progress:
    """`play`: it happened, and it is the seat's turn. `done`: the answer is played. `not so`: something else is."""
    expected = line.ifs[0]
    theirs = _next_of(table, expected.seat, line.base)
    mine = _next_of(table, seat, line.base)
    if mine is not None and (theirs is None or mine < theirs):
        return Progress("not so")  # somebody moved for the seat before
    if theirs is None:
        return Progress("not so" if table.to_move == seat else "wait")
    happened = _happened(table, theirs, expected.move)
    if happened != "done":
        return Progress(happened)
    if mine is None:
        return Progress("play" if table.to_move == seat else "wait")
    if _happened(table, mine, expected.then) == "done":
        return Progress("done", mine + len(_turn(table, mine)))
    return Progress("not so")


def _next_of(table: Table, seat: int, base: int) -> int | None:
    steps = table.steps
    return next((n for n in range(base, len(steps)) if steps[n].seat == seat and steps[n].decided), None)


def _turn(table: Table, first: int) -> list[int]:
    """The moves of a seat from there to the end of its turn, or as far as it has come."""
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
    """Whether a seat's turn is what a text says: all of it and no more, but for steps without a choice."""
    state = table.at(first)
    try:
        wanted = table.game.expand(state, text)
    except BranchlineError:
        return "not so"
    made = _turn(table, first)
    last = first + len(made) == len(table.steps) and table.to_move == table.steps[first].seat
    under_way = last and table.game.turn(state) == table.game.turn(table.state)
    decided = [step.moves[0] for step in table.steps[first : first + len(made)] if step.decided]
    if under_way:
        return "wait" if wanted[: len(decided)] == decided else "not so"
    return "done" if wanted in (made, decided) else "not so"


def went_behind(table: Table, at: int, steps: int) -> bool:
    """Whether something was taken back, since the record had `at` lines, of the `steps` events that stood then."""
    depth = steps
    for event in table.log[at:]:
        if isinstance(event, record.Undo):
            depth -= event.events
        elif not isinstance(event, record.Snapshot):
            depth += 1
        if depth < steps:
            return True
    return False
