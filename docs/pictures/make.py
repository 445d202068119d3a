"""Draws the pictures of this folder anew: python docs/pictures/make.py

Each shows a position of a match with a fixed seed, so running it again changes a file only when the drawing or the
rules changed.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import branchline as bl

HERE = Path(__file__).parent
NAMES = ("Ada", "Bruno", "Chiara", "Dmitri")
EAGER = ("build", "ship", "rent", "cede", "sign")
SMALL_BIDS = (" 2", " 3", " 4", " 5")


def position(board: str, players: int, seed: int, round_: int, phase: str, steps: int) -> bl.Table:
    """A match played at random, but by people who bid with care and like to build and ship: some steps into a phase."""
    table = bl.Table("nuremberg", players, seed=seed, seats=NAMES[:players], board=board)
    rng = Random(seed)
    while not table.over and steps:
        moves = list(table.legal_moves)
        eager = [move for move in moves if str(move).split()[0] in EAGER or str(move).endswith(SMALL_BIDS)]
        table.push(rng.choice(eager if eager and rng.random() < 0.85 else moves))
        view = table.view(None)
        steps -= view.round >= round_ and view.phase == phase
    return table


def main() -> None:
    pictures = {
        "nuremberg": (position("nuremberg", 4, seed=55, round_=3, phase="shipping", steps=16), False),
        "wensleydale": (position("wensleydale", 3, seed=8, round_=3, phase="auction", steps=9), False),
        "nuremberg-dark": (position("nuremberg", 3, seed=11, round_=3, phase="building", steps=6), True),
    }
    for name, (table, dark) in pictures.items():
        (HERE / f"{name}.svg").write_text(bl.svg(table, dark=dark) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
