"""Servers and bot workers in processes that can be killed, and players who keep playing whatever happens."""

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
from typing import IO, Any

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from branchline.core.play.loading import loads
from branchline.server.table.state.record_lines import load_table
from branchline.store import StoredTable
from branchline.store.open_store import open_store

from ..server.arrange import line


class Process:
    """A command of Branchline; it has started when it prints its first line."""

    def __init__(self, *words: str, stderr: IO[str] | None = None) -> None:
        command = [sys.executable, "-m", "branchline", *words]
        # In its own process group, so that its children can be ended with it.
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stderr, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        assert self.said

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def children(self) -> list[int]:
        """Its child processes and theirs, oldest first."""
        found = [self.pid]
        for pid in found:
            found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found[1:]

    def ended(self) -> int:
        """Wait for it; returns its exit code."""
        code = self._process.wait(150)
        self._close()
        return code

    def kill(self) -> None:
        """kill -9 this process; its children are on their own."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._close()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        self._close()

    def _close(self) -> None:
        assert self._process.stdout is not None
        self._process.stdout.close()


class ServerProcess(Process):
    def __init__(
        self, data: Path, url: str, *more: str, port: int = 0, stderr: IO[str] | None = None
    ) -> None:
        words = ("--data", str(data), "--store", url, "--port", str(port), "--pace", "0")
        super().__init__("serve", *words, *more, stderr=stderr)
        found = re.search(r"http://localhost:(\d+)/", self.said)
        assert found, self.said
        self.port = int(found[1])

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"


class Player:
    """Plays two of the seats of a table, over as many connections and servers as it takes, and records every
    acknowledged move. The third seat is a bot's."""

    def __init__(self, host: str, game: str, seed: int) -> None:
        self.rng = random.Random(seed)
        with httpx.Client(base_url=f"http://{host}", timeout=30) as http:
            seats = {"seat0": "me", "seat1": "bot:random", "seat2": "here"}
            self.table = http.post("/new", data={"game": game, **seats}).headers["location"]
            self.cookie = http.cookies["visitor"]
        self.acknowledged: list[tuple[int, str]] = []
        self.over = False
        self.trouble = 0

    async def play(self, hosts: Sequence[str]) -> None:
        """Play until the game is over, at whichever server answers."""
        while not self.over:
            host = self.rng.choice(hosts)
            try:
                async with line(host, self.table, self.cookie) as socket:
                    await self._play(socket)
            except (OSError, WebSocketException, EOFError, TimeoutError):
                self.trouble += 1
                await asyncio.sleep(0.05)

    async def _play(self, socket: Any) -> None:
        at, move = -1, ""
        while not self.over:
            message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 30))
            told = message.get("told")
            if message["type"] == "accepted":
                self.acknowledged.append((message["at"], move))
                move = "?"
            elif message["type"] == "refused":  # such as: the table can't be read right now
                at = -1
                await asyncio.sleep(0.1)
                await socket.send(msgspec.json.encode({"type": "look", "seat": 0}))
            if told is None:
                continue
            self.over = told.get("over", False)
            if told.get("choices") and told["at"] != at:
                at = told["at"]
                move = self.rng.choice(told["choices"])["move"]
                request = {"type": "play", "at": at, "move": move}
                if self.rng.random() < 0.1 and told["undo"].get("step") == "free":
                    move, request = "", {"type": "take_back", "at": at, "what": "step"}
                await socket.send(msgspec.json.encode(request))
            elif told["to_move"] in (0, 2) and told["at"] != at:
                await socket.send(msgspec.json.encode({"type": "look", "seat": told["to_move"]}))


def acknowledged(players: Sequence[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


async def kept_table(url: str, player: Player) -> StoredTable:
    store = await open_store(url)
    try:
        kept = await store.find(player.table.rpartition("/")[2])
    finally:
        await store.close()
    assert kept is not None
    return kept


def check(kept: StoredTable, moves: Sequence[tuple[int, str]]) -> None:
    """The store has every acknowledged move in its place, and the record obeys the rules from end to end."""
    lines = [msgspec.json.decode(line) for line in kept.lines]
    assert len({at for at, _move in moves}) == len(moves), "acknowledged once"
    previous = 0
    for at, move in moves:
        assert at <= len(lines), "an acknowledged move is lost"
        mine = lines[previous:at]
        said = [line["move"] for line in mine if line["type"] == "move" and line["seat"] in (0, 2)]
        if move:
            assert any(move == text or move.startswith(text.split()[0]) for text in said), (move, mine)
        else:
            assert any(line["type"] == "undo" for line in mine)
        previous = at
    table = load_table(kept)
    assert loads(table.dumps(), verify=True).game.numbers(table.state) == table.game.numbers(table.state)
