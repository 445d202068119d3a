"""What the update of every page costs after a move: the log, the pictures and choices, and what has changed in them.

`python bench/updates.py` plays random matches of two players, with a page for each of them and one for a spectator, and
prints the processor time per move and the size of an ordinary update, compressed as it is sent. `--other CHECKOUT` does
the same on another checkout, position by position in turn, prints the ratio, and says whether both sent the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
import zlib
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import msgspec

HERE = Path(__file__).parent.parent
VIEWERS = (0, 1, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--other", type=Path, help="a checkout to compare with")
    parser.add_argument("--matches", type=int, default=3, help="matches of each game (3)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve()
        return
    checkouts = [HERE] if args.other is None else [HERE, args.other]
    for game in ("nuremberg", "firstclass"):
        measure(game, checkouts, args.matches)


def measure(game: str, checkouts: list[Path], matches: int) -> None:
    sides = [Side(checkout) for checkout in checkouts]
    moves, differ, spent = 0, 0, [0.0] * len(sides)
    sizes: list[int] = []
    for seed in range(matches + 1):  # the first one fills the caches
        rng = Random(seed)
        answers = [side.ask({"game": game, "seed": seed}) for side in sides]
        while legal := answers[0]["legal"]:
            move, backwards = {"move": rng.choice(legal)}, rng.random() < 0.5
            order = list(enumerate(sides))
            for number, side in reversed(order) if backwards else order:
                answers[number] = side.ask(move)
                spent[number] += answers[number]["spent"] if seed else 0
            moves += seed > 0
            sizes += answers[0]["sizes"]
            differ += len({answer["sent"] for answer in answers}) > 1
    told = ", ".join(f"{1000 * one / moves:.2f} ms" for one in spent)
    ratio = f"; ratio {spent[0] / spent[1]:.2f}, {differ} updates differ" if len(sides) > 1 else ""
    print(f"{game}: {told} per move and {len(VIEWERS)} pages{ratio}")
    sizes.sort()
    middle, most = (sizes[int(len(sizes) * share)] / 1000 for share in (0.5, 0.95))
    print(f"{game}: an update has {middle:.1f} KB (median), {most:.1f} KB (95th percentile)")


class Side:
    """A process that runs the sources of a checkout."""

    def __init__(self, checkout: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
        self.process = subprocess.Popen(
            [sys.executable, str(checkout / "bench" / "updates.py"), "--serve"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(message), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def serve() -> None:
    pages: Pages | None = None
    for line in sys.stdin:
        message = json.loads(line)
        start = time.process_time()
        if "game" in message:
            pages = Pages(message["game"], message["seed"])
        else:
            assert pages is not None
            pages.table.push(message["move"])
        assert pages is not None
        updates = pages.updates()
        spent = time.process_time() - start
        encoded = [msgspec.json.encode(update) for update in updates]
        answer = {
            "spent": spent,
            "sent": hashlib.sha256(b"".join(encoded)).hexdigest(),
            "sizes": [] if "game" in message else [len(zlib.compress(one)) for one in encoded],
            "legal": pages.table.legal_moves.ids,
        }
        print(json.dumps(answer), flush=True)


class Pages:
    """The pages of a table, drawn and told in this process."""

    def __init__(self, game: str, seed: int) -> None:
        from branchline.core.play.table import Table
        from branchline.server.table.display.journal import Journal

        self.table = Table(game, 2, seed=seed)
        self.journal = Journal(self.table.setup, VIEWERS, "en", self.table.seats)
        self.drawn: dict[int | None, Any] = {}
        self.log: dict[int | None, Any] = {}

    def updates(self) -> list[Any]:
        table = self.table
        for event in table.log[self.journal.read :]:
            self.journal.add(event)
        numbers = table.game.numbers(table.state)
        return [self.update(numbers, seat) for seat in VIEWERS]

    def update(self, numbers: list[int], seat: int | None) -> Any:
        from branchline.server.table.display.frames import changed_parts, sharing
        from branchline.server.workers.painters import Drawn
        from branchline.server.workers.scenes import Scene, sketch

        made = sketch(Scene(self.table.setup, numbers, seat, tuple(self.table.seats), "en", False))
        assert made.still is not None
        drawn = Drawn(made.still, made.parts, made.boxes, made.now, made.choices, made.phase, made.overview)
        before, entries = self.drawn.get(seat), self.journal.entries(seat)
        drawn = drawn if before is None else sharing(drawn, before)
        parts = None if before is None else changed_parts(before, drawn)
        told = self.log.get(seat, [])
        self.drawn[seat], self.log[seat] = drawn, entries
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(told, entries, strict=False)))
        return drawn.parts if parts is None else parts, made.now, made.choices, made.overview, entries[same:]


if __name__ == "__main__":
    main()
