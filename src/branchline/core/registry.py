"""Which games and rules versions are installed. An external package adds a game by an entry point in the group
`branchline.games`, and rules that are no longer current by one in `branchline.rules`, named by game and version:

[project.entry-points."branchline.games"]
mygame = "mypackage:GAME"

[project.entry-points."branchline.rules"]
"mygame.1" = "mypackage.rules_1:GAME"

A match continues under the rules it was started with; `docs/decisions/0014-rules-versions.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from branchline.core.errors import UnknownGame, UnknownRules
from branchline.core.protocols import Game
from branchline.languages import _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP: Final = "branchline.games"
EARLIER_GROUP: Final = "branchline.rules"
OURS: Final[dict[str, str]] = import_module("branchline.games").OURS
EARLIER: Final[dict[str, str]] = import_module("branchline.games").EARLIER


def games() -> list[str]:
    """The names of all games, the built-in ones first."""
    return [*OURS, *sorted(entry.name for entry in _outside(GROUP) if entry.name not in OURS)]


def default() -> str:
    """The default game."""
    return next(iter(OURS))


def usual_players(name: str, wanted: int = 3) -> int:
    """The number of players if none is given: the one that the game allows nearest to `wanted`."""
    return min(game(name).players, key=lambda count: abs(count - wanted))


def game(name: str, rules: str | None = None) -> Game[Any]:
    """The game of that name, under the current rules or those of a version; raises `UnknownGame`, `UnknownRules`."""
    current = _current(name)
    if rules is None or rules == current.rules_version:
        return current
    found = _loaded(f"{name}.{rules}", EARLIER, EARLIER_GROUP)
    if found is None or (found.name, found.rules_version) != (name, rules):
        raise UnknownRules(
            _("The game was played with rules version {rules}. This installation has: {versions}.",
              rules=rules, versions=", ".join(rules_of(name)))
        )  # fmt: skip
    return found


def rules_of(name: str) -> list[str]:
    """The installed versions of a game's rules, the current one first."""
    keys = [*EARLIER, *(entry.name for entry in _outside(EARLIER_GROUP))]
    older = {key.partition(".")[2] for key in keys if key.partition(".")[0] == name}
    current = _current(name).rules_version
    return [current, *sorted(older - {current}, reverse=True)]


def _current(name: str) -> Game[Any]:
    found = _loaded(name, OURS, GROUP)
    if found is None:
        raise UnknownGame(f"There is no game {name!r}. There are: {', '.join(games())}.")
    return found


def _loaded(key: str, ours: Mapping[str, str], group: str) -> Game[Any] | None:
    """From a built-in module, or else from an external package."""
    if key in ours:
        found: Game[Any] = import_module(ours[key]).GAME
        return found
    for entry in _outside(group).select(name=key):
        outside: Game[Any] = entry.load()
        return outside
    return None


def _outside(group: str) -> EntryPoints:
    return _entry_points(group, tuple(sys.path))


@lru_cache(maxsize=8)
def _entry_points(group: str, path: tuple[str, ...]) -> EntryPoints:
    """Looked up once per search path, because it reads every installed package."""
    from importlib.metadata import entry_points  # slow to import and seldom needed

    return entry_points(group=group)
