"""A bot as a program uses it: it looks at a table and plays there."""

from __future__ import annotations

from branchline.bots import Bot, dismiss
from branchline.core.errors import GameOver
from branchline.core.play.table import Table
from branchline.core.protocols import Move


class TableBot:
    """A bot for tables, made by `branchline.bot`. It plays any seat, and knows only what that seat may know.

    >>> table, bot = Table("nuremberg", players=2, seed=1), bl.bot("level:2")
    >>> while not table.over:
    ...     bot.play(table)
    """

    def __init__(self, spec: str, bot: Bot) -> None:
        self.spec = spec
        self._bot = bot

    def choose(self, table: Table, seconds: float = 1.0) -> Move:
        """The move it would make for the seat to move, after thinking for at most so many seconds."""
        seat = table.to_move
        if seat is None:
            raise GameOver("The game is over.")
        view = table.view(seat) if self._bot.needs_view else None
        chosen = self._bot.choose(table.setup, view, table.legal_moves.ids, seconds)
        return table.game.move(table.setting, chosen)

    def play(self, table: Table, seconds: float = 1.0) -> Move:
        """Make that move at the table, and return it."""
        move = self.choose(table, seconds)
        table.push(move)
        return move

    def close(self) -> None:
        """If the bot is a program (`stdio:COMMAND`), stop it."""
        dismiss([self._bot])

    def __repr__(self) -> str:
        return f"bot({self.spec!r})"
