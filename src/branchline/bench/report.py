"""One run, one table: both builds, with other engines for comparison."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from branchline._version import __version__
from branchline.bench import beside
from branchline.bench.against import Against, against
from branchline.bench.interpreted import interpreted_copy, run_interpreted
from branchline.bench.ours import Figure, figures
from branchline.core.errors import FileError

TOLERANCE: Final = 0.15  # how far a ratio may drop before `check` complains
Baseline: TypeAlias = dict[str, dict[str, float]]  # ratios by build and figure


class Report(msgspec.Struct, frozen=True, kw_only=True):
    version: str
    python: str
    machine: str
    builds: dict[str, list[Figure]]  # by build: compiled, interpreted
    peers: dict[str, beside.Peer]
    against: list[Against]  # ratios between figures of this build


def measure(build: str, repeats: int, quick: bool, peers: bool, progress: Callable[[], None]) -> Report:
    """Measure this build, the interpreted one if this one is compiled, and the peers if requested."""
    others = beside.Peers() if peers else None
    between = others.measure if others else _nothing
    builds = {build: figures(repeats, quick, progress, between)}
    if build == "compiled":
        builds["interpreted"] = _interpreted(repeats, quick, [])
    found = others.close() if others else {}
    return Report(
        version=__version__,
        python=platform.python_version(),
        machine=f"{platform.machine()}, {platform.system()}",
        builds=builds,
        peers=found,
        against=against(builds[build], found),
    )


def measure_again(report: Report, names: list[str], repeats: int, quick: bool) -> Report:
    """Measure some figures again, in all builds."""
    builds = {
        build: _interpreted(repeats, quick, names)
        if build == "interpreted" and len(report.builds) > 1
        else figures(repeats, quick, only=names)
        for build in report.builds
    }
    return msgspec.structs.replace(report, builds=builds)


def _nothing() -> None:
    pass


def _interpreted(repeats: int, quick: bool, only: list[str]) -> list[Figure]:
    with interpreted_copy() as folder:
        words = ["-m", "branchline.bench.report", str(repeats), "quick" if quick else "", *only]
        return msgspec.json.decode(run_interpreted(folder, words), type=list[Figure])


def baseline_of(path: Path) -> Baseline:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Baseline)
    except OSError as error:
        raise FileError(path, None, f"It can't be read: {error.strerror}.", "Check the name.") from None
    except msgspec.DecodeError as error:
        raise FileError(path, None, f"Not a baseline: {error}.", "Write one with --baseline.") from None


def dropped(report: Report, before: Baseline) -> dict[str, str]:
    """Ratios to the yardstick that fell by more than the tolerance since the baseline: figures, and a sentence about
    each."""
    found: dict[str, str] = {}
    for build, measured in report.builds.items():
        for figure in measured:
            was = before.get(build, {}).get(figure.what)
            if was is not None and figure.ratio < was * (1 - TOLERANCE):
                words = f"{build}, {figure.what}: {figure.ratio:,.1f} was {was:,.1f}"
                found[figure.what] = f"{found[figure.what]}; {words}" if figure.what in found else words
    return found


def as_baseline(report: Report) -> bytes:
    ratios = {
        build: {figure.what: figure.ratio for figure in found} for build, found in report.builds.items()
    }
    return msgspec.json.format(msgspec.json.encode(ratios), indent=1) + b"\n"


if __name__ == "__main__":
    import sys

    print(msgspec.json.encode(figures(int(sys.argv[1]), sys.argv[2] == "quick", only=sys.argv[3:])).decode())
