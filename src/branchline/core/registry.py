"""Which games there are. A package from outside adds one by an entry point in the group `branchline.games`:

[project.entry-points."branchline.games"]
mygame = "mypackage:GAME"
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from branchline.core.errors import UnknownGame
from branchline.core.protocols import Game

GROUP: Final = "branchline.games"
OURS: Final = {"nuremberg": "branchline.games.nuremberg"}


def games() -> list[str]:
    """The names of all games, ours first."""
    return [*OURS, *sorted(entry.name for entry in entry_points(group=GROUP) if entry.name not in OURS)]


def game(name: str) -> Game[Any]:
    """The game of that name; raises `UnknownGame`."""
    if name in OURS:
        found: Game[Any] = import_module(OURS[name]).GAME
        return found
    for entry in entry_points(group=GROUP, name=name):
        found = entry.load()
        return found
    raise UnknownGame(f"There is no game {name!r}. There are: {', '.join(games())}.")
