"""`branchline play`: play a game right away."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Sequence
from socket import socket
from threading import Timer

from branchline.bots import BOTS
from branchline.bots.specs import split
from branchline.cli.arguments import match
from branchline.cli.arguments.hosting import data_argument
from branchline.cli.serve import NoPort, listen, serve
from branchline.core import registry
from branchline.core.errors import OptionError
from branchline.core.options import read_options
from branchline.core.play.loading import load
from branchline.core.play.table import Table
from branchline.server.settings import PORT, Settings, data_folder


def arguments(parser: argparse.ArgumentParser) -> None:
    match.game_argument(parser, optional=True)
    parser.set_defaults(game=None)
    match.match_arguments(parser)
    parser.add_argument("--terminal", action="store_true", help="play in this terminal")
    parser.add_argument(
        "--seats", metavar="A,B,...", default="me",
        help="who sits where: a bot (level:3, greedy) or a person's name; empty seats get bots of level 2 (me)",
    )  # fmt: skip
    parser.add_argument("--load", metavar="FILE", help="continue a saved game")
    parser.add_argument("--every-step", action="store_true", help="ask even if there is only one move")
    parser.add_argument("--no-browser", action="store_true", help="only print the address; open no browser")
    parser.add_argument("--port", type=int, metavar="N", help="the port of the server (8017, or a free one)")
    data_argument(parser)


def run(args: argparse.Namespace) -> int:
    if args.list_options:
        return _list_options([args.game] if args.game else registry.games())
    if not args.terminal:
        return _in_the_browser(args)
    args.game = args.game or registry.default()
    from branchline.cli.terminal import Terminal

    seats = _seats(args.seats)
    if args.load:
        table = load(args.load)
        table.play_forced = not args.every_step
    else:
        args.players = match.players(args)
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


def _list_options(games: Sequence[str]) -> int:
    for game in games:
        if len(games) > 1:
            print(f"{game}: {registry.game(game).title}")
        match.print_options(game)
    return 0


def _in_the_browser(args: argparse.Namespace) -> int:
    """Start a server for this machine only and open its home page in the browser."""
    path = "" if args.game is None else f"new?game={registry.game(args.game).name}"
    args.game = args.game or registry.default()
    options = match.options(args)
    read_options(registry.game(args.game).options, options)  # so that an unknown one is named in the error
    if args.seats != "me" or args.load or args.every_step or options or args.players or args.seed is not None:
        raise OptionError("Seats and options are for --terminal. In the browser they are chosen on the page.")
    with _listen(args.port) as listening:
        if not args.no_browser and _has_screen():
            address = f"http://localhost:{listening.getsockname()[1]}/{path}"
            opening = Timer(0.5, webbrowser.open, [address])
            opening.daemon = True
            opening.start()
        serve(listening, Settings(data=args.data or data_folder(), hosts=("localhost", "127.0.0.1")))
    return 0


def _has_screen() -> bool:
    """Whether a browser would open a window rather than take over this terminal."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _listen(port: int | None) -> socket:
    if port is not None:
        return listen("127.0.0.1", port)
    try:
        return listen("127.0.0.1", PORT)
    except NoPort:
        return listen("127.0.0.1", 0)


def _seats(text: str) -> list[str]:
    """One seat per comma; the settings of a bot stay with it (`search:ms=500,seed=1`)."""
    seats = [seat.strip() for seat in split(text)]
    if not all(seats):
        raise OptionError("--seats takes names or bots separated by commas, such as me,random,random.")
    return seats


def _is_bot(spec: str) -> bool:
    return spec.partition(":")[0] in BOTS


def _padded(seats: list[str], players: int) -> list[str]:
    return seats + ["level:2"] * (players - len(seats))


def _names(seats: list[str], players: int) -> list[str]:
    """The players' names: people by their own name, bots by number."""
    return [
        f"Bot {seat + 1}" if _is_bot(spec) else f"Player {seat + 1}" if spec == "me" else spec
        for seat, spec in enumerate(_padded(seats, players))
    ]
