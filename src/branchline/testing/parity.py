"""Random play as one checksum: two builds of the same rules must print the same one.

python -m branchline.testing.parity nuremberg 1000000
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final
from zlib import crc32

from branchline.core import registry
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.core.protocols import Game

VARIANTS: Final = {name: registry.game(name).varied_options for name in registry.OURS}


def fingerprint(name: str, decisions: int, seed: int = 1) -> tuple[int, int]:
    """Plays that many decisions, over all numbers of players, many options and all versions of the rules. Every state
    and every list of legal moves goes into the checksum. Returns it and the number of matches."""
    versions = [registry.game(name, rules) for rules in registry.rules_of(name)]
    check, made, matches = 0, 0, 0
    while made < decisions:
        cycle, variant = divmod(matches, len(VARIANTS[name]))
        game, options = versions[cycle % len(versions)], VARIANTS[name][variant]
        players = game.players[matches % len(game.players)]
        check, in_match = _match(game, game.setting(players, options), seed + matches, check)
        made += in_match
        matches += 1
    return check, matches


def _match(game: Game[Any], setting: Any, seed: int, check: int) -> tuple[int, int]:
    engine, rng = game.engine(setting), Rng(seed)
    position = engine.start()
    states = import_module(type(position).__module__)
    decisions = 0
    while position.active != OVER:
        if position.active == CHANCE:
            draw(engine, position, rng)
            continue
        moves = engine.legal(position)
        check = crc32(memoryview(moves), check)
        engine.apply(position, moves[rng.below(len(moves))])
        scalars = repr([getattr(position, name) for name in states.SCALARS])
        check = crc32(scalars.encode(), check)
        for name in states.ARRAYS:
            check = crc32(memoryview(getattr(position, name)), check)
        decisions += 1
    return check, decisions


if __name__ == "__main__":
    print(*fingerprint(sys.argv[1], int(sys.argv[2])))
