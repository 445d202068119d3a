"""What a seat may take back: its own steps, until something hidden is revealed or the turn ends; then others agree."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from branchline.core.protocols import CHANCE
from branchline.core.table import Step, Table

What: TypeAlias = Literal["step", "turn"]


class Allowed(msgspec.Struct, frozen=True):
    """For one seat: "free", "ask" or "" (nothing to take back)."""

    step: str = ""
    turn: str = ""


class Turns:
    """The turn in which each standing event was made."""

    def __init__(self, table: Table) -> None:
        self._steps: list[Step] = []
        self._before: list[int] = []
        self._state: Any = None
        self.follow(table)

    def follow(self, table: Table) -> None:
        same = 0
        for mine, now in zip(self._steps, table.steps, strict=False):
            if mine is not now:
                break
            same += 1
        if self._state is None or same < len(self._steps):
            self._state = table.at(0)
            for step in table.steps[:same]:
                self._apply(table, step)
            del self._steps[same:], self._before[same:]
        for step in table.steps[same:]:
            self._steps.append(step)
            self._before.append(table.game.turn(self._state))
            self._apply(table, step)

    def _apply(self, table: Table, step: Step) -> None:
        for move in step.moves:
            table.game.apply(self._state, move)

    def last(self, seat: int) -> int | None:
        """Where the last move is that a seat decided."""
        for index in range(len(self._steps) - 1, -1, -1):
            if self._steps[index].seat == seat and self._steps[index].decided:
                return index
        return None

    def allowed(self, table: Table, seat: int) -> Allowed:
        last = None if table.over else self.last(seat)
        if last is None:
            return Allowed()
        turn = self._before[last]
        first = last
        while first and self._before[first - 1] == turn:
            first -= 1
        after = self._steps[last + 1 :]
        if turn != table.game.turn(table.state) or any(step.decided or step.seat == CHANCE for step in after):
            return Allowed("ask", "ask")
        dealt = any(step.seat == CHANCE for step in self._steps[first:last])
        return Allowed("free", "ask" if dealt else "free")


def take_back(table: Table, seat: int, what: What) -> None:
    """Take back a seat's last step or turn, with all that came after it."""
    while _last_decided(table) != seat:
        table.pop()
    if what == "turn":
        table.pop_turn()
    else:
        table.pop()


def _last_decided(table: Table) -> int:
    return next(step.seat for step in reversed(table.steps) if step.decided)
