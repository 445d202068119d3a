"""`branchline export`: records as tables of decisions, for pandas, polars and the like."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from branchline.cli.arguments import match
from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.sim.decisions import Decision, Export, read_decisions
from branchline.sim.run_jobs import ResultsFile, run_jobs


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("records", nargs="+", metavar="RECORD", help="saved games, or folders of them")
    parser.add_argument("--out", required=True, metavar="FILE", help="a new file: .parquet or .jsonl")
    parser.add_argument(
        "--observations", action="store_true", help="add what the seat could know, as numbers"
    )
    match.work_arguments(parser)


def run(args: argparse.Namespace) -> int:
    target = match.new_file(args.out)
    if target.suffix not in (".parquet", ".jsonl"):
        raise OptionError(f"--out takes a name that ends in .parquet or .jsonl, not {args.out!r}.")
    if target.suffix == ".parquet":
        with extra("data"):
            import_module("pyarrow")  # a missing package shows before the work, not after
    jobs = [Export(str(path), args.observations) for path in _records(args.records)]
    keep = ResultsFile(args.keep, "export " + " ".join(job.path for job in jobs)) if args.keep else None
    found = run_jobs(
        read_decisions,
        jobs,
        list[Decision],
        workers=args.workers,
        cluster=args.cluster,
        keep=keep,
        unit="record",
    )
    rows = [row for record in found for row in record]
    (_write_parquet if target.suffix == ".parquet" else _write_lines)(target, rows)
    print(f"{len(rows):,} decisions of {len(jobs)} games in {target}")
    return 0


def _records(names: Sequence[str]) -> list[Path]:
    found: list[Path] = []
    for path in map(Path, names):
        found.extend(sorted(path.glob("*.jsonl")) if path.is_dir() else [path])
    if not found:
        raise OptionError(f"There are no records (*.jsonl) in {', '.join(map(repr, names))}.")
    return found


def _write_lines(target: Path, rows: Sequence[Decision]) -> None:
    target.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))


def _write_parquet(target: Path, rows: Sequence[Decision]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    kinds: dict[str, Any] = {
        "match": pa.string(), "game": pa.string(), "players": pa.int8(), "event": pa.int32(), "seat": pa.int8(),
        "forced": pa.bool_(), "move": pa.string(), "move_id": pa.int32(), "legal": pa.list_(pa.int32()),
        "scores": pa.list_(pa.int32()), "final_scores": pa.list_(pa.int32()), "place": pa.int8(),
        "finished": pa.bool_(), "observation": pa.list_(pa.int16()),
    }  # fmt: skip
    columns = {name: pa.array([getattr(row, name) for row in rows], kind) for name, kind in kinds.items()}
    parquet.write_table(pa.table(columns), target)
