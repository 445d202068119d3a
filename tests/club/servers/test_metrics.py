"""What an admin can see of a server from outside: metrics, health, the log."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from branchline.server.settings import Metrics

from ...postgres import Postgres
from ...server.arrange import Browser, Server, wait_for
from ..processes import Process, ServerProcess


def figures(host: str, **headers: str) -> dict[str, float]:
    answer = httpx.get(f"http://{host}/metrics", headers=headers, timeout=30)
    assert answer.status_code == 200, answer.text
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def test_a_game_shows_in_the_metrics(server: Server) -> None:
    before = figures(server.host)
    with Browser(server.host) as ann:
        page = ann.sit(ann.new_table("nuremberg", "me", "bot:random"))
        for _ in range(3):
            page.my_turn().play()
        page.my_turn()
        now = figures(server.host)

        def more(name: str) -> float:
            return now[name] - before.get(name, 0)

        assert more("branchline_connections") == 1
        assert more("branchline_tables") == 1
        assert more('branchline_moves_total{by="person",game="nuremberg"}') == 3
        assert more('branchline_moves_total{by="bot",game="nuremberg"}') > 0
        assert more("branchline_move_seconds_count") == 3
        assert more('branchline_bot_seconds_count{bot="random"}') > 0
        assert more('branchline_store_seconds_count{method="append"}') >= 3
        assert more('branchline_requests_total{method="POST",route="/new",status="303"}') == 1
    wait_for(lambda: figures(server.host)["branchline_connections"] == before["branchline_connections"])


def test_strangers_cannot_create_labels(server: Server) -> None:
    with Browser(server.host) as ann:
        ann.get("/table/secret-link")
        ann.get("/no/such/secret")
        ann.http.request("BREW", "/secret")
    assert not [name for name in figures(server.host) if "secret" in name or "BREW" in name]


def test_metrics_are_for_the_admin_only(tmp_path: Path) -> None:
    server = Server(tmp_path, metrics=Metrics(allow=("10.0.0.0/8",), token="sesame"))
    try:
        assert httpx.get(f"http://{server.host}/metrics").status_code == 404
        assert (
            httpx.get(f"http://{server.host}/metrics", headers={"authorization": "Bearer no"}).status_code
            == 404
        )
        assert figures(server.host, authorization="Bearer sesame")
    finally:
        server.stop()


def test_a_client_behind_a_proxy_is_not_this_machine(server: Server) -> None:
    answer = httpx.get(f"http://{server.host}/metrics", headers={"x-forwarded-for": "127.0.0.1"})
    assert answer.status_code == 404


def test_health_says_whether_the_server_is_ready(server: Server) -> None:
    assert httpx.get(f"http://{server.host}/health").json() == {"words": "all aboard"}
    ready = f"http://{server.host}/health/ready"
    wait_for(lambda: httpx.get(ready).status_code == 200)
    assert httpx.get(ready).json().items() >= {"ready": True, "store": True, "painters": 2}.items()


def test_a_missing_database_shows(postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, store=postgres.database())
    try:
        wait_for(lambda: httpx.get(f"http://{server.host}/health/ready").status_code == 200)
        server.do(server.app.state.lobby.context.store._pool.close())
        answer = httpx.get(f"http://{server.host}/health/ready", timeout=30)
        assert answer.status_code == 503
        assert answer.json()["store"] is False
        assert httpx.get(f"http://{server.host}/health").status_code == 200
    finally:
        server.stop()


def test_two_workers_are_counted_together(postgres: Postgres, tmp_path: Path) -> None:
    with ExitStack() as open_:
        server = ServerProcess(tmp_path, postgres.database(), "--workers", "2")
        open_.callback(server.stop)
        browsers = [open_.enter_context(Browser(server.host)) for _ in range(4)]
        for browser in browsers:
            browser.sit(browser.new_table("nuremberg", "me", "here")).whose_turn().play()
        for _ in range(5):  # whichever worker answers
            now = figures(server.host)
            assert now["branchline_connections"] == 4
            assert now['branchline_moves_total{by="person",game="nuremberg"}'] == 4


def test_the_log_as_json_has_a_line_per_request_and_no_link(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as file:
        server = ServerProcess(tmp_path, f"sqlite:{tmp_path / 'x.db'}", "--logs", "json", stderr=file)
        with Browser(server.host) as ann, Browser(server.host) as bob:
            table = ann.new_table("nuremberg", "me", "friend", name0="Ann")
            link = ann.links(table)[1]
            assert bob.go(link, name="Bob") == table
            page = bob.sit(table)
            page.hear()
            answer = ann.get("/no/such/page")
        Process.stop(server)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    told = {(line["message"], line.get("method"), line.get("route"), line.get("status")) for line in lines}
    assert {
        ("started", None, None, None),
        ("request", "POST", "/new", 303),
        ("request", "POST", "/join/{token}", 303),
        ("request", "GET", "", 404),
        ("page", None, "/table/{table}/live", 101),
        ("stopping", None, None, None),
    } <= told
    assert answer.headers["x-request-id"] in {line.get("request") for line in lines}
    for secret in (link.rpartition("/")[2], table, ann.http.cookies["visitor"]):
        assert not re.search(re.escape(secret), log.read_text())
