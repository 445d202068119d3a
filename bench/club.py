"""A club's server under load: two workers on PostgreSQL, live tables with two random bots each, and idle pages.

`python bench/club.py` starts its own PostgreSQL and server, and the players in another process. A player loads a table
as a browser does, thinks for a moment, plays a random choice and waits for its turn; after a game it joins a new
table. Idle pages watch. All times are shown beside those of an empty endpoint in the same run. With `--soak MINUTES`
it runs that long, and fails if the server's memory grows.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from load import Load, arguments, family, in_milliseconds, machine, players, serving

ROOT = Path(__file__).parents[1]
PAGE = os.sysconf("SC_PAGE_SIZE")
GROWTH = 0.10  # growth of memory allowed from the second quarter of a soak to the last
SETTINGS = """
pace = {pace}
rest = 60.0
[limits]
requests = ""
"""


def main() -> int:
    parser = arguments(__doc__, tables=500, seconds=60, think=10)
    parser.add_argument("--idle", type=int, default=1000, help="pages that only look (1000)")
    parser.add_argument(
        "--soak", type=float, default=0, metavar="MINUTES", help="measure for so long instead"
    )
    parser.add_argument("--workers", type=int, default=2, help="processes that serve (2)")
    args = parser.parse_args()
    if args.soak:
        args.seconds = args.soak * 60
    if args.players:
        print(json.dumps(asyncio.run(ClubLoad(args).run())))
        return 0
    sys.path.insert(0, str(ROOT))
    from tests.postgres import Postgres

    postgres = Postgres(sync=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            figures = measured(args, Path(folder), postgres.database())
    finally:
        postgres.stop()
    return report(args, figures)


def measured(args: argparse.Namespace, folder: Path, url: str) -> dict[str, Any]:
    settings = folder / "branchline.toml"
    settings.write_text(SETTINGS.format(pace=args.pace))
    options = ["--settings", str(settings), "--store", url, "--workers", str(args.workers)]
    with serving(folder, *options) as (server, host):
        wait_until_ready(host, args.workers)
        before = memory(server)
        command = players(__file__, host, args, "tables", "idle", "seconds", "think")
        playing = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        samples = watch(server, playing, max(1.0, args.seconds / 240))
        out, _ = playing.communicate()
        assert playing.returncode == 0, "the players gave up"
        return {**json.loads(out), "before": before, "memory": samples}


def wait_until_ready(host: str, workers: int) -> None:
    """Wait until every worker has answered; which one answers is random."""
    end = time.monotonic() + 120
    answered = 0
    while answered < 5 * workers:
        assert time.monotonic() < end, "the server did not start"
        try:
            answered += httpx.get(f"http://{host}/health/ready", timeout=10).status_code == 200
        except httpx.TransportError:
            answered = 0
        time.sleep(0.1)


class Memory(NamedTuple):
    """The memory of the server's processes, in bytes."""

    serving: int  # the children of the first process
    helping: int  # all processes that they started, which draw and think; what these share is counted in each


def watch(server: int, playing: subprocess.Popen[str], pause: float) -> list[Memory]:
    """Sample the memory of the server while the players play."""
    samples = []
    while playing.poll() is None:
        samples.append(memory(server))
        time.sleep(pause)
    return samples


def memory(server: int) -> Memory:
    found = family(server)
    serving = [
        number for number, parent in found.items() if parent == server and "spawn_main" in command(number)
    ]
    helping = found.keys() - {server, *serving}
    return Memory(sum(map(resident, serving)), sum(map(resident, helping)))


def command(process: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""


def resident(process: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
    return 0


class ClubLoad(Load):
    def __init__(self, args: argparse.Namespace) -> None:
        super().__init__(args)
        self.links: list[str] = []
        self.games = 0
        self.making = asyncio.Lock()  # one table at a time

    async def run(self) -> dict[str, Any]:
        limits = httpx.Limits(max_connections=8)
        async with httpx.AsyncClient(base_url=f"http://{self.host}", timeout=120, limits=limits) as http:
            players = [asyncio.create_task(self.sit(http, n)) for n in range(self.args.tables)]
            while self.ready < self.args.tables:
                self.raise_first(players)
                await asyncio.sleep(0.1)
            idle = [asyncio.create_task(self.look(n)) for n in range(self.args.idle)]
            await asyncio.sleep(3 + self.args.idle / 200)
            self.measuring = True
            probe = asyncio.create_task(self.call_nothing(http))
            began = time.monotonic()
            await asyncio.sleep(self.args.seconds)
            seconds = time.monotonic() - began
            tasks = (probe, *players, *idle)
            gone = sum(task.done() for task in tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return {**self.figures(), "seconds": seconds, "games": self.games, "gave_up": gone}

    def raise_first(self, tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks:
            if task.done():
                task.result()

    async def sit(self, http: httpx.AsyncClient, number: int) -> None:
        """Play one table after another."""
        await asyncio.sleep(number * 0.02)
        while True:
            async with self.making:
                table, cookie = await self.new_table(http, ("nuremberg", "firstclass")[number % 2])
                page = await http.get(table, headers={"cookie": f"visitor={cookie}"})
            found = re.search(r"/watch/[\w-]+", page.text)
            if found:
                self.links.append(f"{table}/live?watch={found[0].rpartition('/')[2]}")
            await self.play(table, cookie)
            self.games += 1

    async def look(self, number: int) -> None:
        """Only watch; after a game, another table."""
        await asyncio.sleep(number * 0.005)
        while True:
            running = self.links[-self.args.tables :]
            async with self.line(running[number % len(running)], {}) as socket:
                async for raw in socket:
                    told = json.loads(raw).get("told")
                    if told and told.get("over"):
                        break
            await asyncio.sleep(self.rng.expovariate(1 / self.args.think))


def quarters(samples: list[int]) -> list[float]:
    """The mean in each quarter of the time."""
    ends = [len(samples) * part // 4 for part in range(5)]
    parts = [samples[begin:end] or samples[:1] for begin, end in pairwise(ends)]
    return [sum(part) / len(part) for part in parts]


def growth(quarters: list[float]) -> float:
    return quarters[3] / quarters[1] - 1


def report(args: argparse.Namespace, figures: dict[str, Any]) -> int:
    samples: list[Memory] = figures.pop("memory")
    last = max(sample.serving for sample in samples[-len(samples) // 4 :])
    figures["machine"] = machine()
    figures["moves_a_second"] = figures["moves"] / figures["seconds"]
    figures["memory_a_table"] = (last - figures["before"].serving) / args.tables
    figures["quarters"] = {
        "serving": quarters([sample.serving for sample in samples]),
        "helping": quarters([sample.helping for sample in samples]),
        "all": quarters([sum(sample) for sample in samples]),
    }
    figures["growth"] = growth(figures["quarters"]["all"])
    figures["ratio"] = {
        part: figures["acknowledged"][part] / figures["empty"][part] for part in ("p50", "p95")
    }
    grown = bool(args.soak) and figures["growth"] > GROWTH
    if args.json:
        print(json.dumps(figures, indent=1))
        return int(grown)
    print(f"{args.tables} tables, {args.idle} idle pages, {args.workers} workers; {figures['machine']}")
    print(
        f"{figures['moves']} moves of people in {figures['seconds']:.0f} s: {figures['moves_a_second']:.1f} a second"
    )
    for name, words in (("acknowledged", "a move is acknowledged"), ("empty", "an empty endpoint")):
        print(in_milliseconds(words, figures[name]))
    print(f"{'ratio':24} p50 {figures['ratio']['p50']:7.1f}      p95 {figures['ratio']['p95']:7.1f}")
    print(f"memory a table: {figures['memory_a_table'] / 1000:.0f} KB of the serving processes")
    if args.soak:
        for words, parts in figures["quarters"].items():
            print(f"memory in quarters, {words}:", *(f"{part / 1e6:.0f} MB" for part in parts))
        print(f"memory grew by {figures['growth']:+.1%} over {args.soak:g} minutes (at most {GROWTH:.0%})")
    if figures["gave_up"]:
        print(f"{figures['gave_up']} players gave up")
    return int(grown or bool(figures["gave_up"]))


if __name__ == "__main__":
    sys.exit(main())
