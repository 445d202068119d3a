"""The first step of docs/scale.md on one machine: four workers, two bot machines, thousands of tables, most asleep.

`python bench/first_step.py` first measures what things cost here and now (`costs.py`), then starts PostgreSQL, four
processes that serve and two `branchline bots`, creates the tables, and plays at some of them, each with a page that
watches. Every second somebody visits a table that is asleep, and moves. It prints the processor time of every part and
the memory, beside the forecast: what as many moves, pages and visits should cost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg

from club import memory
from costs import Used, used
from load import Load, in_milliseconds, machine, serving, spread

ROOT: Final = Path(__file__).parents[1]
SETTINGS: Final = """
pace = 0.0
rest = 5.0
painters = {workers}
[limits]
requests = ""
tables = ""
moves = ""
connections = 100000
"""
PARTS: Final = ("serving", "bots", "database")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5000, help="tables in all (5000)")
    parser.add_argument("--awake", type=int, default=150, help="tables where people play (150)")
    parser.add_argument("--visits", type=float, default=2, help="visits to sleeping tables per second (2)")
    parser.add_argument("--seconds", type=float, default=60, help="how long they play (60)")
    parser.add_argument(
        "--think", type=float, default=10, help="seconds that a player thinks, on average (10)"
    )
    parser.add_argument("--bot", default="random", help="the opponent of every player (random)")
    parser.add_argument("--workers", type=int, default=4, help="processes that serve (4)")
    parser.add_argument("--machines", type=int, default=2, help="machines where bots think (2)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.postgres import Postgres

    costs = measured_costs()
    postgres = Postgres(sync=True)
    try:
        url = postgres.database()
        with tempfile.TemporaryDirectory() as name, started(args, Path(name), url) as (server, bots):
            database = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
            figures = asyncio.run(Step(args, url, {"serving": server, "database": database}, bots).run())
    finally:
        postgres.stop()
    report(args, figures, costs)


def measured_costs() -> dict[str, float]:
    words = "--tables 16 --watchers 50 --moves 100 --seconds 5".split()
    command = [sys.executable, str(ROOT / "bench" / "costs.py"), *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


@contextlib.contextmanager
def started(args: argparse.Namespace, folder: Path, url: str) -> Iterator[tuple[int, list[int]]]:
    """The processes: the one that serves, and a `branchline bots` per machine."""
    settings = folder / "branchline.toml"
    settings.write_text(SETTINGS.format(workers=args.workers))
    options = ["--settings", str(settings), "--store", url, "--workers", str(args.workers), "--bots", "0"]
    command = [sys.executable, "-m", "branchline", "bots", "--store", url, "--processes", "1"]
    with serving(folder, *options) as (server, args.players):
        machines = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(args.machines)]
        try:
            for one in machines:
                assert one.stdout is not None
                one.stdout.readline()
            yield server, [one.pid for one in machines]
        finally:
            for one in machines:
                one.terminate()
            for one in machines:
                one.wait()


class Step(Load):
    def __init__(self, args: argparse.Namespace, url: str, parts: dict[str, int], bots: list[int]) -> None:
        super().__init__(args)
        self.url, self.parts, self.bots = url, parts, bots
        self.asleep: list[tuple[str, str]] = []
        self.woken: list[float] = []

    async def run(self) -> dict[str, Any]:
        args, limits = self.args, httpx.Limits(max_connections=8)
        async with httpx.AsyncClient(base_url=f"http://{self.host}", timeout=120, limits=limits) as http:
            await self.settle(http)
            before, empty = self.memory(), await self.size()
            tables = await self.create(http)
            await asyncio.sleep(5)
            created, full = self.used(), await self.size()
            asleep = self.memory()
            await asyncio.sleep(10)
            idle = self.used()
            awake, self.asleep = tables[: args.awake], tables[args.awake :]
            links = [await self.watch_link(http, *table) for table in awake]
            watchers = [asyncio.create_task(self.swallow(link)) for link in links]
            players = [asyncio.create_task(self.play(*table)) for table in awake]
            while self.ready < len(awake):
                await asyncio.sleep(0.1)
            await asyncio.sleep(3)
            opened, awoken = self.used(), self.memory()
            self.measuring = True
            others = [asyncio.create_task(self.call_nothing(http)), asyncio.create_task(self.visit_some())]
            began = time.monotonic()
            await asyncio.sleep(args.seconds)
            seconds = time.monotonic() - began
            played = self.used()
            tasks = [*others, *players, *watchers]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return {
            **self.figures(),
            "woken": spread(self.woken),
            "visits": len(self.woken),
            "seconds": seconds,
            "KB in the database": (full - empty) / 1000 / len(tables),
            "memory of the sleeping: MB": asleep - before,
            "asleep, ms a second": 100 * total(created, idle),
            "memory: MB": awoken - asleep,
            "spent": {part: played[part].seconds - opened[part].seconds for part in PARTS},
        }

    async def settle(self, http: httpx.AsyncClient) -> None:
        """Wait until all processes have started."""
        for _ in range(5 * self.args.workers):
            while (await http.get("/health/ready")).status_code != 200:
                await asyncio.sleep(0.1)
        await asyncio.sleep(3)

    def used(self) -> dict[str, Used]:
        found = {part: used(process) for part, process in self.parts.items()}
        machines = [used(process) for process in self.bots]
        found["bots"] = Used(*(sum(column) for column in zip(*machines, strict=True)))
        return found

    def memory(self) -> float:
        """MB of the processes that serve."""
        return memory(self.parts["serving"]).serving / 1e6

    async def size(self) -> int:
        async with await psycopg.AsyncConnection.connect(self.url) as db:
            row = await (await db.execute("SELECT pg_database_size(current_database())")).fetchone()
            assert row is not None
            return int(row[0])

    async def create(self, http: httpx.AsyncClient) -> list[tuple[str, str]]:
        """Create all tables, each by a different visitor."""
        numbers, found = iter(range(self.args.tables)), list[tuple[str, str]]()

        async def some() -> None:
            async with httpx.AsyncClient(base_url=http.base_url, timeout=120) as own:
                for number in numbers:
                    own.cookies.clear()
                    game = ("nuremberg", "firstclass")[number % 2]
                    form = {"game": game, "seat0": "me", "seat1": f"bot:{self.args.bot}"}
                    answer = await own.post("/new", data=form)
                    found.append((answer.headers["location"], answer.cookies["visitor"]))

        await asyncio.gather(*(some() for _ in range(8)))
        return found

    async def watch_link(self, http: httpx.AsyncClient, table: str, cookie: str) -> str:
        page = await http.get(table, headers={"cookie": f"visitor={cookie}"})
        found = re.search(r"/watch/([\w-]+)", page.text)
        return f"{table}/live?watch={found[1]}" if found else f"{table}/live"

    async def swallow(self, link: str) -> None:
        async with self.line(link, {}) as socket:
            async for _ in socket:
                pass

    async def visit_some(self) -> None:
        """People visit sleeping tables, one after the other."""
        visits = set()
        for table in self.asleep:
            visits.add(asyncio.create_task(self.visit(*table)))
            await asyncio.sleep(self.rng.expovariate(self.args.visits))

    async def visit(self, table: str, cookie: str) -> None:
        """Open the page, move, and leave."""
        began = time.perf_counter()
        async with self.line(f"{table}/live", {"cookie": f"visitor={cookie}"}) as socket:
            async for raw in socket:
                message = json.loads(raw)
                if message["type"] == "position":
                    self.woken.append(time.perf_counter() - began)
                if message["type"] == "accepted":
                    return
                told = message.get("told")
                if told and told.get("choices"):
                    move = self.rng.choice(told["choices"])["move"]
                    await socket.send(json.dumps({"type": "play", "at": told["at"], "move": move}))


def total(before: dict[str, Used], after: dict[str, Used]) -> float:
    return sum(after[part].seconds - before[part].seconds for part in PARTS)


def report(args: argparse.Namespace, figures: dict[str, Any], costs: dict[str, float]) -> None:
    moves, visits, seconds = figures["moves"], figures["visits"], figures["seconds"]
    a_move = costs["a move and the bot's answer: ms"]
    cost = (
        moves * (a_move + costs["a move, for each watcher: ms"])
        + visits * (costs["opening it: ms"] + a_move)
        + args.awake * seconds / 3600 * costs["waiting, a table and hour: ms"]
    )
    pages = costs["a table with a page: KB, serving"] + costs["a watcher: KB, serving"]
    figures |= {
        "forecast: s": cost / 1000,
        "seen: s": sum(figures["spent"].values()),
        "forecast of memory: MB": args.awake * pages / 1000,
        "costs": costs,
        "machine": machine(),
    }
    if args.json:
        print(json.dumps(figures, indent=1))
        return
    print(
        f"{args.tables} tables, {args.awake} awake, {args.workers} workers, {args.machines} bot machines;",
        machine(),
    )
    print(f"{moves} moves of people and {visits} visits in {seconds:.0f} s")
    spent = ", ".join(f"{part} {value:.1f} s" for part, value in figures["spent"].items())
    print(f"processor time: {figures['seen: s']:.1f} s, forecast {figures['forecast: s']:.1f} s ({spent})")
    print(
        f"memory of the awake: {figures['memory: MB']:.0f} MB, forecast {figures['forecast of memory: MB']:.0f} MB"
    )
    print(
        f"while all sleep: {figures['memory of the sleeping: MB']:.0f} MB more in {args.workers} workers,"
        f" {figures['asleep, ms a second']:.1f} ms a second; {figures['KB in the database']:.1f} KB each on disk"
    )
    for name, words in (
        ("acknowledged", "a move is acknowledged"), ("shown", "its picture is there"),
        ("woken", "a sleeping table is there"), ("empty", "an empty endpoint"),
    ):  # fmt: skip
        print(in_milliseconds(words, figures[name]))


if __name__ == "__main__":
    main()
