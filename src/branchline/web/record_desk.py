"""Where people bring records. They may be anything, so they are checked elsewhere, within limits."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from branchline.core import record
from branchline.core.loading import resume
from branchline.languages import _, language
from branchline.store import SeatRow
from branchline.web.house import House, No
from branchline.web.lines import decode_event, decode_header
from branchline.web.making import keep_table
from branchline.web.uploads import Checked, check_record
from branchline.web.workers import Crew, WorkerFailed

MOST_CHECKS: Final = 4  # records under check; more have to come again


class RecordDesk:
    def __init__(self, house: House, checkers: Crew) -> None:
        self._house = house
        self._checkers = checkers
        self._checking = 0

    async def take(self, content: bytes, visitor: str) -> str:
        """Keeps a record as a table to look at; its name."""
        checked = await self._check(content)
        if checked.problem:
            raise No(checked.problem)
        header = decode_header(checked.header)
        events: list[record.Event] = [decode_event(line) for line in checked.lines]
        table = await asyncio.to_thread(resume, header, events)
        rows = [SeatRow(seat=seat, name=name, kind="open") for seat, name in enumerate(header.seats)]
        return await keep_table(self._house, table, secrets.randbits(256), rows, [], visitor, uploaded=True)

    async def _check(self, content: bytes) -> Checked:
        settings = self._house.settings
        if len(content) > settings.largest_record:
            raise No(_("The file is too large for the record of a game."))
        if self._checking >= MOST_CHECKS:
            raise No(_("Several records are being checked just now. Try again in a minute."))
        self._checking += 1
        try:
            return await self._checkers.do(check_record, content, language(), limit=settings.check)
        except WorkerFailed:
            raise No(_("The record takes too long to check. It may be damaged.")) from None
        finally:
            self._checking -= 1
