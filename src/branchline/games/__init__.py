"""The games that come with Branchline, one folder each; external packages add more (`core.registry`)."""

from typing import Final

# By name: the module with its `GAME`. The first is the default for commands and pages.
OURS: Final[dict[str, str]] = {
    "nuremberg": "branchline.games.nuremberg",
    "firstclass": "branchline.games.firstclass",
}
# Rules that are no longer current, by game and version.
EARLIER: Final[dict[str, str]] = {
    "nuremberg.1": "branchline.games.nuremberg.rules_1",
    "firstclass.1": "branchline.games.firstclass.rules_1",
}
