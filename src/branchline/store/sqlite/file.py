"""The file of a SQLite store: opening it, migrating it, locking it."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from branchline.store import DiskFull, StoreTrouble, StoreUnavailable, migrate
from branchline.store.private_files import for_owner_only, make_folder

# Errors of the disk or the file, not of the statement. The low byte is the kind.
_OF_THE_FILE: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
_NO_ROOM: Final = 100_000  # bytes; with less free space, an I/O error means that the disk is full
_LOCKED_OUT: Final = 2.0  # seconds that a stopping server may take to release its file


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def prepare(path: Path) -> None:
    """Create a file or bring it up to date; refuses one of a later Branchline."""
    try:
        make_folder(path.parent)
        path.touch(0o600)  # its -wal and -shm inherit the permissions
        for name in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            for_owner_only(name)
        connection = connect(path)
    except (OSError, sqlite3.Error) as error:
        raise _unusable(path, error) from None
    try:
        if migrate.up_to_date("sqlite", _applied(connection), str(path)):
            return
        with _locked(path.with_name(f"{path.name}-migrating"), 60):
            if not migrate.up_to_date("sqlite", _applied(connection), str(path)):
                migrate.migrate("sqlite", f"sqlite:///{quote(path.resolve().as_posix())}")
    except sqlite3.DatabaseError as error:
        raise StoreTrouble(f"{path} is not a store: {error}. Choose another folder with --data.") from None
    finally:
        connection.close()


def trouble_of(error: sqlite3.Error, path: Path) -> Exception:
    """The error to raise for an SQLite error, without SQL in its message."""
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if kind not in _OF_THE_FILE:
        return error
    with contextlib.suppress(OSError):
        if kind == sqlite3.SQLITE_IOERR and shutil.disk_usage(path.parent).free < _NO_ROOM:
            kind = sqlite3.SQLITE_FULL
    if kind == sqlite3.SQLITE_FULL:
        return DiskFull(f"There is no room left on the disk of {path}: {error}")
    return StoreUnavailable(f"{path} can't be used just now: {error}")


def read_anew(path: Path) -> None:
    """Read the file from disk through a new connection, past the caches of open ones. Raises `sqlite3.Error` if it is
    badly damaged, unreadable or gone."""
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as connection:
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        connection.execute(migrate.APPLIED).fetchone()


@contextlib.contextmanager
def served_by_us(path: Path) -> Iterator[None]:
    """One server per file: a second one would not be notified of changes."""
    with contextlib.ExitStack() as locked:
        try:
            make_folder(path.parent)
            locked.enter_context(_locked(path.with_name(f"{path.name}-serving"), _LOCKED_OUT))
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
                raise StoreTrouble(
                    f"Another server is already using {path}."
                    " Play there, stop it first, or choose another folder with --data."
                ) from None
            raise _unusable(path, error) from None
        yield


@contextlib.contextmanager
def _locked(path: Path, patience: float) -> Iterator[None]:
    """Held by one process at a time, and released even if it is killed."""
    path.touch(0o600)
    for_owner_only(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=patience)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _unusable(path: Path, error: Exception) -> StoreTrouble:
    return StoreTrouble(f"{path} can't be opened: {error}. Choose another folder with --data.")


def _applied(connection: sqlite3.Connection) -> list[str]:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = '_yoyo_migration'").fetchone():
        return []
    return [name for (name,) in connection.execute(migrate.APPLIED)]
