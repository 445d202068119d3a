"""What each choice of a position promises, by search from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from branchline.bots.tree import NONE, Tree
from branchline.core.bot_support import heuristics
from branchline.core.compiled.rng import Rng
from branchline.core.play.table import Table
from branchline.core.setup import Setup
from branchline.problems.file import Option

Steps = tuple[int, ...]

GUESSES: Final = 48  # guesses at what is hidden
# All choices get a sixteenth of the playouts, the best six a quarter, and the best three all of them.
HEATS: Final = ((16, 6), (4, 3), (1, 1))
LONGEST_LINE: Final = 8
LEAST_VISITS: Final = 12  # of a move in a line


def choices(table: Table) -> dict[Steps, list[str]]:
    """What the player to move may click: the steps that decide it, and the notations of the choices that begin with
    them. A payment or similar decision that a choice proposes along the way is left open."""
    game, screen = table.game, table.game.screen()
    found: dict[Steps, list[str]] = {}
    for choice in screen.choices(table.state, table.seats):
        trial, steps = game.clone(table.state), list[int]()
        for step in game.expand(table.state, choice.move):
            game.apply(trial, step)
            steps.append(step)
            if screen.midway(trial):
                break
        found.setdefault(tuple(steps), []).append(choice.move)
    return found


def planned(setup: Setup, view: Any, legal: Sequence[int], seed: int) -> set[int]:
    """The first steps that the planner would play, for different guesses at what is hidden."""
    guesses = setup.samples(view, Random(seed), GUESSES // 4)
    rated = heuristics(setup)
    return {int(rated.choose(guess, list(legal), Rng(1), 0.0)) for guess in guesses}


def weigh(setup: Setup, view: Any, options: Sequence[Steps], playouts: int, seed: int) -> list[Option]:
    """The options with their chances, the best first."""
    random = Random(seed)
    guesses = setup.samples(view, random, GUESSES)
    trees = {steps: _tree(setup, guesses, steps, random) for steps in options}
    running = list(options)
    seat = view.to_move
    for part, kept in HEATS:
        for steps in running:
            trees[steps].run(max(8, playouts // part) - trees[steps].visits[0])
        running = sorted(running, key=lambda steps: -trees[steps].value(0, seat))
        running = running[:kept]
    first = running[0]
    found = sorted(options, key=lambda steps: (steps != first, -trees[steps].value(0, seat)))
    return [
        Option(steps, round(trees[steps].value(0, seat), 3), _line(setup, trees[steps])) for steps in found
    ]


def _tree(setup: Setup, guesses: Sequence[Any], steps: Steps, random: Random) -> Tree:
    """A tree that starts after the steps."""
    engine, options = setup.engine, setup.game.bots().search
    after = []
    for guess in guesses:
        state = engine.clone(guess)
        for step in steps:
            engine.apply(state, step)
        after.append(state)
    return Tree(
        heuristics(setup), after, random.getrandbits(31), options.spans, options.explore, options.sharpness,
        options.noise,
    )  # fmt: skip


def _line(setup: Setup, tree: Tree) -> Steps:
    """The moves tried most, until chance has to move."""
    state, node = setup.engine.clone(tree.guesses[0]), tree.root
    moves: list[int] = []
    while state.active >= 0 and len(moves) < LONGEST_LINE:
        legal = setup.engine.legal(state)
        if len(legal) == 1 and node != tree.root:  # such moves have no node of their own
            move = int(legal[0])
        else:
            node = tree.favourite(node)
            if node == NONE or tree.visits[node] < LEAST_VISITS or tree.move[node] not in legal:
                break
            move = int(tree.move[node])
        moves.append(move)
        setup.engine.apply(state, move)
    return tuple(moves)
