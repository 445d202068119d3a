"""What is said at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.store import SPECTATOR, ChatRow

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable

MOST: Final = 200  # lines that a page is sent


class TableChat:
    def __init__(self, live: LiveTable, rows: Sequence[ChatRow]) -> None:
        self._live = live
        self.rows = list(rows[-MOST:])
        self.known = len(rows)  # of all that was ever said

    async def say(self, seat: int | None, name: str, words: str, author: str = "") -> None:
        """`author`: the member who says it."""
        live = self._live
        if live.ended:
            raise Refused(_("A server admin has ended this table."))
        place = SPECTATOR if seat is None else seat
        row = ChatRow(seat=place, name=name, words=words, time=wall_clock.now(), author=author)
        number = await live.context.store.say(live.row.id, row)
        if number > self.known:
            await live.writer.catch_up()  # others have said something before
        self.hear(number, [row])

    def hear(self, first: int, rows: Sequence[ChatRow]) -> None:
        """Each line once, whoever brings it. `first`: the number of the first one."""
        new = rows[max(0, self.known - first) :]
        self.known += len(new)
        self.rows = [*self.rows, *new][-MOST:]
        for page in self._live.connections:
            for reply in page.heard(new):
                page.put(reply)

    def hear_again(self, rows: Sequence[ChatRow]) -> None:
        """All that was ever said, in which those who have spoken may be called otherwise now."""
        self.rows = list(rows[: self.known][-MOST:])
