"""What a seat may undo: its own steps, until the turn ends or something hidden is revealed. After that, the others have
to agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.core.play.history import Step, Transition
from branchline.core.play.table import Table
from branchline.server.table.protocol.requests import UndoKind


class Undoable(msgspec.Struct, frozen=True):
    """For one seat: "free", "ask" or "" (nothing to undo)."""

    step: str = ""
    turn: str = ""


class Turns:
    """The turn of each event that was not undone."""

    def __init__(self, table: Table) -> None:
        self._steps: list[Step] = []
        self._before: list[int] = []
        self._midway: list[bool] = []
        state = table.at(0)
        for step in table.steps:
            self._add(table, step, state)
            for move in step.moves:
                table.game.apply(state, move)

    def follow(self, table: Table, trail: Sequence[Transition]) -> None:
        """Take what has been played and undone since."""
        while (last := len(self._steps)) > len(table.steps) or (
            last and self._steps[-1] is not table.steps[last - 1]
        ):
            del self._steps[-1], self._before[-1], self._midway[-1]
        before = {id(step): positions[0] for _, step, positions in trail}
        for step in table.steps[len(self._steps) :]:
            self._add(table, step, before[id(step)])

    def _add(self, table: Table, step: Step, state: Any) -> None:
        self._steps.append(step)
        self._before.append(table.game.turn(state))
        self._midway.append(table.game.screen().midway(state))

    def start_of(self, seat: int, what: UndoKind) -> int | None:
        """The event with which a seat's last decision began, or the first move of that turn."""
        last = next((n for n in range(len(self._steps) - 1, -1, -1) if self._is_of(n, seat)), None)
        if last is None or what == "step":
            return last
        first = last
        for n in range(last, -1, -1):
            if self._before[n] != self._before[last]:
                break
            first = n if self._steps[n].decided else first
        return first

    def _is_of(self, number: int, seat: int) -> bool:
        step = self._steps[number]
        return step.seat == seat and step.decided and not self._midway[number]

    def undoable(self, table: Table, seat: int) -> Undoable:
        last, first = self.start_of(seat, "step"), self.start_of(seat, "turn")
        if last is None or first is None or table.over:
            return Undoable()
        goes_on = self._before[last] == table.game.turn(table.state)
        # Nobody else, nor the dealer, has done anything since; others may act in the middle of a turn (F3.4).
        step, turn = (goes_on and all(step.seat == seat for step in self._steps[n:]) for n in (last, first))
        return Undoable("free" if step else "ask", "free" if turn else "ask")
