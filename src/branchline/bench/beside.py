"""The other engines of the same run: `bench/peers.py` in the environment that `make bench-peers` has made."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec

from branchline.core.errors import BranchlineError

ROOT = Path(__file__).parents[3]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
SCRIPT = ROOT / "bench" / "peers.py"


class NoPeers(BranchlineError):
    """The other engines are not installed."""


class Peer(msgspec.Struct, frozen=True):
    decisions: float  # a second, random play
    copy: float | None  # microseconds


def peers() -> dict[str, Peer]:
    if not PYTHON.exists() or not SCRIPT.exists():
        raise NoPeers("The other engines are not installed. In a checkout, run: make bench-peers")
    done = subprocess.run([PYTHON, SCRIPT], capture_output=True, check=False)
    if done.returncode != 0:
        last = done.stderr.decode().strip().rpartition("\n")[2]
        raise NoPeers(f"The other engines did not run: {last}")
    return msgspec.json.decode(done.stdout, type=dict[str, Peer])
