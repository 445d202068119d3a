"""A club's server under load: two workers on PostgreSQL, live tables with two random bots each, and idle pages.

`python bench/club.py` starts a PostgreSQL and a server of its own, and the players in another process. A player looks
at a table as a browser does, thinks for a moment, plays a random choice and waits for its turn; after a game it
sits down at a new table. Idle pages watch. All times stand beside those of an empty endpoint in the same run.

With `--soak MINUTES` it goes on for so long, and fails if the memory of the server grows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.typing import Origin

from load import Load, machine, spread

ROOT = Path(__file__).parents[1]
GROWTH = 0.10  # of the memory, between the second quarter of a soak and the last
SETTINGS = """
pace = {pace}
rest = 60.0
[limits]
requests = ""
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="live tables (500)")
    parser.add_argument("--idle", type=int, default=1000, help="pages that only look (1000)")
    parser.add_argument("--seconds", type=float, default=60, help="how long to measure (60)")
    parser.add_argument(
        "--soak", type=float, default=0, metavar="MINUTES", help="measure for so long instead"
    )
    parser.add_argument("--think", type=float, default=10.0, help="seconds a player thinks, on average (10)")
    parser.add_argument("--pace", type=float, default=0.7, help="seconds between two turns of bots (0.7)")
    parser.add_argument("--workers", type=int, default=2, help="processes that serve (2)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--players", metavar="HOST", help="only play, at a server that runs there")
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
    words = [
        "serve",
        "--settings",
        str(settings),
        "--store",
        url,
        "--workers",
        str(args.workers),
        "--port",
        "0",
    ]
    server = subprocess.Popen(
        [sys.executable, "-m", "branchline", *words, "--data", str(folder)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        found = re.search(r"localhost:(\d+)", server.stdout.readline())
        assert found
        host = f"127.0.0.1:{found[1]}"
        wait_until_ready(host, args.workers)
        before = memory(server.pid)
        command = [sys.executable, __file__, "--players", host]
        for name in ("tables", "idle", "seconds", "think"):
            command += [f"--{name}", str(getattr(args, name))]
        players = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        samples = watch(server.pid, players)
        out, _ = players.communicate()
        assert players.returncode == 0, "the players gave up"
        return {**json.loads(out), "before": before, "memory": samples}
    finally:
        server.terminate()
        server.wait()


def wait_until_ready(host: str, workers: int) -> None:
    """Until every worker has answered; which one answers is chance."""
    end = time.monotonic() + 120
    answered = 0
    while answered < 5 * workers:
        assert time.monotonic() < end, "the server did not start"
        try:
            answered += httpx.get(f"http://{host}/health/ready", timeout=10).status_code == 200
        except httpx.TransportError:
            answered = 0
        time.sleep(0.1)


def watch(server: int, players: subprocess.Popen[str]) -> list[int]:
    """The memory of the workers, again and again while the players play."""
    samples = []
    while players.poll() is None:
        samples.append(memory(server))
        time.sleep(1 if len(samples) < 120 else 10)
    return samples


def memory(server: int) -> int:
    """Bytes of the processes that serve: the children of the first, without theirs, which draw and think."""
    total = 0
    for path in Path("/proc").glob("[0-9]*"):
        try:
            status = (path / "status").read_text()
            serves = "spawn_main" in (path / "cmdline").read_text()
        except OSError:
            continue
        if serves and re.search(rf"^PPid:\t{server}$", status, re.M):
            found = re.search(r"^VmRSS:\s+(\d+)", status, re.M)
            total += int(found[1]) * 1024 if found else 0
    return total


class ClubLoad(Load):
    def __init__(self, args: argparse.Namespace) -> None:
        super().__init__(args)
        self.links: list[str] = []
        self.games = 0
        self.lost = 0

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
        """One table after the other."""
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

    @property
    def making(self) -> asyncio.Lock:
        self._making = getattr(self, "_making", None) or asyncio.Lock()
        return self._making

    async def play(self, table: str, cookie: str) -> None:
        async with self.line(f"{table}/live", {"cookie": f"visitor={cookie}"}) as socket:
            asked, sent = -1, 0.0
            async for raw in socket:
                message = json.loads(raw)
                if message["type"] == "position" and asked < 0:
                    self.ready += 1
                if message["type"] == "accepted" and self.measuring:
                    self.acknowledged.append(time.perf_counter() - sent)
                told = message.get("told")
                if told and told.get("over"):
                    return
                if told and told.get("choices") and told["at"] != asked:
                    asked = told["at"]
                    await asyncio.sleep(self.rng.expovariate(1 / self.args.think))
                    sent = time.perf_counter()
                    move = self.rng.choice(told["choices"])["move"]
                    await socket.send(json.dumps({"type": "play", "at": asked, "move": move}))

    async def look(self, number: int) -> None:
        """Only look, whatever happens."""
        await asyncio.sleep(number * 0.005)
        while True:
            async with self.line(self.links[number % len(self.links)], {}) as socket:
                async for _raw in socket:
                    pass

    def line(self, path: str, headers: dict[str, str]) -> connect:
        return connect(
            f"ws://{self.host}{path}", additional_headers=headers, origin=Origin(f"http://{self.host}"),
            max_size=None, open_timeout=120, compression=None,
        )  # fmt: skip

    def figures(self) -> dict[str, Any]:
        return {
            "moves": len(self.acknowledged),
            "acknowledged": spread(self.acknowledged),
            "empty": spread(self.empty),
        }


def growth(samples: list[int]) -> float:
    """How much more memory there is in the last quarter than in the second, as a part of it."""
    quarter = max(1, len(samples) // 4)
    early, late = samples[quarter : 2 * quarter] or samples[:1], samples[-quarter:]
    return (sum(late) / len(late)) / (sum(early) / len(early)) - 1


def report(args: argparse.Namespace, figures: dict[str, Any]) -> int:
    samples = figures.pop("memory")
    figures["machine"] = machine()
    figures["moves_a_second"] = figures["moves"] / figures["seconds"]
    figures["memory_a_table"] = (max(samples[-len(samples) // 4 :]) - figures["before"]) / args.tables
    figures["growth"] = growth(samples)
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
        found = figures[name]
        print(f"{words:24} p50 {found['p50'] * 1000:7.1f} ms   p95 {found['p95'] * 1000:7.1f} ms")
    print(f"{'ratio':24} p50 {figures['ratio']['p50']:7.1f}      p95 {figures['ratio']['p95']:7.1f}")
    print(f"memory a table: {figures['memory_a_table'] / 1000:.0f} KB of the serving processes")
    if args.soak:
        print(f"memory grew by {figures['growth']:+.1%} over {args.soak:g} minutes (at most {GROWTH:.0%})")
    if figures["gave_up"]:
        print(f"{figures['gave_up']} players gave up")
    return int(grown or bool(figures["gave_up"]))


if __name__ == "__main__":
    sys.exit(main())
