"""Uploaded records. They may contain anything, so they are checked in another process, within limits."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Final

from branchline.languages import _, language
from branchline.server.http.errors import Refused
from branchline.server.lobby.table_factory import keep_lines
from branchline.server.table.state.context import ServerContext
from branchline.server.table.state.record_lines import RecordLines, decode_header
from branchline.server.workers.process_pool import Busy, Owner, ProcessPool, WorkerFailed
from branchline.server.workers.record_check import Checked, check_record, prepare
from branchline.store import SeatRow

MOST_CHECKS: Final = 20  # records that may wait for their check, two per visitor; further uploads are refused
QUICK: Final = 1.0  # CPU seconds; the check of a record usually takes far less


class RecordUploads:
    def __init__(self, context: ServerContext, checkers: ProcessPool) -> None:
        self._context = context
        self._checkers = checkers

    @staticmethod
    def checkers(memory: int) -> ProcessPool:
        """The checking processes, each limited to that many bytes of address space."""
        return ProcessPool(1, partial(prepare, memory), nice=15, quick=QUICK, most=MOST_CHECKS)

    async def take(self, content: bytes, visitor: str) -> str:
        """Store a record as a table to look at; returns its id."""
        checked = await self._check(content, visitor)
        if checked.problem:
            raise Refused(checked.problem)
        header = decode_header(checked.header)
        lines = RecordLines(checked.header, checked.lines, checked.to_move)
        rows = [SeatRow(seat=seat, name=name, kind="open") for seat, name in enumerate(header.seats)]
        seed = secrets.randbits(256)
        return await keep_lines(self._context, header.game, lines, seed, rows, [], visitor, uploaded=True)

    async def _check(self, content: bytes, visitor: str) -> Checked:
        settings = self._context.settings
        if len(content) > settings.largest_record:
            raise Refused(_("This file is too large to be a game record."))
        try:
            return await self._checkers.do(
                check_record, content, language(), limit=settings.check, owner=Owner(visitor)
            )
        except Busy:
            raise Refused(_("Several records are being checked just now. Try again in a minute.")) from None
        except WorkerFailed:
            raise Refused(_("The record takes too long to check. It may be damaged.")) from None
