"""A store by its address: `sqlite:PATH` or `postgresql://USER@HOST/DATABASE`."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final

from branchline.core.extras import extra
from branchline.store import Store, StoreTrouble

SQLITE: Final = "sqlite:"
POSTGRES: Final = ("postgresql://", "postgres://")


def sqlite_url(path: Path) -> str:
    return f"{SQLITE}{path}"


def check_url(url: str) -> str:
    """The normalised address; raises `StoreTrouble` if it names no engine."""
    if url.startswith(POSTGRES):
        return "postgresql://" + url.partition("://")[2]
    if url.startswith(SQLITE) and len(url) > len(SQLITE):
        return url
    raise StoreTrouble(f"{url!r} is not a store: use sqlite:PATH or postgresql://USER@HOST/DATABASE.")


def check_exists(url: str) -> None:
    """Raises `StoreTrouble` if opening the store would create a new file."""
    path = url.removeprefix(SQLITE)
    if path != url and not Path(path).exists():
        raise StoreTrouble(f"There are no games at {path}. Check the address of the store, or the folder.")


def prepare_store(url: str) -> None:
    """Create or update the tables, so that problems show before the server starts."""
    url = check_url(url)
    if url.startswith(SQLITE):
        from branchline.store.sqlite.file import prepare as prepare_file

        prepare_file(Path(url.removeprefix(SQLITE)))
        return
    _driver()
    from branchline.store.postgres.store import prepare

    prepare(url)


async def open_store(url: str) -> Store:
    """Open a store. The caller closes it."""
    url = check_url(url)
    if url.startswith(SQLITE):
        from branchline.store.sqlite.store import SqliteStore

        return SqliteStore(Path(url.removeprefix(SQLITE)))
    _driver()
    from branchline.store.postgres.store import PostgresStore

    return await PostgresStore.open(url)


def only_server(url: str) -> AbstractContextManager[None]:
    """Keeps other servers off the same file; a PostgreSQL database may have any number of servers."""
    if not url.startswith(SQLITE):
        return nullcontext()
    from branchline.store.sqlite.file import served_by_us

    return served_by_us(Path(url.removeprefix(SQLITE)))


def _driver() -> None:
    with extra("postgres"):
        import psycopg  # noqa: F401
        import psycopg_pool  # noqa: F401
