"""`branchline balance`: how fair a game is, measured in matches between bots."""

from __future__ import annotations

import argparse

import msgspec

from branchline.balance.making import make
from branchline.balance.markdown import written
from branchline.balance.plan import FULL, QUICK
from branchline.cli.arguments import match
from branchline.cli.json_output import print_json
from branchline.core import registry


def arguments(parser: argparse.ArgumentParser) -> None:
    match.game_argument(parser)
    parser.add_argument(
        "--full", action="store_true", help="many matches between stronger bots, for many cores"
    )
    parser.add_argument("--bot", metavar="BOT", help=f"who plays ({QUICK.bot}; full: {FULL.bot})")
    parser.add_argument(
        "--games", type=int, metavar="K",
        help=f"matches for each number of players and variant ({QUICK.games}; full: {FULL.games})",
    )  # fmt: skip
    parser.add_argument(
        "--deals", type=int, metavar="K",
        help=f"deals for each pair of strategies ({QUICK.deals}; full: {FULL.deals})",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed (1)")
    parser.add_argument("--rules", metavar="VERSION", help="an earlier version of the rules")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the game, repeatable, also as --NAME VALUE",
    )  # fmt: skip
    match.work_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    plan = FULL if args.full else QUICK
    given = {"bot": args.bot, "games": args.games, "deals": args.deals, "seed": args.seed}
    plan = msgspec.structs.replace(
        plan, **{name: value for name, value in given.items() if value is not None}
    )
    report = make(
        registry.game(args.game, args.rules), plan, match.options(args),
        workers=args.workers, cluster=args.cluster, keep=args.keep,
    )  # fmt: skip
    if args.json:
        print_json(report)
    else:
        print(written(report), end="")
    return 0
