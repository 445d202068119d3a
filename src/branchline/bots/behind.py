"""The way from a view back to rules that can be played on: the only way a bot gets at a position."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, Final

import msgspec

from branchline.core.engine import Engine
from branchline.core.protocols import Game

# Where a record keeps what is not built in: the field of the view, the option of the setting.
_OWN: Final = {"own_map": "map", "own_deck": "cards"}


class Behind:
    """Game, setting and engine of the match that a view shows."""

    def __init__(self, game: Game[Any], setting: Any) -> None:
        self.game = game
        self.setting = setting
        self.engine: Engine = game.engine(setting)

    def guess(self, view: Any, rng: Random) -> Any:
        """A state that could be behind the view."""
        return self.game.determinize(self.setting, view, rng)

    def guesses(self, view: Any, rng: Random, count: int) -> list[Any]:
        """Several such states; one is enough where the view hides nothing."""
        found = [self.guess(view, rng), self.guess(view, rng)]
        if self.game.numbers(found[0]) == self.game.numbers(found[1]):
            return found[:1]
        return [*found, *(self.guess(view, rng) for _ in range(count - 2))]


def behind(view: Any) -> Behind:
    """What a view belongs to; equal matches share it."""
    own = {option: getattr(view, field) for field, option in _OWN.items() if getattr(view, field, None)}
    given = msgspec.json.encode({**msgspec.to_builtins(view.options), **own})
    return _behind(type(view).__module__.rpartition(".views.")[0], len(view.players), given)


@lru_cache(maxsize=32)
def _behind(package: str, players: int, given: bytes) -> Behind:
    game: Game[Any] = import_module(package).GAME
    return Behind(game, game.setting(players, msgspec.json.decode(given)))
