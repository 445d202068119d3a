"""Private files (games, password hashes, keys), readable by their owner only."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO


def make_folder(path: Path) -> None:
    """Create a folder; an existing one keeps its permissions."""
    path.mkdir(0o700, parents=True, exist_ok=True)


def new_file(path: Path) -> IO[bytes]:
    """An empty file, open for writing."""
    for_owner_only(path)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def for_owner_only(path: Path) -> None:
    """Tighten an existing file, from an earlier Branchline or copied by hand, if it is ours."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
