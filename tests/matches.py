"""Whole matches of random moves, move by move, as awards see them."""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.core import registry
from branchline.core.awards import Played
from branchline.core.protocols import OVER


def random_match(name: str, players: int, seed: int, **options: object) -> list[Played[Any]]:
    game, rng = registry.game(name), Random(seed)
    state, found = game.start(game.setting(players, options)), list[Played[Any]]()
    while game.to_move(state) != OVER:
        move, before = rng.choice(game.legal(state)), state
        state = game.clone(before)
        game.apply(state, move)
        found.append(Played(before, move, state))
    return found
