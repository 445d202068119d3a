"""Invitations of members to tables that have an open seat."""

from __future__ import annotations

import msgspec

from branchline.store import Statement, Store
from branchline.store.club.notices import adding_notice


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    host: str  # the name of the member who invites
    made: int


class Invitations:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, table: str, member: str, host: str, time: int) -> None:
        """Inviting twice makes one invitation."""
        await self._store.write(
            Statement(
                "INSERT INTO invitations (table_id, member, host, made) VALUES (?,?,?,?) ON CONFLICT DO NOTHING",
                (table, member, host, time),
            ),
            adding_notice("invited", f"invited {table}", member, table, -1, time),
        )

    async def of(self, member: str) -> list[Invitation]:
        """To games that are still running."""
        found = await self._store.ask(
            "SELECT invitations.table_id, tables.game, members.name, invitations.made FROM invitations"
            " JOIN tables ON tables.id = invitations.table_id JOIN members ON members.id = invitations.host"
            " WHERE invitations.member = ? AND tables.to_move >= 0 ORDER BY invitations.made DESC",
            member,
        )
        return [Invitation(table=row[0], game=row[1], host=row[2], made=row[3]) for row in found]

    async def invited(self, table: str) -> list[str]:
        """The names of members who have not answered yet."""
        found = await self._store.ask(
            "SELECT members.name FROM invitations JOIN members ON members.id = invitations.member"
            " WHERE invitations.table_id = ? ORDER BY members.name_key",
            table,
        )
        return [row[0] for row in found]

    async def stands(self, table: str, member: str) -> bool:
        return bool(
            await self._store.ask(
                "SELECT 1 FROM invitations WHERE table_id = ? AND member = ?", table, member
            )
        )

    async def end(self, table: str, member: str) -> None:
        """Accepted, declined, or withdrawn."""
        await self._store.write(
            Statement("DELETE FROM invitations WHERE table_id = ? AND member = ?", (table, member))
        )
