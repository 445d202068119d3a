"""PostgreSQL is down for a while, and processes die meanwhile. The server survives, tells its visitors, and play
continues afterwards."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ..club.processes import Player, ServerProcess, acknowledged, check, kept_table
from ..postgres import Postgres, programs
from ..server.arrange import TIMEOUT, Browser, wait_for

AWAY = float(os.environ.get("BRANCHLINE_AWAY", "5"))  # seconds; `make soak-club` has more
EVERY = max(3.0, AWAY / 20)  # seconds between two kills of a worker


@pytest.fixture
def database() -> Iterator[Postgres]:
    """A PostgreSQL that may be killed."""
    if programs() is None:
        pytest.skip("NOT TESTED: there is no PostgreSQL here (apt-get install postgresql)")
    running = Postgres(sync=True)
    yield running
    running.stop()


def test_play_goes_on_after_an_outage_in_which_workers_were_killed(
    database: Postgres, tmp_path: Path
) -> None:
    url = database.database()
    server = ServerProcess(tmp_path, url, "--workers", "2", "--accounts")
    try:
        wait_for(lambda: ready(server.host))
        players = [Player(server.host, game, seed) for seed, game in enumerate(("nuremberg", "firstclass"))]
        asyncio.run(play_on(players, server.host, 10))
        database.kill()
        told, killed = outage(server)
        assert killed >= 2
        assert told["/"] == told["/join/abc"] == {503}, "each with Retry-After"
        assert told["/health"] == {200}
        assert told["/static/shared/base.css"] == {200}
        assert told["/health/ready"] == {503}
        database.start()
        wait_for(lambda: ready(server.host))
        asyncio.run(play_on(players, server.host, 10))
        for player in players:
            check(asyncio.run(kept_table(url, player)), player.acknowledged)
    finally:
        server.stop()


def ready(host: str) -> bool:
    """A request to whichever worker answers."""
    try:
        answers = [httpx.get(f"http://{host}/health/ready", timeout=TIMEOUT) for _ in range(12)]
    except httpx.TransportError:  # the worker was killed over it
        return False
    return all(answer.status_code == 200 for answer in answers)


async def play_on(players: list[Player], host: str, moves: int) -> None:
    wanted = acknowledged(players) + moves
    playing = [asyncio.create_task(player.play([host])) for player in players]
    try:
        async with asyncio.timeout(TIMEOUT * 3):
            while acknowledged(players) < wanted:
                await asyncio.sleep(0.01)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def outage(server: ServerProcess) -> tuple[dict[str, set[int]], int]:
    """Visitors keep calling while workers are killed now and then; returns the status codes of each page, and how many
    workers were killed."""
    told: dict[str, set[int]] = {}
    rng, killed = random.Random(1), 0
    end, next_kill = time.monotonic() + AWAY, time.monotonic()
    while time.monotonic() < end or killed < 2:
        if time.monotonic() > next_kill and (workers := workers_of(server)):
            os.kill(rng.choice(workers), signal.SIGKILL)
            killed, next_kill = killed + 1, time.monotonic() + EVERY
        for path in ("/", "/join/abc", "/health", "/health/ready", "/static/shared/base.css"):
            try:
                answer = httpx.get(f"http://{server.host}{path}", timeout=TIMEOUT)
            except httpx.TransportError:  # the worker was killed over it
                continue
            told.setdefault(path, set()).add(answer.status_code)
            assert answer.status_code != 503 or answer.headers["retry-after"], path
        time.sleep(0.1)
    return told, killed


def workers_of(server: ServerProcess) -> list[int]:
    """The processes that serve, without the one in which Python tracks what they share."""
    found = []
    for pid in server.children:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"spawn_main" in command:
            found.append(pid)
    return found


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_started_during_the_outage_waits_for_its_database(
    database: Postgres, tmp_path: Path, workers: str
) -> None:
    url = database.database()
    database.kill()
    with (tmp_path / "stderr").open("w+") as stderr:
        server = ServerProcess(
            tmp_path, url, "--workers", workers, "--accounts", "--logs", "json", stderr=stderr
        )
        try:
            with Browser(server.host) as visitor:
                answer = visitor.get("/")
                assert answer.status_code == 503
                assert int(answer.headers["retry-after"]) > 0
                assert "can&#39;t reach its database" in answer.text
                assert "content-security-policy" in answer.headers
                assert visitor.get("/health").status_code == 200
                assert visitor.get("/health/ready").json()["store"] is False
            log = tmp_path / "stderr"
            assert "Branchline is waiting for it" in log.read_text()
            database.start()
            wait_for(lambda: log.read_text().count('"message": "started"') == int(workers))
            wait_for(lambda: ready(server.host))
            with Browser(server.host) as visitor:
                visitor.sit(visitor.new_table("nuremberg", "me", "bot:random")).my_turn().play()
        finally:
            server.stop()


def test_a_server_waiting_for_its_database_can_be_stopped(database: Postgres, tmp_path: Path) -> None:
    url = database.database()
    database.kill()
    server = ServerProcess(tmp_path, url)
    wait_for(lambda: httpx.get(f"http://{server.host}/", timeout=TIMEOUT).status_code == 503)
    os.kill(server.pid, signal.SIGTERM)
    assert server.ended() == 0
    database.start()


def test_bots_started_during_the_outage_wait_too(database: Postgres, tmp_path: Path) -> None:
    url = database.database()
    database.kill()
    command = [sys.executable, "-m", "branchline", "bots", "--store", url, "--processes", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bots:
        assert bots.stdout is not None
        assert bots.stderr is not None
        try:
            while "The bots are waiting for it" not in bots.stderr.readline():
                assert bots.poll() is None
            database.start()
            assert "compute bots' moves" in bots.stdout.readline()
        finally:
            bots.terminate()
        bots.stderr.read()
    assert bots.returncode == 0


def test_a_server_whose_workers_cannot_start_does_not_exit_with_success(
    postgres: Postgres, tmp_path: Path
) -> None:
    """systemd does not restart a server that exits with 0."""
    server = ServerProcess(tmp_path, postgres.database(), "--workers", "2")
    wait_for(lambda: ready(server.host))
    (tmp_path / "links.key").write_bytes(b"another key")
    os.kill(workers_of(server)[0], signal.SIGKILL)
    assert server.ended() == 3
