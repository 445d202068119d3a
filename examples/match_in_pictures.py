"""Play a match of random moves and keep a picture of every round.

python examples/match_in_pictures.py FOLDER
"""

import sys
from pathlib import Path
from random import Random

import branchline as bl


def main(folder: Path) -> None:
    table = bl.Table("nuremberg", players=4, seed=2026, board="wensleydale")
    rng = Random(1)
    drawn = 0
    while not table.over:
        table.push(rng.choice(list(table.legal_moves)))
        if table.view().round > drawn:
            drawn = table.view().round
            (folder / f"round-{drawn}.svg").write_text(bl.svg(table), encoding="utf-8")
    (folder / "end.svg").write_text(bl.svg(table), encoding="utf-8")
    print("Scores:", table.scores())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
