"""The disk of a SQLite store: full, damaged, gone; who may read it, and who may serve it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from branchline.cli import main
from branchline.server.settings import STORE
from branchline.store import DiskFull, StoreTrouble
from branchline.store.backup import backup
from branchline.store.open_store import open_store, sqlite_url
from branchline.store.sqlite.store import SqliteStore

from ..club.processes import ServerProcess
from ..server.arrange import TIMEOUT, Browser, Server, wait_for

SERVE = [sys.executable, "-m", "branchline", "serve", "--port", "0"]


def ready(host: str) -> bool:
    return httpx.get(f"http://{host}/health/ready", timeout=TIMEOUT).status_code == 200


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data")
    wait_for(lambda: ready(running.host))
    yield running
    running.stop()


# A full disk


def limit(server: Server, pages: int) -> None:
    """Let SQLite grow by at most that many pages."""

    def job(db: sqlite3.Connection) -> None:
        (now,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {now + pages}")

    store = server.app.state.lobby.context.store
    server.do(store._write(job))


def test_a_full_disk_has_its_own_message_and_play_continues_when_there_is_room(server: Server) -> None:
    with Browser(server.host) as ann:
        table = ann.new_table("nuremberg", "me", "bot:random")
        page = ann.sit(table).my_turn()
        limit(server, 0)
        for _ in range(100):
            answer = ann.post("/new", game="nuremberg", seat0="me", seat1="bot:random")
            if answer.status_code != 303:
                break
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        assert "disk is full" in answer.text
        assert not ready(server.host)
        assert ann.get("/health").status_code == 200
        with suppress(DiskFull):
            for _ in range(100):  # past the limit on chat
                server.do(server.live(table).chat.say(0, "Ann", "x" * 400, ""))
        refused = page.ask("say", words="x" * 400)
        assert (
            refused["words"]
            == "The server's disk is full. Nothing has changed; a server admin has to make room."
        )
        limit(server, 10_000)
        assert ready(server.host)
        page.play()


def test_a_disk_that_really_is_full(tmp_path: Path) -> None:
    """In a small file system of its own."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        pytest.skip("NOT TESTED: no disk can be made here")
    script = f"""
import asyncio, os, sys
from pathlib import Path
from branchline.store import DiskFull
from branchline.store.open_store import open_store
from tests.stores import table

async def main():
    store = await open_store("sqlite:{tmp_path}/small/store.db")
    await store.check()
    try:
        for n in range(10_000):
            await store.add(table(f"table{{n}}"))
    except DiskFull:
        print("full", flush=True)
    try:
        await store.check()
    except DiskFull:
        print("not ready", flush=True)
    assert await store.find("table0") is not None
    os.system("mount -o remount,size=8m {tmp_path}/small")
    await store.check()
    await store.add(table("more"))
    print("goes on", flush=True)
    await store.close()

asyncio.run(main())
"""
    (tmp_path / "small").mkdir()
    (tmp_path / "script.py").write_text(script)
    mount = f"mount -t tmpfs -o size=2m none {tmp_path}/small || exit 77"
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", f"{mount}; exec {sys.executable} {tmp_path}/script.py"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(["src", ".", *sys.path])},
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode == 77 or "unshare failed" in done.stderr:
        pytest.skip("NOT TESTED: no disk can be mounted here")
    assert done.stdout.split("\n")[:3] == ["full", "not ready", "goes on"], done.stdout + done.stderr


# A damaged or missing file


def test_a_damaged_file_is_not_ready_and_says_so_on_the_page(server: Server) -> None:
    path = server.data / STORE
    with path.open("r+b") as file:
        file.write(b"nonsense" * 1000)
    assert not ready(server.host)
    assert httpx.get(f"http://{server.host}/health", timeout=TIMEOUT).status_code == 200


def test_a_file_that_is_gone_is_not_ready(server: Server) -> None:
    (server.data / STORE).rename(server.data / "elsewhere")
    assert not ready(server.host)
    (server.data / "elsewhere").rename(server.data / STORE)
    assert ready(server.host)


def test_a_damaged_page_of_the_file_is_store_trouble_and_not_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    asyncio.run(opened_and_closed(path))
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))

    async def read() -> None:
        store = SqliteStore.__new__(SqliteStore)  # unchecked, like a store that was already open
        store._path = path
        with store._in_words(), sqlite3.connect(path) as db:
            db.execute("SELECT * FROM tables").fetchall()

    with pytest.raises(StoreTrouble, match="malformed"):
        asyncio.run(read())


async def opened_and_closed(path: Path) -> None:
    await (await open_store(sqlite_url(path))).close()


# Who may read it


def test_only_its_owner_may_read_what_a_server_keeps(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = tmp_path / "club"
        running = Server(folder)
        try:
            assert mode(folder) == 0o700
            files = {path.name: mode(path) for path in folder.iterdir()}
        finally:
            running.stop()
        assert {STORE, f"{STORE}-wal", f"{STORE}-shm", "links.key"} <= files.keys()
        assert set(files.values()) == {0o600}, files

        async def copy() -> None:
            store = await open_store(sqlite_url(folder / STORE))
            await backup(store, tmp_path / "club.backup")
            await store.close()

        asyncio.run(copy())
        assert mode(tmp_path / "club.backup") == 0o600
    finally:
        os.umask(before)


def test_files_from_earlier_versions_become_private(tmp_path: Path) -> None:
    asyncio.run(opened_and_closed(tmp_path / STORE))
    (tmp_path / STORE).chmod(0o644)
    asyncio.run(opened_and_closed(tmp_path / STORE))
    assert mode(tmp_path / STORE) == 0o600


# Who may serve it


def test_a_second_server_on_the_same_folder_does_not_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = ServerProcess(tmp_path, sqlite_url(tmp_path / STORE))
    try:
        wait_for(lambda: ready(server.host))
        second = subprocess.run(
            [*SERVE, "--data", str(tmp_path)], capture_output=True, text=True, check=False, timeout=TIMEOUT
        )
        assert second.returncode == 2
        assert "Another server is already using" in second.stderr
        assert "--data" in second.stderr
        assert main(["admin", "stats", "--data", str(tmp_path)]) == 0, "what the host does goes on"
        assert main(["store", "backup", str(tmp_path / "x.backup"), "--data", str(tmp_path)]) == 0
        capsys.readouterr()
    finally:
        server.kill()
    again = ServerProcess(tmp_path, sqlite_url(tmp_path / STORE))  # a killed server holds nobody up
    again.stop()
