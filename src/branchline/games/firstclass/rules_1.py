"""First Class under rules version 1, for matches started under it.

Version 2 clarified F15.1 and F15.3: a mechanic's bonus comes before its card is laid, and any number of earned
upgrades keep waiting when the card is covered. Under version 1 the card was laid first, and only one upgrade of a
covered mechanic kept waiting, if it could have been done just before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.core.protocols import Game
from branchline.games.firstclass import FirstClass, options
from branchline.games.firstclass.rules.cards import Setting
from branchline.games.firstclass.rules.state import State


class FirstClassRules1(FirstClass):
    rules_version: str = "1"

    def setting(self, players: int, given: Mapping[str, object]) -> Setting:
        return options.setting(players, given, rules=1)


GAME: Final[Game[State]] = FirstClassRules1()
