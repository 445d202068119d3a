"""Installs the example package as a user would, into a separate folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import branchline as bl

ROOT = Path(__file__).parents[2]
SIDING = ROOT / "examples" / "siding"
SOURCE = Path(bl.__file__).parents[1]


def install(folder: Path) -> None:
    command = "-m pip install --quiet --no-deps --no-build-isolation --disable-pip-version-check --target"
    done = subprocess.run(
        [sys.executable, *command.split(), str(folder), str(SIDING)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
