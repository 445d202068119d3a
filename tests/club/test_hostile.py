"""Strangers who mean no good: whatever they call, say or bring, they get an answer that is no fault of ours."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from branchline.core.table import Table
from branchline.web.app import routes
from branchline.web.openapi import described
from branchline.web.settings import Settings

from ..web.arrange import Browser, Server

PAGE = Path(__file__).parents[2] / "docs" / "openapi.json"
SCHEMA = described(routes(Settings(data=Path(), accounts=True)))
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
    """After a change: BRANCHLINE_GOLDEN=write."""
    text = json.dumps(SCHEMA, indent=1) + "\n"
    if os.environ.get("BRANCHLINE_GOLDEN") == "write":
        PAGE.write_text(text)
    assert PAGE.read_text() == text


@schemathesis.openapi.from_dict(SCHEMA).parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_call_is_a_fault_of_the_server(case: schemathesis.Case[Any], server: Server) -> None:
    answer = case.call(base_url=f"http://{server.host}", timeout=30)
    case.validate_response(answer, checks=[not_a_server_error])


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_hostile_name_is_a_name_or_a_refusal(ann: Browser, name: str) -> None:
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


def test_hostile_chats_are_words_or_refusals(ann: Browser) -> None:
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
