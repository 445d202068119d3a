"""How long the levels think, in wall-clock time: python bench/thinking.py

Measures positions of a match between planners in which there is a choice; prints the mean and the maximum in ms.
"""

from __future__ import annotations

from statistics import mean
from time import perf_counter

from branchline import bots
from branchline.bots.levels import LEVELS
from branchline.core.play.table import Table

GAMES = ("nuremberg", "firstclass")
EVERY = 3  # every third position is enough


def times(game: str, players: int, spec: str, seed: int) -> list[float]:
    table = Table(game, players, seed=seed)
    planner, thinker = bots.bot("planner", seed=seed), bots.bot(spec, seed=seed)
    found: list[float] = []
    step = 0
    while (seat := table.to_move) is not None:
        view, legal = table.view(seat), table.legal_moves.ids
        if step % EVERY == 0:
            began = perf_counter()
            thinker.choose(table.setup, view, legal, 60.0)
            found.append(1000 * (perf_counter() - began))
        table.push(planner.choose(table.setup, view, legal, 60.0))
        step += 1
    return found


def main() -> None:
    print(f"{'':24}" + "".join(f"{level.spec:>20}" for level in LEVELS))
    print(f"{'allowed, ms':24}" + "".join(f"{level.ms:>20}" for level in LEVELS))
    for game in GAMES:
        for players in (2, 4):
            cells = []
            for level in LEVELS:
                times(game, players, "planner", 1)  # warm up
                found = times(game, players, level.spec, 2)
                cells.append(f"{mean(found):>10.1f}, {max(found):>6.0f}  ")
            print(f"{game}, {players} players".ljust(24) + "".join(cells), flush=True)


if __name__ == "__main__":
    main()
