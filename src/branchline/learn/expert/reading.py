"""How a network reads a game: which numbers get how many rows. It finds out in games played at random and by
heuristics."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from branchline.bots.networks import NONE, Column, Network, traits
from branchline.core import registry
from branchline.core.bot_support import heuristics
from branchline.core.compiled.rng import Rng
from branchline.core.play.match import play_match
from branchline.core.setup import Setup

KINDS: Final = 24  # up to this many different values, each has its own row
BUCKETS: Final = 12  # rows for a number with more values, besides one per bit
OUTPUTS: Final = 8
POINTED_STEP: Final = 6  # things in neighbouring places share a row


def read_game(game: str, matches: int, width: int, hidden: int, value_width: int, seed: int = 0) -> Network:
    """A network without weights."""
    chance = Random(seed)
    support = registry.game(game).bots()
    setups = [
        Setup.local(game, players, options)
        for options in support.practice()
        for players in registry.game(game).players
    ]
    values: dict[int, set[int]] = defaultdict(set)
    moves: set[int] = set()  # all, because a rare one may never be seen here
    pointed: set[int] = set()
    thing_count = 0
    names: dict[str, None] = {}
    for number in range(max(matches, len(setups))):
        setup = setups[number % len(setups)]
        meaning = support.network_map(setup)
        assert meaning is not None
        names.update(dict.fromkeys(traits(setup)))
        thing_count = max([thing_count, *(one + 1 for one in meaning.things)])
        for pointer in support.pointers:
            pointed.update(meaning.columns[pointer.feature : pointer.feature + pointer.things])
        moves.update(meaning.moves)
        _watch(setup, meaning.columns, chance, values)
    columns, row = [], 0
    for column in sorted(values):
        one = _column(column, row, values[column], column in pointed)
        row = one.first + one.count if one.bits == NONE else one.bits + _bits(values[column], one.least)
        columns.append(one)
    return Network(
        game, width, hidden, value_width, OUTPUTS, row + len(names), tuple(columns), tuple(names), tuple(sorted(moves)),
        thing_count,
    )  # fmt: skip


def _watch(setup: Setup, columns: Sequence[int], chance: Random, values: dict[int, set[int]]) -> None:
    judge, rng, engine = heuristics(setup), Rng(chance.getrandbits(30)), setup.engine
    at_random = chance.random() < 0.3

    def choose(state: Any, seat: int, legal: Sequence[int]) -> int:
        if chance.random() < 0.3:
            for viewer in range(setup.players):
                for column, value in enumerate(engine.seen(state, viewer)):
                    if value:
                        values[columns[column]].add(int(value))
        if len(legal) == 1:
            return legal[0]
        if at_random or chance.random() < 0.1:
            return chance.choice(legal)
        return judge.choose(state, list(legal), rng, 1.0)

    play_match(setup.game, setup.setting, chance.getrandbits(30), choose)


def _column(column: int, row: int, values: set[int], pointed: bool) -> Column:
    least, most = min(values), max(values)
    if pointed:
        return Column(column, row, 1, POINTED_STEP, 3)
    if len(values) == 1:
        return Column(column, row, least, 1, 1)
    if most - least < KINDS:
        return Column(column, row, least, 1, most - least + 1)
    step = (most - least) // BUCKETS + 1
    return Column(column, row, least, step, BUCKETS, row + BUCKETS)


def _bits(values: set[int], least: int) -> int:
    return (max(values) - least).bit_length() + 1
