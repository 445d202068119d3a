"""What the host of a table decides: hints, the end of a lesson, the link to watch, the table of the rematch."""

from __future__ import annotations

import msgspec

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.server.table.state.table_writer import Committed, TablePart
from branchline.store import TableRow


class HostSettings(TablePart):
    async def allow_hints(self, hints: bool) -> None:
        if hints and self._state.rated:
            raise Refused(_("There are no hints in rated games."))
        async with self._writer.writing():
            await self.change(msgspec.structs.replace(self._state.row, hints=hints))

    async def leave_lesson(self) -> None:
        """The game goes on without its tutorial or coach."""
        async with self._writer.writing():
            await self.change(msgspec.structs.replace(self._state.row, lesson=""))

    async def change(self, row: TableRow) -> None:
        """Inside `writing`."""
        state = self._state
        new_link = row.link != state.row.link
        row = msgspec.structs.replace(row, edition=state.seating.edition)
        await state.context.store.change(row)
        state.seating.edition += 1
        state.row = row
        await self._writer.committed(Committed(whole=True, watch_link=new_link))
