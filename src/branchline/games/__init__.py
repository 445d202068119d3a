"""The games that come with Branchline, one folder each; external packages add more (`core.registry`).

The package can be called: `branchline.games()` lists the names of all games."""

import sys
from types import ModuleType
from typing import Final

# By name: the module with its `GAME`. The first is the default for commands and pages.
OURS: Final[dict[str, str]] = {
    "nuremberg": "branchline.games.nuremberg",
    "firstclass": "branchline.games.firstclass",
}
# Earlier rules, by game and version.
EARLIER: Final[dict[str, str]] = {
    "nuremberg.1": "branchline.games.nuremberg.rules_1",
    "firstclass.1": "branchline.games.firstclass.rules_1",
    "firstclass.2": "branchline.games.firstclass.rules_2",
}


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        from branchline.core.registry import games  # which reads the names above

        return games()


sys.modules[__name__].__class__ = _Games
