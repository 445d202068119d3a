"""Copying a store to another one, backing it up to a file, and restoring it.

A backup is a compressed file of JSON lines: a header with the facts, a line per table, a line per row of every other
table of the database, and the counts of both at the end, which show whether the file is complete. Both engines use the
same format.
"""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec

from branchline.store import Statement, Store, StoredTable, StoreTrouble
from branchline.store.columns import insert_columns, marks
from branchline.store.private_files import new_file

FORMAT: Final = "branchline.store/1"
AT_ONCE: Final = 100  # tables per query
ROWS_AT_ONCE: Final = 1000

Progress: TypeAlias = Callable[[int], None]
Value: TypeAlias = str | int | float | None
Columns: TypeAlias = dict[str, set[str]]  # by table


class OtherTable(NamedTuple):
    """A table of the database that is not part of `StoredTable`. Its columns hold texts and numbers. `member`: the
    column that names the member whose row it is. They can export the row, and it is deleted with them, unless it
    `stays`."""

    name: str
    key: tuple[str, ...]
    member: str = ""
    stays: bool = False


# Left out: sessions and links in emails. Restoring a backup must not sign anybody in again.
OTHER_TABLES: Final = (
    OtherTable("members", ("id",), "id"),
    OtherTable("blocks", ("member", "other"), "member"),
    OtherTable("invitations", ("table_id", "member"), "member"),
    OtherTable("club_tables", ("table_id",)),
    OtherTable("results", ("table_id",)),
    OtherTable("result_seats", ("table_id", "seat"), "player", stays=True),
    OtherTable("ratings", ("game", "player"), "player"),
    OtherTable("leagues", ("id",)),
    OtherTable("league_players", ("league_id", "player"), "player", stays=True),
    OtherTable("league_tables", ("table_id",)),
    OtherTable("league_seats", ("table_id", "seat")),
    OtherTable("shown_members", ("member",), "member"),
    OtherTable("clocks", ("table_id",)),
    OtherTable("watches", ("name",)),  # so clocks get back the time until the backup is in use
    OtherTable("vacations", ("person", "first"), "person"),
    OtherTable("problem_results", ("person", "game", "number"), "person"),
    OtherTable("stand_ins", ("table_id", "seat")),
    OtherTable("notice_ways", ("person", "way", "address"), "person"),
    OtherTable("orders", ("table_id", "seat", "number")),
    OtherTable("challenges", ("table_id", "step")),
    OtherTable("challenge_tries", ("table_id",)),
)


class Head(msgspec.Struct, frozen=True, tag="head"):
    format: str
    facts: dict[str, str]


class One(msgspec.Struct, frozen=True, tag="table"):
    kept: StoredTable


class Row(msgspec.Struct, frozen=True, tag="row"):
    of: str
    values: dict[str, Value]


class End(msgspec.Struct, frozen=True, tag="end"):
    tables: int
    rows: int = 0


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Head | One | Row | End).decode


def _nobody(_done: int) -> None:
    pass


async def all_tables(store: Store) -> AsyncIterator[StoredTable]:
    last = ""
    while names := await store.tables(last, AT_ONCE):
        for name in names:
            kept = await store.find(name)
            if kept is not None:
                yield kept
        last = names[-1]


async def other_rows(store: Store) -> AsyncIterator[list[Row]]:
    """Batches of rows, each of one table, with every column that it has."""
    for table in OTHER_TABLES:
        key = ", ".join(table.key)
        others = [name for name in await store.columns(table.name) if name not in table.key]
        columns = (*table.key, *others)
        after, last = "", ()
        while found := await store.ask(
            f"SELECT {', '.join(columns)} FROM {table.name} {after} ORDER BY {key} LIMIT {ROWS_AT_ONCE}",
            *last,
        ):
            yield [Row(table.name, dict(zip(columns, values, strict=True))) for values in found]
            after, last = f"WHERE ({key}) > ({marks(table.key)})", found[-1][: len(table.key)]


async def add_rows(store: Store, rows: Sequence[Row]) -> None:
    await store.write(
        *(Statement(insert_columns(row.of, row.values), tuple(row.values.values()), rows=1) for row in rows)
    )


async def copy(source: Store, target: Store, progress: Progress = _nobody) -> int:
    """Copy everything into an empty store; returns how many tables there were."""
    await _must_be_empty(target)
    for name, value in (await source.facts()).items():
        await target.fact(name, value)
    done = 0
    async for kept in all_tables(source):
        await target.add(kept)
        done += 1
        progress(done)
    async for rows in other_rows(source):
        await add_rows(target, rows)
    return done


async def backup(source: Store, path: Path, progress: Progress = _nobody) -> int:
    """The file appears complete or not at all; returns the number of tables."""
    fresh = path.with_name(path.name + ".part")
    done, further = 0, 0
    with _readable(path), new_file(fresh) as packed, gzip.open(packed, "wb") as file:
        file.write(_encode(Head(FORMAT, await source.facts())) + b"\n")
        async for kept in all_tables(source):
            file.write(_encode(One(kept)) + b"\n")
            done += 1
            progress(done)
        async for rows in other_rows(source):
            file.writelines(_encode(row) + b"\n" for row in rows)
            further += len(rows)
        file.write(_encode(End(done, further)) + b"\n")
    fresh.replace(path)
    return done


async def restore(path: Path, target: Store, progress: Progress = _nobody) -> int:
    """Restore a backup into an empty store. The whole file is checked before anything is written."""
    await _must_be_empty(target)
    expected = check(path, await _known_columns(target))
    done, rows = 0, list[Row]()
    with _readable(path), gzip.open(path, "rb") as file:
        for line in file:
            match _decode(line):
                case Head(facts=facts):
                    for name, value in facts.items():
                        await target.fact(name, value)
                case One(kept=kept):
                    await target.add(kept)
                    done += 1
                    progress(done)
                case Row() as row:
                    rows.append(row)
            if len(rows) == ROWS_AT_ONCE:
                await add_rows(target, rows)
                rows = []
    await add_rows(target, rows)
    assert done == expected
    return done


def check(path: Path, known: Columns) -> int:
    """How many tables a backup holds; raises `StoreTrouble` if the file is not a backup, is incomplete, or has unknown
    columns."""
    tables, rows, end = 0, 0, None
    with _readable(path), gzip.open(path, "rb") as file:
        for number, line in enumerate(file):
            found = _decode(line)
            if (number == 0) != isinstance(found, Head) or end is not None:
                raise StoreTrouble(f"{path} is not a Branchline backup.")
            if isinstance(found, Head) and found.format != FORMAT:
                raise StoreTrouble(f"{path} has the format {found.format}, not {FORMAT}.")
            if isinstance(found, Row):
                _must_be_known(path, found, known)
            tables += isinstance(found, One)
            rows += isinstance(found, Row)
            end = found if isinstance(found, End) else None
    if end != End(tables, rows):
        raise StoreTrouble(f"{path} is incomplete: use another backup.")
    return tables


async def _known_columns(store: Store) -> Columns:
    return {table.name: set(await store.columns(table.name)) for table in OTHER_TABLES}


def _must_be_known(path: Path, row: Row, known: Columns) -> None:
    """A backup may come from anywhere, and its names become part of statements."""
    if row.of not in known or not set(row.values) <= known[row.of]:
        raise StoreTrouble(
            f"{path} contains data that this version does not know: {row.of}. Use a newer Branchline."
        )


async def _must_be_empty(target: Store) -> None:
    members = [rows async for rows in other_rows(target)]
    if members or await target.tables("", 1):
        raise StoreTrouble("That store already has games. Choose an empty one.")


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except EOFError:
        raise StoreTrouble(f"{path} is incomplete: use another backup.") from None
    except gzip.BadGzipFile:
        raise StoreTrouble(f"{path} is not a Branchline backup.") from None
    except OSError as error:
        raise StoreTrouble(f"{path} can't be used: {error.strerror or error}.") from None
    except msgspec.MsgspecError:
        raise StoreTrouble(f"{path} is not a Branchline backup.") from None
