"""kill -9 of a server, a bot worker or PostgreSQL itself: every acknowledged move is stored once, and play
continues."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ...postgres import Postgres, programs
from ...server.arrange import TIMEOUT, Browser, Page
from ..processes import Player, Process, ServerProcess, acknowledged, check, kept_table

CRASHES = int(os.environ.get("BRANCHLINE_CRASHES", "4"))  # `make soak-club` has more
TABLES = 3


@pytest.fixture
def durable() -> Iterator[Postgres]:
    """A PostgreSQL that waits for the disk, and that may be killed."""
    if programs() is None:
        pytest.skip("NOT TESTED: there is no PostgreSQL here (apt-get install postgresql)")
    running = Postgres(sync=True)
    yield running
    running.stop()


def test_a_server_dies_in_the_middle_of_a_game_and_the_other_continues(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.database()
    with ExitStack() as open_:
        servers = [ServerProcess(tmp_path, url) for _ in range(2)]
        for server in servers:
            open_.callback(server.stop)
        ann, bob = (open_.enter_context(Browser(server.host)) for server in servers)
        table = ann.new_table("nuremberg", "me", "friend", "bot:random", name0="Ann", name1="Bob")
        assert bob.go(ann.links(table)[1], name="Bob") == table
        pages = [ann.sit(table), bob.sit(table)]
        at = 0
        for turn in range(24):
            if turn == 12:
                servers[0].kill()
                saved = ann.http.cookies["visitor"]
                ann = open_.enter_context(Browser(servers[1].host))
                ann.http.cookies.set("visitor", saved)
                pages[0] = ann.sit(table)
            at = play_turn([page.at_point(at) for page in pages])
        logs = [[entry["words"] for entry in page.at_point(at).log[:5]] for page in pages]
        assert logs[0] == logs[1]


def play_turn(pages: list[Page]) -> int:
    """One move by the next of the two; bots may move first."""
    while pages[0].told["to_move"] == 2:
        pages[0].hear()
    mover: Page = pages[pages[0].told["to_move"]]
    return mover.at_point(pages[0].at).play()


async def crash_and_go_on(
    crashes: int, hosts: list[str], players: list[Player], rng: random.Random, crash: Callable[[], None]
) -> None:
    """Crash repeatedly, each time after some more acknowledged moves, which shows that play continues."""
    playing = [asyncio.create_task(player.play(hosts)) for player in players]
    try:
        for _ in range(crashes):
            wanted = acknowledged(players) + rng.randrange(2, 10)
            async with asyncio.timeout(TIMEOUT * 3):
                while acknowledged(players) < wanted:
                    assert not all(player.over for player in players)
                    await asyncio.sleep(0.003)
            await asyncio.to_thread(crash)
        wanted = acknowledged(players) + 20
        async with asyncio.timeout(TIMEOUT * 3):
            while acknowledged(players) < wanted and not all(player.over for player in players):
                await asyncio.sleep(0.01)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def test_nothing_is_lost_when_postgresql_is_killed(durable: Postgres, tmp_path: Path) -> None:
    url, rng = durable.database(), random.Random(5)

    def crash() -> None:
        durable.kill()
        durable.start()

    with ExitStack() as open_:
        servers = [ServerProcess(tmp_path, url) for _ in range(2)]
        for server in servers:
            open_.callback(server.stop)
        hosts = [server.host for server in servers]
        # Enough games that some are still running at the end.
        for _ in range(-(-CRASHES // 15)):
            players = [Player(hosts[n % 2], ("nuremberg", "firstclass")[n % 2], n) for n in range(TABLES)]
            asyncio.run(crash_and_go_on(min(CRASHES, 15), hosts, players, rng, crash))
            for player in players:
                moves = list(player.acknowledged)
                check(asyncio.run(kept_table(url, player)), moves)


def test_nothing_is_lost_when_servers_are_killed(durable: Postgres, tmp_path: Path) -> None:
    url, rng = durable.database(), random.Random(6)
    servers = [ServerProcess(tmp_path, url) for _ in range(2)]

    def crash() -> None:
        which = rng.randrange(2)
        port = servers[which].port
        servers[which].kill()
        servers[which] = ServerProcess(tmp_path, url, port=port)

    try:
        hosts = [server.host for server in servers]
        players = [Player(hosts[n % 2], ("nuremberg", "firstclass")[n % 2], n) for n in range(TABLES)]
        asyncio.run(crash_and_go_on(max(2, CRASHES // 5), hosts, players, rng, crash))
        for player in players:
            check(asyncio.run(kept_table(url, player)), list(player.acknowledged))
    finally:
        for server in servers:
            server.stop()


def test_a_bot_worker_dies_and_another_takes_its_job(postgres: Postgres, tmp_path: Path) -> None:
    """The server leaves thinking to separate workers."""
    url = postgres.database()
    with ExitStack() as open_:
        server = ServerProcess(tmp_path, url, "--bots", "0")
        open_.callback(server.stop)
        worker = Process("bots", "--store", url, "--processes", "1")
        ann = open_.enter_context(Browser(server.host))
        page = ann.sit(ann.new_table("nuremberg", "me", "bot:greedy"))
        for _ in range(3):
            page.my_turn().play()
        worker.kill()
        worker = Process("bots", "--store", url, "--processes", "1")
        open_.callback(worker.stop)
        for _ in range(3):
            page.my_turn().play()
