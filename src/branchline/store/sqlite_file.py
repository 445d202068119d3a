"""The file of a SQLite store: opening it, and bringing its tables up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

from branchline.store import StoreTrouble, migrate


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def prepare(path: Path) -> None:
    """Make the tables of a new file, bring those of an older one up to date; refuse one of a later Branchline."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreTrouble(f"{path} can't be opened: {error}. Choose another folder with --data.") from None
    try:
        if migrate.up_to_date("sqlite", _applied(connection), str(path)):
            return
        # Held by one process at a time, and let go also by one that is killed.
        lock = sqlite3.connect(path.with_name(f"{path.name}-migrating"), isolation_level=None, timeout=60)
        try:
            lock.execute("BEGIN EXCLUSIVE")
            if not migrate.up_to_date("sqlite", _applied(connection), str(path)):
                migrate.migrate("sqlite", f"sqlite:///{quote(path.resolve().as_posix())}")
        finally:
            lock.close()
    except sqlite3.DatabaseError as error:
        raise StoreTrouble(f"{path} is not a store: {error}. Choose another folder with --data.") from None
    finally:
        connection.close()


def _applied(connection: sqlite3.Connection) -> list[str]:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = '_yoyo_migration'").fetchone():
        return []
    return [name for (name,) in connection.execute(migrate.APPLIED)]
