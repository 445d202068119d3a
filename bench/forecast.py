"""Fits the forecast of First Class to games of planners, and writes its weights: python bench/forecast.py 600 --rules 3

Ridge regression of the points still scored on the features, one fit per round."""

from __future__ import annotations

import argparse
import json
import sys
from typing import cast

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from tqdm import tqdm

from branchline.core.bot_support import heuristics
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.core.compiled.playout import draw
from branchline.core.compiled.rng import Rng
from branchline.core.setup import Setup
from branchline.games.firstclass.bots.forecast import FEATURES, features
from branchline.games.firstclass.bots.support import WEIGHTS
from branchline.games.firstclass.rules.state import SHOW_CARDS, State

TABLES = [(2, pair) for pair in ("AB", "AC", "BE", "CD", "AE", "BD")] + [(4, "AB"), (3, "CD"), (3, "BE")]
RIDGE = 300.0  # large, because locomotive, rails and clocks ahead correlate
NOISE = 1.0


def gather(games: int, rules: str) -> dict[int, list[tuple[list[float], int]]]:
    """By round: features of a seat at its start, and the points the seat still scored."""
    found: dict[int, list[tuple[list[float], int]]] = {number: [] for number in range(2, 7)}
    setups = [Setup.make("firstclass", players, {"modules": pair}, rules) for players, pair in TABLES]
    row = vec[float]([0.0] * FEATURES)  # shared: what goes into compiled code is never freed
    for seed in tqdm(range(games), disable=None):
        setup = setups[seed % len(setups)]
        planner, rng = heuristics(setup), Rng(seed)
        position = cast("State", setup.engine.start())
        seen: list[tuple[int, int, list[float], int]] = []
        number = 1
        while position.active != OVER:
            if position.round != number and position.phase == SHOW_CARDS:
                number = position.round
                for seat in range(setup.engine.players):
                    features(position, seat, row)
                    seen.append((number, seat, list(row), position.score[seat]))
            if position.active == CHANCE:
                draw(setup.engine, position, rng)
            else:
                moves = list(setup.engine.legal(position))
                setup.engine.apply(position, planner.choose(position, moves, rng, NOISE))
        for when, seat, numbers, score in seen:
            found[when].append((numbers, position.score[seat] - score))
    return found


def fit(rows: list[tuple[list[float], int]]) -> npt.NDArray[np.float64]:
    x = np.array([row for row, _ in rows])
    y = np.array([points for _, points in rows], float)
    penalty = RIDGE * np.eye(x.shape[1])
    penalty[-1, -1] = 0.0
    found: npt.NDArray[np.float64] = np.linalg.solve(x.T @ x + penalty, x.T @ y)
    left = y - x @ found
    print(
        f"{len(y)} rows: points to come {y.mean():.1f} ± {y.std():.1f}, unexplained {left.std():.1f}",
        file=sys.stderr,
    )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--rules", default="3", help="the rules version to fit")
    args = parser.parse_args()
    data = gather(args.games, args.rules)
    found = json.loads(WEIGHTS.read_text())
    found[args.rules] = [[round(float(weight), 2) for weight in fit(data[number])] for number in sorted(data)]
    versions = (
        f' "{rules}": [\n' + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]"
        for rules, rows in found.items()
    )
    WEIGHTS.write_text("{\n" + ",\n".join(versions) + "\n}\n")


if __name__ == "__main__":
    main()
