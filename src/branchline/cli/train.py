"""`branchline train`: a network learns from games of the search, which it then guides."""

from __future__ import annotations

import argparse
from typing import Any, get_args

import msgspec

from branchline.cli.arguments import match
from branchline.cli.json_output import print_json
from branchline.learn.expert.iteration import Iteration, Plan


def arguments(parser: argparse.ArgumentParser) -> None:
    match.game_argument(parser)
    parser.add_argument(
        "--folder", required=True, metavar="FOLDER",
        help="where everything is kept; a folder with an earlier run is continued",
    )  # fmt: skip
    for field in msgspec.structs.fields(Plan):
        if field.name not in ("game", "folder"):
            kind, meta = get_args(field.type)
            parser.add_argument(
                "--" + field.name.replace("_", "-"), default=field.default, type=kind, metavar="N",
                help=f"{meta.description} ({field.default})",
            )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    given = vars(args)
    plan = Plan(**{name: given[name] for name in Plan.__struct_fields__})
    iteration = Iteration(plan, print_json if args.json else _tell)
    iteration.run()
    if not args.json:
        print(_where(iteration.best, plan.game))
    return 0


def _where(network: str, game: str) -> str:
    if not network:
        return "There was no time for a first network. Give it more --minutes; the same folder continues."
    return (
        f"The network is in {network}. Try it: branchline arena {game} --bots network:path={network},level:2"
    )


def _tell(row: dict[str, Any]) -> None:
    played, learned, trials = row["played"], row["learned"], row["trials"]
    won = ", ".join(f"{one['won']:.0%} against {name} ({one['games']})" for name, one in trials.items())
    print(
        f"{row['number']}: {played['matches']} matches, agreement {learned['agreement']:.0%}, "
        f"wins {won}{'' if row['kept'] else ', not kept'}",
        flush=True,
    )
