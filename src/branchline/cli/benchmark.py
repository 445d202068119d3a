"""`branchline benchmark`: a bot's wins and margins in fixed tasks, against fixed opponents."""

from __future__ import annotations

import argparse
from pathlib import Path

from branchline.benchmark.measure import OPPONENTS, REFERENCE, entrants, measure
from branchline.benchmark.tables import page, rows
from branchline.benchmark.tasks import chosen, tasks
from branchline.bots.specs import split
from branchline.cli.json_output import print_json
from branchline.core.errors import OptionError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bots",
        nargs="?",
        metavar="BOTS",
        help="specs, such as level:2; model:FILE@TASK plays that task alone",
    )
    parser.add_argument("--task", metavar="NAMES", help="which tasks (all); --list shows them")
    parser.add_argument(
        "--against", default=",".join(OPPONENTS), metavar="SPECS", help="opponents (%(default)s)"
    )
    parser.add_argument(
        "--games", type=int, default=20, metavar="N", help="games per opponent and task, at least (20)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first deal (1)")
    parser.add_argument("--workers", type=int, metavar="N", help="how many processes (all cores)")
    parser.add_argument(
        "--keep", metavar="FILE", help="keep results in a file, and continue from those in it"
    )
    parser.add_argument("--reference", action="store_true", help="measure the reference bots too")
    parser.add_argument("--out", metavar="FILE", help="write a page with a table for each task")
    parser.add_argument("--list", action="store_true", help="list the tasks and exit")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(args: argparse.Namespace) -> int:
    if args.list:
        for task in tasks().values():
            print(f"{task.name}: {task.game}, {task.players} players, {task.about}")
        return 0
    if args.games < 1:
        raise OptionError("--games takes at least 1.")
    bots = entrants([*(REFERENCE if args.reference else ()), *(split(args.bots) if args.bots else ())])
    if not bots:
        raise OptionError("Which bot? Name one (level:2, model:FILE), or use --reference.")
    wanted = chosen(args.task)
    cells = measure(
        wanted, bots, split(args.against), args.games, args.seed, workers=args.workers, keep=args.keep, quiet=args.json
    )  # fmt: skip
    if args.out:
        Path(args.out).write_text(page(wanted, cells, _command(args)), encoding="utf-8")
    if args.json:
        print_json(cells)
    elif not args.out:
        print(rows(cells))
    return 0


def _command(args: argparse.Namespace) -> str:
    """What makes the same figures again, with everything that they depend on."""
    words = ["branchline benchmark", args.bots or "", "--reference" if args.reference else ""]
    words += [f"--task {args.task}" if args.task else "", f"--against {args.against}"]
    words += [f"--games {args.games} --seed {args.seed}"]
    return " ".join(filter(None, words))
