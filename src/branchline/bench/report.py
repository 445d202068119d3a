"""One run, one table: both builds, and other engines beside them."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path

import msgspec

from branchline._version import __version__
from branchline.bench import beside
from branchline.bench.interpreted import interpreted_copy, run_interpreted
from branchline.bench.ours import Figure, figures
from branchline.core.errors import FileError

TOLERANCE = 0.15  # a ratio may drop so far before `check` complains


class Report(msgspec.Struct, frozen=True, kw_only=True):
    version: str
    python: str
    machine: str
    builds: dict[str, list[Figure]]  # by build: compiled, interpreted
    peers: dict[str, beside.Peer]


def measure(build: str, repeats: int, quick: bool, peers: bool, progress: Callable[[], None]) -> Report:
    """Measure this build, the interpreted one if this is compiled, and the peers if wanted."""
    builds = {build: figures(repeats, quick, progress)}
    if build == "compiled":
        with interpreted_copy() as folder:
            words = ["-m", "branchline.bench.report", str(repeats), "quick" if quick else ""]
            found = run_interpreted(folder, words)
        builds["interpreted"] = msgspec.json.decode(found, type=list[Figure])
    return Report(
        version=__version__,
        python=platform.python_version(),
        machine=f"{platform.machine()}, {platform.system()}",
        builds=builds,
        peers=beside.peers() if peers else {},
    )


def dropped(report: Report, baseline: Path) -> list[str]:
    """Ratios to the yardstick that fell by more than the tolerance since the baseline was written."""
    try:
        before = msgspec.json.decode(baseline.read_bytes(), type=dict[str, dict[str, float]])
    except (OSError, msgspec.DecodeError) as error:
        raise FileError(baseline, None, f"Not a baseline: {error}.", "Write one with --baseline.") from None
    found = []
    for build, measured in report.builds.items():
        for figure in measured:
            was = before.get(build, {}).get(figure.what)
            if was is not None and figure.ratio < was * (1 - TOLERANCE):
                found.append(f"{build}, {figure.what}: {figure.ratio:,.1f} was {was:,.1f}")
    return found


def as_baseline(report: Report) -> bytes:
    ratios = {
        build: {figure.what: figure.ratio for figure in found} for build, found in report.builds.items()
    }
    return msgspec.json.format(msgspec.json.encode(ratios), indent=1) + b"\n"


if __name__ == "__main__":
    import sys

    print(msgspec.json.encode(figures(int(sys.argv[1]), sys.argv[2] == "quick")).decode())
