"""How often something may be tried, counted for all processes of a store together."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from branchline.server.club.passwords import Passwords
from branchline.server.http.errors import Refused
from branchline.server.http.throttle import Throttle, count, tidy
from branchline.store import Store
from branchline.store.open_store import open_store

from ...postgres import Postgres
from ...server.arrange import Browser, Server
from ...stores import Use
from ..conftest import QUICK
from ..people import PASSWORD, Member
from ..waiting import Watch


async def tried(throttle: Throttle, key: str) -> bool:
    try:
        await throttle.count(key)
    except Refused:
        return False
    return True


def test_each_name_is_counted_separately_and_reset_after_a_while(use: Use, watch: Watch) -> None:
    async def work(store: Store) -> None:
        throttle = Throttle(store, "signals", 2, 60)
        assert [await tried(throttle, "ann") for _try in range(3)] == [True, True, False]
        assert await tried(throttle, "bob")
        assert await tried(Throttle(store, "points", 2, 60), "ann")
        watch.ahead = 30
        assert not await tried(throttle, "ann"), "a try that is refused does not begin anything anew"
        watch.ahead = 61
        assert [await tried(throttle, "ann") for _try in range(3)] == [True, True, False]

    use(work)


def test_success_resets_the_count(use: Use) -> None:
    async def work(store: Store) -> None:
        throttle = Throttle(store, "signals", 1, 60)
        assert await tried(throttle, "ann")
        await throttle.forget("ann")
        assert await tried(throttle, "ann")

    use(work)


def test_a_try_refused_by_one_throttle_counts_in_no_other(use: Use) -> None:
    async def work(store: Store) -> None:
        by_name, by_address = Throttle(store, "name", 1, 60), Throttle(store, "address", 2, 60)
        await count(store, by_address.trying("here"), by_name.trying("ann"))
        with pytest.raises(Refused, match="Too many attempts"):
            await count(store, by_address.trying("here"), by_name.trying("ann"))
        assert await tried(by_address, "here")
        assert not await tried(by_address, "here")

    use(work)


def test_many_tries_at_once_in_two_processes_are_all_counted(use: Use, url: str) -> None:
    async def work(store: Store) -> None:
        other = await open_store(url)  # another process
        try:
            throttles = [Throttle(one, "signals", 10, 600) for one in (store, other)]
            allowed = await asyncio.gather(*(tried(throttle, "ann") for throttle in throttles * 20))
        finally:
            await other.close()
        assert sum(allowed) == 10

    use(work)


def test_old_tries_are_tidied_away_and_names_are_not_kept(use: Use, watch: Watch) -> None:
    async def work(store: Store) -> None:
        await Throttle(store, "signals", 2, 60).count("ann")
        await Throttle(store, "signals", 2, 600).count("bob")
        watch.ahead = 100
        await tidy(store)
        ((what,),) = await store.ask("SELECT what FROM tries")
        assert "bob" not in what

    use(work)


def test_two_servers_do_not_double_the_guesses(postgres: Postgres, tmp_path: Path) -> None:
    store = postgres.database()
    servers = [Server(tmp_path, store=store, accounts=True) for _number in range(2)]
    for server in servers:
        server.app.state.accounts.passwords = Passwords(QUICK)
    try:
        with (
            Member(servers[0].host) as ann,
            Browser(servers[0].host) as eve,
            Browser(servers[1].host) as mallory,
        ):
            answers = [
                browser.post("/sign-in", name=ann.name, password=f"guess {number}").text
                for number in range(7)
                for browser in (eve, mallory)
            ]
            assert sum("Wrong name or password" in answer for answer in answers) == 10
            assert "Too many attempts" in mallory.post("/sign-in", name=ann.name, password=PASSWORD).text
    finally:
        for server in servers:
            server.stop()
