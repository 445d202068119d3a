"""A server restarts while people play: no move is lost or made twice, nobody is refused, nobody sees an error."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from ...postgres import Postgres
from ...server.arrange import TIMEOUT, wait_for
from ..processes import Player, Process, ServerProcess, check, kept_table

RESTARTS = 2
COME_AGAIN = 1012


class Steady(Player):
    """Acts like a page: reconnects when told to, and repeats unanswered requests. Nothing else may happen to it."""

    def __init__(self, host: str, game: str, seed: int) -> None:
        super().__init__(host, game, seed)
        self.host = host
        self.lines = 0
        self.codes: set[int] = set()
        self._at, self._move = -1, ""  # unanswered requests

    async def play(self, hosts: Any = ()) -> None:
        while not self.over:
            await self._come()
            await asyncio.sleep(0.1 + 0.3 * self.rng.random())

    async def _come(self) -> None:
        async with connect(
                f"ws://{self.host}{self.table}/live", additional_headers={"cookie": f"visitor={self.cookie}"},
                origin=Origin(f"http://{self.host}"), max_size=None, open_timeout=TIMEOUT,
            ) as line:  # fmt: skip
            self.lines += 1
            try:
                await self._play(line)
            except ConnectionClosed:
                assert line.close_code is not None
                self.codes.add(line.close_code)

    async def _play(self, socket: Any) -> None:
        asked = False  # on this connection
        while not self.over:
            message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), TIMEOUT))
            assert message["type"] != "refused", message
            await asyncio.sleep(0.05)  # people are no faster, and a faster page gets a 4429
            if message["type"] == "accepted":
                self.acknowledged.append((message["at"], self._move))
                self._at = -1
            told = message.get("told")
            if told is None:
                continue
            self.over = told.get("over", False)
            if self._at >= 0:
                assert told["at"] == self._at, "made, but never acknowledged"
                if asked:
                    continue
            elif not told.get("choices"):
                if told["to_move"] in (0, 2):
                    await socket.send(msgspec.json.encode({"type": "look", "seat": told["to_move"]}))
                continue
            elif told["at"] <= (self.acknowledged[-1][0] if self.acknowledged else -1) - 1:
                continue  # an older picture
            else:
                self._at, self._move = told["at"], self.rng.choice(told["choices"])["move"]
            if not told.get("choices"):
                await socket.send(msgspec.json.encode({"type": "look", "seat": told["to_move"]}))
                continue
            asked = True
            await socket.send(msgspec.json.encode({"type": "play", "at": self._at, "move": self._move}))


async def play_on(players: list[Steady], restart: Callable[[], None], times: int = RESTARTS) -> None:
    """Restart repeatedly, each time after some more moves."""
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        async with asyncio.timeout(TIMEOUT):
            while not all(player.acknowledged for player in players):
                await asyncio.sleep(0.01)
        for _ in range(times):
            lines = [player.lines for player in players]
            await asyncio.to_thread(restart)
            async with asyncio.timeout(TIMEOUT * 3):
                while not all(
                    player.over or player.lines > line for player, line in zip(players, lines, strict=True)
                ):
                    stop_early(playing)
                    await asyncio.sleep(0.01)
            wanted = sum(len(player.acknowledged) for player in players) + 6
            async with asyncio.timeout(TIMEOUT * 3):
                while sum(len(player.acknowledged) for player in players) < wanted:
                    stop_early(playing)
                    await asyncio.sleep(0.01)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def stop_early(playing: list[asyncio.Task[None]]) -> None:
    """Fail now if somebody saw an error."""
    for task in playing:
        if task.done():
            task.result()


def people(host: str) -> list[Steady]:
    return [Steady(host, ("nuremberg", "firstclass")[n % 2], n) for n in range(3)]


def nobody_noticed(url: str, players: list[Steady], times: int = RESTARTS) -> None:
    for player in players:
        assert player.codes == {COME_AGAIN}
        assert player.over or player.lines > times
        check(asyncio.run(kept_table(url, player)), player.acknowledged)


def test_one_process_restarts_by_sighup_and_keeps_its_socket(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'branchline.db'}"
    server = ServerProcess(tmp_path, url)
    try:
        players = people(server.host)
        asyncio.run(play_on(players, lambda: os.kill(server.pid, signal.SIGHUP)))
        nobody_noticed(url, players)
    finally:
        server.stop()


def test_two_workers_are_replaced_one_by_one(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    server = ServerProcess(tmp_path, url, "--workers", "2")
    try:
        players = people(server.host)
        asyncio.run(play_on(players, lambda: os.kill(server.pid, signal.SIGHUP), 2))
        nobody_noticed(url, players, 2)
    finally:
        server.stop()


class Activated(Process):
    """A server that inherits its socket, as from systemd."""

    def __init__(self, listening: socket.socket, *words: str) -> None:
        number = listening.fileno()
        command = [sys.executable, "-m", "branchline", "serve", *words]
        hand_over = (
            f"import os; os.dup2({number}, 3); os.set_inheritable(3, True);"
            f"os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid())); os.execv({command[0]!r}, {command!r})"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", hand_over],
            stdout=subprocess.PIPE, text=True, pass_fds=[number], start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        assert self.said


def test_systemd_keeps_the_socket_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'branchline.db'}"
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        words = ("--data", str(tmp_path), "--pace", "0")
        server = [Activated(listening, *words)]

        def restart() -> None:
            server.pop().stop()  # SIGTERM, and wait
            server.append(Activated(listening, *words))

        try:
            host = f"127.0.0.1:{listening.getsockname()[1]}"
            assert host.partition(":")[2] in server[0].said
            players = people(host)
            asyncio.run(play_on(players, restart))
            nobody_noticed(url, players)
        finally:
            server.pop().stop()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_idle_server_exits_at_once(tmp_path: Path, number: signal.Signals) -> None:
    server = ServerProcess(tmp_path, f"sqlite:{tmp_path / 'x.db'}")
    wait_for(lambda: httpx.get(f"http://{server.host}/health/ready", timeout=60).status_code == 200)
    began = time.monotonic()
    os.kill(server.pid, number)
    assert server.ended() in (0, 130)
    assert time.monotonic() - began < 10
