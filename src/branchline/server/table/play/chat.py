"""The chat of a table."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.table.state.table_writer import TablePart
from branchline.store import SPECTATOR, ChatRow


class TableChat(TablePart):
    async def say(self, seat: int | None, name: str, words: str, author: str = "") -> None:
        """`author`: the id of the member who says it."""
        state = self._state
        if state.ended:
            raise Refused(_("A server admin has ended this table."))
        place = SPECTATOR if seat is None else seat
        row = ChatRow(seat=place, name=name, words=words, time=wall_clock.now(), author=author)
        number = await state.context.store.say(state.row.id, row)
        if number > state.chat.known:
            await self._writer.catch_up()  # other processes have stored earlier messages
        self.show(state.chat.add(number, [row]))

    def show(self, rows: Sequence[ChatRow]) -> None:
        for page in self._state.connections:
            for reply in page.visible_chat(rows):
                page.put(reply)
