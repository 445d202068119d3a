"""Members of the club: accounts, blocking, and what they did as guests.

A member's id can stand wherever a guest's fingerprint can: as the holder of a seat, or the host of a table.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from typing import Final

import msgspec

from branchline.store import Statement, Store
from branchline.store.club.notices import NoticeWay
from branchline.store.club.vacations import Vacation
from branchline.store.columns import adding, columns, from_row, listed, marks

_MARK: Final = "m-"  # no fingerprint begins with it
LOCKED: Final = "!"  # prefix of the password and address of a locked member; no real one starts with it
# The tables that somebody has a seat at or created.
THEIRS: Final = "SELECT table_id FROM holders WHERE visitor = ? UNION SELECT id FROM tables WHERE host = ?"


class Member(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    email: str = ""  # confirmed by a link that was sent there; empty: none
    language: str = "en"
    made: int = 0  # seconds since 1970


def new_member_id() -> str:
    return _MARK + secrets.token_hex(10)


def is_member(holder: str) -> bool:
    """Whether the holder of a seat is a member, and not a guest."""
    return holder.startswith(_MARK)


def name_key(name: str) -> str:
    """Names that look the same have the same key; it is unique among members."""
    plain = unicodedata.normalize("NFKC", name)
    return " ".join(unicodedata.normalize("NFKC", plain.casefold()).split())


def email_key(email: str) -> str:
    return email.strip().lower()


class Members:
    def __init__(self, store: Store) -> None:
        self._store = store

    # Finding

    async def find(self, member: str) -> Member | None:
        return await self._one("id = ?", member)

    async def by_name(self, name: str) -> Member | None:
        return await self._one("name_key = ?", name_key(name))

    async def by_email(self, email: str) -> Member | None:
        return await self._one("email = ? AND email <> ''", email_key(email))

    async def _one(self, which: str, value: str) -> Member | None:
        found = await self._store.ask(f"SELECT {listed(Member)} FROM members WHERE {which}", value)
        return from_row(Member, found[0]) if found else None

    async def named(self, members: Sequence[str]) -> dict[str, str]:
        """Names by id; former members are left out."""
        wanted = tuple(dict.fromkeys(members))
        if not wanted:
            return {}
        found = await self._store.ask(f"SELECT id, name FROM members WHERE id IN ({marks(wanted)})", *wanted)
        return dict(found)

    async def password(self, member: str) -> str:
        """The hash of a member's password; empty: they have none."""
        found = await self._store.ask("SELECT password FROM members WHERE id = ?", member)
        return str(found[0][0]) if found else ""

    # Signing up and changing

    async def add(self, member: Member, password: str, guest: str = "") -> None:
        """The guest's seats and tables become theirs. Raises `Conflict` if the name or address is taken."""
        row = msgspec.structs.replace(member, email=email_key(member.email))
        new = adding("members", row, name_key=name_key(member.name), password=password)
        await self._store.write(new, *moved(guest, member.id))

    async def change(
        self, member: str, *, name: str = "", email: str | None = None, password: str = "", language: str = ""
    ) -> None:
        """Change what is given. Raises `Conflict` if the name or address is taken, or the member is gone."""
        new: dict[str, str] = {}
        if name:
            new |= {"name": name, "name_key": name_key(name)}
        if email is not None:
            new["email"] = email_key(email)
        if password:
            new["password"] = password
        if language:
            new["language"] = language
        sets = ", ".join(f"{column} = ?" for column in new)
        await self._store.write(
            Statement(f"UPDATE members SET {sets} WHERE id = ?", (*new.values(), member), rows=1)
        )

    async def welcome(self, guest: str, member: str) -> None:
        """The guest's seats and tables become the member's."""
        await self._store.write(*moved(guest, member))

    async def tables(self, holder: str) -> list[str]:
        """All tables that somebody has a seat at or created."""
        found = await self._store.ask(THEIRS, holder, holder)
        return [row[0] for row in found]

    # Blocking

    async def block(self, member: str, other: str, time: int) -> None:
        """Also declines the other's invitations."""
        await self._store.write(
            Statement(
                "INSERT INTO blocks (member, other, made) VALUES (?,?,?) ON CONFLICT DO NOTHING",
                (member, other, time),
            ),
            Statement("DELETE FROM invitations WHERE member = ? AND host = ?", (member, other)),
        )

    async def unblock(self, member: str, other: str) -> None:
        await self._store.write(
            Statement("DELETE FROM blocks WHERE member = ? AND other = ?", (member, other))
        )

    async def blocked(self, member: str) -> list[Member]:
        """Whom a member blocks."""
        found = await self._store.ask(
            f"SELECT {listed(Member, 'members.')} FROM blocks JOIN members ON members.id = blocks.other"
            " WHERE blocks.member = ? ORDER BY members.name_key",
            member,
        )
        return [from_row(Member, row) for row in found]

    async def blocked_by(self, member: str) -> frozenset[str]:
        """The ids of the members whom a member blocks."""
        found = await self._store.ask("SELECT other FROM blocks WHERE member = ?", member)
        return frozenset(other for (other,) in found)

    async def apart(self, member: str) -> set[str]:
        """Members whom a member blocks, and who block the member."""
        found = await self._store.ask(
            "SELECT other FROM blocks WHERE member = ? UNION SELECT member FROM blocks WHERE other = ?",
            member,
            member,
        )
        return {other for (other,) in found}

    async def blocks(self, member: str, other: str) -> bool:
        """Whether a member blocks the other."""
        return bool(
            await self._store.ask("SELECT 1 FROM blocks WHERE member = ? AND other = ?", member, other)
        )


def moved(guest: str, member: str) -> list[Statement]:
    """The seats and tables of a guest become a member's. Their editions change, so live tables reload."""
    if not guest or is_member(guest):
        return []
    return [
        Statement(f"UPDATE tables SET edition = edition + 1 WHERE id IN ({THEIRS})", (guest, guest)),
        Statement(
            # Two seats are those of two people at one screen.
            "UPDATE seats SET name = COALESCE((SELECT name FROM members WHERE id = ?), name) WHERE kind = 'person'"
            " AND EXISTS (SELECT 1 FROM holders h WHERE h.table_id = seats.table_id AND h.seat = seats.seat"
            " AND h.visitor = ?)"
            " AND (SELECT COUNT(*) FROM holders h WHERE h.table_id = seats.table_id AND h.visitor = ?) = 1",
            (member, guest, guest),
        ),
        Statement(
            "INSERT INTO holders (table_id, seat, visitor)"
            " SELECT table_id, seat, CAST(? AS TEXT) FROM holders WHERE visitor = ? ON CONFLICT DO NOTHING",
            (member, guest),
        ),
        Statement("DELETE FROM holders WHERE visitor = ?", (guest,)),
        Statement("UPDATE tables SET host = ? WHERE host = ?", (member, guest)),
        *_owned("vacations", Vacation, guest, member),
        *_owned("notice_ways", NoticeWay, guest, member),
    ]


def renamed(member: str, old: str, new: str) -> list[Statement]:
    """A member's seats and what they said get the new name of their account. Live tables reload."""
    return [
        Statement(f"UPDATE tables SET edition = edition + 1 WHERE id IN ({THEIRS})", (member, member)),
        Statement(
            "UPDATE seats SET name = ? WHERE name = ? AND EXISTS (SELECT 1 FROM holders h"
            " WHERE h.table_id = seats.table_id AND h.seat = seats.seat AND h.visitor = ?)",
            (new, old, member),
        ),
        *(
            Statement(f"UPDATE {table} SET name = ? WHERE name = ? AND author = ?", (new, old, member))
            for table in ("chat", "seat_events")
        ),
    ]


def _owned(table: str, row: type[msgspec.Struct], guest: str, member: str) -> list[Statement]:
    """The guest's rows of a table whose column `person` says whose they are."""
    others = ", ".join(columns(row, without=["person"]))
    return [
        Statement(
            f"INSERT INTO {table} (person, {others})"
            f" SELECT CAST(? AS TEXT), {others} FROM {table} WHERE person = ? ON CONFLICT DO NOTHING",
            (member, guest),
        ),
        Statement(f"DELETE FROM {table} WHERE person = ?", (guest,)),
    ]
