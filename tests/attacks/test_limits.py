"""Visitors who are slow, open too many connections or guess passwords don't get in anybody else's way."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from branchline.cli.serve import uvicorn_options
from branchline.server.club.passwords import Passwords
from branchline.server.http import protocol
from branchline.server.http.rate_limits import network_of
from branchline.server.settings import Limits, Settings
from branchline.server.table.seats import presence

from ..club.conftest import QUICK
from ..club.people import PASSWORD, Member
from ..postgres import Postgres
from ..server.arrange import Browser, Page, Server, wait_for
from .raw_http import dial, heard, request, status

TIGHT = Limits(headers=2.0, body=2.0, connections=3, crowd=2)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), limits=TIGHT, accounts=True)
    running.app.state.accounts.passwords = Passwords(QUICK)
    yield running
    running.stop()


def browser(server: Server, address: str) -> Browser:
    """A remote visitor, according to the proxy on this machine."""
    made = Browser(server.host)
    made.http.headers["x-forwarded-for"] = address
    made.get("/")
    return made


# Time


def drip(line: socket.socket, letter: bytes) -> bytes:
    """Keep sending byte by byte until the server gives up; returns its answer."""
    end = time.monotonic() + 60
    line.settimeout(0.1)
    answer = b""
    while time.monotonic() < end:
        try:
            line.sendall(letter)
            piece = line.recv(65536)
        except TimeoutError:
            continue
        except OSError:
            return answer
        if not piece:
            return answer
        answer += piece
    raise AssertionError("the server would wait for ever")


def test_headers_that_drip_in_are_not_waited_for(server: Server) -> None:
    with dial(server.host) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ")
        assert status(drip(line, b"x")) == 408


def test_headers_that_drip_in_after_another_request_are_not_waited_for_either(server: Server) -> None:
    with dial(server.host) as line:
        line.sendall(request("GET", "/health", connection="keep-alive"))
        answer = b""
        while not answer.endswith(b"}"):
            answer += line.recv(65536)
        assert status(answer) == 200
        line.sendall(b"GET / HTTP/1.1\r\nx-slow: ")
        assert status(drip(line, b"x")) == 408


def test_a_client_that_sends_nothing_is_not_waited_for(server: Server) -> None:
    with dial(server.host) as line:
        assert heard(line) == b""


@pytest.mark.parametrize(("path", "code"), [("/settings", 408), ("/records", 408), ("/no-such-page", 404)])
def test_a_body_that_drips_in_is_not_waited_for(
    server: Server, monkeypatch: pytest.MonkeyPatch, path: str, code: int
) -> None:
    """Not even if nobody wants to read the body."""
    monkeypatch.setattr(protocol, "LINGER", 1.0)
    form = "application/x-www-form-urlencoded"
    with dial(server.host) as line:
        line.sendall(
            request("POST", path, content_type=form, content_length="20000", connection="keep-alive")
        )
        assert status(drip(line, b"x")) == code


def test_an_invalid_websocket_handshake_is_not_waited_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "LINGER", 0.5)
    with dial(server.host) as line:
        line.sendall(request("GET", "/", b"password=1", connection="upgrade", upgrade="websocket"))
        assert heard(line) == b""


def test_the_page_of_a_table_stays_connected_for_longer_than_any_request(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "LINGER", 0.5)
    with browser(server, "203.0.113.9") as ann:
        page = ann.sit(ann.new_table("nuremberg", "me", "here"))
        page.whose_turn()
        time.sleep(TIGHT.body + 0.5 + 1.0)
        page.play()


def test_a_client_that_does_not_read_is_cut_off(server: Server) -> None:
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        pytest.skip("not on this system")
    (listening,) = server._server.servers[0].sockets
    assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000


# Connections


def test_the_open_pages_of_a_visitor_are_limited(server: Server) -> None:
    with browser(server, "203.0.113.1") as ann, browser(server, "203.0.113.1") as bob:
        table = ann.new_table("nuremberg", "me", "here")
        pages = [ann.sit(table) for _ in range(3)]
        with pytest.raises(InvalidStatus, match="429"):
            ann.sit(table)
        answer = ann.get("/")
        assert answer.status_code == 429
        assert "Too many pages" in answer.text
        assert answer.headers["retry-after"]
        assert bob.get("/").status_code == 200, "others of the same address go on"
        pages[0].close()
        wait_for(lambda: ann.get("/").status_code == 200)
        Page(ann, table).hear()


def test_the_connections_of_an_address_are_limited_however_many_visitors_it_claims(server: Server) -> None:
    with ExitStack() as open_:
        crowd = [open_.enter_context(browser(server, "203.0.113.2")) for _ in range(7)]
        tables = [one.new_table("nuremberg", "me", "here") for one in crowd]
        for one, table in list(zip(crowd, tables, strict=True))[:6]:
            one.sit(table).hear()
        with pytest.raises(InvalidStatus, match="429"):
            crowd[6].sit(tables[6])
        assert open_.enter_context(Browser(server.host)).get("/").status_code == 200


def test_an_address_divides_its_connections_among_the_processes(tmp_path: Path) -> None:
    """Including connections that have sent nothing yet: whichever processes they reach, there are never more."""
    for processes, most in ((1, 6), (2, 3), (100, 1)):
        options = uvicorn_options(Settings(data=tmp_path, limits=TIGHT), processes)
        assert options["http"].keywords["most"] == most


def test_connections_are_counted_before_they_send_anything(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "is_here", lambda _address: False)
    monkeypatch.setattr(protocol, "_is_proxy", lambda *_values: False)
    with ExitStack() as open_:
        for _ in range(6):
            open_.enter_context(dial(server.host)).sendall(b"GET / HTTP/1.1\r\n")
        wait_for(lambda: sum(protocol._connections.values()) == 6)
        with dial(server.host) as line:
            assert status(heard(line)) == 429
    wait_for(lambda: not protocol._connections)
    with dial(server.host) as line:
        line.sendall(request("GET", "/health"))
        assert status(heard(line)) == 200


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),  # as a server that listens on both sees it
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("unix", "unix"),
    ],
)
def test_a_client_counts_by_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


# All processes together


@pytest.fixture(scope="module")
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    postgres: Postgres = request.getfixturevalue("postgres")
    store, folder = postgres.database(), tmp_path_factory.mktemp("two")
    limits = Limits(tables="3/hour", connections=3, crowd=2)
    servers = [Server(folder, store=store, limits=limits) for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


def elsewhere(ann: Browser, server: Server) -> Browser:
    """The same visitor at another process."""
    other = browser(server, ann.http.headers["x-forwarded-for"])
    other.http.cookies.clear()
    other.http.headers["cookie"] = f"visitor={ann.http.cookies['visitor']}"
    return other


def test_requests_to_one_process_count_in_the_other(two: list[Server]) -> None:
    with browser(two[0], "203.0.113.3") as ann, elsewhere(ann, two[1]) as other:
        for _ in range(3):
            ann.new_table("nuremberg", "me", "here")
        wait_for(lambda: other.post("/play-now", game="Game not found").status_code == 429)


def test_pages_of_one_process_count_in_the_other(two: list[Server]) -> None:
    with browser(two[0], "203.0.113.4") as ann, elsewhere(ann, two[1]) as other:
        table = ann.new_table("nuremberg", "me", "here")
        pages = [ann.sit(table) for _ in range(3)]
        wait_for(lambda: other.get("/").status_code == 429)
        for page in pages:
            page.close()
        wait_for(lambda: other.get("/").status_code == 200)


# Presence


def test_many_people_joining_at_once_cause_one_update(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Browser(server.host) as ann, Browser(server.host) as bob:
            table = ann.new_table("nuremberg", "me", "friend")
            bob.go(ann.links(table)[1], name="Bob")
            page = ann.sit(table)
            page.hear()
            for _ in range(30):
                bob.sit(table)
            page.until(lambda message: message["told"]["seats"][1].get("here", False))
            page.send("why", target="x")  # everything before the answer has arrived by then
            page.until("because")
            updates = [message for message in page.heard if message["type"] in ("position", "changes")]
            assert len(updates) < 10, "one for each of them"
            for one in bob.pages:
                one.close()
            page.until(
                lambda message: "told" in message and not message["told"]["seats"][1].get("here", False)
            )
    finally:
        server.stop()


def test_coming_and_going_is_gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "DELAY", 60.0)
    server = Server(tmp_path)
    try:
        with Browser(server.host) as ann, Browser(server.host) as bob:
            table = ann.new_table("nuremberg", "me", "friend")
            bob.go(ann.links(table)[1], name="Bob")
            page = ann.sit(table)
            page.hear()
            for _ in range(5):
                one = bob.sit(table)
                one.hear()
                one.close()
            page.send("why", target="x")  # everything before the answer has arrived by then
            page.until("because")
            assert not any(
                message["told"]["seats"][1].get("here") for message in page.heard if "told" in message
            )
    finally:
        server.stop()


# Passwords


def test_wrong_passwords_typed_elsewhere_lock_nobody_out_on_their_own_device(server: Server) -> None:
    with Member(server.host) as ann, Browser(server.host) as eve:
        ann.go("/sign-out")
        tries = [eve.post("/sign-in", name=ann.name, password=f"guess {n}").text for n in range(11)]
        assert "Too many attempts" in tries[-1], "from the same address, even"
        assert "Too many attempts" in eve.post("/sign-in", name=ann.name, password=PASSWORD).text
        assert ann.go("/sign-in", name=ann.name, password=PASSWORD) == "/"


def test_a_network_of_addresses_has_no_more_guesses_than_one(server: Server) -> None:
    with Member(server.host) as ann, browser(server, "2001:db8::1") as eve:
        tries = []
        for number in range(11):
            eve.http.headers["x-forwarded-for"] = f"2001:db8::{number}"
            tries.append(eve.post("/sign-in", name=ann.name, password=f"guess {number}").text)
    assert "Wrong name or password" in tries[0]
    assert "Too many attempts" in tries[-1]


def test_guesses_on_a_known_device_are_limited_too(server: Server) -> None:
    with Member(server.host) as ann, Browser(server.host) as bob:
        ann.go("/sign-out")
        tries = [ann.post("/sign-in", name=ann.name, password=f"guess {n}").text for n in range(11)]
        assert "Wrong name or password" in tries[0]
        assert "Too many attempts" in tries[-1]
        assert bob.go("/sign-in", name=ann.name, password=PASSWORD) == "/", "which locks nobody out elsewhere"


def test_a_device_cookie_works_for_its_member_only(server: Server) -> None:
    with Member(server.host) as ann, Member(server.host) as eve:
        eve.go("/sign-out")
        for number in range(11):
            eve.post("/sign-in", name=ann.name, password=f"guess {number}")
        assert "Too many attempts" in eve.post("/sign-in", name=ann.name, password=PASSWORD).text


def test_wrong_passwords_on_a_stolen_session_do_not_count_elsewhere(server: Server) -> None:
    with Member(server.host) as ann, Browser(server.host) as thief:
        thief.go("/sign-in", name=ann.name, password=PASSWORD)
        tries = [thief.post("/account/delete", password=f"guess {n}").text for n in range(11)]
        assert "Too many attempts" in tries[-1]
        new = "another signal box"
        assert ann.go("/account/password", old=PASSWORD, password=new) == "/account?done=password"
