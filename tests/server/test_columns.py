"""A new column is a field of a struct and a migration: statements, rows and backups follow."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from branchline.store import Store, backup, migrate
from branchline.store.backup import OtherTable
from branchline.store.club.members import Member, Members
from branchline.store.columns import NO_COLUMN, adding, assignments, columns, from_row, listed, values
from branchline.store.open_store import sqlite_url

from ..stores import Use, use_of

Migration = Callable[[str, str], None]


class Load(msgspec.Struct, frozen=True):
    goods: str
    tons: float


class Wagon(msgspec.Struct, frozen=True, kw_only=True, rename={"table": "table_id"}):
    table: str
    number: int
    load: Load | None = None
    stops: tuple[int, ...] = ()
    near: Annotated[tuple[str, ...], NO_COLUMN] = ()


class BrakedWagon(Wagon, frozen=True, kw_only=True, rename={"table": "table_id"}):
    braked: bool = False


@pytest.fixture
def migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Migration:
    """Adds a migration for both engines."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.FOLDER, folder)
    monkeypatch.setattr(migrate, "FOLDER", folder)

    def add(name: str, words: str) -> None:
        for engine in folder.iterdir():
            (engine / f"{name}.sql").write_text(words)

    return add


WAGONS = (
    "CREATE TABLE wagons (table_id TEXT, number INTEGER, goods TEXT, tons REAL, stops TEXT,"
    " PRIMARY KEY (table_id, number))"
)
BRAKES = "ALTER TABLE wagons ADD COLUMN braked INTEGER NOT NULL DEFAULT 0"


async def all_wagons(store: Store) -> list[BrakedWagon]:
    found = await store.ask(f"SELECT {listed(BrakedWagon)} FROM wagons ORDER BY number")
    return [from_row(BrakedWagon, row) for row in found]


def test_a_field_and_a_migration_are_enough(
    use: Use, migration: Migration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "OTHER_TABLES", [OtherTable("wagons", ("table_id", "number"))])
    migration("9001-wagons", WAGONS)
    old = Wagon(table="abc", number=1, load=Load("coal", 12.5), stops=(3, 4))
    use(lambda store: store.write(adding("wagons", old)))

    migration("9002-brakes", BRAKES)
    new = BrakedWagon(table="abc", number=2, braked=True)
    use(lambda store: store.write(adding("wagons", new)))
    expected = [BrakedWagon(table="abc", number=1, load=Load("coal", 12.5), stops=(3, 4)), new]
    assert use(all_wagons) == expected

    file, restored = tmp_path / "club.backup", use_of(sqlite_url(tmp_path / "restored.db"))
    use(lambda store: backup.backup(store, file))
    restored(lambda store: backup.restore(file, store))
    assert restored(all_wagons) == expected, "a backup carries the new column, too"


def test_a_column_that_only_the_database_knows_is_in_the_backup(
    use: Use, migration: Migration, tmp_path: Path
) -> None:
    migration("9001-colours", "ALTER TABLE members ADD COLUMN colour TEXT NOT NULL DEFAULT 'green'")
    use(lambda store: Members(store).add(Member(id="m-ann", name="Ann"), "hash"))
    file, restored = tmp_path / "club.backup", use_of(sqlite_url(tmp_path / "restored.db"))
    use(lambda store: backup.backup(store, file))
    restored(lambda store: backup.restore(file, store))
    assert restored(lambda store: store.ask("SELECT name, colour FROM members")) == [("Ann", "green")]


def test_fields_are_columns() -> None:
    assert columns(BrakedWagon) == ("table_id", "number", "goods", "tons", "stops", "braked")
    assert assignments(Wagon, ["table_id", "number"]) == "goods = ?, tons = ?, stops = ?"
    wagon = BrakedWagon(table="abc", number=1, stops=(3,), near=("here",), braked=True)
    assert values(wagon) == ("abc", 1, None, None, "[3]", 1)
    assert from_row(BrakedWagon, values(wagon), near=("here",)) == wagon
