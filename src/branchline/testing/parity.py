"""Random play as one checksum: two builds of the same rules must print the same.

    python -m branchline.testing.parity nuremberg 1000000
"""

from __future__ import annotations

import sys
from typing import Any
from zlib import crc32

from branchline.core import registry
from branchline.core.engine import CHANCE, OVER
from branchline.core.playout import draw
from branchline.core.protocols import Game
from branchline.core.rng import Rng


def fingerprint(name: str, decisions: int, seed: int = 1) -> tuple[int, int]:
    """Plays so many decisions over all numbers of players. Every state and every list of legal moves goes into
    the checksum. Returns it and the number of matches."""
    game = registry.game(name)
    check, made, matches = 0, 0, 0
    while made < decisions:
        players = game.players[matches % len(game.players)]
        match_check, match_decisions = _match(game, players, seed + matches)
        check = crc32(match_check.to_bytes(4, "big"), check)
        made += match_decisions
        matches += 1
    return check, matches


def _match(game: Game[Any], players: int, seed: int) -> tuple[int, int]:
    setting = game.setting(players, game.variants[seed % len(game.variants)])
    engine, rng = game.engine(setting), Rng(seed)
    position = engine.start()
    check, decisions = 0, 0
    while position.active != OVER:
        if position.active == CHANCE:
            draw(engine, position, rng)
            continue
        moves = engine.legal(position)
        check = crc32(memoryview(moves), check)
        engine.apply(position, moves[rng.below(len(moves))])
        for array in game.arrays(position):
            check = crc32(memoryview(array), check)
        decisions += 1
    return check, decisions


if __name__ == "__main__":
    print(*fingerprint(sys.argv[1], int(sys.argv[2])))
