"""Files that hold what is nobody else's business: games, passwords' hashes, keys. Only their owner may read them."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO


def make_folder(path: Path) -> None:
    """Where there is none yet; one that is there already stays as its owner wants it."""
    path.mkdir(0o700, parents=True, exist_ok=True)


def new_file(path: Path) -> IO[bytes]:
    """Opened for writing, and empty."""
    for_owner_only(path)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def for_owner_only(path: Path) -> None:
    """A file that is there, made by an earlier Branchline or copied by hand; where it is ours."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
