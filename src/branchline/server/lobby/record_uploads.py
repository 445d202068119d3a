"""Where people bring records. They may be anything, so they are checked elsewhere, within limits."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from branchline.core import record
from branchline.core.loading import resume
from branchline.languages import _, language
from branchline.server.http.errors import Refused
from branchline.server.lobby.table_factory import keep_table
from branchline.server.table.context import ServerContext
from branchline.server.table.record_lines import decode_event, decode_header
from branchline.server.workers.process_pool import ProcessPool, WorkerFailed
from branchline.server.workers.record_check import Checked, check_record
from branchline.store import SeatRow

MOST_CHECKS: Final = 4  # records under check; more have to come again


class RecordUploads:
    def __init__(self, context: ServerContext, checkers: ProcessPool) -> None:
        self._house = context
        self._checkers = checkers
        self._checking = 0

    async def take(self, content: bytes, visitor: str) -> str:
        """Keeps a record as a table to look at; its name."""
        checked = await self._check(content)
        if checked.problem:
            raise Refused(checked.problem)
        header = decode_header(checked.header)
        events: list[record.Event] = [decode_event(line) for line in checked.lines]
        table = await asyncio.to_thread(resume, header, events)
        rows = [SeatRow(seat=seat, name=name, kind="open") for seat, name in enumerate(header.seats)]
        return await keep_table(self._house, table, secrets.randbits(256), rows, [], visitor, uploaded=True)

    async def _check(self, content: bytes) -> Checked:
        settings = self._house.settings
        if len(content) > settings.largest_record:
            raise Refused(_("This file is too large to be a game record."))
        if self._checking >= MOST_CHECKS:
            raise Refused(_("Several records are being checked just now. Try again in a minute."))
        self._checking += 1
        try:
            return await self._checkers.do(check_record, content, language(), limit=settings.check)
        except WorkerFailed:
            raise Refused(_("The record takes too long to check. It may be damaged.")) from None
        finally:
            self._checking -= 1
