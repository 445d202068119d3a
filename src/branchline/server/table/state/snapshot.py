"""A stored position of a live table: what everybody may see while the next move is being written."""

from __future__ import annotations

from functools import cached_property

from branchline.core.play.table import Table
from branchline.server.table.state.undo_rules import Turns, Undoable


class Snapshot:
    """`ended`: a server admin has ended the table, so nobody is to move and nothing can be undone."""

    def __init__(self, table: Table, turns: Turns, ended: bool = False) -> None:
        self.game = table.game
        self.at = len(table.log)
        self.state = table.state
        self.to_move = None if ended else table.to_move
        self.over = table.over or ended
        self.scores = table.scores()
        self.winners = table.game.ranking(table.state)[0] if table.over else ()
        self.turn = table.game.turn(table.state)
        self.undo: tuple[Undoable, ...] = tuple(
            Undoable() if ended else turns.undoable(table, seat) for seat in range(table.players)
        )

    @cached_property
    def numbers(self) -> list[int]:
        return self.game.numbers(self.state)
