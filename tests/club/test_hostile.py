"""Hostile strangers: whatever they request, say or upload, the server answers without an error of its own."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from starlette.routing import Match, Route

from branchline.core.play.table import Table
from branchline.server.app import routes
from branchline.server.club.passwords import Passwords
from branchline.server.http.rendering import PAGES
from branchline.server.openapi import FORMS, described
from branchline.server.settings import Settings

from ..postgres import Postgres
from ..server.arrange import Browser, Server
from .conftest import QUICK
from .people import PASSWORD, Member

# Hypothesis mistakes random numbers of the server, which runs in the same process, for those of the tests.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
PAGE = Path(__file__).parents[2] / "docs" / "openapi.json"
ROUTES = [one for one in routes(Settings(data=Path(), accounts=True)) if isinstance(one, Route)]
SCHEMA = described(ROUTES)
EXAMPLES = int(os.environ.get("BRANCHLINE_HOSTILE", "2"))  # for each route

NAMES: list[str] = json.loads((Path(__file__).parent / "hostile.json").read_text())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), accounts=True, check=5.0)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def ann(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser


def test_the_description_is_that_of_the_routes() -> None:
    """To update the file after a change: BRANCHLINE_GOLDEN=write."""
    text = json.dumps(SCHEMA, indent=1) + "\n"
    if os.environ.get("BRANCHLINE_GOLDEN") == "write":
        PAGE.write_text(text)
    assert PAGE.read_text() == text


def forms_of_pages() -> Iterator[tuple[str, str]]:
    """Every POST form in a template: its address and the names of its fields."""
    for template in PAGES.rglob("*.html"):
        for attributes, inside in re.findall(r"<form([^>]*)>(.*?)</form>", template.read_text(), re.S):
            where = re.search(r'action="([^"]+)"', attributes)
            address = re.sub(r"{{.*?}}", "x", where[1]) if where else ""
            if address.startswith("/") and 'method="post"' in attributes:
                yield from ((address, name) for name in re.findall(r' name="([^"{]+)"', inside))


@pytest.mark.parametrize(("address", "field"), sorted(set(forms_of_pages())))
def test_every_field_on_a_page_is_described(address: str, field: str) -> None:
    scope = {"type": "http", "method": "POST", "path": address}
    route = next(route for route in ROUTES if route.matches(scope)[0] is Match.FULL)
    assert route.path == "/records" or field in FORMS[route.path]


def test_every_form_is_described() -> None:
    posts = {route.path for route in ROUTES if "POST" in (route.methods or ())}
    assert posts - {"/records"} == set(FORMS), "FORMS of server/openapi.py: what does it read?"


HOSTILE = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


class Club:
    """A server on PostgreSQL, and a member with a table, a league and an open seat to attack."""

    def __init__(self, server: Server) -> None:
        self.server = server
        server.app.state.accounts.passwords = Passwords(QUICK)
        self.member = Member(server.host)
        self.table = self.member.new_table("nuremberg", "me", "friend", open="1").rpartition("/")[2]
        league = self.member.go("/leagues/new", game="nuremberg", name="Spring", kind="league", size="2")
        self.places = {
            "table": self.table,
            "league": league.rpartition("/")[2],
            "token": self.member.links(f"/table/{self.table}")[1].rpartition("/")[2],
            "name": self.member.name,
        }

    def call(self, case: schemathesis.Case[Any]) -> Any:
        """A call by the member, with places that exist, and with their password where one is required."""
        known = {name: self.places[name] for name in case.path_parameters if name in self.places}
        case.path_parameters.update(known)
        if isinstance(case.body, dict) and "password" in case.body:
            case.body["password"] = PASSWORD
        cookies = dict(self.member.http.cookies)
        return case.call(base_url=f"http://{self.server.host}", cookies=cookies, timeout=30)


@pytest.fixture(scope="module")
def harmed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    postgres: Postgres = request.getfixturevalue("postgres")
    running = Server(tmp_path_factory.mktemp("club"), store=postgres.database(), accounts=True)
    club = Club(running)
    yield club
    club.member.__exit__()
    running.stop()


@pytest.mark.parametrize("path", sorted(set(FORMS) - {"/sign-out", "/account/delete"}))
def test_characters_that_postgresql_rejects_are_dropped(path: str, harmed: Club) -> None:
    address = path.format(
        **{"game": "nuremberg", "number": "1", "what": "name", "challenge": "x", **harmed.places}
    )
    for values in ("\0", "x\0y", "https://club.example/\0"):
        form = {field: known[0] if known else values for field, known in FORMS[path].items()}
        assert harmed.member.post(address, **form).status_code < 500
        assert harmed.member.post(address, **dict.fromkeys(form, values)).status_code < 500


FAREWELLS = r"/sign-out|/account/delete|/table/{table}/leave"


@schemathesis.openapi.from_dict(SCHEMA).exclude(path_regex=FAREWELLS).parametrize()
@HOSTILE
def test_no_call_of_a_member_is_a_server_error(case: schemathesis.Case[Any], harmed: Club) -> None:
    case.validate_response(harmed.call(case), checks=[not_a_server_error])


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_hostile_name_is_accepted_as_a_name_or_refused(ann: Browser, name: str) -> None:
    for form in (
        {"seat0": "me", "seat1": "bot:random", "name0": name},
        {"seat0": "me", "seat1": name, "rounds": name},
    ):
        answer = ann.http.post("/new", data={"game": "nuremberg", **form})
        assert answer.status_code < 500, answer.text
        if answer.status_code == 303:
            page = ann.get(answer.headers["location"])
            assert page.status_code == 200
            assert "<script>alert" not in page.text
            assert "<img src=x" not in page.text
    assert ann.post("/sign-in", name=name, password=name).status_code < 500


def test_hostile_chat_is_shown_as_words_or_refused(ann: Browser) -> None:
    page = ann.sit(ann.new_table("nuremberg", "me", "bot:random")).my_turn()
    for words in NAMES:
        page.send("say", words=words)
        answer = page.until(lambda message: message["type"] in ("chat", "refused"))
        said = answer["words"]
        assert all(letter.isprintable() for letter in said)
    page.my_turn().play()


def hostile_records() -> dict[str, bytes]:
    table = Table("nuremberg", players=2, seed=1)
    for _ in range(30):
        table.push(table.legal_moves.ids[0])
    good = table.dumps()
    lines = good.splitlines()
    header = json.loads(lines[0])

    def with_header(**changes: object) -> bytes:
        return b"\n".join([json.dumps({**header, **changes}).encode(), *lines[1:]])

    return {
        "empty": b"",
        "zeros": b"\0" * 1000,
        "cut": good[:-20],
        "doubled": good + good,
        "deep": b'{"a":' * 5000,
        "many players": with_header(players=10**9),
        "no seats": with_header(seats=[]),
        "a file": with_header(options={"board": "/etc/passwd"}),
        "a map": with_header(options={"map": {"name": "x"}}),
        "other rules": with_header(rules="../2"),
        "other game": with_header(game="../nuremberg"),
        "no utf-8": b"\xff\xfe" * 100,
        "snapshot": b"\n".join([lines[0], b'{"type":"snapshot","state":[999999999999]}']),
        "undo": b"\n".join([lines[0], b'{"type":"undo","events":-5}']),
    }


@pytest.mark.parametrize("kind", hostile_records())
def test_a_hostile_record_is_refused_with_a_sentence(ann: Browser, kind: str) -> None:
    answer = ann.http.post("/records", files={"record": ("x.jsonl", hostile_records()[kind])})
    assert answer.status_code == 422, (answer.status_code, answer.text[:300])
