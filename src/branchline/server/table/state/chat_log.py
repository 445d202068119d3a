"""The latest chat messages of a table, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.store import ChatRow

MOST: Final = 200  # messages that a page is sent


class ChatLog:
    def __init__(self, rows: Sequence[ChatRow]) -> None:
        self.rows = list(rows[-MOST:])
        self.known = len(rows)  # of all messages ever

    def add(self, first: int, rows: Sequence[ChatRow]) -> Sequence[ChatRow]:
        """Each message once, wherever it comes from; returns the new ones. `first`: the number of the first row."""
        new = rows[max(0, self.known - first) :]
        self.known += len(new)
        self.rows = [*self.rows, *new][-MOST:]
        return new

    def replace(self, rows: Sequence[ChatRow]) -> None:
        """All messages ever; their authors may have new names."""
        self.rows = list(rows[: self.known][-MOST:])
