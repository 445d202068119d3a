"""A bot that searches: playouts over guesses at what is hidden, as many as a time or number limit allows."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from branchline.bots.networks import read_network
from branchline.bots.tree import NONE, Tree
from branchline.core.bot_support import heuristics
from branchline.core.compiled.heuristics import Heuristics
from branchline.core.setup import Setup

GUESSES: Final = 12  # guessed positions per view, where anything is hidden
AT_ONCE: Final = 8  # playouts between two looks at the clock
MS: Final = 800
MOST: Final = 1_000_000  # playouts
MARGIN: Final = 0.9  # share of the time kept for what comes before and after


def new_tree(setup: Setup, judge: Heuristics, guesses: list[Any], seed: int) -> Tree:
    """A tree over some guesses at a position."""
    options = setup.game.bots().search
    sharpness = 1.0 if judge.at_once else options.sharpness  # a network gives logits, not points
    return Tree(judge, guesses, seed, options.spans, options.explore, sharpness, options.noise)


class SearchBot:
    """`playouts` includes those kept from the last search. If it is the only limit, play depends on the seed alone.
    Without any limit a search takes 800 ms."""

    needs_view = True

    def __init__(
        self,
        seed: int | None = None,
        ms: int | None = None,
        playouts: int | None = None,
        style: str = "",
        network: str = "",
        played: int = 0,
    ) -> None:
        self._random = Random(seed)
        if ms is None and playouts is None:
            ms = MS
        self._seconds = inf if ms is None else ms / 1000
        self._playouts = MOST if playouts is None else playouts
        self._style = style
        self._network = network  # a file
        self._played = played / 100
        self.tree: Tree | None = None
        self._next: tuple[Setup, Any, Any] | None = None  # the position it expects next, and its node

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts without a tree, and so does the original from here on: both play alike."""
        self.tree = self._next = None
        return vars(self)

    def choose(self, setup: Setup, view: Any, legal: Sequence[int], limit: float) -> int:
        if len(legal) == 1:
            return legal[0]
        tree = self.think(setup, view, limit)
        return self._choose(tree, setup, view.to_move)

    def think(self, setup: Setup, view: Any, limit: float) -> Tree:
        """Search as long as allowed and return the tree."""
        began = perf_counter()
        deadline = began + min(self._seconds, limit) * MARGIN
        tree = self._tree_for(setup, view)
        tree.run(1)  # at least one, however late it is
        while (done := tree.visits[tree.root]) < self._playouts and perf_counter() < deadline:
            tree.run(min(AT_ONCE, self._playouts - done))
            if tree.lead() > self._playouts - tree.visits[tree.root]:
                break  # no other move can catch up
        return tree

    def _tree_for(self, setup: Setup, view: Any) -> Tree:
        """Continue the tree of the last search if the position is the expected one; otherwise start a new one."""
        guesses = setup.samples(view, self._random, GUESSES)
        if self.tree is not None and self._next is not None:
            before, state, node = self._next
            if before == setup and setup.game.view(state, view.to_move) == view:
                self.tree.go_to(node, guesses)
                return self.tree
        self.tree = new_tree(setup, self._judge(setup), guesses, self._random.getrandbits(31))
        return self.tree

    def _judge(self, setup: Setup) -> Heuristics:
        network = read_network(Path(self._network)).judge(setup, self._played) if self._network else None
        return heuristics(setup, self._style) if network is None else network

    def _choose(self, tree: Tree, setup: Setup, seat: int) -> int:
        node = tree.favourite(tree.root)
        assert node != NONE, "a search makes at least one playout"
        state = setup.engine.clone(tree.guesses[0])
        move = int(tree.move[node])
        setup.engine.apply(state, move)
        self._next = (setup, state, node) if state.active == seat and tree.first[node] != NONE else None
        return move
