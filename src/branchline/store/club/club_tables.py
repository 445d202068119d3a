"""What the club knows about a table: whether it is open to everybody or members only, and whether it is rated."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Final

import msgspec

from branchline.core.protocols import OVER
from branchline.store import SeatRow, Statement, Store, columns
from branchline.store.columns import NO_COLUMN, from_row, listed, marks

WEEK: Final = 7 * 24 * 3600  # how long an open table is offered


class ClubTable(msgspec.Struct, frozen=True, kw_only=True, rename={"table": "table_id"}):
    table: str = ""
    open: bool = False  # offered to everybody on the server
    members_only: bool = False
    rated: bool = False
    closed: bool = False  # its result has been stored
    made: int = 0
    paired: Annotated[tuple[str, ...], NO_COLUMN] = ()  # in a league: the player of each seat; empty: a bot


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """An open table with a free seat."""

    club: ClubTable
    game: str
    header: bytes
    host: str
    seats: list[SeatRow]
    holders: list[tuple[int, str]]

    @property
    def free(self) -> int:
        return sum(row.kind == "open" for row in self.seats)

    def there(self) -> set[str]:
        """The host, and the players who have taken a seat."""
        return {self.host, *(holder for _seat, holder in self.holders)}


def adding(row: ClubTable) -> Statement:
    return columns.adding("club_tables", row, or_nothing=True)


def counting_no_more(table: str) -> Statement:
    return Statement("UPDATE club_tables SET rated = 0 WHERE table_id = ?", (table,))


async def find(store: Store, table: str) -> ClubTable | None:
    found = await store.ask(f"SELECT {listed(ClubTable)} FROM club_tables WHERE table_id = ?", table)
    if not found:
        return None
    paired = await store.ask("SELECT player FROM league_seats WHERE table_id = ? ORDER BY seat", table)
    return from_row(ClubTable, found[0], paired=tuple(player for (player,) in paired))


async def ended(store: Store, most: int) -> list[str]:
    """Finished tables whose result has not been stored yet."""
    found = await store.ask(
        "SELECT c.table_id FROM club_tables c JOIN tables t ON t.id = c.table_id"
        " WHERE c.closed = 0 AND t.to_move = ? ORDER BY c.made LIMIT ?",
        OVER,
        most,
    )
    return [table for (table,) in found]


async def offers(store: Store, now: int, most: int, *, game: str = "", players: int = 0) -> list[Offer]:
    """Newest first; optionally of one game, or with a number of seats."""
    where, values = ["c.open = 1", "c.closed = 0", "c.made > ?", "t.to_move <> ?"], [now - WEEK, OVER]
    more: list[object] = [*values]
    if game:
        where.append("t.game = ?")
        more.append(game)
    if players:
        where.append("(SELECT COUNT(*) FROM seats a WHERE a.table_id = t.id) = ?")
        more.append(players)
    where.append("EXISTS (SELECT 1 FROM seats f WHERE f.table_id = t.id AND f.kind = 'open')")
    found = await store.ask(
        f"SELECT {listed(ClubTable, 'c.')}, t.game, t.header, t.host"
        f" FROM club_tables c JOIN tables t ON t.id = c.table_id WHERE {' AND '.join(where)}"
        " ORDER BY c.made DESC, c.table_id LIMIT ?",
        *more,
        most,
    )
    names = [row[0] for row in found]
    seats, holders = await _seats(store, names), await _holders(store, names)
    return [
        Offer(
            club=from_row(ClubTable, row),
            game=game,
            header=header,
            host=host,
            seats=seats[row[0]],
            holders=holders[row[0]],
        )
        for row in found
        for game, header, host in [row[-3:]]
    ]


async def _seats(store: Store, tables: Collection[str]) -> dict[str, list[SeatRow]]:
    rows: dict[str, list[SeatRow]] = {table: [] for table in tables}
    if tables:
        for row in await store.ask(
            f"SELECT {listed(SeatRow)}, table_id FROM seats WHERE table_id IN ({marks(tables)}) ORDER BY seat",
            *tables,
        ):
            rows[row[-1]].append(from_row(SeatRow, row))
    return rows


async def _holders(store: Store, tables: Collection[str]) -> dict[str, list[tuple[int, str]]]:
    rows: dict[str, list[tuple[int, str]]] = {table: [] for table in tables}
    if tables:
        for table, seat, visitor in await store.ask(
            f"SELECT table_id, seat, visitor FROM holders WHERE table_id IN ({marks(tables)})"
            " ORDER BY seat, visitor",
            *tables,
        ):
            rows[table].append((seat, visitor))
    return rows


# Members whose private games may appear in public lists, too.


async def shown(store: Store, members: Collection[str]) -> set[str]:
    """Which of these members agreed."""
    wanted = sorted(set(members))
    if not wanted:
        return set()
    found = await store.ask(f"SELECT member FROM shown_members WHERE member IN ({marks(wanted)})", *wanted)
    return {member for (member,) in found}


def showing(member: str, yes: bool) -> Statement:
    if yes:
        return Statement("INSERT INTO shown_members (member) VALUES (?) ON CONFLICT DO NOTHING", (member,))
    return Statement("DELETE FROM shown_members WHERE member = ?", (member,))
