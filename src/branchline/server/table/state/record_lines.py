"""Converts between a table and the lines of its record in the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from branchline.core.play import record
from branchline.core.play.loading import resume
from branchline.core.play.table import Table
from branchline.core.protocols import OVER
from branchline.store import StoredTable

encode: Final = msgspec.json.Encoder().encode
decode_header: Final = msgspec.json.Decoder(record.Header).decode
decode_event: Final = msgspec.json.Decoder(record.Event).decode


class RecordLines(msgspec.Struct, frozen=True):
    """A match as it is stored."""

    header: bytes
    lines: Sequence[bytes]
    to_move: int  # a seat, or `OVER`

    @classmethod
    def of(cls, table: Table) -> RecordLines:
        to_move = OVER if table.to_move is None else table.to_move
        return cls(encode(table.header()), [encode(event) for event in table.log], to_move)


def load_table(stored: StoredTable) -> Table:
    events: list[record.Event] = [decode_event(line) for line in stored.lines]
    asking = [row.seat for row in stored.seats if not row.forced]
    table = resume(decode_header(stored.row.header), events, seed=int(stored.row.seed, 16), asking=asking)
    table.seats[:] = [row.name for row in stored.seats]
    return table
