"""Malformed requests get an answer that says so, and redirects never lead off the site."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.server.http.forms import own_path

from ..server.arrange import Browser, Server
from .raw_http import call, request, status

FORM = "application/x-www-form-urlencoded"
BROKEN_HOSTS = [
    "[",
    "[::1",
    "[::g]",
    "a b",
    "a@b",
    "a/b",
    "a:b:c",
    "a:99999999",
    "%5b",
    "ä",
    "a,b",
    "<x>",
    "a\\b",
]
BROKEN_ORIGINS = [
    "[",
    "http://[",
    "//[",
    "http://a b",
    "http://a@b",
    "http://a/b",
    "a",
    "http://%",
    "http://a, http://b",
]


@pytest.fixture(scope="module", params=[(), ("localhost",)], ids=["any name", "one name"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), hosts=request.param, accounts=True)
    yield running
    running.stop()


def websocket(path: str, **headers: str) -> bytes:
    key = base64.b64encode(b"x" * 16).decode()
    given = {"sec_websocket_key": key, "sec_websocket_version": "13", "upgrade": "websocket"}
    return request("GET", path, b"", connection="upgrade", content_length="", **given, **headers)


@pytest.mark.parametrize("name", BROKEN_HOSTS)
def test_a_broken_host_is_a_bad_request(server: Server, name: str) -> None:
    for path in ("/", "/static/shared/base.css", "/sign-in/", "/no-such-page"):
        assert status(call(server.host, request("GET", path, host=name))) == 400
    assert status(call(server.host, request("POST", "/settings", content_type=FORM, host=name))) == 400
    assert status(call(server.host, websocket("/table/x/live", host=name))) == 400


@pytest.mark.parametrize("origin", BROKEN_ORIGINS)
def test_a_broken_origin_is_a_bad_request(server: Server, origin: str) -> None:
    for one in (
        request("GET", "/", origin=origin),
        request("POST", "/settings", content_type=FORM, origin=origin),
        websocket("/table/x/live", origin=origin),
    ):
        assert status(call(server.host, one)) == 400


def test_two_origins_are_a_bad_request(server: Server) -> None:
    twice = request("POST", "/settings", origin="http://localhost", Origin="http://localhost")
    assert status(call(server.host, twice)) == 400


@pytest.mark.parametrize("charset", ["undefined", "idna", "punycode", "no-such", "utf-7", "hex", "x" * 500])
@pytest.mark.parametrize("path", ["/settings", "/records", "/sign-in"])
def test_an_unknown_charset_is_not_a_server_error(server: Server, path: str, charset: str) -> None:
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    body = b'--x\r\nContent-Disposition: form-data; name="next"\r\n\r\n\xff\xc3\x28a.-\r\n--x--\r\n'
    answer = call(server.host, request("POST", path, body, content_type=kind))
    assert 300 <= status(answer) < 500, answer


@pytest.mark.parametrize(("charset", "half"), [("unicode_escape", b"\\ud800"), ("utf-7", b"+2AA-")])
@pytest.mark.parametrize("path", ["/sign-in", "/sign-up", "/new"])
def test_half_a_character_is_not_a_server_error(server: Server, path: str, charset: str, half: bytes) -> None:
    fields = {
        "game": b"nuremberg",
        "name": half,
        "password": half,
        "name0": half,
        "seat0": b"me",
        "seat1": half,
    }
    body = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
        for name, value in fields.items()
    )
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    answer = call(server.host, request("POST", path, body + b"--x--\r\n", content_type=kind))
    assert status(answer) == 400, answer


def test_a_request_with_a_broken_body_is_a_bad_request(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken body is refused, even if the answer to the request has no body."""
    for method in ("HEAD", "POST", "GET"):
        broken = (
            request(method, "/no-such-page", content_length="", transfer_encoding="chunked") + b"x" * 70_000
        )
        assert status(call(server.host, broken)) in (0, 400, 404)
    assert not [record for record in caplog.records if record.exc_info]


# Where a form leads

OWN = [
    "/",
    "/away",
    "/table/abc",
    "/replay/abc?at=7&seat=1",
    "/player/%C5%81ukasz",
    "/player/a%20b",
    "/rules/x/?q=a/b?",
]
NOT_OWN = [
    "", "away", "//evil.example", "/\\evil.example", "\\/evil.example", "/\t/evil.example", "/\n/evil.example",
    "/\r/evil.example", "\t//evil.example", "/a//b", "/./x", "/../x", "/a/..", "/a/../b", "/%2e%2e/x", "/.%2E/x",
    "/%2F/evil.example", "/%2fevil.example", "/%5cevil.example", "/%09/evil.example", "/%0a/x", "/%0D%0ASet-Cookie:x",
    "/%7f", "/a b", "/a\\b", "/Łukasz", "/%", "/%zz", "/%2", "/a#b", "/<x>", '/"', "https://evil.example",
    "javascript:alert(1)", "/\u2028x", "/a?b\\c", "/a?b\tc", "/a?%0d%0ab", "/..", "/..?x",
]  # fmt: skip


@pytest.mark.parametrize("path", OWN)
def test_a_path_on_this_site_is_returned_to(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize("path", NOT_OWN)
def test_any_other_path_leads_to_the_home_page(server: Server, path: str) -> None:
    assert own_path(path) == "/"
    with Browser(server.host) as ann:
        ann.http.headers.update({"host": "localhost", "origin": "http://localhost"})
        assert ann.go("/settings", theme="dark", next=path) == "/"


def test_a_page_with_any_name_in_its_address_leads_back_to_itself(server: Server) -> None:
    """A `Location` header can hold only ASCII, so the address is escaped."""
    with Browser(server.host) as ann:
        ann.http.headers.update({"host": "localhost", "origin": "http://localhost"})
        text = ann.get("/player/Łukasz%20x?after=5").text
        found = re.search(r'name="next" value="([^"]*)"', text)
        assert found
        assert found[1] == "/player/%C5%81ukasz%20x?after=5"
        assert ann.go("/settings", theme="dark", next=found[1]) == found[1]


# Cookies


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_secure_if_the_site_is(tmp_path: Path, scheme: str) -> None:
    server = Server(tmp_path, accounts=True)
    try:
        with Browser(server.host) as ann:
            ann.http.headers["x-forwarded-proto"] = scheme
            ann.http.headers["x-forwarded-for"] = "203.0.113.7"
            answers = [
                ann.get("/"),
                ann.post("/settings", theme="dark", sounds="1"),
                ann.post("/sign-up", name="Ann", password="signal box"),
                ann.post("/sign-out"),
            ]
            cookies = [one for answer in answers for one in answer.headers.get_list("set-cookie")]
        assert {one.partition("=")[0] for one in cookies} >= {
            "visitor",
            "theme",
            "sounds",
            "session",
            "device",
        }
        assert {"; Secure" in one for one in cookies} == {scheme == "https"}
        assert all("; SameSite=Lax" in one for one in cookies)
    finally:
        server.stop()
