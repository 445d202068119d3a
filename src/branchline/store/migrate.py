"""Brings a store's tables up to date: the files in `migrations`, one folder an engine, by yoyo-migrations."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from branchline.core.extras import extra
from branchline.store import StoreTrouble

FOLDER: Final = Path(__file__).parent / "migrations"
APPLIED: Final = "SELECT migration_id FROM _yoyo_migration"  # how yoyo notes what it has done


def known(engine: str) -> list[str]:
    """The migrations of an engine, in order."""
    return sorted(path.stem for path in (FOLDER / engine).glob("*.sql"))


def up_to_date(engine: str, applied: Collection[str], where: str) -> bool:
    """Whether nothing is left to do; refuses a store that a newer Branchline has changed."""
    ours = known(engine)
    later = sorted(set(applied) - set(ours))
    if later:
        raise StoreTrouble(
            f"{where} was made by another Branchline (it has {later[-1]}, this one ends with {ours[-1]})."
            " Use that one, or choose another place for the games."
        )
    return len(applied) == len(ours)


def migrate(engine: str, uri: str) -> None:
    """Do what is left to do. Of several processes that start at once one does it: the caller holds a lock that ends
    with the process, which yoyo's own does not."""
    with extra("play"):
        from yoyo import get_backend, read_migrations

    with get_backend(uri) as backend:
        backend.apply_migrations(backend.to_apply(read_migrations(str(FOLDER / engine))))
