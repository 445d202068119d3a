"""Links to seats: unguessable, made from a key that only the server has, dead as soon as a newer one is made.

A seat has an invitation while it is open, for the host of the table to give away. Whoever takes the seat has a link of
their own to it, until they go: then the seat's number grows, and both links of before open nothing any more. The store
keeps that number and the fingerprint of the invitation. So whoever reads the store can't sit down, and a link can be
shown again at any time to whom it belongs.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import msgspec

from branchline.server.http.visitors import fingerprint
from branchline.store import SPECTATOR, SeatRow, TableRow
from branchline.store.private_files import for_owner_only, make_folder, new_file


class Links:
    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def kept_in(cls, folder: Path) -> Links:
        """With the key of a data folder, which is made at the first start."""
        path = folder / "links.key"
        if not path.exists():
            make_folder(folder)
            fresh = path.with_suffix(".part")
            with new_file(fresh) as file:
                file.write(secrets.token_bytes(32))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        for_owner_only(path)
        return cls(path.read_bytes())

    @property
    def fingerprint(self) -> str:
        """By which servers see whether they have the same key."""
        return fingerprint(self._key.hex())

    def token(self, table: str, seat: int, number: int, kind: str = "") -> str:
        """The secret part of a link's address: 160 bits."""
        digest = hmac.digest(self._key, f"{table} {seat} {number}{kind}".encode(), sha256)
        return base64.urlsafe_b64encode(digest[:20]).decode().rstrip("=")

    def seat_token(self, table: str, row: SeatRow) -> str:
        return self.token(table, row.seat, row.link_number)

    def own_token(self, table: str, row: SeatRow) -> str:
        """Of the link that belongs to whoever sits there."""
        return self.token(table, row.seat, row.link_number, " own")

    def own_seat(self, table: str, rows: Iterable[SeatRow], token: str) -> int | None:
        """The taken seat to which that is its owner's link."""
        fits = (row.seat for row in rows if row.kind == "person"
                and hmac.compare_digest(self.own_token(table, row).encode(), token.encode()))  # fmt: skip
        return next(fits, None)

    def watch_token(self, row: TableRow) -> str:
        return self.token(row.id, SPECTATOR, row.link_number)

    def linked_seat(self, table: str, row: SeatRow) -> SeatRow:
        """The seat with the fingerprint of its present link."""
        return msgspec.structs.replace(row, link=fingerprint(self.seat_token(table, row)))

    def linked_table(self, row: TableRow) -> TableRow:
        return msgspec.structs.replace(row, link=fingerprint(self.watch_token(row)))

    def renewed_seat(self, table: str, row: SeatRow) -> SeatRow:
        """The seat with a new invitation; that of before opens nothing any more, nor does the link of its owner."""
        return self.linked_seat(table, msgspec.structs.replace(row, link_number=row.link_number + 1))

    def renewed_table(self, row: TableRow) -> TableRow:
        return self.linked_table(msgspec.structs.replace(row, link_number=row.link_number + 1))


def new_id() -> str:
    """The name of a table: 80 bits, easy to read aloud."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()
