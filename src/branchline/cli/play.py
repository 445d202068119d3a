"""`branchline play`: sit down and play."""

from __future__ import annotations

import argparse
import webbrowser
from socket import socket
from threading import Timer

from branchline.cli import match
from branchline.cli.serve import PORT, NoPort, data_argument, data_folder, listen, serve
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
    parser.add_argument(
        "--no-browser", action="store_true", help="only say where the table is, open no browser"
    )
    parser.add_argument("--port", type=int, metavar="N", help="of the browser's table (8017, or a free one)")
    data_argument(parser)


def run(args: argparse.Namespace) -> int:
    if args.list_options:
        return match.print_options(args.game)
    if not args.terminal:
        return _in_the_browser(args)
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


def _in_the_browser(args: argparse.Namespace) -> int:
    """A server for this machine alone, and its first page in the browser."""
    listening = _listen(args.port)
    address = f"http://localhost:{listening.getsockname()[1]}/"
    if not args.no_browser:
        Timer(1.0, webbrowser.open, [address]).start()
    serve(listening, args.data or data_folder(), hosts=("localhost", "127.0.0.1"))
    return 0


def _listen(port: int | None) -> socket:
    if port is not None:
        return listen("127.0.0.1", port)
    try:
        return listen("127.0.0.1", PORT)
    except NoPort:
        return listen("127.0.0.1", 0)


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
