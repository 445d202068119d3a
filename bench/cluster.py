"""Two workers of Ray against one on this machine, by the clock: python bench/cluster.py

Both play the same games, alternately, and must get the same results. Ray's start does not count: its workers play a
few games before the clock starts. Other processes slow two workers more than one, so run it on a quiet machine; the
load before each turn is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from statistics import median
from time import perf_counter

os.environ.setdefault("RAY_AUTH_MODE", "disabled")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import ray

from branchline.core import registry
from branchline.core.setup import Setup
from branchline.sim.games import GameResult, Match, play_all
from branchline.sim.run_jobs import run_jobs

BUNDLE = 6  # games per job
PLAYERS = 4
Jobs = list[list[Match]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=180, help="games a turn (180)")
    parser.add_argument("--turns", type=int, default=5, help="turns of both (5)")
    parser.add_argument("--bots", default="planner", help="who plays (planner)")
    parser.add_argument("--game", default="nuremberg", choices=registry.OURS)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    work = jobs(args.game, args.bots, args.games)
    rates: dict[int, list[float]] = {1: [], 2: []}
    expected = None
    for turn in range(args.turns):
        for workers in rates:
            load = os.getloadavg()[0]
            results, seconds = played(work, workers)
            rates[workers].append(args.games / seconds)
            line = f"turn {turn + 1}, workers {workers}: {seconds:.1f} s, load before {load:.1f}"
            print(line, file=sys.stderr)
            expected = expected or results
            assert results == expected, "one worker and two do not agree"
    report(args, rates)


def jobs(game: str, bot: str, games: int) -> Jobs:
    setup = Setup.make(game, PLAYERS, {})
    matches = [Match(setup, (bot,) * PLAYERS, seed) for seed in range(games)]
    return [matches[first : first + BUNDLE] for first in range(0, games, BUNDLE)]


def played(work: Jobs, workers: int) -> tuple[list[list[GameResult]], float]:
    """All games, played by that many workers of a new Ray cluster, and the seconds it took."""
    try:
        run_jobs(play_all, work[: 4 * workers], list[GameResult], workers=workers, cluster="ray")
        began = perf_counter()
        results = run_jobs(play_all, work, list[GameResult], workers=workers, cluster="ray")
        return results, perf_counter() - began
    finally:
        ray.shutdown()


def report(args: argparse.Namespace, rates: dict[int, list[float]]) -> None:
    one, two = median(rates[1]), median(rates[2])
    # Each turn runs both, one right after the other, under the same conditions.
    times = median(more / less for less, more in zip(rates[1], rates[2], strict=True))
    if args.json:
        print(json.dumps({"games": args.games, "bots": args.bots, "rates": rates, "times": times}))
        return
    print(f"{args.games} games of {args.game} with {PLAYERS} x {args.bots}, medians of {args.turns} turns")
    print(f"1 worker {one:.1f} games/s, 2 workers {two:.1f} games/s: {times:.2f} times a turn, results equal")


if __name__ == "__main__":
    main()
