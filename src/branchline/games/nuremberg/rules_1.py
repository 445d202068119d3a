"""First Train to Nuremberg under rules version 1, for matches started under it.

Version 2 clarified what `furth=own` counts (N16): the shortest unbroken run of own links on a joining line. Under
version 1 it was the smallest number of own links on one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.core.protocols import Game
from branchline.games.nuremberg import Nuremberg, options
from branchline.games.nuremberg.rules.board import Setting
from branchline.games.nuremberg.rules.state import State


class NurembergRules1(Nuremberg):
    rules_version: str = "1"

    def setting(self, players: int, given: Mapping[str, object]) -> Setting:
        return options.setting(players, given, rules=1)


GAME: Final[Game[State]] = NurembergRules1()
