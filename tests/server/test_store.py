"""The contract of a store, which both engines have to pass."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from branchline.store import (
    SPECTATOR,
    Added,
    ChatRow,
    Conflict,
    News,
    SeatRow,
    Statement,
    Store,
    StoredTable,
    StoreTrouble,
    TableVersion,
    migrate,
)
from branchline.store.open_store import open_store, prepare_store, sqlite_url
from branchline.store.sqlite.file import connect

from ..stores import Use, table
from .arrange import TIMEOUT


def test_a_table_is_read_as_it_was_stored(use: Use) -> None:
    async def work(store: Store) -> StoredTable | None:
        await store.add(table())
        await store.say("abc", ChatRow(seat=SPECTATOR, name="Zoë", words="choo", time=7))
        return await store.find("abc")

    expected = msgspec.structs.replace(
        table(), chat=[ChatRow(seat=SPECTATOR, name="Zoë", words="choo", time=7)]
    )
    assert use(work) == expected
    assert use(lambda store: store.find("abc")) == expected, "also after the store was closed"
    assert use(lambda store: store.find("nowhere")) is None


def test_lines_are_appended_and_stay(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        await store.append("abc", 2, [b"three", b"four"], to_move=1, time=99)
        await store.append("abc", 4, [b"five"], to_move=-2, time=100)

    use(work)
    kept = use(lambda store: store.find("abc"))
    assert kept.lines == [b"one", b"two", b"three", b"four", b"five"]
    assert (kept.row.to_move, kept.row.changed) == (-2, 100)


@pytest.mark.parametrize("first", [0, 1, 3])
def test_a_writer_who_expects_another_length_appends_nothing(use: Use, first: int) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        with pytest.raises(Conflict):
            await store.append("abc", first, [b"x", b"y"], to_move=1, time=99)

    use(work)
    kept = use(lambda store: store.find("abc"))
    assert kept.lines == [b"one", b"two"]
    assert kept.row.to_move == 0


def test_many_tables_append_at_once_and_a_failure_affects_no_other(use: Use) -> None:
    async def work(store: Store) -> list[Any]:
        await asyncio.gather(*(store.add(table(f"t{n}")) for n in range(50)))
        wrong = store.append("t7", 9, [b"x"], to_move=0, time=0)
        right = [store.append(f"t{n}", 2, [b"three"], to_move=1, time=5) for n in range(50)]
        return await asyncio.gather(wrong, *right, return_exceptions=True)

    results = use(work)
    assert isinstance(results[0], Conflict)
    assert results[1:] == [None] * 50
    assert use(lambda store: store.find("t7")).lines == [b"one", b"two", b"three"]


def test_a_caller_who_stops_waiting_stops_nobody_else(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        impatient = asyncio.create_task(store.append("abc", 2, [b"three"], to_move=1, time=5))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        await store.say("abc", ChatRow(seat=0, name="Ann", words="still here", time=1))

    use(work)
    assert use(lambda store: store.find("abc")).chat[0].words == "still here"


def test_links_open_their_seat_until_there_is_a_new_one(use: Use) -> None:
    async def work(store: Store) -> list[tuple[str, int] | None]:
        await store.add(table())
        before = [await store.linked(link) for link in ("link-abc-0", "watch-abc", "", "link-abc-9")]
        seat = SeatRow(seat=0, name="Ann", kind="open", link="newer", link_number=1)
        await store.seat("abc", seat, 0, forget=["ann"])
        await store.change(msgspec.structs.replace(table().row, link="watch-newer", link_number=1, edition=1))
        links = ("link-abc-0", "watch-abc", "newer", "watch-newer")
        return [*before, *[await store.linked(link) for link in links]]

    assert use(work) == [
        ("abc", 0),
        ("abc", SPECTATOR),
        None,
        None,
        None,
        None,
        ("abc", 0),
        ("abc", SPECTATOR),
    ]
    kept = use(lambda store: store.find("abc"))
    assert kept.holders == []
    assert kept.seats[0].kind == "open"


def test_a_seat_is_given_once_to_each_visitor(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        for edition, visitor in enumerate(("bea", "bea", "cy")):
            row = SeatRow(seat=1, name="Bea", kind="person", forced=False)
            await store.seat("abc", row, edition, hold=visitor)

    use(work)
    kept = use(lambda store: store.find("abc"))
    assert sorted(kept.holders) == [(0, "ann"), (1, "bea"), (1, "cy")]
    assert kept.seats[1] == SeatRow(seat=1, name="Bea", kind="person", forced=False)


def test_a_visitor_is_shown_the_tables_they_made_or_sit_at(use: Use) -> None:
    async def work(store: Store) -> list[tuple[str, tuple[int, ...]]]:
        await store.add(table("old", changed=1))
        await store.add(table("new", changed=9))
        await store.add(table("made", changed=5, host="ann"))
        await store.add(msgspec.structs.replace(table("foreign", changed=7), holders=[(0, "zoe")]))
        return [(found.row.id, found.mine) for found in await store.listed("ann", 10)]

    assert use(work) == [("new", (0,)), ("made", (0,)), ("old", (0,))]
    assert [found.row.id for found in use(lambda store: store.listed("ann", 1))] == ["new"]
    assert use(lambda store: store.listed("nobody", 10)) == []


def test_a_writer_who_expects_another_edition_changes_nothing(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        await store.change(msgspec.structs.replace(table().row, hints=True))
        with pytest.raises(Conflict):
            await store.change(msgspec.structs.replace(table().row, next="xyz"))
        with pytest.raises(Conflict):
            await store.seat("abc", SeatRow(seat=0, name="Zoe", kind="open"), 0, hold="zoe", forget=["ann"])

    use(work)
    kept = use(lambda store: store.find("abc"))
    assert kept == msgspec.structs.replace(
        table(), row=msgspec.structs.replace(table().row, hints=True, edition=1)
    )


def test_one_of_two_simultaneous_writers_has_to_read_again(use: Use, url: str) -> None:
    async def work(store: Store) -> tuple[int, int]:
        await store.add(table())
        other = await open_store(url)
        conflicts = 0
        for turn in range(20):
            both = [
                store.append("abc", 2 + turn, [b"from one"], to_move=0, time=0),
                other.append("abc", 2 + turn, [b"from other"], to_move=0, time=0),
            ]
            results = await asyncio.gather(*both, return_exceptions=True)
            conflicts += sum(isinstance(result, Conflict) for result in results)
        await other.close()
        kept = await store.find("abc")
        assert kept is not None
        return conflicts, len(kept.lines)

    assert use(work) == (20, 22)


def test_only_new_lines_are_read_if_the_rest_is_known(use: Use) -> None:
    async def work(
        store: Store,
    ) -> tuple[TableVersion | None, TableVersion | None, StoredTable | None, TableVersion | None]:
        await store.add(table())
        before = await store.version("abc")
        await store.append("abc", 2, [b"three"], to_move=1, time=99)
        numbers = [await store.say("abc", ChatRow(seat=0, name="Ann", words=word, time=1)) for word in "ab"]
        assert numbers == [0, 1]
        await store.seat("abc", SeatRow(seat=0, name="Anna", kind="person"), 0)
        assert before is not None
        return (
            before,
            await store.version("abc"),
            await store.find("abc", before),
            await store.version("nowhere"),
        )

    before, after, new, none = use(work)
    assert (before, after, none) == (TableVersion(2, 0, 0), TableVersion(3, 2, 1), None)
    assert new.lines == [b"three"]
    assert [said.words for said in new.chat] == ["a", "b"]
    assert new.seats[0].name == "Anna"
    assert new.row.edition == 1


def test_the_first_value_of_a_fact_counts(use: Use) -> None:
    async def work(store: Store) -> list[str]:
        return [await store.fact("key", "old"), await store.fact("key", "new"), await store.fact("other", "")]

    assert use(work) == ["old", "old", ""]
    assert use(lambda store: store.facts()) == {"key": "old", "other": ""}


def test_statements_are_stored_all_or_none(use: Use) -> None:
    async def story(store: Store) -> None:
        add = "INSERT INTO facts (name, value) VALUES (?,?)"
        assert await store.write(Statement(add, ("spring", "1")), Statement(add, ("autumn", "2"))) == [1, 1]
        with pytest.raises(Conflict):
            await store.write(Statement(add, ("winter", "3")), Statement(add, ("spring", "4")))
        gone = Statement("DELETE FROM facts WHERE name = ?", ("summer",), rows=1)
        with pytest.raises(Conflict):
            await store.write(Statement(add, ("winter", "3")), gone)
        found = await store.ask("SELECT name, value FROM facts WHERE value > ? ORDER BY name", "0")
        assert found == [("autumn", "2"), ("spring", "1")]

    use(story)


def test_all_tables_can_be_iterated(use: Use) -> None:
    async def work(store: Store) -> list[list[str]]:
        for name in ("c", "a", "d", "b"):
            await store.add(table(name))
        return [await store.tables("", 3), await store.tables("c", 3), await store.tables("d", 3)]

    assert use(work) == [["a", "b", "c"], ["d"], []]


def test_processes_get_each_others_messages_if_they_share_a_store(use: Use, url: str) -> None:
    async def work(store: Store) -> None:
        if not store.shared:
            pytest.skip("one process has nobody to tell")
        other = await open_store(url)
        heard: asyncio.Queue[News] = asyncio.Queue()
        await other.listen(heard.put_nowait)
        await store.add(table())
        await other.publish("abc", "my own words are no news")
        told = [
            (store.append("abc", 2, [b"three"], to_move=1, time=5), "", Added(2, [b"three"], 1, 5)),
            (store.say("abc", ChatRow(seat=0, name="Ann", words="choo", time=1)), "", None),
            (store.change(table().row), "", None),
            (store.seat("abc", table().seats[0], 1), "", None),
            (store.publish("abc", "Zoë looks"), "Zoë looks", None),
        ]
        for deed, words, added in told:
            await deed
            assert await asyncio.wait_for(heard.get(), TIMEOUT) == News("abc", words, store.name, added)
        await other.close()

    use(work)


def test_both_engines_have_the_same_migrations() -> None:
    assert migrate.known("sqlite") == migrate.known("postgresql")


def test_a_store_of_a_newer_branchline_is_refused_with_a_sentence(url: str) -> None:
    prepare_store(url)
    prepare_store(url)  # once more does nothing
    note = "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('x', '9999-monorail')"
    if url.startswith("sqlite:"):
        with sqlite3.connect(url.removeprefix("sqlite:")) as connection:
            connection.execute(note)
        connection.close()
    else:
        with psycopg.connect(url) as database:
            database.execute(note)
    with pytest.raises(StoreTrouble, match="another version of Branchline"):
        prepare_store(url)


def test_several_processes_may_prepare_a_store_at_once(url: str) -> None:
    script = f"from branchline.store.open_store import prepare_store; prepare_store({url!r})"
    started = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(3)]
    assert [process.wait(TIMEOUT) for process in started] == [0, 0, 0]


def test_a_file_of_the_first_branchline_is_brought_up_to_date(tmp_path: Path) -> None:
    """Before there were migrations, a file recorded its version in a separate table."""
    first = (migrate.FOLDER / "sqlite" / "0001-tables.sql").read_text().replace("DROP TABLE", "-- ")
    with sqlite3.connect(tmp_path / "store.db") as connection:
        connection.executescript(first + "CREATE TABLE schema (version INTEGER NOT NULL)")
        connection.execute(
            "INSERT INTO tables VALUES ('abc', 'nuremberg', '', 'ff', '', 1, '', 0, 1, '', '', 0, 0, 0)"
        )
    connection.close()

    async def work() -> StoredTable | None:
        store = await open_store(sqlite_url(tmp_path / "store.db"))
        found = await store.find("abc")
        await store.close()
        return found

    kept = asyncio.run(work())
    assert kept is not None
    assert kept.row.hints
    assert kept.row.edition == 0


def test_a_file_that_is_something_else_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "store.db").write_text("timetable " * 1000)
    with pytest.raises(StoreTrouble, match=r"not a store|can't be opened"):
        prepare_store(sqlite_url(tmp_path / "store.db"))
    with pytest.raises(StoreTrouble, match="can't be opened"):
        prepare_store(sqlite_url(tmp_path / "store.db" / "below"))


@pytest.mark.parametrize("url", ["", "store.db", "mysql://x/y", "sqlite:"])
def test_an_address_that_names_no_store_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(StoreTrouble, match="sqlite:PATH or postgresql"):
        prepare_store(url)


def test_a_missing_database_is_named_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="can't be used"):
        prepare_store(f"postgresql://club@/club?host={tmp_path}")


def test_appended_lines_are_synced_to_disk(tmp_path: Path) -> None:
    """SQLite's own word for it: WAL mode, and a sync at every commit."""
    prepare_store(sqlite_url(tmp_path / "store.db"))
    connection = connect(tmp_path / "store.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def test_tables_that_wait_for_a_visitor_are_listed_before_all_others(use: Use) -> None:
    async def work(store: Store) -> list[str]:
        await store.add(table("old", changed=1, to_move=0))
        for number in range(3):
            await store.add(table(f"new{number}", changed=10 + number, to_move=1))
        return [found.row.id for found in await store.listed("ann", 2)]

    assert use(work) == ["old", "new2"]
