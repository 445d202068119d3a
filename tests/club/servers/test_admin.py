"""`branchline admin` on a running server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.cli import main
from branchline.store import Statement
from branchline.store.club.members import Member, Members
from branchline.store.open_store import open_store

from ...postgres import Postgres
from ...server.arrange import Browser, Server


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    url = f"sqlite:{tmp_path / 'club.db'}"
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.database()
    running = Server(tmp_path, store=url)
    yield running
    running.stop()


@pytest.fixture
def admin(server: Server, capsys: pytest.CaptureFixture[str]) -> Any:
    def done(*words: str) -> Any:
        capsys.readouterr()
        assert main(["admin", *words, "--store", server.settings.store, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return done


def write(server: Server, words: str, *values: object) -> None:
    async def written() -> None:
        store = await open_store(server.settings.store)
        await store.write(Statement(words, values))
        await store.close()

    asyncio.run(written())


def member(server: Server, name: str) -> str:
    async def added() -> None:
        store = await open_store(server.settings.store)
        await Members(store).add(
            Member(id="m-1", name=name, email="cem@example.org", made=int(time.time())), "hash"
        )
        await store.close()

    asyncio.run(added())
    return name


def test_tables_are_listed_shown_and_deleted(server: Server, admin: Any) -> None:
    with Browser(server.host) as ann:
        table = ann.new_table("nuremberg", "me", "bot:random", name0="Ann").rpartition("/")[2]
        page = ann.sit(f"/table/{table}")
        page.my_turn().play()
        listed = admin("tables")
        assert [line["table"] for line in listed] == [table]
        assert listed[0]["seats"].startswith("Ann, ")
        assert admin("table", table)["lines"] > 1
        assert admin("stats")["running"] == 1
        page.close()
    assert admin("delete-table", table) == {"deleted": 1}
    assert admin("tables") == []


def test_a_missing_table_is_named(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "table", "nowhere", "--store", server.settings.store]) == 2
    assert "There is no table 'nowhere'; 'branchline admin tables' lists them." in capsys.readouterr().err


def test_tidying_deletes_only_old_tables_of_guests(server: Server, admin: Any) -> None:
    with Browser(server.host) as ann:
        old, kept, new = (ann.new_table("nuremberg", "me", "bot:random").rpartition("/")[2] for _ in range(3))
    long_ago = int(time.time()) - 100 * 24 * 3600
    write(server, "UPDATE tables SET changed = ? WHERE id IN (?, ?)", long_ago, old, kept)
    write(server, "UPDATE tables SET host = 'm-1' WHERE id = ?", kept)
    assert admin("tidy", "--dry-run") == {"deleted": 0, "tables": [old]}
    assert admin("tidy") == {"deleted": 1, "tables": [old]}
    assert {line["table"] for line in admin("tables")} == {kept, new}


def test_a_member_is_locked_out_and_let_in_again(server: Server, admin: Any) -> None:
    name = member(server, "Cem")
    write(
        server, "INSERT INTO sessions (fingerprint, member, made, used, proven) VALUES ('x', 'm-1', 1, 1, 0)"
    )
    admin("lock", "cem")
    locked = admin("members")[0]
    assert locked["email"].startswith("!")
    admin("unlock", name)
    assert admin("members")[0]["email"] == "cem@example.org"
    assert "/link/" in admin("reset", name)["link"]
    assert admin("delete-member", name) == {"deleted": "Cem"}
    assert admin("members") == []


def test_an_announcement_reaches_open_pages(server: Server, admin: Any) -> None:
    with Browser(server.host) as ann:
        page = ann.sit(ann.new_table("nuremberg", "me", "bot:random")).my_turn()
        admin("announce", "We pause at eight.")
        assert page.until("announced")["words"] == "We pause at eight."
        admin("announce")
        assert page.until("announced")["words"] == ""
