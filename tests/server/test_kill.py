"""kill -9 at any point: every acknowledged move is stored once, and the games continue."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from websockets.exceptions import WebSocketException

from branchline.core.play.loading import loads
from branchline.server.table.state.record_lines import load_table
from branchline.store.sqlite.store import SqliteStore

from .arrange import line

MOVES = 200  # acknowledged, at all tables together
TABLES = 5


class Process:
    """`branchline serve`, in a process that can be killed."""

    def __init__(self, data: Path, port: int = 0) -> None:
        command = [
            sys.executable,
            "-m",
            "branchline",
            "serve",
            "--data",
            str(data),
            "--port",
            str(port),
            "--pace",
            "0",
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found, line
        self.port = int(found[1])

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Acknowledged(NamedTuple):
    """An acknowledged request: the step of the table then, and what was requested."""

    at: int
    what: str  # a move, or "undo"
    after: tuple[str, ...]  # requests of the connection before that were never answered


class Player:
    """Plays at one table, over as many connections as it takes, and records every acknowledged move."""

    def __init__(self, host: str, game: str, rng: random.Random) -> None:
        self.rng = rng
        with httpx.Client(base_url=f"http://{host}", timeout=30) as http:
            seats = {"seat0": "me", "seat1": "bot:random", "seat2": "here"}
            self.table = http.post("/new", data={"game": game, **seats}).headers["location"]
            self.cookie = http.cookies["visitor"]
        self.acknowledged: list[Acknowledged] = []
        self.under_way: list[str] = []  # requested and not answered yet
        self.lost: list[str] = []  # requested since the last answer, when the server died
        self.over = False

    async def play(self, host: str) -> None:
        """Play until the server is gone, or the game is over."""
        try:
            async with line(host, self.table, self.cookie) as socket:
                await self._play(socket)
        except (OSError, WebSocketException, EOFError, TimeoutError):
            return

    async def _play(self, socket: Any) -> None:
        at = -1
        self.lost += self.under_way
        self.under_way = []
        while not self.over:
            message = msgspec.json.decode(await socket.recv())
            if message["type"] == "accepted":
                self.acknowledged.append(Acknowledged(message["at"], self.under_way.pop(), tuple(self.lost)))
                self.lost = []
            told = message.get("told")
            if told is None:
                continue
            self.over = told.get("over", False)
            if told.get("choices") and told["at"] != at:
                at = told["at"]
                await self._ask(socket, told)
            elif told["to_move"] in (0, 2) and told["at"] != at:
                await socket.send(msgspec.json.encode({"type": "look", "seat": told["to_move"]}))

    async def _ask(self, socket: Any, told: dict[str, Any]) -> None:
        # A stretch that is ceded is several moves in one; the count below is of single ones.
        moves = [choice["move"] for choice in told["choices"] if not choice["move"].startswith("cede")]
        request = {"type": "play", "at": told["at"], "move": self.rng.choice(moves or ["keep"])}
        if self.rng.random() < 0.1 and told["undo"].get("step") == "free":
            request = {"type": "take_back", "at": told["at"], "what": "step"}
        self.under_way = [str(request.get("move", "undo"))]
        for _ in range(2 if self.rng.random() < 0.2 else 1):  # sometimes an impatient double click
            await socket.send(msgspec.json.encode(request))


def kept_lines(data: Path, table: str) -> Any:
    async def read() -> Any:
        store = SqliteStore(data / "branchline.db")
        try:
            return await store.find(table.rpartition("/")[2])
        finally:
            await store.close()

    return asyncio.run(read())


async def play_and_kill(server: Process, players: list[Player], moves: int) -> None:
    """Play until that many more moves are acknowledged; then kill the server while others are pending."""
    playing = [asyncio.create_task(player.play(server.host)) for player in players]
    wanted = acknowledged(players) + moves
    while acknowledged(players) < wanted and not all(task.done() for task in playing):
        await asyncio.sleep(0.003)
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*playing)


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_nothing_acknowledged_is_lost_and_nothing_is_stored_twice(tmp_path: Path) -> None:
    rng = random.Random(11)
    server = Process(tmp_path)
    players = [Player(server.host, ("nuremberg", "firstclass")[n % 2], rng) for n in range(TABLES)]
    while True:
        asyncio.run(play_and_kill(server, players, rng.randrange(5, 80)))
        for player in players:
            check(tmp_path, player)
        if acknowledged(players) >= MOVES:
            break
        server = Process(tmp_path, server.port)


def is_request(made: Sequence[str], asked: str) -> bool:
    """Whether these moves are one request, which may stand for several: `rent 1a pay 0 0 0 0 2`, `car upper 3`. Moves
    without a choice are automatic and not included."""
    head, _, paid = asked.partition(" pay ")
    verb, *rest = head.split()
    most = 1 + sum(map(int, paid.split()))
    if verb in ("car", "conductor") and rest[-1].isdigit():
        most = int(rest[-1])
    elif verb == "ship" and len(rest) == 3:
        most = 2
    if most == 1:
        return made == [asked]
    later = all(step.split()[0] == "pay" or step.split()[-1] in asked for step in made[1:])
    return 1 <= len(made) <= most and asked.startswith(made[0]) and later


def is_part(made: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether every move made was requested, in that order; not every requested one need have been made."""
    return not made or any(
        is_request(made[:end], what) and is_part(made[end:], asked[place + 1 :])
        for place, what in enumerate(asked)
        for end in range(1, len(made) + 1)
    )


def check(data: Path, player: Player) -> None:
    """The store has every acknowledged request in its place, once, and nothing else of this player; and the record
    obeys the rules from end to end."""
    kept = kept_lines(data, player.table)
    lines = [msgspec.json.decode(line) for line in kept.lines]
    before = 0
    for asked in player.acknowledged:
        assert asked.at <= len(lines), "an acknowledged move is lost"
        made = mine(lines[before : asked.at])
        earlier = [place for place in range(len(made)) if is_part(made[:place], asked.after)]
        assert any(is_request(made[place:], asked.what) for place in earlier), "neither lost nor doubled"
        before = asked.at
    assert is_part(mine(lines[before:]), [*player.lost, *player.under_way])
    table = load_table(kept)
    assert table.game.numbers(loads(table.dumps(), verify=True).state) == table.game.numbers(table.state)


def mine(lines: list[dict[str, Any]]) -> list[str]:
    """What the player did in these lines: the moves of their seats, and undos (bots make none)."""
    return [
        "undo" if line["type"] == "undo" else line["move"]
        for line in lines
        if line["type"] == "undo"
        or (line["type"] == "move" and line["seat"] in (0, 2) and not line.get("forced"))
    ]
