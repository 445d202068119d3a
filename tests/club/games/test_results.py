"""How results are stored, on both engines."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from branchline.store import Store
from branchline.store.backup import copy
from branchline.store.club.results import Result, SeatResult, forget, found, keep, nameless, one, skills_of
from branchline.store.open_store import open_store, sqlite_url

from ...stores import Use


def result(table: str = "abc", *, rated: bool = True, players: str = "ann bob", finished: int = 7) -> Result:
    """The first player wins with 30 points, the next has 25, and so on."""
    seats = tuple(
        SeatResult(
            player=f"m-{name}" if ":" not in name else name, name=name.title(), score=30 - 5 * n, place=n + 1
        )
        for n, name in enumerate(players.split())
    )
    return Result(
        table=table, game="nuremberg", options="{}", variant="nuremberg", rated=rated, public=True, steps=90,
        finished=finished, seats=seats,
    )  # fmt: skip


def test_a_result_is_read_as_it_was_stored(use: Use) -> None:
    async def work(store: Store) -> Result | None:
        assert await keep(store, result(rated=False))
        assert await one(store, "other") is None
        return await one(store, "abc")

    assert use(work) == result(rated=False)


def test_a_result_is_stored_once_however_many_notice_the_end(use: Use, url: str) -> None:
    async def work(store: Store) -> None:
        other = await open_store(url)  # another process
        try:
            kept = await asyncio.gather(*(keep(each, result()) for each in (store, other) * 5))
        finally:
            await other.close()
        assert sum(kept) == 1
        assert await store.ask("SELECT games FROM ratings WHERE player = 'm-ann'") == [(1,)]

    use(work)


def test_games_that_end_at_once_are_rated_one_after_the_other(use: Use, url: str) -> None:
    async def work(store: Store) -> None:
        other = await open_store(url)
        try:
            results = [result(f"table{n}") for n in range(8)]
            await asyncio.gather(*(keep((store, other)[n % 2], one) for n, one in enumerate(results)))
        finally:
            await other.close()
        numbers = await store.ask("SELECT number FROM results ORDER BY number")
        assert [number for (number,) in numbers] == list(range(1, 9))
        assert await store.ask("SELECT games FROM ratings WHERE player = 'm-ann'") == [(8,)]

    use(work)


def test_an_unrated_result_changes_no_rating(use: Use) -> None:
    async def work(store: Store) -> None:
        await keep(store, result(rated=False))
        assert await skills_of(store, "nuremberg", ["m-ann", "m-bob"]) == {}

    use(work)


def test_margin_and_best_score() -> None:
    played = result(players="ann bob cem")
    assert (played.best, played.margin) == (30, 5)
    shared = msgspec.structs.replace(played, seats=(played.seats[0], played.seats[0], played.seats[2]))
    assert shared.margin == 0, "nobody is ahead of who shares the first place"


def test_results_are_found_page_by_page(use: Use) -> None:
    async def work(store: Store) -> None:
        for n in range(5):
            await keep(store, result(f"table{n}", finished=n))
        first = await found(store, "r.game = ?", ["nuremberg"], most=3)
        rest = await found(store, "r.game = ?", ["nuremberg"], most=3, after=3)
        assert [one.finished for one in (*first, *rest)] == [4, 3, 2, 1, 0]

    use(work)


def test_a_member_who_leaves_is_nameless_and_others_keep_their_ratings(use: Use) -> None:
    async def work(store: Store) -> None:
        await keep(store, result())
        before = await skills_of(store, "nuremberg", ["m-bob"])
        await store.write(*forget("m-ann", nameless()))
        left = await one(store, "abc")
        assert left is not None
        assert left.seats[0].name == ""
        assert left.seats[0].player.startswith("gone:")
        assert left.seats[1].name == "Bob"
        assert await skills_of(store, "nuremberg", ["m-ann", "m-bob"]) == before

    use(work)


def test_results_and_ratings_are_copied_with_a_store(use: Use, tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await keep(store, result("rated"))
        await keep(store, result("not", rated=False))
        target = await open_store(sqlite_url(tmp_path / "copy.db"))
        try:
            await copy(store, target)
            assert await one(target, "rated") == await one(store, "rated")
            assert await one(target, "not") == result("not", rated=False)
            assert await skills_of(target, "nuremberg", ["m-ann"]) == await skills_of(
                store, "nuremberg", ["m-ann"]
            )
        finally:
            await target.close()

    use(work)
