"""The package without its compiled modules, for the same run: a copy of the sources in a separate folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


@contextmanager
def interpreted_copy() -> Iterator[Path]:
    """A folder to put first on the path."""
    with tempfile.TemporaryDirectory(prefix="branchline-interpreted-") as folder:
        ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(PACKAGE, Path(folder) / "branchline", ignore=ignore)
        yield Path(folder)


def run_interpreted(folder: Path, arguments: Sequence[str]) -> str:
    """The output of a Python process that uses the copy."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout
