"""Bad input by the thousand, on every route and as every message: no 500, no stack trace, no changed table."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from branchline.cli.serve import UVICORN
from branchline.core.loading import loads
from branchline.server.app import routes
from branchline.server.settings import Settings
from branchline.server.table import request_handler, requests
from branchline.server.table.live_table import LiveTable

from .arrange import Browser, Page, Server
from .test_live import friends_table

# Hypothesis minds if anybody draws random numbers meanwhile; connections that send a ping do.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")

TIMES = 20 if os.environ.get("BRANCHLINE_SOAK") else 1
often = settings(
    max_examples=1200 * TIMES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
)

# Words that mean something somewhere, and words that should mean nothing anywhere.
WORDS = [
    "nuremberg", "firstclass", "me", "here", "friend", "nobody", "bot:random", "random", "greedy:seed=x", "0", "1",
    "7", "-1", "99999999999999999999", "1e9", "²", "on", "off", "wensleydale", "AB", "AAAA", "1,2,1,1", "1,2,,1",
    "N7.10", "watch", "/", "//evil.example", "/\\evil", "../../etc/passwd", "%00", "\x00", "{{ 7*7 }}", "\u202e",
    "<script>alert(1)</script>", "'; DROP TABLE tables; --", "💥" * 50, "a" * 3000, "", " ", "null", "{}", "[]",
    "de", "xx", "dark", "instant",
]  # fmt: skip
word = st.sampled_from(WORDS) | st.text(max_size=40)
FIELDS = [
    "game", "seat", "bot", "name", "watch", "at", "language", "theme", "speed", "sounds", "next", "board", "rounds",
    "modules", "starting_influence", "hints", "shown.wide_south", "wide_south", "deck", "map", "record", "from", "q",
    *(f"{what}{number}" for what in ("seat", "name") for number in range(5)),
]  # fmt: skip
fields = st.dictionaries(st.sampled_from(FIELDS) | word, word, max_size=6)
ROUTES = [route for route in routes(Settings(data=Path())) if isinstance(route, Route)]


@pytest.fixture(scope="module")
def victim(server: Server) -> Iterator[tuple[LiveTable, Page, Page]]:
    """A table of two friends, with the pages of who is to move and of the other. It stays as it is."""
    with Browser(server.host) as ann, Browser(server.host) as bob:
        table = friends_table(ann, bob, "firstclass")
        pages = [ann.sit(table), bob.sit(table)]
        for page in pages:
            page.hear()
        due = pages[0].told["to_move"]
        yield server.live(table), pages[due], pages[1 - due]


@pytest.fixture(scope="module")
def eve(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser


def standing(live: LiveTable) -> tuple[Any, ...]:
    """All that must not change."""
    table, seating = live.table, live.seating
    return (
        live.point.at, table.game.numbers(table.state), len(table.log), seating.rows[:], [*map(set, seating.holders)],
        live.row, live.wish, len(live.talk.rows),
    )  # fmt: skip


@often
@given(
    route=st.sampled_from(ROUTES),
    method=st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"]),
    filled=st.lists(word.filter(bool), min_size=3, max_size=3),
    known=st.booleans(),
    query=fields,
    form=fields,
    how=st.sampled_from(["form", "multipart", "json", "bytes"]),
    accept=st.sampled_from(["text/html", "application/json", "*/*"]),
    language=word,
)
def test_every_route_answers_everything_with_a_sentence(
    victim: tuple[LiveTable, Page, Page], eve: Browser, route: Route, method: str, filled: list[str], known: bool,
    query: dict[str, str], form: dict[str, str], how: str, accept: str, language: str,
) -> None:  # fmt: skip
    live = victim[0]
    before = standing(live)
    path = route.path.replace("{table}", live.row.id) if known else route.path
    for value in filled:
        path = re.sub(r"\{[a-z_]+(:[a-z]+)?\}", lambda _, value=value: quote(value, safe=""), path, count=1)  # type: ignore[misc]
    bodies: dict[str, dict[str, Any]] = {
        "form": {"data": form},
        "multipart": {
            "files": {name[:50] or "x": (value[:50], value.encode()) for name, value in form.items()}
        },
        "json": {"json": form},
        "bytes": {
            "content": "&".join(form).encode(),
            "headers": {"content-type": "multipart/form-data; boundary=x"},
        },
    }
    body = bodies[how]
    printable = re.sub(r"[^\x21-\x7e]", "?", language)  # what a client can send at all
    headers = {"accept": accept, "accept-language": printable, **body.pop("headers", {})}
    answer = eve.http.request(method, path, params=query, headers=headers, **body)
    check(answer)
    assert standing(live) == before


def check(answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    assert "<script>alert(1)" not in answer.text
    assert answer.headers["content-security-policy"]
    if answer.status_code == 303:
        assert re.match(r"/(?![/\\])", answer.headers["location"])
    if answer.status_code >= 400 and answer.request.method != "HEAD":
        assert answer.headers["content-type"].startswith(("text/html", "application/json"))


@pytest.fixture
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_handler, "BURST", 1e9)
    monkeypatch.setattr(request_handler, "RATE", 1e9)


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | word,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(word, inner, max_size=3),
    max_leaves=6,
)
TAGS = [kind.__struct_config__.tag for kind in requests.Request.__args__]
MEMBERS = sorted({name for kind in requests.Request.__args__ for name in kind.__struct_fields__})
forged = st.fixed_dictionaries(
    {"type": st.sampled_from(TAGS) | word}, optional=dict.fromkeys(MEMBERS, any_json)
)
typed = st.sampled_from(requests.Request.__args__).flatmap(st.from_type)
message = st.one_of(
    typed.map(lambda request: msgspec.json.encode(request)),
    forged.map(lambda request: msgspec.json.encode(request)),
    any_json.map(lambda value: msgspec.json.encode(value)),
    st.binary(max_size=200),
).filter(lambda content: len(content) < UVICORN["ws_max_size"])


@often
@given(sent=message)
def test_whatever_a_page_sends_that_is_not_to_move_changes_no_move(
    victim: tuple[LiveTable, Page, Page], without_rates: None, sent: bytes
) -> None:
    live, _mover, other = victim
    before = live.point.at, live.table.game.numbers(live.table.state), len(live.table.log)
    other.socket.send(sent)
    other.socket.send(b'{"type":"why","target":"x"}')
    heard = other.until(lambda said: said["type"] in ("because", "refused"))
    while heard["type"] == "refused" and not heard["words"].startswith("You watch"):
        heard = other.until(lambda said: said["type"] in ("because", "refused"))
    assert (live.point.at, live.table.game.numbers(live.table.state), len(live.table.log)) == before
    assert live.wish is None, "nothing was to be taken back"


class Solo:
    """One screen for two seats, and a new table whenever one is played out."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.browser = Browser(server.host)
        self.page: Page | None = None

    def sit(self) -> tuple[LiveTable, Page]:
        if self.page is None or self.page.told.get("over"):
            self.table = self.browser.new_table("firstclass", "me", "here")
            self.page = self.browser.sit(self.table)
        return self.server.live(self.table), self.page.whose_turn()


@pytest.fixture(scope="module")
def solo(server: Server) -> Iterator[Solo]:
    alone = Solo(server)
    with alone.browser:
        yield alone


@often
@given(
    move=word | st.from_regex(r"(take|keep|do|stop|pass|spend|coin) ?[A-G]?[0-9.]{0,4}"),
    off=st.integers(-3, 3),
)
def test_a_move_is_legal_or_refused(solo: Solo, without_rates: None, move: str, off: int) -> None:
    live, page = solo.sit()
    before = live.point.at
    answer = page.ask("play", at=max(0, page.at + off), move=move[:200] or "x")
    if answer["type"] == "accepted":
        page.at_point(answer["at"])
        assert off == 0
        assert live.point.at > before
        loads(live.table.dumps(), verify=True)
    else:
        assert answer["words"]
        assert live.point.at == before
