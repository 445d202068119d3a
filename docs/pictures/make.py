"""Redraws the pictures of this folder: python docs/pictures/make.py

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
# How much a move of First Class is preferred, by its first word; others count 5
LIKED = {
    "take": 9,
    "tile": 1,
    "trade": 0.3,
    "point": 0.05,
    "buy": 1,
    "spend": 2,
    "complete": 50,
    "do": 20,
    "end": 6,
}


def nuremberg(board: str, players: int, seed: int, round_: int, phase: str, steps: int) -> bl.Table:
    """A random match of people who bid with care and like to build and ship: some steps into a phase."""
    table = bl.Table("nuremberg", players, seed=seed, seats=NAMES[:players], board=board)
    rng = Random(seed)
    while not table.over and steps:
        moves = list(table.legal_moves)
        eager = [move for move in moves if str(move).split()[0] in EAGER or str(move).endswith(SMALL_BIDS)]
        table.push(rng.choice(eager if eager and rng.random() < 0.85 else moves))
        view = table.view(None)
        steps -= view.round >= round_ and view.phase == phase
    return table


def firstclass(modules: str, players: int, seed: int, round_: int, steps: int) -> bl.Table:
    """A match of people who like to take cards for what they do: some steps into a round."""
    table = bl.Table("firstclass", players, seed=seed, seats=NAMES[:players], modules=modules)
    rng = Random(seed)
    while not table.over and steps:
        moves = list(table.legal_moves)
        liking = [LIKED.get(str(move).split()[0], 5) ** 2 for move in moves]
        table.push(rng.choices(moves, liking)[0])
        steps -= table.view(None).round >= round_
    return table


def pictures() -> dict[str, str]:
    """By name. A spectator sees Nuremberg, the first seat First Class, so that a hand is shown."""
    return {
        "nuremberg": bl.svg(nuremberg("nuremberg", 4, seed=55, round_=3, phase="shipping", steps=16)),
        "wensleydale": bl.svg(nuremberg("wensleydale", 3, seed=8, round_=3, phase="auction", steps=9)),
        "firstclass": bl.svg(firstclass("AB", 4, seed=30, round_=6, steps=31), 0),
        "firstclass-legend": bl.svg(bl.Table("firstclass", 2, seed=1), panel="legend"),
    }


def main() -> None:
    for name, picture in pictures().items():
        (HERE / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
