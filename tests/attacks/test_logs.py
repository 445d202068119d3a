"""The log reveals no link, cookie or webhook, even when everything fails."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from branchline.server.club import webhooks
from branchline.server.http import logs

from ..club.processes import ServerProcess
from ..server.arrange import Browser, Page

LINK = "kT0fV3ryS3cr3tL1nkT0aS3at_x"
COOKIE = "v1s1t0rs-c00k1e-0f-22ch"


@pytest.fixture(params=["plain", "json"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def server(tmp_path: Path, log: Path, kind: str) -> Iterator[ServerProcess]:
    with log.open("w") as file:
        running = ServerProcess(
            tmp_path, f"sqlite:{tmp_path / 'x.db'}", "--logs", kind, "--accounts", stderr=file
        )
        yield running
        running.stop()


def test_a_broken_database_logs_no_link_and_no_cookie(
    server: ServerProcess, tmp_path: Path, log: Path
) -> None:
    with Browser(server.host) as ann:
        table = ann.new_table("nuremberg", "me", "friend")
        link, common, watch = ann.links(table)[1], ann.common_link(table), "w" * 27
        with sqlite3.connect(tmp_path / "x.db") as database:
            for name in ("seats", "tables", "holders", "sessions"):
                database.execute(f"ALTER TABLE {name} RENAME TO {name}_gone")
        paths = [link, common, f"/watch/{watch}", f"/replay/abc?watch={watch}", "/", f"/link/{watch}"]
        cookie = ann.http.cookies["visitor"]
        for header in (f"visitor={cookie}", f"session={'s' * 43}"):
            ann.http.headers["cookie"] = header
            assert {ann.get(path).status_code for path in paths} <= {422, 500, 503}
            with pytest.raises(Exception, match="HTTP 50"):
                Page(ann, table, watch)
    written = log.read_text()
    assert "GET /join/{token} failed" in written, "by the pattern of the route"
    for secret in (link.rpartition("/")[2], common[-27:], watch, cookie, "s" * 43):
        assert secret not in written


def line_of(kind: str, scope: Scope) -> str:
    """The log of an application that fails with the request in its error message."""
    written: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    logger, handler = logging.getLogger("branchline.attacked"), Kept()
    handler.setFormatter(logs.JsonLines() if kind == "json" else logs.PlainLines())
    logger.addHandler(handler)

    async def fails(scope: Scope, _receive: Receive, _send: Send) -> None:
        try:
            raise ValueError(f"{scope['path']} {scope['headers']}")
        except ValueError:
            logger.exception("%s %s failed", scope["path"], scope["query_string"])

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(_message: Message) -> None:
        pass

    try:
        logs.Observed(fails)(scope, receive, send).send(None)
    except StopIteration:
        pass
    finally:
        logger.removeHandler(handler)
    (line,) = written
    return line


def test_secrets_of_the_request_are_redacted_in_messages_and_tracebacks(kind: str) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/join/{LINK}",
        "query_string": f"watch={LINK[::-1]}".encode(),
        "headers": [(b"cookie", f"visitor={COOKIE}".encode())],
    }
    line = line_of(kind, scope)
    assert "ValueError: /join/[secret]" in line
    assert "/join/[secret] b'watch=[secret]' failed" in (
        json.loads(line)["message"] if kind == "json" else line
    )
    for secret in (LINK, LINK[::-1], COOKIE):
        assert secret not in line


def test_the_names_of_tables_stay_in_the_log(kind: str) -> None:
    """An admin has to find the table with the problem; its id opens nothing."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/table/abcdefghijklmnop",
        "query_string": b"",
        "headers": [],
    }
    assert "/table/abcdefghijklmnop" in line_of(kind, scope)


def test_the_address_of_a_webhook_is_not_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A webhook's URL may let anybody write to somebody's channel."""
    import http.client

    def answers_nonsense(_self: object) -> None:
        raise http.client.BadStatusLine("SSH-2.0 /services/T0K3N")

    monkeypatch.setattr(http.client.HTTPConnection, "request", lambda *_values: None)
    monkeypatch.setattr(http.client.HTTPConnection, "getresponse", answers_nonsense)
    with pytest.raises(OSError, match=r"127\.0\.0\.1 does not speak HTTP") as trouble:
        webhooks.post("http://127.0.0.1/services/T0K3N", b"", {}, inside=True)
    assert "T0K3N" not in str(trouble.value)
