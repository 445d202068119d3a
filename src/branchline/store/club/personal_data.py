"""What a store holds about a member: their rows, and the statements that erase them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

from branchline.store import Statement, Store
from branchline.store.backup import OTHER_TABLES
from branchline.store.club import leagues, results
from branchline.store.club.members import THEIRS

SECRET: Final = ("password", "secret")  # columns that are of no use to the member, nor to anybody else

# Also part of the export: its name, its fields, the question.
_FURTHER: Final = (
    ("sessions", ("made", "used"), "SELECT made, used FROM sessions WHERE member = ?"),
    (
        "chat",
        ("table", "time", "words"),
        "SELECT table_id, time, words FROM chat WHERE author = ? ORDER BY time",
    ),
    (
        "results",
        ("table", "score", "place", "mu", "sigma"),
        "SELECT table_id, score, place, mu, sigma FROM result_seats WHERE player = ? ORDER BY table_id",
    ),
)
_HELD: Final = (
    "EXISTS (SELECT 1 FROM holders WHERE table_id = seats.table_id AND seat = seats.seat AND visitor {} ?)"
)


async def rows_of(store: Store, member: str) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    """The member's rows, table by table, without secrets."""
    for table in OTHER_TABLES:
        if table.member:
            names = [name for name in await store.columns(table.name) if name not in SECRET]
            found = await store.ask(
                f"SELECT {', '.join(names)} FROM {table.name} WHERE {table.member} = ?", member
            )
            yield table.name, [dict(zip(names, row, strict=True)) for row in found]
    for name, fields, question in _FURTHER:
        yield name, [dict(zip(fields, row, strict=True)) for row in await store.ask(question, member)]


def renaming(table: str, header: bytes) -> Statement:
    """The header of a record names its seats, too."""
    return Statement("UPDATE tables SET header = ? WHERE id = ?", (header, table))


def forgetting(member: str, name: str) -> list[Statement]:
    """Erase a member. Their games stay because others played them, too; there they are called `name` from now on.
    Their seats are open where the game is still running."""
    player = results.nameless()
    return [
        Statement(f"UPDATE tables SET edition = edition + 1 WHERE id IN ({THEIRS})", (member, member)),
        Statement(
            # Old links stop working; the next time that the host looks, there is a new invitation.
            f"UPDATE seats SET name = ?, link = '', link_number = link_number + 1,"
            f" kind = CASE WHEN kind = 'person' AND NOT {_HELD.format('<>')} THEN 'open' ELSE kind END"
            f" WHERE {_HELD.format('=')}",
            (name, member, member),
        ),
        # Standing orders would give away what the member had in mind.
        Statement(
            "DELETE FROM orders WHERE EXISTS (SELECT 1 FROM holders WHERE table_id = orders.table_id"
            " AND seat = orders.seat AND visitor = ?)",
            (member,),
        ),
        Statement("DELETE FROM outbox WHERE person = ?", (member,)),
        Statement("DELETE FROM holders WHERE visitor = ?", (member,)),
        # Somebody who sits there becomes the host, so that seats can be given away.
        Statement(
            "UPDATE tables SET host = COALESCE("
            "(SELECT MIN(visitor) FROM holders WHERE table_id = tables.id), '') WHERE host = ?",
            (member,),
        ),
        Statement("UPDATE chat SET name = ?, author = '' WHERE author = ?", (name, member)),
        Statement("UPDATE seat_events SET name = ?, author = '' WHERE author = ?", (name, member)),
        Statement("DELETE FROM blocks WHERE other = ?", (member,)),
        Statement("DELETE FROM invitations WHERE host = ?", (member,)),
        Statement("DELETE FROM sessions WHERE member = ?", (member,)),
        Statement("DELETE FROM mail_links WHERE member = ?", (member,)),
        *results.forget(member, player),
        *leagues.forget(member, player),
        *(
            Statement(f"DELETE FROM {table.name} WHERE {table.member} = ?", (member,))
            for table in OTHER_TABLES
            if table.member and not table.stays
        ),
    ]
