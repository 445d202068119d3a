"""Two hundred live tables with bots: how long until a move is acknowledged, beside an empty endpoint of the same run.

`python bench/load.py` starts a server in one process and the players in another, and prints the figures. A player
loads its table as a browser does, thinks for a moment, plays a random choice, and waits for its turn; two random bots
sit at each table. The time runs from sending a move to its acknowledgement, when it is checked and on disk.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.typing import Origin


def main() -> None:
    args = arguments(__doc__, tables=200, seconds=30, think=2).parse_args()
    if args.players:
        print(json.dumps(asyncio.run(Load(args).run())))
        return
    with tempfile.TemporaryDirectory() as folder:
        report(args, measured(args, Path(folder)))


def arguments(about: str | None, tables: int, seconds: float, think: float) -> argparse.ArgumentParser:
    """The arguments that all load tests share, with their defaults."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--tables", type=int, default=tables, help=f"live tables ({tables})")
    parser.add_argument("--seconds", type=float, default=seconds, help=f"how long to measure ({seconds:g})")
    parser.add_argument(
        "--think", type=float, default=think, help=f"seconds a player thinks, on average ({think:g})"
    )
    parser.add_argument("--pace", type=float, default=0.7, help="seconds between two turns of bots (0.7)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--players", metavar="HOST", help="only play, at a server that runs there")
    return parser


def measured(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Server and players in separate processes, so that neither waits for the other's Python."""
    with serving(folder, "--pace", str(args.pace)) as (_process, host):
        command = players(__file__, host, args, "tables", "seconds", "think")
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        figures: dict[str, Any] = json.loads(done.stdout)
        return figures


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[int, str]]:
    """Start a server; yields its process and address."""
    command = [sys.executable, "-m", "branchline", "serve", *options, "--data", str(folder), "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"localhost:(\d+)", server.stdout.readline())
        assert found
        yield server.pid, f"127.0.0.1:{found[1]}"
    finally:
        server.terminate()
        server.wait()


def family(server: int) -> dict[int, int]:
    """The processes of a server and their parents."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
    found = {server: parents.get(server, 0)}
    while more := {one: parent for one, parent in parents.items() if parent in found and one not in found}:
        found |= more
    return found


def players(script: str, host: str, args: argparse.Namespace, *names: str) -> list[str]:
    """The command that runs the players, with the named arguments passed on."""
    told = [word for name in names for word in (f"--{name}", str(getattr(args, name)))]
    return [sys.executable, script, "--players", host, *told]


class Load:
    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.host: str = args.players
        self.rng = random.Random(1)
        self.acknowledged: list[float] = []
        self.shown: list[float] = []
        self.empty: list[float] = []
        self.sizes: list[int] = []
        self.measuring = False
        self.ready = 0

    async def run(self) -> dict[str, Any]:
        limits = httpx.Limits(max_connections=8)
        async with httpx.AsyncClient(base_url=f"http://{self.host}", timeout=60, limits=limits) as http:
            tables = [
                await self.new_table(http, ("nuremberg", "firstclass")[n % 2])
                for n in range(self.args.tables)
            ]
            players = [asyncio.create_task(self.play(*table)) for table in tables]
            while self.ready < self.args.tables:
                await asyncio.sleep(0.1)
            await asyncio.sleep(3)
            self.measuring = True
            probe = asyncio.create_task(self.call_nothing(http))
            await asyncio.sleep(self.args.seconds)
            for task in (probe, *players):
                task.cancel()
            await asyncio.gather(probe, *players, return_exceptions=True)
        return self.figures()

    async def new_table(self, http: httpx.AsyncClient, game: str) -> tuple[str, str]:
        http.cookies.clear()
        form = {"game": game, "seat0": "me", "seat1": "bot:random", "seat2": "bot:random"}
        answer = await http.post("/new", data=form)
        return answer.headers["location"], answer.cookies["visitor"]

    async def play(self, table: str, cookie: str) -> None:
        """Play until the game is over."""
        async with self.line(f"{table}/live", {"cookie": f"visitor={cookie}"}) as socket:
            asked, sent, waiting = -1, 0.0, False
            async for raw in socket:
                message = json.loads(raw)
                if message["type"] == "position" and asked < 0:
                    self.ready += 1
                if message["type"] == "accepted" and self.measuring:
                    self.acknowledged.append(time.perf_counter() - sent)
                    waiting = True
                if message["type"] == "changes" and self.measuring:
                    self.sizes.append(len(raw))
                    if waiting:
                        self.shown.append(time.perf_counter() - sent)
                        waiting = False
                told = message.get("told")
                if told and told.get("over"):
                    return
                if told and told.get("choices") and told["at"] != asked:
                    asked = told["at"]
                    await asyncio.sleep(self.rng.expovariate(1 / self.args.think))
                    move = self.rng.choice(told["choices"])["move"]
                    sent = time.perf_counter()
                    await socket.send(json.dumps({"type": "play", "at": asked, "move": move}))

    def line(self, path: str, headers: dict[str, str]) -> connect:
        return connect(
            f"ws://{self.host}{path}", additional_headers=headers, origin=Origin(f"http://{self.host}"),
            max_size=None, open_timeout=120, compression=None,
        )  # fmt: skip

    async def call_nothing(self, http: httpx.AsyncClient) -> None:
        while True:
            began = time.perf_counter()
            await http.get("/health")
            self.empty.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)

    def figures(self) -> dict[str, Any]:
        return {
            "moves": len(self.acknowledged),
            "acknowledged": spread(self.acknowledged),
            "shown": spread(self.shown),
            "empty": spread(self.empty),
            "bytes": spread([float(size) for size in self.sizes]),
        }


def spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {f"p{part}": ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 95, 99)}


def report(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    figures["machine"] = machine()
    if args.json:
        print(json.dumps(figures, indent=1))
        return
    print(f"{args.tables} tables, {figures['moves']} moves in {args.seconds:g} s; {figures['machine']}")
    for name, words in (
        ("acknowledged", "a move is acknowledged"), ("shown", "its picture is there"), ("empty", "an empty endpoint"),
    ):  # fmt: skip
        print(in_milliseconds(words, figures[name]))
    ratio = figures["acknowledged"]["p95"] / figures["empty"]["p95"]
    print(f"acknowledgement against an empty endpoint, p95: {ratio:.1f} times")
    print(
        f"an update: p50 {figures['bytes']['p50'] / 1000:.1f} KB, p95 {figures['bytes']['p95'] / 1000:.1f} KB"
    )


def in_milliseconds(words: str, found: dict[str, float]) -> str:
    return f"{words:24} p50 {found['p50'] * 1000:7.1f} ms   p95 {found['p95'] * 1000:7.1f} ms"


def machine() -> str:
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor() or platform.machine(),
    )
    cores = sum(line.startswith("processor") for line in _lines("/proc/cpuinfo")) or "?"
    return f"{cores} cores of {model}, Python {platform.python_version()}"


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else []


if __name__ == "__main__":
    main()
