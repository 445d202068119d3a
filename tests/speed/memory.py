"""What servers and learners do repeatedly, and how many blocks of memory each leaves behind. A separate program,
because in a process that also serves tables blocks come and go: prints numbers by name as JSON.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import numpy as np

from branchline import bots
from branchline.bots.analysis import analyse, course
from branchline.core import registry
from branchline.core.play.loading import loads
from branchline.core.play.table import Table
from branchline.envs.batched import Batch
from branchline.envs.match import Match
from branchline.games.firstclass.data import deck_file
from branchline.games.nuremberg.data import map_file
from branchline.server.workers import scenes

FULL = 70  # calls that fill all caches: at most 64 entries of a kind
CALLS = 60
Work = Callable[[Table], object]


@cache
def table(game: str) -> Table:
    """In the middle of a match, somebody to move."""
    found, rng = Table(game, 3, seed=5), Random(5)
    for _move in range(30):
        found.push(rng.choice(found.game.legal(found.state)))
    return found


def view(table: Table) -> Any:
    return table.game.view(table.state, table.to_move)


def choose(bot: str) -> Work:
    return lambda table: bots.bot(bot, seed=1).choose(
        table.setup, view(table), table.game.legal(table.state), 1.0
    )


def play_on(table: Table) -> None:
    copy = loads(table.dumps())
    copy.push(copy.game.legal(copy.state)[0])
    copy.pop()


def draw(table: Table) -> object:
    numbers = table.game.numbers(table.state)
    return scenes.sketch(scenes.Scene(table.setup, numbers, table.to_move, ("A", "B", "C"), "en", False))


def play_a_batch(table: Table) -> None:
    batch = Batch(table.game.name, 4, seed=1)
    for _step in range(4):
        batch.step(np.array([np.flatnonzero(mask)[0] for mask in batch.masks]))
    batch.step_random(4)


def play_a_match(table: Table) -> None:
    match = Match(table.game.name, 2)
    for _step in range(4):
        match.observation(0)
        match.step(match.legal[0])


OWN: dict[str, dict[str, str]] = {
    "nuremberg": {"board": str(map_file.DATA / "wensleydale.json")},
    "firstclass": {"deck": str(deck_file.DATA / "cards.json")},
}
WORK: dict[str, Work] = {
    "a new table": lambda table: Table(table.game.name, 3, seed=1),
    "a setting": lambda table: registry.game(table.game.name).setting(3, {}),
    "an own map or deck": lambda table: Table(table.game.name, 3, **dict[str, Any](OWN[table.game.name])),
    "a record": play_on,
    "numbers": lambda table: table.game.restore(table.setting, table.game.numbers(table.state)),
    "a copy": lambda table: table.game.clone(table.state),
    "legal moves": lambda table: table.game.legal(table.state),
    "a view": view,
    "a picture": draw,
    "a batch": play_a_batch,
    "a match": play_a_match,
    "a planner": choose("level:2"),
    "a search": choose("search:playouts=8"),
    "get a hint": lambda table: analyse(
        table.setup, view(table), table.game.legal(table.state), 1.0, playouts=8
    ),
    "a course": lambda table: course(table, playouts=1),
}


def left_behind(work: Work, table: Table) -> float:
    """Blocks that a call leaves behind."""
    for _call in range(FULL):
        work(table)
    gc.collect()
    before = sys.getallocatedblocks()
    for _call in range(CALLS):
        work(table)
    gc.collect()
    return (sys.getallocatedblocks() - before) / CALLS


def main() -> None:
    found = {
        f"{what}, {game}": left_behind(work, table(game))
        for game in ("nuremberg", "firstclass")
        for what, work in WORK.items()
    }
    print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main()
