"""`branchline play`: sit down and play."""

from __future__ import annotations

import argparse

from branchline.cli import match
from branchline.core.errors import OptionError
from branchline.core.loading import load
from branchline.core.table import Table


def arguments(parser: argparse.ArgumentParser) -> None:
    match.game_argument(parser, optional=True)
    match.match_arguments(parser)
    parser.add_argument("--terminal", action="store_true", help="play in this terminal, by text")
    parser.add_argument(
        "--seats", metavar="A,B,...", default="me",
        help="who sits where: a bot (random, random:seed=1) or a person's name; empty seats get random bots (me)",
    )  # fmt: skip
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--every-step", action="store_true", help="ask even where there is only one move")


def run(args: argparse.Namespace) -> int:
    if args.list_options:
        return match.print_options(args.game)
    if not args.terminal:
        raise OptionError("The browser table is not part of this version yet. Play with --terminal.")
    from branchline.cli.terminal import Terminal

    seats = _seats(args.seats)
    if args.load:
        table = load(args.load)
        table.play_forced = not args.every_step
    else:
        if len(seats) > args.players:
            raise OptionError(f"--seats names {len(seats)} for {args.players} players.")
        table = Table(
            args.game,
            players=args.players,
            seed=args.seed,
            seats=_names(seats, args.players),
            play_forced=not args.every_step,
            **match.options(args),
        )
    bots = {seat: spec for seat, spec in enumerate(_padded(seats, table.players)) if _is_bot(spec)}
    return Terminal(table, bots, args.seed).run()


def _seats(text: str) -> list[str]:
    """A seat a comma; settings of a bot stay with it (`random:seed=1`)."""
    seats = [seat.strip() for seat in text.split(",")]
    if not all(seats):
        raise OptionError("--seats takes names or bots with commas between, such as me,random,random.")
    return seats


def _is_bot(spec: str) -> bool:
    return spec.partition(":")[0] == "random"


def _padded(seats: list[str], players: int) -> list[str]:
    return seats + ["random"] * (players - len(seats))


def _names(seats: list[str], players: int) -> list[str]:
    """What the players are called: people by their name, bots by number."""
    return [
        f"Bot {seat + 1}" if _is_bot(spec) else f"Player {seat + 1}" if spec == "me" else spec
        for seat, spec in enumerate(_padded(seats, players))
    ]
