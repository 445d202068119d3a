"""Sessions of members, and sign-in links sent by email. Only fingerprints are stored; a link works once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from branchline.store import Conflict, Statement, Store
from branchline.store.club.members import LOCKED, Member, moved
from branchline.store.columns import from_row, listed, marks

LASTS: Final = 60 * 24 * 3600  # seconds until an unused session ends
TOUCHED: Final = 3600  # seconds between updates of a session's last use
LINK_LASTS: Final = 20 * 60  # seconds


class Session(msgspec.Struct, frozen=True, kw_only=True):
    fingerprint: str
    member: Member
    made: int
    used: int
    proven: int = 0  # when an email link was last used: for a while, the old password isn't needed


class Sessions:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self, fingerprint: str, member: str, time: int, *, guest: str = "") -> None:
        """The guest's seats and tables become the member's. Raises `Conflict` if the member is gone or locked."""
        await self._store.write(_begun(fingerprint, member, time), *moved(guest, member))

    async def find(self, fingerprint: str, time: int) -> Session | None:
        """A session that has not ended; updates its last use."""
        found = await self._store.ask(
            f"SELECT {listed(Member, 'members.')}, sessions.made, sessions.used, sessions.proven"
            " FROM sessions JOIN members ON members.id = sessions.member"
            " WHERE sessions.fingerprint = ? AND sessions.used > ?",
            fingerprint,
            time - LASTS,
        )
        if not found:
            return None
        made, used, proven = found[0][-3:]
        if time - used > TOUCHED:
            await self._store.write(
                Statement("UPDATE sessions SET used = ? WHERE fingerprint = ?", (time, fingerprint))
            )
        member = from_row(Member, found[0])
        return Session(fingerprint=fingerprint, member=member, made=made, used=used, proven=proven)

    async def living(self, fingerprints: Collection[str]) -> set[str]:
        """Those that have not ended."""
        if not fingerprints:
            return set()
        found = await self._store.ask(
            f"SELECT fingerprint FROM sessions WHERE fingerprint IN ({marks(fingerprints)})", *fingerprints
        )
        return {row[0] for row in found}

    async def of(self, member: str) -> list[tuple[str, int, int]]:
        """Fingerprint, start and last use of a member's sessions."""
        found = await self._store.ask(
            "SELECT fingerprint, made, used FROM sessions WHERE member = ? ORDER BY made", member
        )
        return [(row[0], row[1], row[2]) for row in found]

    async def end(self, fingerprints: Collection[str]) -> None:
        await self._store.write(
            *(Statement("DELETE FROM sessions WHERE fingerprint = ?", (one,)) for one in fingerprints)
        )

    async def tidy(self, time: int) -> None:
        """Delete expired sessions and links."""
        await self._store.write(
            Statement("DELETE FROM sessions WHERE used <= ?", (time - LASTS,)),
            Statement("DELETE FROM mail_links WHERE made <= ?", (time - LINK_LASTS,)),
        )

    # Links in emails

    async def add_link(self, fingerprint: str, member: str, email: str, time: int) -> None:
        """`email`: the address that opening the link confirms."""
        await self._store.write(
            Statement(
                "INSERT INTO mail_links (fingerprint, member, email, made) VALUES (?,?,?,?)",
                (fingerprint, member, email, time),
            )
        )

    async def linked(self, link: str, time: int) -> tuple[Member, str] | None:
        """The member of a link, and the address that it confirms. The link isn't used up."""
        found = await self._store.ask(
            f"SELECT {listed(Member, 'members.')}, mail_links.email"
            " FROM mail_links JOIN members ON members.id = mail_links.member"
            " WHERE mail_links.fingerprint = ? AND mail_links.made > ?",
            link,
            time - LINK_LASTS,
        )
        return (from_row(Member, found[0]), found[0][-1]) if found else None

    async def answer(self, link: str, fingerprint: str, time: int, *, guest: str = "") -> Member | None:
        """Sign in by a link, which confirms its address and works once. Raises `Conflict` if the address belongs to
        another member by now."""
        found = await self.linked(link, time)
        if found is None:
            return None
        member, email = found
        others = await self._store.ask("SELECT 1 FROM members WHERE email = ? AND id <> ?", email, member.id)
        if others:
            raise Conflict("Another member has that address.")
        try:
            await self._store.write(
                Statement("DELETE FROM mail_links WHERE fingerprint = ?", (link,), rows=1),
                Statement("UPDATE members SET email = ? WHERE id = ?", (email, member.id), rows=1),
                _begun(fingerprint, member.id, time, proven=time),
                *moved(guest, member.id),
            )
        except Conflict:
            return None  # somebody else opened it at the same time
        return member


def _begun(fingerprint: str, member: str, time: int, proven: int = 0) -> Statement:
    return Statement(
        "INSERT INTO sessions (fingerprint, member, made, used, proven)"
        " SELECT CAST(? AS TEXT), id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)"
        " FROM members WHERE id = ? AND substr(password, 1, 1) <> ?",
        (fingerprint, time, time, proven, member, LOCKED),
        rows=1,
    )
