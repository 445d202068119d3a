"""A setup: which game is played, under which rules, by how many players, with which options.

It is small plain data that travels with a view, a job or a record. Equal setups share one setting and one engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

import msgspec

from branchline.core import registry
from branchline.core.compiled.engine import Engine
from branchline.core.errors import OptionError
from branchline.core.options import with_files
from branchline.core.protocols import Game
from branchline.languages import _

REMEMBERED: Final = 64  # settings and engines that a process keeps


class Setup(msgspec.Struct, frozen=True, cache_hash=True):
    """What is being played: the game, the version of its rules, the number of players, the options.

    Made by `Setup.make`. Hashable, comparable and picklable; contains nothing that a seat may not know."""

    name: str  #: the name of the game
    rules: str  #: the version of its rules
    players: int
    stored: bytes  #: all options as a record keeps them, in JSON

    @classmethod
    def make(
        cls, game: str | Game[Any], players: int, options: Mapping[str, object], rules: str | None = None
    ) -> Setup:
        """A checked setup; raises `UnknownGame`, `UnknownRules`, `OptionError` or `DataError`. No option can name a
        file: a map or a deck is included with its content."""
        found = registry.game(game, rules) if isinstance(game, str) else game
        if players not in found.players:
            least, most = found.players[0], found.players[-1]
            raise OptionError(
                _("{game} is for {least} to {most} players, not {count}.",
                  game=found.title, least=least, most=most, count=players)
            )  # fmt: skip
        stored = found.stored_options(found.setting(players, options))
        return cls(found.name, found.rules_version, players, msgspec.json.encode(stored))

    @classmethod
    def local(cls, game: str, players: int, options: Mapping[str, object]) -> Setup:
        """The same for a caller on their own machine, who may name a map or a deck by its path."""
        return cls.make(game, players, with_files(registry.game(game).options, options))

    @property
    def game(self) -> Game[Any]:
        """The game under the rules of this setup."""
        return registry.game(self.name, self.rules)

    @property
    def options(self) -> dict[str, object]:
        """All options as a record keeps them."""
        found: dict[str, object] = msgspec.json.decode(self.stored)
        return found

    @property
    def setting(self) -> Any:
        """Board, components and options, as the game itself keeps them."""
        return _setting(self)

    @property
    def engine(self) -> Engine:
        """The compiled rules, for loops that have to be fast."""
        return _engine(self)

    def sample(self, view: Any, rng: Random) -> Any:
        """A state that is consistent with a view, with a guess at whatever the view hides."""
        return self.game.determinize(self.setting, view, rng)

    def samples(self, view: Any, rng: Random, count: int) -> list[Any]:
        """Several such states; one is enough where the view hides nothing."""
        game = self.game
        found = [self.sample(view, rng), self.sample(view, rng)]
        if game.numbers(found[0]) == game.numbers(found[1]):
            return found[:1]
        return [*found, *(self.sample(view, rng) for _ in range(count - 2))]


@lru_cache(REMEMBERED)
def _setting(setup: Setup) -> Any:
    return setup.game.setting(setup.players, setup.options)


@lru_cache(REMEMBERED)
def _engine(setup: Setup) -> Engine:
    return setup.game.engine(setup.setting)
