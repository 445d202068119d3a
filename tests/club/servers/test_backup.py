"""`branchline store`: copying all games to another store, backing them up and restoring them."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from branchline.cli import main
from branchline.store import ChatRow, StoredTable, backup
from branchline.store.backup import all_tables, other_rows
from branchline.store.club.members import Member, Members
from branchline.store.open_store import open_store, sqlite_url

from ...postgres import Postgres
from ...stores import table

GAMES = 120  # more than are read at once
MEMBERS = 25


@pytest.fixture(autouse=True)
def few_rows_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "ROWS_AT_ONCE", 10)


def fill(url: str) -> list[StoredTable]:
    async def work() -> list[StoredTable]:
        store = await open_store(url)
        for number in range(GAMES):
            await store.add(table(f"table{number:03}", changed=number))
        await store.append("table007", 2, [b"\x00\xff", "Zoë".encode()], to_move=1, time=5)
        await store.say("table007", ChatRow(seat=0, name="Zoë", words="„choo“", time=1))
        await store.seat("table008", table().seats[0], 0, hold="zoe")
        await store.fact("links.key", "abc")
        members = Members(store)
        for number in range(MEMBERS):
            await members.add(Member(id=f"m-{number}", name=f"Zoë {number}", made=number), "hash")
        await members.block("m-1", "m-2", 9)
        await store.close()
        return await contents(url)

    return asyncio.run(work())


async def contents(url: str) -> list[Any]:
    store = await open_store(url)
    try:
        tables = [kept async for kept in all_tables(store)]
        rows = [row async for found in other_rows(store) for row in found]
        return [await store.facts(), *tables, *rows]
    finally:
        await store.close()


def test_everything_is_the_same_after_copying_there_and_back(postgres: Postgres, tmp_path: Path) -> None:
    old, other, new = sqlite_url(tmp_path / "old.db"), postgres.database(), sqlite_url(tmp_path / "new.db")
    before = fill(old)
    assert main(["store", "copy", old, other]) == 0
    assert main(["store", "copy", other, new]) == 0
    assert asyncio.run(contents(other)) == before
    assert asyncio.run(contents(new)) == before


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_a_backup_brings_everything_back_into_either_engine(
    engine: str, postgres: Postgres, tmp_path: Path
) -> None:
    urls = [sqlite_url(tmp_path / "store.db"), postgres.database()]
    old, new = urls if engine == "sqlite" else urls[::-1]
    before = fill(old)
    file = tmp_path / "club.backup"
    assert main(["store", "backup", str(file), "--store", old]) == 0
    assert main(["store", "restore", str(file), "--store", new]) == 0
    assert asyncio.run(contents(new)) == before


def test_a_store_with_games_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = sqlite_url(tmp_path / "store.db")
    before = fill(url)
    file = tmp_path / "club.backup"
    assert main(["store", "backup", str(file), "--store", url]) == 0
    assert main(["store", "restore", str(file), "--store", url]) == 2
    assert main(["store", "copy", url, url]) == 2
    assert "That store already has games" in capsys.readouterr().err
    assert asyncio.run(contents(url)) == before


def test_a_missing_store_is_not_created(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mistyped, new = sqlite_url(tmp_path / "strore.db"), sqlite_url(tmp_path / "new.db")
    file = str(tmp_path / "club.backup")
    for words in (["store", "copy", mistyped, new], ["store", "backup", file, "--store", mistyped],
                  ["admin", "stats", "--store", mistyped]):  # fmt: skip
        assert main(words) == 2
        assert "There are no games at" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("fault", ["missing", "other", "cut", "short", "text", "strange"])
def test_an_incomplete_backup_restores_nothing(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, file = sqlite_url(tmp_path / "store.db"), tmp_path / "club.backup"
    fill(url)
    main(["store", "backup", str(file), "--store", url])
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    match fault:
        case "missing":
            file.unlink()
        case "other":
            file.write_bytes(gzip.compress(b'{"type":"head","format":"x"}'))
        case "cut":
            file.write_bytes(whole[:-100])
        case "short":
            file.write_bytes(gzip.compress(b"".join(lines[:-2] + lines[-1:])))
        case "strange":
            row = b'{"type":"row","of":"facts; DROP TABLE tables","values":{"name":1}}\n'
            file.write_bytes(gzip.compress(b"".join([*lines[:-1], row, lines[-1]])))
        case "text":
            file.write_text("timetable")
    empty = sqlite_url(tmp_path / "empty.db")
    assert main(["store", "restore", str(file), "--store", empty]) == 2
    said = capsys.readouterr().err
    assert any(
        words in said for words in ("can't be used", "not a Branchline backup", "incomplete", "does not know")
    )
    assert asyncio.run(contents(empty)) == [{}]
