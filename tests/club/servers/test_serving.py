"""`branchline serve` with several workers, and what it refuses."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from branchline.cli import main
from branchline.server.lobby.shared_setup import OtherKey, check_store
from branchline.server.settings import Settings

from ...postgres import Postgres
from ...server.arrange import Browser, wait_for
from ..processes import Process, ServerProcess


def test_two_workers_with_their_own_bots_behind_one_address(postgres: Postgres, tmp_path: Path) -> None:
    """Connections go to either worker; nobody can tell which."""
    url = postgres.database()
    with ExitStack() as open_:
        server = ServerProcess(tmp_path, url, "--workers", "2", "--bots", "0")
        open_.callback(server.stop)
        open_.callback(Process("bots", "--store", url, "--processes", "1").stop)
        ann, bob = (open_.enter_context(Browser(server.host)) for _ in range(2))
        table = ann.new_table("nuremberg", "me", "friend", "bot:random", name0="Ann", name1="Bob")
        assert bob.go(ann.links(table)[1], name="Bob") == table
        pages = [ann.sit(table) for _ in range(3)] + [bob.sit(table) for _ in range(3)]
        at = 0
        for turn in range(9):
            for page in pages:
                page.at_point(at)
            while pages[0].told["to_move"] == 2:
                pages[0].hear()
            mover = pages[turn % 3 + 3 * pages[0].told["to_move"]]
            at = mover.at_point(pages[0].at).play()
        for page in pages:
            while page.at_point(at).told["to_move"] == 2:  # until the bots rest
                page.hear()
        logs = [page.at_point(max(page.at for page in pages)).log for page in pages]
        assert logs[0] == logs[1] == logs[2]
        assert logs[3] == logs[4] == logs[5]


def test_workers_do_not_outlive_their_parent(postgres: Postgres, tmp_path: Path) -> None:
    """A killed parent can't stop its workers; they would keep answering on its port beside the next server."""
    server = ServerProcess(tmp_path, postgres.database(), "--workers", "2")
    wait_for(lambda: httpx.get(f"http://{server.host}/health/ready", timeout=60).status_code == 200)
    server.kill()
    wait_for(lambda: refused(server.host))


def refused(host: str) -> bool:
    try:
        httpx.get(f"http://{host}/health", timeout=1)
    except httpx.ConnectError:
        return True
    except httpx.TransportError:
        pass
    return False


@pytest.mark.parametrize(
    "words", [["--workers", "2"], ["--bots", "0"], ["--workers", "2", "--store", "sqlite:x.db"]]
)
def test_a_sqlite_file_allows_one_worker(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path), *words]) == 2
    assert "need --store postgresql://" in capsys.readouterr().err
    assert main(["bots", "--store", f"sqlite:{tmp_path / 'x.db'}"]) == 2
    assert "needs PostgreSQL" in capsys.readouterr().err


def test_servers_of_one_store_need_the_same_link_key(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    asyncio.run(check_store(Settings(data=tmp_path / "one", store=url)))
    with pytest.raises(OtherKey, match=r"Copy the file links\.key"):
        asyncio.run(check_store(Settings(data=tmp_path / "other", store=url)))
    (tmp_path / "other" / "links.key").write_bytes((tmp_path / "one" / "links.key").read_bytes())
    asyncio.run(check_store(Settings(data=tmp_path / "other", store=url)))
