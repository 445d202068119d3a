"""A committed point of a live table: what everybody may be told of, while the next move is on its way to the store."""

from __future__ import annotations

from functools import cached_property

from branchline.core.table import Table
from branchline.web.fairness import Allowed, Turns


class Point:
    def __init__(self, table: Table, turns: Turns) -> None:
        self.game = table.game
        self.at = len(table.log)
        self.state = table.game.clone(table.state)
        self.to_move = table.to_move
        self.over = table.over
        self.scores = table.scores()
        self.turn = table.game.turn(table.state)
        self.undo: tuple[Allowed, ...] = tuple(turns.allowed(table, seat) for seat in range(table.players))

    @cached_property
    def numbers(self) -> list[int]:
        return self.game.numbers(self.state)

    @cached_property
    def legal(self) -> list[int]:
        return list(self.game.legal(self.state))
