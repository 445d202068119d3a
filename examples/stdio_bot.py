"""A bot as a separate program, in any language; docs/bots.md describes the protocol.

branchline sim nuremberg --players 2 --bots "stdio:python examples/stdio_bot.py,greedy"
"""

from __future__ import annotations

import json
import random
import sys

WISHES = {"ship": 3, "take": 3, "complete": 3, "clock": 3, "rent": 2, "do": 2, "cede": 1, "pass": -1}


def wish(move: str) -> int:
    """How much it likes a move, by its first word: higher is better."""
    return WISHES.get(move.split()[0], 0)


def choose(legal: list[str], rng: random.Random) -> str:
    best = max(map(wish, legal))
    return rng.choice([move for move in legal if wish(move) == best])


def main() -> None:
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng.seed(message["seed"])
            answer = {"type": "ready", "name": "Wishful"}
        else:
            answer = {"type": "move", "id": message["id"], "move": choose(message["legal"], rng)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
