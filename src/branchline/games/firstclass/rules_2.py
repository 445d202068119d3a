"""First Class under rules version 2, for matches started under it.

Version 3 balances what is reconstructed. F8.1: a coin goes into the lowest row with a free space; under version 2 the
first column was filled first. F13.6: if all players are arrested, the points decide; under version 2 nobody won. The
deck was `data/cards_2.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.core.protocols import Game
from branchline.games.firstclass import FirstClass, options
from branchline.games.firstclass.rules.cards import Setting
from branchline.games.firstclass.rules.state import State


class FirstClassRules2(FirstClass):
    rules_version: str = "2"

    def setting(self, players: int, given: Mapping[str, object]) -> Setting:
        return options.setting(players, given, rules=2)


GAME: Final[Game[State]] = FirstClassRules2()
