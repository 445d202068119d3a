"""What several commands ask about a match: game, players, options, seed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from branchline.core import registry
from branchline.core.errors import BranchlineError, OptionError
from branchline.core.options import list_options


class WouldOverwrite(BranchlineError):
    """A file that is already there."""


def game_argument(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    names = ", ".join(registry.games())
    if optional:
        parser.add_argument("game", nargs="?", default="nuremberg", metavar="GAME", help=f"one of {names}")
    else:
        parser.add_argument("game", metavar="GAME", help=f"one of {names}")


def match_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=3, metavar="N", help="how many seats (3)")
    parser.add_argument("--seed", type=int, metavar="S", help="deal the same game again")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the game, as often as you like, or --NAME VALUE; --list-options shows them",
    )  # fmt: skip
    parser.add_argument("--list-options", action="store_true", help="show the game's options and leave")


def spelled_out(words: Sequence[str]) -> list[str]:
    """The options of the named game may be given by their names: `--modules DE` is `--option modules=DE`."""
    game = next((word for word in words if word in registry.games()), None)
    if game is None:
        return list(words)
    names = {
        f"--{info.name.replace('_', '-')}": info.name for info in list_options(registry.game(game).options)
    }
    found: list[str] = []
    rest = iter(words)
    for word in rest:
        flag, equals, value = word.partition("=")
        name = names.get(flag.replace("_", "-"))
        if name is None:
            found.append(word)
        else:
            found += ["--option", f"{name}={value if equals else next(rest, '')}"]
    return found


def options(given: list[str]) -> dict[str, object]:
    """`--option board=wensleydale` as a mapping."""
    found: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option takes NAME=VALUE, not {text!r}.")
        found[name.strip()] = value.strip()
    return found


def print_options(game: str) -> int:
    for info in list_options(registry.game(game).options):
        default = "" if info.default is None else f" (default {_words(info.default)})"
        print(f"{info.name}: {info.allowed}{default}")
    return 0


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def new_file(path: str) -> Path:
    """A path to write to; refuses a file that exists."""
    target = Path(path)
    if target.exists():
        raise WouldOverwrite(f"{path} is already there. Choose another name, or remove it first.")
    return target
