"""Two players against each other at tables for two, every deal from both seats."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from branchline import bots
from branchline.bots.search import SearchBot
from branchline.core import registry
from branchline.core.play.match import play_match
from branchline.core.setup import Setup


class Trial(msgspec.Struct, frozen=True):
    game: str
    one: dict[str, Any]  # of a `SearchBot`
    other: dict[str, Any] | str  # the same, or a spec
    seed: int
    deals: int


class Result(msgspec.Struct, frozen=True):
    games: int
    won: float


def play_trial(trial: Trial) -> Result:
    chance = Random(trial.seed)
    won = 0.0
    for _ in range(trial.deals):
        setup = Setup.local(trial.game, 2, chance.choice(registry.game(trial.game).bots().practice()))
        deal = chance.getrandbits(40)
        won += _won(trial, setup, deal, 0) + _won(trial, setup, deal, 1)
    return Result(2 * trial.deals, won)


def _won(trial: Trial, setup: Setup, deal: int, seat: int) -> float:
    """1 if the first player wins from a seat, a half if the win is shared."""
    game = setup.game
    players = [_player(trial.one if place == seat else trial.other, deal + place) for place in range(2)]

    def choose(state: Any, mover: int, legal: Any) -> int:
        if len(legal) == 1:
            return int(legal[0])
        return int(players[mover].choose(setup, game.view(state, mover), legal, 60.0))

    state = play_match(game, setup.setting, deal, choose)
    first = game.ranking(state)[0]
    return 0.5 if len(first) != 1 else float(first[0] == seat)


def _player(what: dict[str, Any] | str, seed: int) -> Any:
    if isinstance(what, str):
        return bots.bot(what, seed=seed)
    return SearchBot(seed, ms=600_000, **what)
