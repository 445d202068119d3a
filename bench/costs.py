"""What a table, a page, a move, a watcher and a stored game cost a server, in processor time and memory.

`python bench/costs.py` starts a server on SQLite and counts the processor time and the memory of all its processes:
before and after opening tables, connecting watchers, waiting, and playing. docs/scale.md calculates with the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import tempfile
import zlib
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import mean
from typing import Any, Final, NamedTuple

import httpx

from load import Load, family, machine, serving

TICK: Final = os.sysconf("SC_CLK_TCK")
SETTINGS: Final = """
pace = 0.0
rest = 3600.0
[limits]
requests = ""
tables = ""
moves = ""
connections = 100000
"""


class Used(NamedTuple):
    """What a server and all processes that it started have used."""

    seconds: float  # of processor time
    serving: float  # MB, of the process that serves
    helping: float  # MB, of those that draw and think


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10, help="how long everybody waits")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        settings = Path(name) / "branchline.toml"
        settings.write_text(SETTINGS)
        with serving(Path(name), "--settings", str(settings)) as (server, args.players):
            args.think = 0.0
            figures = asyncio.run(Costs(args, server).measure())
    print(json.dumps({"machine": machine(), **figures, **kept()}, indent=1))


class Costs(Load):
    def __init__(self, args: argparse.Namespace, server: int) -> None:
        super().__init__(args)
        self.server = server

    async def measure(self) -> dict[str, float]:
        args, found = self.args, {}
        async with httpx.AsyncClient(base_url=f"http://{self.host}", timeout=120) as http, Pages() as pages:
            pages.add(*(await self.player(http, 0)))  # so that caches are filled
            await self.play_moves(pages, [0], 30)
            before = used(self.server)
            for number in range(args.tables):
                pages.add(*(await self.player(http, number)))
            await asyncio.sleep(2)
            after = used(self.server)
            found["a table with a page: KB, serving"] = 1000 * (after.serving - before.serving) / args.tables
            found["a table with a page: KB, drawing"] = 1000 * (after.helping - before.helping) / args.tables
            found["opening it: ms"] = 1000 * (after.seconds - before.seconds) / args.tables
            before = used(self.server)
            await asyncio.sleep(args.seconds)
            waited = used(self.server).seconds - before.seconds
            found["waiting, a table and hour: ms"] = 1000 * 3600 * waited / args.seconds / args.tables
            alone = await self.play_moves(pages, range(args.tables), args.moves)
            found["a move and the bot's answer: ms"] = 1000 * alone
            before = used(self.server)
            for _ in range(args.watchers):
                await pages.watch(self)
            await asyncio.sleep(2)
            after = used(self.server)
            found["a watcher: KB, serving"] = 1000 * (after.serving - before.serving) / args.watchers
            watched = await self.play_moves(pages, [args.tables], max(10, args.moves // 10))
            found["a move, for each watcher: ms"] = 1000 * (watched - alone) / args.watchers
        return {name: round(value, 3) for name, value in found.items()}

    async def player(self, http: httpx.AsyncClient, number: int) -> tuple[Any, str]:
        """A table of two, the other a random bot: the player's page, and the way in for watchers."""
        http.cookies.clear()
        form = {"game": ("nuremberg", "firstclass")[number % 2], "seat0": "me", "seat1": "bot:random"}
        answer = await http.post("/new", data=form)
        table, cookie = answer.headers["location"], answer.cookies["visitor"]
        page = await http.get(table, headers={"cookie": f"visitor={cookie}"})
        way = re.search(r"/watch/([\w-]+)", page.text)
        link = f"{table}/live?watch={way[1]}" if way else f"{table}/live"
        return await self.line(f"{table}/live", {"cookie": f"visitor={cookie}"}), link

    async def play_moves(self, pages: Pages, tables: Sequence[int], moves: int) -> float:
        """Play that many moves by people, at these tables in turn; returns the processor time per move."""
        before = used(self.server).seconds
        done = 0
        for number in islice(cycle(tables), 2 * moves):  # some games may be over
            done += await pages.turn(number) if done < moves else 0
        await asyncio.sleep(1)
        return (used(self.server).seconds - before) / done


class Pages:
    """The pages of players and watchers."""

    async def __aenter__(self) -> Pages:
        self.players: list[Any] = []
        self.links: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.reading: list[asyncio.Task[None]] = []
        self.rng = random.Random(1)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self.reading:
            task.cancel()
        await asyncio.gather(*self.reading, return_exceptions=True)

    def add(self, socket: Any, link: str) -> None:
        self.players.append(socket)
        self.links.append(link)
        self.told.append({})
        self.reading.append(asyncio.create_task(self.read(socket, len(self.told) - 1)))

    async def read(self, socket: Any, number: int) -> None:
        async for raw in socket:
            if told := json.loads(raw).get("told"):
                self.told[number] = told

    async def turn(self, number: int) -> int:
        """One move by the player there, once it is their turn; 0 if the game is over."""
        for _ in range(6000):
            told = self.told[number]
            if told.get("over"):
                return 0
            if told.get("choices") and told["at"] != told.get("asked"):
                told["asked"] = told["at"]
                move = self.rng.choice(told["choices"])["move"]
                await self.players[number].send(json.dumps({"type": "play", "at": told["at"], "move": move}))
                return 1
            await asyncio.sleep(0.005)
        raise TimeoutError("a player waited too long for a turn")

    async def watch(self, load: Load) -> None:
        """One more page that looks at the last table."""
        socket = await load.line(self.links[-1], {})
        self.reading.append(asyncio.create_task(self.swallow(socket)))

    async def swallow(self, socket: Any) -> None:
        async for _ in socket:
            pass


def used(server: int) -> Used:
    seconds = serving = helping = 0.0
    for number in family(server):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            seconds += sum(map(int, fields[11:15])) / TICK  # of its own and of ended children
            memory = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            serving += memory if number == server else 0
            helping += memory if number != server else 0
    return Used(seconds, serving, helping)


def kept() -> dict[str, float]:
    """The record of a finished game of four greedy bots: events, and KB, plain and compressed."""
    import branchline as bl

    found: dict[str, float] = {}
    for game in ("nuremberg", "firstclass"):
        records = []
        for seed in range(3):
            table = bl.Table(game, players=4, seed=seed)
            bot = bl.bot("greedy", seed=seed)
            while not table.over:
                bot.play(table)
            records.append(table.dumps())
        found[f"a kept game of {game}: lines"] = round(mean(len(record.splitlines()) for record in records))
        found[f"a kept game of {game}: KB"] = round(mean(map(len, records)) / 1000, 1)
        packed = [len(zlib.compress(_bytes(record))) for record in records]
        found[f"a kept game of {game}: KB, compressed"] = round(mean(packed) / 1000, 1)
    return found


def _bytes(record: str | bytes) -> bytes:
    return record.encode() if isinstance(record, str) else record


if __name__ == "__main__":
    main()
