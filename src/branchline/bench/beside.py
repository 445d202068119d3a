"""The other engines of the same run: `bench/peers.py` in the environment made by `make bench-peers`, asked for one
round of its figures after each round of ours."""

from __future__ import annotations

import subprocess
from pathlib import Path
from statistics import median

import msgspec

from branchline.core.errors import BranchlineError

ROOT = Path(__file__).parents[3]
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
SCRIPT = ROOT / "bench" / "peers.py"


class NoPeers(BranchlineError):
    """The other engines are not installed."""


class Peer(msgspec.Struct, frozen=True):
    decisions: float  # per second, random play
    copy: float | None  # microseconds


class Peers:
    """The process that measures them."""

    def __init__(self) -> None:
        if not PYTHON.exists() or not SCRIPT.exists():
            raise NoPeers("The other engines are not installed. In a checkout, run: make bench-peers")
        self._process = subprocess.Popen([PYTHON, SCRIPT], stdin=-1, stdout=-1, stderr=-1, text=True)
        self._rounds: list[dict[str, Peer]] = []

    def measure(self) -> None:
        """Measure one more round."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            _, errors = self._process.communicate()
            raise NoPeers(f"The other engines did not run: {errors.strip().rpartition(chr(10))[2]}")
        self._rounds.append(msgspec.json.decode(line, type=dict[str, Peer]))

    def close(self) -> dict[str, Peer]:
        """Stop the process; returns the medians of all rounds."""
        self._process.communicate()
        return {
            name: Peer(
                median(found[name].decisions for found in self._rounds),
                _median([found[name].copy for found in self._rounds]),
            )
            for name in (self._rounds[0] if self._rounds else {})
        }


def _median(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(median(known), 3) if known else None
