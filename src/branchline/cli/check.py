"""`branchline check`: faults of map, deck and component files, one per line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec

from branchline.cli.json_output import print_json
from branchline.core import registry
from branchline.core.errors import DataError
from branchline.core.play import record
from branchline.core.protocols import Finding


class Report(msgspec.Struct, frozen=True):
    file: str
    game: str
    findings: list[Finding]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a data file, such as your own map"
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """0 if there are no faults, otherwise 1."""
    reports = []
    for path in args.files:
        game = _game_of(path)
        reports.append(Report(str(path), game, list(registry.game(game).check(path))))
        if not args.json:
            _print(reports[-1])
    if args.json:
        print_json(reports)
    return 1 if any(report.findings for report in reports) else 0


def _print(report: Report) -> None:
    for finding in report.findings:
        print(f"{report.file}: {finding.where}: {finding.problem} {finding.remedy}")
    if not report.findings:
        print(f"{report.file}: no fault found")


def _game_of(path: Path) -> str:
    """The game that a file belongs to: its format is `branchline.<game>.<what>/<version>`."""
    form = _format_of(path)
    if form == record.FORMAT:
        raise DataError(path, None, "This is the record of a game.", f"Try 'branchline replay {path}'.")
    words = form.split(".")
    if len(words) < 3 or words[0] != "branchline":
        remedy = 'A data file starts with "format": "branchline.GAME.WHAT/1"; docs/maps.md shows one.'
        raise DataError(path, None, f"Its format is {form!r}, which no game has.", remedy)
    return words[1]


def _format_of(path: Path) -> str:
    try:
        content = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError(path, None, "It is not UTF-8 text.", "Save it in that encoding.") from None
    except OSError as error:
        raise DataError(path, None, f"It can't be read: {error.strerror}.", "Check the name.") from None
    try:
        found = json.loads(content)
    except json.JSONDecodeError as error:
        first = content.partition("\n")[0]
        if f'"{record.FORMAT}"' in first:
            return record.FORMAT
        raise DataError(path, error.lineno, f"Not JSON: {error.msg}.", "Fix the file there.") from None
    form = found.get("format") if isinstance(found, dict) else None
    return form if isinstance(form, str) else ""
