"""`branchline arena`: bots against bots, rated. `branchline arena ladder`: what the levels are worth."""

from __future__ import annotations

import argparse
from pathlib import Path

from tqdm import tqdm

from branchline.bots.specs import split
from branchline.cli.arguments import match
from branchline.cli.json_output import print_json
from branchline.core.errors import OptionError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game, or 'ladder' for the table of docs/ladder.md")
    match.match_arguments(parser, players=2)
    parser.add_argument("--bots", default="level:3,level:2", metavar="SPECS", help="at least one per seat")
    parser.add_argument(
        "--deals",
        type=int,
        default=None,
        metavar="N",
        help="deals, each played from every seat (20; ladder: enough for each claim)",
    )
    match.worker_arguments(parser)
    parser.add_argument(
        "--keep",
        metavar="FILE",
        help="keep results in a file, and continue from those in it (ladder: a folder)",
    )
    parser.add_argument("--report", metavar="FILE", help="write a page with tables and plots")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    if args.list_options:
        return match.print_options(args.game, args.json)
    if args.deals is not None and args.deals < 1:
        raise OptionError("--deals takes at least 1.")
    return _ladder(args) if args.game == "ladder" else _event(args)


def _event(args: argparse.Namespace) -> int:
    from branchline.arena.matches import event, play_all, schedule
    from branchline.arena.report import html, percent, report

    args.players = match.players(args, wanted=2)
    found = event(args.game, args.players, match.options(args))
    matches = schedule(
        split(args.bots), args.players, args.deals or 20, 1 if args.seed is None else args.seed
    )
    path = Path(args.keep) if args.keep else None
    results = play_all(found, matches, path, workers=args.workers, cluster=args.cluster, quiet=args.json)
    done = report(found, results)
    if args.report:
        Path(args.report).write_text(html(done, f"Arena: {args.game}"), encoding="utf-8")
    if args.json:
        print_json(done)
        return 0
    print(
        f"{done.games} games of {args.game} with {args.players} players, seeds {done.seeds[0]} to {done.seeds[1]}"
    )
    print(f"{'bot':<32}{'wins (95%)':>20}{'mean score':>12}{'rating (95%)':>22}{'ms':>8}{'slowest':>9}")
    for row in done.standings:
        rating = f"{row.rating:.1f} ({row.rating_low:.1f} to {row.rating_high:.1f})"
        print(
            f"{row.bot:<32}{percent(row.share):>20}{row.mean_score:>12.1f}{rating:>22}{row.mean_ms:>8.1f}"
            f"{row.slowest_ms:>9.0f}"
        )
    return 0


def _ladder(args: argparse.Namespace) -> int:
    from branchline.arena.ladder import answer, claims, table

    folder = Path(args.keep) if args.keep else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    seed = 1 if args.seed is None else args.seed
    answers = [
        answer(
            claim if args.deals is None else claim._replace(deals=args.deals),
            seed,
            folder,
            args.workers,
            args.cluster,
        )
        for claim in tqdm(list(claims()), unit="claim", disable=args.json or None, leave=False)
    ]
    if args.json:
        print_json(answers)
    else:
        print(table(answers))
    return 0
