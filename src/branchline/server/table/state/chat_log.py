"""The lines of a table's chat that are in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.store import ChatRow

MOST: Final = 200  # lines that a page is sent


class ChatLog:
    def __init__(self, rows: Sequence[ChatRow]) -> None:
        self.rows = list(rows[-MOST:])
        self.known = len(rows)  # of all that was ever said

    def add(self, first: int, rows: Sequence[ChatRow]) -> Sequence[ChatRow]:
        """Each line once, whoever brings it: those that are new. `first`: the number of the first one."""
        new = rows[max(0, self.known - first) :]
        self.known += len(new)
        self.rows = [*self.rows, *new][-MOST:]
        return new

    def replace(self, rows: Sequence[ChatRow]) -> None:
        """All that was ever said, in which those who have spoken may be called otherwise now."""
        self.rows = list(rows[: self.known][-MOST:])
