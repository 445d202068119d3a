"""The contract of a store. Every engine has to pass it; SQLite is the first."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from branchline.store import SPECTATOR, ChatRow, Conflict, Kept, SeatRow, Store, TableRow
from branchline.store.sqlite import SqliteStore, StoreTrouble, prepare

ENGINES: dict[str, Callable[[Path], Store]] = {"sqlite": lambda folder: SqliteStore(folder / "store.db")}

Use = Callable[[Callable[[Store], Awaitable[Any]]], Any]


@pytest.fixture(params=ENGINES)
def use(request: pytest.FixtureRequest, tmp_path: Path) -> Use:
    """Opens the store of a folder, does something with it, and closes it."""

    def opened(work: Callable[[Store], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            store = ENGINES[request.param](tmp_path)
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(run())

    return opened


def table(name: str = "abc", changed: int = 0, to_move: int = 0, host: str = "host") -> Kept:
    row = TableRow(
        id=name, game="nuremberg", header=b"{}", seed="ff", host=host, made=1, link=f"watch-{name}", changed=changed,
        to_move=to_move,
    )  # fmt: skip
    seats = [
        SeatRow(seat=0, name="Ann", kind="person", link=f"link-{name}-0"),
        SeatRow(seat=1, name="Adler", kind="bot", bot="random"),
    ]
    return Kept(row=row, seats=seats, holders=[(0, "ann")], lines=[b"one", b"two"], chat=[])


def test_a_table_comes_back_as_it_was_kept(use: Use) -> None:
    async def work(store: Store) -> Kept | None:
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
def test_who_believes_the_record_to_be_of_another_length_appends_nothing(use: Use, first: int) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        with pytest.raises(Conflict):
            await store.append("abc", first, [b"x", b"y"], to_move=1, time=99)

    use(work)
    kept = use(lambda store: store.find("abc"))
    assert kept.lines == [b"one", b"two"]
    assert kept.row.to_move == 0


def test_many_tables_append_at_once_and_one_that_fails_disturbs_nobody(use: Use) -> None:
    async def work(store: Store) -> list[Any]:
        await asyncio.gather(*(store.add(table(f"t{n}")) for n in range(50)))
        wrong = store.append("t7", 9, [b"x"], to_move=0, time=0)
        right = [store.append(f"t{n}", 2, [b"three"], to_move=1, time=5) for n in range(50)]
        return await asyncio.gather(wrong, *right, return_exceptions=True)

    results = use(work)
    assert isinstance(results[0], Conflict)
    assert results[1:] == [None] * 50
    assert use(lambda store: store.find("t7")).lines == [b"one", b"two", b"three"]


def test_who_stops_waiting_stops_nobody_else(use: Use) -> None:
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
        await store.seat("abc", seat, forget=["ann"])
        await store.change(msgspec.structs.replace(table().row, link="watch-newer", link_number=1))
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


def test_a_seat_is_given_once_to_each_who_sits_down(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        for visitor in ("bea", "bea", "cy"):
            await store.seat("abc", SeatRow(seat=1, name="Bea", kind="person", forced=False), hold=visitor)

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


def test_a_file_of_another_version_is_refused_with_a_sentence(tmp_path: Path) -> None:
    prepare(tmp_path / "store.db")
    with sqlite3.connect(tmp_path / "store.db") as connection:
        connection.execute("UPDATE schema SET version = 99")
    connection.close()
    with pytest.raises(StoreTrouble, match="another Branchline"):
        prepare(tmp_path / "store.db")


def test_a_file_that_is_something_else_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "store.db").write_text("timetable " * 1000)
    with pytest.raises(StoreTrouble, match=r"not a store|can't be opened"):
        prepare(tmp_path / "store.db")
    with pytest.raises(StoreTrouble, match="can't be opened"):
        prepare(tmp_path / "store.db" / "below")


def test_what_is_appended_is_synced_to_the_disk(tmp_path: Path) -> None:
    """SQLite's own word for it: WAL mode, and a sync at every commit."""
    from branchline.store.sqlite import _connect

    prepare(tmp_path / "store.db")
    connection = _connect(tmp_path / "store.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()
