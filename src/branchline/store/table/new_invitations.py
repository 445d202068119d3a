"""Players' votes for a new invitation to a seat that is taken."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.store import Statement, Store


class NewInvitations:
    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table

    async def all(self) -> dict[int, dict[int, int]]:
        """By seat and voter: when they agreed."""
        found: dict[int, dict[int, int]] = {}
        for seat, voter, made in await self._store.ask(
            "SELECT seat, voter, made FROM new_invitations WHERE table_id = ?", self._table
        ):
            found.setdefault(seat, {})[voter] = made
        return found

    def agreeing(self, seat: int, voters: Iterable[int], now: int) -> list[Statement]:
        return [
            Statement(
                "INSERT INTO new_invitations (table_id, seat, voter, made) VALUES (?,?,?,?) ON CONFLICT DO NOTHING",
                (self._table, seat, voter, now),
            )
            for voter in voters
        ]

    def forgetting(self, seat: int) -> Statement:
        """Votes about a seat."""
        return Statement("DELETE FROM new_invitations WHERE table_id = ? AND seat = ?", (self._table, seat))

    def forgetting_voter(self, voter: int) -> Statement:
        return Statement("DELETE FROM new_invitations WHERE table_id = ? AND voter = ?", (self._table, voter))
