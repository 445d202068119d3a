"""How close compiled rules are to C: the legal moves of building in Nuremberg, by both: python bench/limit.py"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from branchline.core import registry
from branchline.core.compiled.engine import OVER
from branchline.core.compiled.playout import list_again
from branchline.games.nuremberg.rules.moves import BUILD
from branchline.games.nuremberg.rules.state import BUILDING

PLAYERS: Final = 4
TIMES: Final = 2000
ROUNDS: Final = 15

I64 = ctypes.c_int64


class Board(ctypes.Structure):
    _fields_ = (
        ("near", I64 * 63), ("near_border", I64 * 360), ("near_plot", I64 * 360), ("end_a", I64 * 180),
        ("cost", I64 * 180), ("south", I64), ("south_start_only", I64),
    )  # fmt: skip


class Position(ctypes.Structure):
    _fields_ = (
        ("active", I64), ("head", I64), ("visited", I64), ("links", I64), ("touched", I64), ("red", I64),
        ("green", I64), ("cubes", I64), ("influence", I64 * 4), ("owner", I64 * 180), ("landlords", I64 * 62),
    )  # fmt: skip


def compiled_by_hand() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "limit.so"
        source = Path(__file__).with_suffix(".c")
        subprocess.run(["gcc", "-O3", "-shared", "-fPIC", source, "-o", library], check=True)
        return ctypes.CDLL(str(library))


def board_of(setting: Any) -> Board:
    board = Board(south=setting.board.south, south_start_only=setting.south_start_only)
    for name in ("near", "near_border", "near_plot", "end_a", "cost"):
        getattr(board, name)[: len(getattr(setting.board, name))] = list(getattr(setting.board, name))
    return board


def position_of(s: Any) -> Position:
    seat = s.active
    found = Position(
        active=seat, head=s.head, visited=s.visited, links=s.links[seat], touched=s.touched[seat],
        red=s.stations[0], green=s.stations[1], cubes=s.cubes[seat],
    )  # fmt: skip
    found.influence[:] = [s.influence[seat * 4 + colour] for colour in range(4)]
    found.owner[: len(s.owner)] = list(s.owner)
    found.landlords[: len(s.goods)] = list(s.pawns)[2::3]
    return found


def buildings(matches: int) -> Iterator[Any]:
    """Positions of random matches in which a link can be built."""
    game, rng = registry.game("nuremberg"), Random(1)
    for _ in range(matches):
        state = game.start(game.setting(PLAYERS, {}))
        while game.to_move(state) != OVER:
            legal = game.legal(state)
            if state.phase == BUILDING and state.owed == 0 and rng.random() < 0.3:
                yield game.clone(state)
            game.apply(
                state, rng.choices(legal, game.weights(state))[0] if state.active < 0 else rng.choice(legal)
            )


def main() -> None:
    game = registry.game("nuremberg")
    setting = game.setting(PLAYERS, {})
    engine, by_hand = game.engine(setting), compiled_by_hand()
    board, room = board_of(setting), (I64 * 400)()
    assert BUILD == 137
    ratios: dict[str, list[float]] = {"first link": [], "next link": []}
    ours: dict[str, list[float]] = {name: [] for name in ratios}
    for state in buildings(ROUNDS):
        position = position_of(state)
        count = by_hand.legal(ctypes.byref(board), ctypes.byref(position), room)
        assert list(room[:count]) == list(engine.legal(state))
        began = process_time()
        list_again(engine, state, TIMES)
        between = process_time()
        by_hand.list_again(ctypes.byref(board), ctypes.byref(position), room, I64(TIMES))
        kind = "first link" if state.head < 0 else "next link"
        ours[kind].append((between - began) / TIMES * 1e9)
        ratios[kind].append((between - began) / (process_time() - between))
    for kind, found in ratios.items():
        print(
            f"{kind}: {median(ours[kind]):,.0f} ns compiled, {median(found):.1f} times C, {len(found)} positions"
        )


if __name__ == "__main__":
    main()
