"""Brings a database up to date with the files in `migrations`, one folder per engine, using yoyo-migrations."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from branchline.core.extras import extra
from branchline.store import StoreTrouble

FOLDER: Final = Path(__file__).parent / "migrations"
APPLIED: Final = "SELECT migration_id FROM _yoyo_migration"  # where yoyo records what it has applied


def known(engine: str) -> list[str]:
    """The migrations of an engine, in order."""
    return sorted(path.stem for path in (FOLDER / engine).glob("*.sql"))


def up_to_date(engine: str, applied: Collection[str], where: str) -> bool:
    """Whether all migrations are applied; refuses a store that a newer Branchline has changed."""
    ours = known(engine)
    later = sorted(set(applied) - set(ours))
    if later:
        raise StoreTrouble(
            f"{where} was made by another version of Branchline (it has {later[-1]}, this one ends with {ours[-1]})."
            " Use that version, or choose another place for the games."
        )
    return len(applied) == len(ours)


def migrate(engine: str, uri: str) -> None:
    """Apply the missing migrations. The caller holds a lock so that only one process does; unlike yoyo's own lock,
    it is released if the process dies."""
    with extra("play"):
        from yoyo import get_backend, read_migrations

    with get_backend(uri) as backend:
        backend.apply_migrations(backend.to_apply(read_migrations(str(FOLDER / engine))))
