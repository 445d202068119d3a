"""The games that come with Branchline, a folder each; packages from outside add more (`core.registry`)."""

from typing import Final

# By name: the module with its `GAME`. The first one is what a command or a page offers where none is named.
OURS: Final[dict[str, str]] = {
    "nuremberg": "branchline.games.nuremberg",
    "firstclass": "branchline.games.firstclass",
}
# Rules that are no longer current, by game and version.
EARLIER: Final[dict[str, str]] = {
    "nuremberg.1": "branchline.games.nuremberg.rules_1",
    "firstclass.1": "branchline.games.firstclass.rules_1",
}
