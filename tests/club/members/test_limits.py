"""Visitors who do too much at once are told when to try again; everybody else plays on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from branchline.core.errors import BranchlineError
from branchline.server.http.rate_limits import Limiter, what_is_asked
from branchline.server.settings import Limits
from branchline.server.settings_file import read_settings

from ...server.arrange import Browser, Server

TIGHT = Limits(tables="3/hour", uploads="2/hour", chat="2/hour", hints="1/hour", crowd=2)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), limits=TIGHT)
    yield running
    running.stop()


def browser(server: Server, address: str, language: str = "en") -> Browser:
    """A remote visitor, according to the proxy on this machine."""
    made = Browser(server.host, language)
    made.http.headers["x-forwarded-for"] = address
    made.get("/")
    return made


def make(who: Browser) -> int:
    return who.post("/new", game="nuremberg", seat0="me", seat1="bot:random").status_code


def test_the_fourth_table_in_an_hour_is_refused_with_a_sentence_and_a_time(server: Server) -> None:
    with browser(server, "203.0.113.1") as ann:
        assert [make(ann) for _ in range(3)] == [303] * 3
        answer = ann.post("/play-now")
        assert answer.status_code == 429
        assert "Not so fast" in answer.text
        assert 1000 < int(answer.headers["retry-after"]) <= 1201
        assert ann.get("/").status_code == 200


def test_other_visitors_of_the_same_address_continue_until_they_are_too_many(server: Server) -> None:
    with browser(server, "203.0.113.2") as ann, browser(server, "203.0.113.2") as bob:
        assert [make(ann) for _ in range(4)] == [303] * 3 + [429]
        assert [make(bob) for _ in range(3)] == [303] * 3
        with browser(server, "203.0.113.2") as eve:
            assert make(eve) == 429
        with browser(server, "203.0.113.3") as far:
            assert make(far) == 303


def test_this_machine_has_no_limits(server: Server) -> None:
    with Browser(server.host) as ann:
        assert [make(ann) for _ in range(8)] == [303] * 8


def test_chat_and_hints_are_limited_across_all_pages_of_a_visitor(server: Server) -> None:
    with browser(server, "203.0.113.4") as ann:
        table = ann.new_table("nuremberg", "me", "here")
        pages = [ann.sit(table) for _ in range(2)]
        for page in pages:
            page.send("say", words="Good evening")
            assert page.until(lambda message: message["type"] in ("chat", "refused"))["type"] == "chat"
        for page in pages:
            page.send("say", words="and again")
            assert page.until("refused")["words"].startswith("Not so fast")
        page = pages[0].whose_turn()
        page.ask("allow", hints=True)
        assert page.ask("hint", at=page.at)["type"] == "advice"
        assert page.ask("hint", at=page.at)["words"].startswith("Not so fast")
        page.play()  # moves don't count towards the limits on chat and hints


def test_a_bucket_fills_again() -> None:
    now = 0.0
    limiter = Limiter(Limits(tables="2/minute", crowd=1), lambda: now)
    ann = limiter.of(connection("2001:db8::1"), "ann")
    assert [ann("tables"), ann("tables")] == [0, 0]
    assert ann("tables") == 30
    now = 30
    assert ann("tables") == 0
    assert ann("tables") == 30


def test_an_ipv6_network_is_one_address() -> None:
    limiter = Limiter(Limits(tables="1/minute", crowd=1), lambda: 0.0)
    assert limiter.of(connection("2001:db8::1"), "")("tables") == 0
    assert limiter.of(connection("2001:db8::ffff"), "")("tables") > 0
    assert limiter.of(connection("2001:db8:0:1::1"), "")("tables") == 0


def connection(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": []})


@pytest.mark.parametrize(
    ("method", "path", "what"),
    [
        ("GET", "/new", ("requests",)),
        ("POST", "/new", ("requests", "tables")),
        ("POST", "/table/abc/rematch", ("requests", "tables")),
        ("POST", "/records", ("requests", "uploads")),
        ("GET", "/static/1/shared/base.css", ()),
        ("GET", "/health", ()),
    ],
)
def test_the_kind_of_request_decides_the_limit(method: str, path: str, what: tuple[str, ...]) -> None:
    assert what_is_asked(method, path) == what


def test_an_invalid_rate_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "branchline.toml"
    for words in ("often", "0/hour", "5/week", "5"):
        path.write_text(f'[limits]\ntables = "{words}"\n')
        with pytest.raises(BranchlineError, match=r"is not a rate; write one such as 60/hour"):
            read_settings(path)
