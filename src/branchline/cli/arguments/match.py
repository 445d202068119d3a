"""Arguments that several commands share: game, players, options, seed."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path
from typing import Any

from branchline.cli.json_output import print_json
from branchline.core import registry
from branchline.core.errors import BranchlineError, OptionError
from branchline.core.options import list_options, with_files


class WouldOverwrite(BranchlineError):
    """The file already exists."""


def game_argument(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    names = ", ".join(registry.games())
    if optional:
        parser.add_argument(
            "game", nargs="?", default=registry.default(), metavar="GAME", help=f"one of {names}"
        )
    else:
        parser.add_argument("game", metavar="GAME", help=f"one of {names}")


def match_arguments(parser: argparse.ArgumentParser, players: int = 3) -> None:
    """`players`: the number if the flag is not given."""
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=f"how many players ({players}, or as near as the game allows)",
    )
    parser.add_argument("--seed", type=int, metavar="S", help="deal the same game again")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the game, repeatable, also as --NAME VALUE; --list-options shows them",
    )  # fmt: skip
    parser.add_argument("--list-options", action="store_true", help="list the game's options and exit")


def players(args: argparse.Namespace, wanted: int = 3) -> int:
    """`--players`, or the number that the game allows nearest to `wanted`."""
    return registry.usual_players(args.game, wanted) if args.players is None else int(args.players)


def work_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the work runs and where its results are kept, for commands that play many games."""
    worker_arguments(parser)
    parser.add_argument(
        "--keep", metavar="FILE", help="keep results in a file, and continue from those in it"
    )


def worker_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=int, metavar="N", help="how many processes (all cores)")
    parser.add_argument(
        "--cluster", metavar="ray[:ADDRESS]", help="spread the work over a Ray cluster, or a local Ray"
    )


def options(args: argparse.Namespace) -> dict[str, Any]:
    """`--option board=wensleydale` and `--board wensleydale` as a mapping."""
    found: dict[str, str] = {}
    for text in [*args.option, *_as_options(args.others)]:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option takes NAME=VALUE, not {text!r}.")
        found[name.strip()] = value.strip()
    return with_files(registry.game(args.game).options, found)


def refuse_unknown(args: argparse.Namespace) -> None:
    """Raises `OptionError` for a flag that neither the command nor any game has."""
    games = map(registry.game, registry.games())
    known = {*vars(args), *(info.name for game in games for info in list_options(game.options))}
    for word in args.others:
        name = word.removeprefix("--").partition("=")[0]
        if word.startswith("--") and name not in known:
            near = difflib.get_close_matches(name, sorted(known), n=1)
            hint = f"Did you mean --{near[0]}?" if near else "--help and --list-options show what there is."
            raise OptionError(f"There is no option --{name}. {hint}")


def _as_options(words: list[str]) -> list[str]:
    """`--name value` or `--name=value` as `name=value`."""
    found: list[str] = []
    waiting = ""
    for word in words:
        if word.startswith("--") and not waiting:
            name = word.removeprefix("--")
            if "=" in name:
                found.append(name)
            else:
                waiting = name
        elif waiting:
            found.append(f"{waiting}={word}")
            waiting = ""
        else:
            raise OptionError(f"What is {word!r}? Options of the game are written --NAME VALUE.")
    if waiting:
        raise OptionError(f"--{waiting} needs a value: --{waiting} VALUE.")
    return found


def print_options(game: str, as_json: bool = False) -> int:
    found = list_options(registry.game(game).options)
    if as_json:
        print_json([{"name": each.name, "allowed": each.allowed, "default": each.default} for each in found])
        return 0
    for info in found:
        default = "" if info.default is None else f" (default {_words(info.default)})"
        path = f", or the path of {info.file}" if info.file else ""
        print(f"{info.name}: {info.allowed}{path}{default}")
    return 0


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def new_file(path: str) -> Path:
    """A path to write to; refuses a file that exists."""
    target = Path(path)
    if target.exists():
        raise WouldOverwrite(f"{path} already exists. Choose another name, or remove it first.")
    return target
