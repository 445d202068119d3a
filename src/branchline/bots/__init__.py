"""Bots: players that see a view, never a state.

A spec names a bot and its settings: `random`, `greedy:seed=1`, `search:ms=800,style=seller`, `level:3`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from branchline.bots.first import FirstBot
from branchline.bots.greedy import GreedyBot
from branchline.bots.levels import DEFAULT_BOT, LEVELS, Level, LevelBot
from branchline.bots.networks import read_network
from branchline.bots.planner import PlannerBot
from branchline.bots.random import RandomBot
from branchline.bots.search import SearchBot
from branchline.bots.specs import Kind, Number, Setting, Style, UnknownBot, Word, read
from branchline.bots.stdio import BotFailed, StdioBot
from branchline.core.setup import Setup

__all__ = [
    "BOTS",
    "DEFAULT_BOT",
    "LEVELS",
    "PROGRAMS",
    "Bot",
    "BotFailed",
    "Level",
    "SearchBot",
    "StdioBot",
    "UnknownBot",
    "bot",
    "dismiss",
    "names",
    "read",
]


class Bot(Protocol):
    """Chooses a legal move from what its seat may know, and from nothing else."""

    needs_view: bool  #: False: `view` may be None, which saves computing one

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        """One of the legal move ids, within `limit` seconds. `view` is what the seat to move may know."""


_SEED: Final = Number(-(10**9), 10**9)
_STYLE: Final = Style()
_LEVEL: Final = Word(tuple(name for level in LEVELS for name in (str(level.number), level.key)))
_SEARCH: Final[dict[str, Setting]] = {
    "ms": Number(1, 600_000),
    "playouts": Number(1, 10**8),
    "style": _STYLE,
    "seed": _SEED,
}


def _model(path: str) -> Bot:
    from branchline.bots.model import ModelBot  # NumPy is an extra

    return ModelBot(path)


def _network(path: str = "", **settings: Any) -> Bot:
    if not path:
        raise UnknownBot("The bot 'network' wants a file: network:path=FILE. `branchline train` writes one.")
    read_network(Path(path))  # says what is wrong before the game starts
    return SearchBot(network=path, **settings)


BOTS: Final[dict[str, Kind]] = {
    "random": Kind(RandomBot, {"seed": _SEED}),
    "first": Kind(FirstBot, {}),
    "greedy": Kind(GreedyBot, {"seed": _SEED}),
    "planner": Kind(
        PlannerBot, {"noise": Number(0, 1000), "slip": Number(0, 100), "style": _STYLE, "seed": _SEED}
    ),
    "search": Kind(SearchBot, _SEARCH),
    "level": Kind(LevelBot, {"level": _LEVEL, "style": _STYLE, "seed": _SEED}, bare="level"),
}
# Only the person at this machine may start programs and read files by a spec, never a guest.
PROGRAMS: Final[dict[str, Kind]] = {
    "stdio": Kind(StdioBot, {"command": Word(())}, bare="command"),
    "model": Kind(_model, {"path": Word(())}, bare="path"),
    "network": Kind(_network, {"path": Word(()), "played": Number(0, 100), **_SEARCH}),
}


def names() -> list[str]:
    """Specs of the bots to offer to people, the weakest first."""
    return ["random", "greedy", *(level.spec for level in LEVELS)]


def bot(spec: str, seed: int | None = None, *, programs: bool = False) -> Bot:
    """A bot by its spec; raises `UnknownBot`. A seed in the spec overrides the one given here. `programs` says whether
    the spec may start a program (`stdio:COMMAND`) or read a file (`model:FILE`, `network:path=FILE`)."""
    if spec.partition(":")[0] in PROGRAMS and not programs:
        raise UnknownBot(
            "Programs and models can't be bots here: only the commands sim, arena and play start them."
        )
    kind, given = read(spec, {**BOTS, **PROGRAMS} if programs else BOTS)
    if "seed" in kind.settings:
        given = {"seed": seed, **given}
    made: Bot = kind.make(**given)
    return made


def dismiss(players: Iterable[Bot]) -> None:
    """Stop the programs of any bots that run one."""
    for player in players:
        if isinstance(player, StdioBot):
            player.close()
