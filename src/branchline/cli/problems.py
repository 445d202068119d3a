"""`branchline problems`: find positions for the problem of the day, or check those there are."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from pathlib import Path
from typing import Final

import msgspec

from branchline._version import __version__
from branchline.cli.arguments import match
from branchline.cli.json_output import print_json
from branchline.core import registry
from branchline.core.errors import OptionError
from branchline.problems import checking, file, mining
from branchline.problems.choosing import chosen, in_turn
from branchline.problems.file import Made, Problems
from branchline.sim.run_jobs import ResultsFile, run_jobs

MOST: Final = 150  # problems that a file holds
OBVIOUS: Final = 0.3  # share of problems whose solution may be the planner's first choice


def arguments(parser: argparse.ArgumentParser) -> None:
    match.game_argument(parser)
    parser.add_argument(
        "--games",
        type=int,
        default=100,
        metavar="K",
        help="how many games to search (100); 0: only those kept",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the seed of the first game, or of a check (1)"
    )
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help=f"how many to keep ({MOST})")
    parser.add_argument(
        "--out", metavar="FILE", help="write the problems into a new file; with --check, those confirmed"
    )
    parser.add_argument(
        "--check", nargs="?", const="", metavar="FILE",
        help="search each problem of a file (of those that come with the game) again, with four times the playouts",
    )  # fmt: skip
    match.work_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(args: argparse.Namespace) -> int:
    if args.check is not None:
        return _check(args)
    if args.games < 1 and not args.keep:
        raise OptionError("--games takes at least 1, or 0 with --keep: only the games kept there.")
    out = match.new_file(args.out) if args.out else None
    found = _mined(args)
    if out is not None:
        out.write_bytes(file.encode(found))
    if args.json:
        print_json(found)
    else:
        _print(found)
    return 0


def _check(args: argparse.Namespace) -> int:
    path = Path(args.check) if args.check else registry.game(args.game).presentation().problems
    if path is None:
        raise OptionError(f"{args.game} comes with no problems. Name a file.")
    out, found = match.new_file(args.out) if args.out else None, file.read(path)
    jobs = [checking.Check(str(path), place, args.seed) for place in range(len(found.problems))]
    keep = ResultsFile(args.keep, f"check {path} {args.seed}") if args.keep else None
    results = run_jobs(
        checking.check, jobs, checking.Checked, workers=args.workers, cluster=args.cluster, keep=keep, unit="problem"
    )  # fmt: skip
    if out is not None:
        fine = in_turn([found.problems[one.place] for one in results if one.confirmed])
        out.write_bytes(file.encode(msgspec.structs.replace(found, problems=tuple(fine))))
    doubtful = [one for one in results if not one.confirmed]
    obvious = sum(one.planned for one in results)
    if args.json:
        print_json(results)
    else:
        print(f"{len(results) - len(doubtful)} of {len(results)} problems of {args.game} confirmed")
        print(f"The planner's first choice is the solution of {obvious}.")
        for one in doubtful:
            print(f"problem {one.place + 1}: {one.fault or f'{one.best}, ahead by {one.margin:.1%}.'}")
    return 1 if doubtful or obvious > OBVIOUS * len(results) else 0


def _mined(args: argparse.Namespace) -> Problems:
    rules = registry.game(args.game).rules_version
    jobs = [mining.Job(args.game, rules, args.seed + number) for number in range(args.games)]
    keep = ResultsFile(args.keep, f"problems {args.game} {rules} {args.seed}") if args.keep else None
    results = run_jobs(mining.mine, jobs, mining.Mined, workers=args.workers, cluster=args.cluster, keep=keep)
    if keep is not None:  # more games than asked for now
        results = [msgspec.json.decode(row, type=mining.Mined) for _job, row in sorted(keep.read().items())]
    found = [problem for result in results for problem in result.problems if mining.is_clear(problem)]
    return Problems(
        format=file.FORMAT,
        game=args.game,
        rules=rules,
        made=Made(
            version=__version__,
            commit=_commit(),
            bot=mining.BOT,
            games=len(results),
            seed=args.seed,
            playouts=mining.PLAYOUTS,
            margin=mining.MARGIN,
        ),
        problems=tuple(in_turn(chosen(found, args.most))),
    )


def _commit() -> str:
    """Of the sources, where they are a clone."""
    git, here = shutil.which("git"), str(Path(__file__).parent)
    if git is None:
        return ""
    command = [git, "-C", here, "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _print(found: Problems) -> None:
    print(f"{len(found.problems)} problems from {found.made.games} games of {found.game}")
    print(f"{'players':<9}{'round':<7}{'kind':<10}{'choices':>8}{'best':>7}{'next':>7}")
    for problem in found.problems:
        print(
            f"{problem.players:<9}{problem.round:<7}{problem.kind:<10}{len(problem.choices):>8}"
            f"{problem.best.chance:>7.0%}{problem.choices[1].chance:>7.0%}"
        )
