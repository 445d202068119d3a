"""Games of a search against itself, recorded for learning. Most moves get a short search, so that many games end and
give results; some get a long search, and the network learns moves only from these."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from branchline.bots.networks import NONE, Network, NetworkFile, Reader, read_network
from branchline.bots.search import new_tree
from branchline.bots.tree import Tree
from branchline.core import registry
from branchline.core.bot_support import heuristics
from branchline.core.compiled.heuristics import Heuristics
from branchline.core.compiled.network import finals
from branchline.core.compiled.rng import Rng
from branchline.core.play.chance import Dealer
from branchline.core.protocols import CHANCE, OVER
from branchline.core.setup import Setup
from branchline.learn.expert.samples import Notes, Padding, Samples

PLAYERS: Final = (2, 2, 2, 3, 3, 4, 4)


class Order(msgspec.Struct, frozen=True):
    """What one worker plays, until the time is up."""

    game: str
    seconds: float
    seed: int
    to: str  # the file for the samples
    reading: bytes  # the network as JSON: what rows mean
    network: str = ""  # its file; without, heuristics judge
    long: int = 128  # playouts
    short: int = 24  # 0: the judge picks a move without search
    noted: float = 0.3  # the share of short searches that are recorded
    often: float = 0.25  # the share of searches that are long
    guesses: int = 3
    bold: float = 1.5  # moves are chosen by visits to this power
    trust: float = 0.3
    at_random: float = 0.02  # the share of moves that are random


class Played(msgspec.Struct, frozen=True):
    matches: int
    samples: int
    decisions: int


def practice(game: str, chance: Random) -> Setup:
    options = chance.choice(registry.game(game).bots().practice())
    players = chance.choice([n for n in PLAYERS if n in registry.game(game).players])
    return Setup.local(game, players, options)


def self_play(order: Order) -> Played:
    reading = msgspec.json.decode(order.reading, type=Network)
    network = read_network(Path(order.network)) if order.network else None
    chance, parts = Random(order.seed), []
    matches = decisions = 0
    end = time.monotonic() + order.seconds
    while time.monotonic() < end:
        one = Match(order, reading, network, practice(order.game, chance), chance)
        samples = one.play(chance.getrandbits(40))
        decisions += one.decisions
        matches += 1
        if samples is not None:
            parts.append(samples)
    joined = Samples.joined(parts)
    joined.save(Path(order.to))
    return Played(matches, len(joined), decisions)


class Match:
    def __init__(
        self, order: Order, reading: Network, network: NetworkFile | None, setup: Setup, chance: Random
    ) -> None:
        meaning = setup.game.bots().network_map(setup)
        assert meaning is not None, "practice setups are those that networks can play"
        self.order, self.setup, self.chance = order, setup, chance
        self.reader = Reader(reading, setup, meaning)
        self.padding = Padding(reading.rows, len(reading.moves), reading.things)
        found = network.judge(setup) if network is not None else None
        self.judge: Heuristics = heuristics(setup) if found is None else found
        self.notes = Notes(self.padding)
        self.rng = Rng(chance.getrandbits(30))
        self.decisions = 0

    def play(self, seed: int) -> Samples | None:
        game, setting, engine = self.setup.game, self.setup.setting, self.setup.engine
        state, dealer, draws = game.start(setting), Dealer(seed), 0
        while (seat := game.to_move(state)) != OVER:
            legal = game.legal(state)
            if seat == CHANCE:
                move = legal[dealer.draw(draws, game.weights(state))]
                draws += 1
            else:
                move = legal[0] if len(legal) == 1 else self._choose(state, seat, list(legal))
            game.apply(state, move)
        ends = finals(engine, state)
        players = self.setup.players
        return self.notes.close(ends[:players], ends[players:], self.order.trust)

    def _choose(self, state: Any, seat: int, legal: list[int]) -> int:
        order = self.order
        self.decisions += 1
        long = self.chance.random() < order.often
        if not long and not order.short:
            return self.judge.choose(state, legal, self.rng, 1.0)
        view = self.setup.game.view(state, seat)
        guesses = self.setup.samples(view, self.chance, order.guesses)
        tree = new_tree(self.setup, self.judge, guesses, self.chance.getrandbits(31))
        tree.run(order.long if long else order.short)
        visits = {
            int(tree.move[child]): int(tree.visits[child])
            for child in tree.children(tree.root)
            if tree.visits[child]
        }
        if long or self.chance.random() < order.noted:
            self._note(tree, state, seat, legal, visits, long)
        if self.chance.random() < order.at_random:
            return self.chance.choice(legal)
        tried = list(visits)
        return self.chance.choices(tried, [visits[move] ** order.bold for move in tried])[0]

    def _note(
        self, tree: Tree, state: Any, seat: int, legal: list[int], visits: dict[int, int], long: bool
    ) -> None:
        engine, reader = self.setup.engine, self.reader
        seen = list(engine.seen(state, seat))
        lying = things(seen, reader)
        total = sum(visits.values())
        moves = []
        for move in legal:
            row, thing = reader.move_rows[move], lying.get(move, NONE)
            moves.append((
                row if row != NONE else self.padding.moves,
                thing if thing != NONE else self.padding.things,
                visits.get(move, 0) / total,
            ))  # fmt: skip
        guessed = [tree.value(tree.root, other) for other in range(self.setup.players)]
        self.notes.add(
            [*reader.encoder.rows([int(number) for number in seen]), *reader.always], moves, float(long), seat, guessed
        )  # fmt: skip


def things(seen: list[Any], reader: Reader) -> dict[int, int]:
    """By move: the row of the thing that it would take."""
    found, rows = {}, 0
    for at in range(0, len(reader.pointers), 4):
        first, _, column, count = reader.pointers[at : at + 4]
        for thing in range(count):
            if seen[column + thing] > 0:
                found[first + int(seen[column + thing]) - 1] = reader.things[rows + thing]
        rows += count
    return found
