"""`branchline bench`: the engine's speed in one table, and its ratio to a yardstick measured in the same run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from tqdm import tqdm

from branchline.bench.ours import Figure, job_count
from branchline.bench.report import (
    Baseline,
    Report,
    as_baseline,
    baseline_of,
    dropped,
    measure,
    measure_again,
)
from branchline.cli import build
from branchline.cli.json_output import print_json
from branchline.core import registry
from branchline.core.errors import OptionError

REPEATS: Final = 9
TRIES: Final = 3  # how often a slow result is measured before it counts as slower than the baseline


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--quick", action="store_true", help="one short run, to see that it works")
    parser.add_argument(
        "--peers", action="store_true", help="measure other engines, too; 'make bench-peers' installs them"
    )
    parser.add_argument(
        "--cores",
        type=int,
        metavar="N",
        help="measure one batch stepped by 1, 2, 4 ... N processes, by the clock, and nothing else",
    )
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="write the ratios for later comparison")
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="fail if a ratio is 15%% below this baseline"
    )


def run(args: argparse.Namespace) -> int:
    before = baseline_of(args.check) if args.check else None
    repeats = 1 if args.quick else REPEATS
    if args.cores is not None:
        return _cores(args.cores, repeats, args.quick, args.json)
    with tqdm(total=job_count(repeats), unit="measurement", disable=None, leave=False) as bar:

        def progress() -> None:
            bar.update()

        report = measure(build(), repeats, args.quick, args.peers, progress)
    if args.json:
        print_json(report)
    else:
        print(_table(report))
    if args.baseline:
        args.baseline.write_bytes(as_baseline(report))
    slower = _slower(report, before, repeats, args.quick) if before else {}
    for line in slower.values():
        print(f"Slower: {line}")
    return 1 if slower else 0


def _cores(most: int, repeats: int, quick: bool, as_json: bool) -> int:
    from branchline.bench import cores

    if most < 1:
        raise OptionError("A batch is stepped by at least 1 process.")
    rows = [row for game in registry.OURS for row in cores.measure(game, most, repeats, 0.1 if quick else 1)]
    if as_json:
        print_json([row._asdict() for row in rows])
        return 0
    print(f"{cores.PLAYERS} players, {cores.MATCHES:,} matches in each process, observed; by the clock")
    for row in rows:
        count = "1 process" if row.processes == 1 else f"{row.processes} processes"
        what = count if row.processes else "a batch in this process"
        print(f"{row.game + ': ' + what:<36}{row.rate:>16,.0f} decisions/s{row.times:>9.2f} times")
    return 0


def _slower(report: Report, baseline: Baseline, repeats: int, quick: bool) -> dict[str, str]:
    """The results slower than the baseline in every measurement: a machine that is briefly busy is not a regression."""
    found = dropped(report, baseline)
    for _ in range(TRIES - 1):
        if found:
            found = dropped(measure_again(report, list(found), repeats, quick), baseline)
    return found


def _table(report: Report) -> str:
    lines = [f"branchline {report.version}, Python {report.python}, {report.machine}"]
    lines.append("ratio: how often in one round of the yardstick; of memory, how many in a megabyte")
    names = list(report.builds)
    lines.append(f"{'':<36}" + "".join(f"{name:>16}{'ratio':>12}" for name in names) + f"{'':>9}")
    by_build = [{figure.what: figure for figure in report.builds[name]} for name in names]
    for what in by_build[0]:
        row = [figures[what] for figures in by_build if what in figures]
        cells = "".join(f"{figure.value:>16,.2f}{figure.ratio:>12,.1f}" for figure in row)
        lines.append(f"{what:<36}{cells} {row[0].unit:<12}{_times(row)}")
    for name, peer in report.peers.items():
        copy = "" if peer.copy is None else f", copy {peer.copy:,.2f} µs"
        lines.append(f"{name:<36}{peer.decisions:>16,.0f} decisions/s{copy}")
    lines += [f"{pair.what:<36}{pair.times:>16,.2f} times {pair.other}" for pair in report.against]
    return "\n".join(lines)


def _times(row: list[Figure]) -> str:
    return f"{row[0].ratio / row[1].ratio:.1f} times" if len(row) == 2 else ""
