"""Links to seats: unguessable, derived from a key that only the server has, and revoked by a newer link.

While a seat is open, there is an invitation to it, which the host of the table gives away. The player who takes the
seat has their own link to it until they leave. Then the link number of the seat increases, and neither link works any
more. The store holds that number and the fingerprint of the invitation. So nobody can take a seat by reading the store,
and the server can show a link to its owner at any time.

A table also has one invitation for all its open seats: the next visitor takes the first of them. It names the table,
so the store need not hold it, and it is revoked together with the link of any seat.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from branchline.server.http.visitors import fingerprint
from branchline.store import SPECTATOR, SeatRow, TableRow
from branchline.store.private_files import for_owner_only, make_folder, new_file

ANY_SEAT: Final = -2  # takes the place of a seat number in the invitation to all open seats
_LENGTH: Final = 27  # characters of a token


class Links:
    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def with_key_in(cls, folder: Path) -> Links:
        """The key is created when the server first starts with this data folder."""
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
        """Servers compare it to see whether they have the same key."""
        return fingerprint(self._key.hex())

    def token(self, table: str, seat: int, number: int, kind: str = "") -> str:
        """The secret part of a link, 160 bits."""
        digest = hmac.digest(self._key, f"{table} {seat} {number}{kind}".encode(), sha256)
        return base64.urlsafe_b64encode(digest[:20]).decode().rstrip("=")

    def seat_token(self, table: str, row: SeatRow) -> str:
        return self.token(table, row.seat, row.link_number)

    def own_token(self, table: str, row: SeatRow) -> str:
        """Of the link that belongs to the player in that seat."""
        return self.token(table, row.seat, row.link_number, " own")

    def own_seat(self, table: str, rows: Iterable[SeatRow], token: str) -> int | None:
        """The seat whose owner has that link."""
        fits = (row.seat for row in rows if row.kind == "person"
                and hmac.compare_digest(self.own_token(table, row).encode(), token.encode()))  # fmt: skip
        return next(fits, None)

    def table_token(self, table: str, rows: Iterable[SeatRow]) -> str:
        """Of the invitation to all open seats."""
        revoked = sum(row.link_number for row in rows)
        return table + self.token(table, ANY_SEAT, revoked)

    def opens_table(self, table: str, rows: Iterable[SeatRow], token: str) -> bool:
        return hmac.compare_digest(self.table_token(table, rows).encode(), token.encode())

    def watch_token(self, row: TableRow) -> str:
        return self.token(row.id, SPECTATOR, row.link_number)

    def linked_seat(self, table: str, row: SeatRow) -> SeatRow:
        """The seat with the fingerprint of its current link."""
        return msgspec.structs.replace(row, link=fingerprint(self.seat_token(table, row)))

    def linked_table(self, row: TableRow) -> TableRow:
        return msgspec.structs.replace(row, link=fingerprint(self.watch_token(row)))

    def renewed_seat(self, table: str, row: SeatRow) -> SeatRow:
        """The seat with a new invitation; the old one and the owner's link no longer work."""
        return self.linked_seat(table, msgspec.structs.replace(row, link_number=row.link_number + 1))

    def renewed_table(self, row: TableRow) -> TableRow:
        return self.linked_table(msgspec.structs.replace(row, link_number=row.link_number + 1))


def invited_table(token: str) -> str:
    """The table that a token of `Links.table_token` names."""
    return token[:-_LENGTH]


def new_id() -> str:
    """A table id: 80 bits, easy to read aloud."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()
