"""Which games there are. A package from outside adds one by an entry point in the group `branchline.games`:

[project.entry-points."branchline.games"]
mygame = "mypackage:GAME"
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from branchline.core.errors import UnknownGame
from branchline.core.protocols import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP: Final = "branchline.games"
OURS: Final = {"nuremberg": "branchline.games.nuremberg", "firstclass": "branchline.games.firstclass"}


def games() -> list[str]:
    """The names of all games, ours first."""
    return [*OURS, *sorted(entry.name for entry in _outside() if entry.name not in OURS)]


def game(name: str) -> Game[Any]:
    """The game of that name; raises `UnknownGame`."""
    if name in OURS:
        found: Game[Any] = import_module(OURS[name]).GAME
        return found
    for entry in _outside().select(name=name):
        outside: Game[Any] = entry.load()
        return outside
    raise UnknownGame(f"There is no game {name!r}. There are: {', '.join(games())}.")


def _outside() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to load, and seldom needed

    return entry_points(group=GROUP)
