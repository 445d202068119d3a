"""A bot as a program of its own: reads JSON lines, writes JSON lines. Any language will do; docs/bots.md has the rest.

branchline sim nuremberg --players 2 --bots "stdio:python examples/stdio_bot.py,greedy"
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

# What it would rather do, by the first word of a move: higher first.
WISHES = {
    "ship": 3,
    "take": 3,
    "complete": 3,
    "clock": 3,
    "rent": 2,
    "do": 2,
    "cede": 1,
    "end": -1,
    "pass": -2,
}


def choose(message: dict[str, Any], rng: random.Random) -> str:
    legal: list[str] = message["legal"]
    best = max(WISHES.get(move.split()[0], 0) for move in legal)
    return rng.choice([move for move in legal if WISHES.get(move.split()[0], 0) == best])


def main() -> None:
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng.seed(message["seed"])
            answer = {"type": "ready", "name": "Wishful"}
        else:
            answer = {"type": "move", "id": message["id"], "move": choose(message, rng)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
