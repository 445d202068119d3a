"""Playouts per second of the search, compiled and interpreted, alternately in one run: python bench/playouts.py

One tree per measurement, from a position in the second round of a match with 2 players."""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

from branchline.bench.interpreted import interpreted_copy, run_interpreted
from branchline.bots.tree import Tree
from branchline.core.bot_support import heuristics
from branchline.core.compiled.engine import CHANCE, Position
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.core.setup import Setup

GAMES = ("nuremberg", "firstclass")
TURNS = 5


def rate(name: str, seconds: float) -> float:
    """Playouts per second of CPU time."""
    setup = Setup.make(name, 2, {})
    options = setup.game.bots().search
    tree = Tree(
        heuristics(setup),
        [_second_round(setup)],
        1,
        options.spans,
        options.explore,
        options.sharpness,
        options.noise,
    )
    began = process_time()
    while process_time() - began < seconds:
        tree.run(4)
    return int(tree.iterations) / (process_time() - began)


def _second_round(setup: Setup) -> Position:
    rng = Rng(1)
    position = setup.engine.start()
    planner = heuristics(setup)
    while position.active == CHANCE or planner.span(position) < 2:
        if position.active == CHANCE:
            draw(setup.engine, position, rng)
        else:
            setup.engine.apply(
                position, planner.choose(position, list(setup.engine.legal(position)), rng, 0.0)
            )
    return position


def main() -> None:
    with interpreted_copy() as folder:
        for name in GAMES:
            ours, theirs = [], []
            for _ in range(TURNS):
                ours.append(rate(name, 1.0))
                theirs.append(float(run_interpreted(folder, [__file__, name])))
            ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
            print(
                f"{name}: {median(ours):,.0f} playouts/s compiled, {median(theirs):,.0f} interpreted, {ratio:.0f} times"
            )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(rate(sys.argv[1], 3.0))
    else:
        main()
