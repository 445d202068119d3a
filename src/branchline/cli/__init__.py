"""The command line. Each command is a module of this package with `arguments(parser)` and `run(args)`."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from branchline._version import __version__
from branchline.core.errors import BranchlineError

COMMANDS: Final = {
    "play": "play a game, in the browser or the terminal",
    "serve": "serve tables in the browser",
    "bots": "compute the bots' moves for a server, on this machine or another",
    "admin": "administer a server: tables, members, announcements",
    "store": "copy, back up and restore the games of a server",
    "sim": "let bots play many games, and count the results",
    "arena": "let bots play each other, and rate them",
    "balance": "report how fair a game is, and which of its parts are used",
    "benchmark": "measure a bot in fixed tasks, against fixed opponents",
    "problems": "find positions for the problem of the day, or check those there are",
    "train": "let a network learn from games of the search, which it then guides",
    "features": "list what observations and actions mean, number by number",
    "export": "write the decisions of saved games as a table, one row each",
    "replay": "show, check or repair the record of a game",
    "rules": "read the rulebook, or see which code and tests cover each clause",
    "check": "look for faults in a map, deck or component file",
    "bench": "measure the engine against a yardstick",
}

WITH_GAME_OPTIONS: Final = (
    "play",
    "sim",
    "arena",
    "balance",
    "features",
)  # an unknown argument there may be an option of the game


class UnknownCommand(BranchlineError):
    """The first word is not a command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. 0: done; 1: the answer is no (a fault or gap was found); 2: it could not be done, and stderr says
    why."""
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except BranchlineError as error:
        print(f"branchline: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("branchline: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if not error.filename:
            raise
        print(f"branchline: {error.filename}: {error.strerror}. Choose another place.", file=sys.stderr)
        return 2


def _run(words: Sequence[str]) -> int:
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        near = difflib.get_close_matches(words[0], COMMANDS, n=1)
        hint = f"Did you mean {near[0]!r}?" if near else "'branchline' alone lists them."
        raise UnknownCommand(f"There is no command {words[0]!r}. {hint}")
    parser = _parser(words)
    args, others = parser.parse_known_args(words)
    args.others = others
    if others and args.command not in WITH_GAME_OPTIONS:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    if others:
        import_module("branchline.cli.arguments.match").refuse_unknown(args)
    if args.command is None:
        parser.print_help()
        return 0
    run: Callable[[argparse.Namespace], int] = import_module(f"branchline.cli.{args.command}").run
    if not getattr(args, "json", False):
        return run(args)
    from branchline.cli.json_output import reserve_stdout

    with reserve_stdout():
        return run(args)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="branchline",
        description="Railway board games.",
        epilog="'branchline play' opens a game in your browser; 'branchline COMMAND --help' explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"branchline {__version__} ({build()})")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, sentence in COMMANDS.items():
        command = commands.add_parser(
            name, help=sentence, description=sentence[0].upper() + sentence[1:] + "."
        )
        if name in words:  # only the chosen command's module is imported
            import_module(f"branchline.cli.{name}").arguments(command)
    return parser


def build() -> str:
    """Whether the rules are compiled, without importing them."""
    core = Path(__file__).parent.parent / "core" / "compiled"
    return "compiled" if any(core.glob("engine.*.so")) or any(core.glob("engine.*.pyd")) else "interpreted"


if __name__ == "__main__":
    sys.exit(main())
