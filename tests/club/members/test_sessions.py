"""Sessions: each belongs to one browser, and ends in every process at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from branchline.store import Conflict, Store
from branchline.store.club.members import Member, Members
from branchline.store.club.sessions import LASTS, LINK_LASTS, TOUCHED, Sessions

from ...postgres import Postgres
from ...server.arrange import Browser, Server
from ...stores import Use, table
from ..people import PASSWORD, Guests, give_cookie
from ..people import Member as Signed
from ..people import Members as New

ANN = Member(id="m-ann", name="Ann", made=5)


def test_a_session_is_found_until_it_ends(use: Use) -> None:
    async def work(store: Store) -> None:
        sessions = Sessions(store)
        await Members(store).add(ANN, "")
        for name in ("one", "two", "three"):
            await sessions.begin(name, "m-ann", 1000)
        found = await sessions.find("one", 1001)
        assert found is not None
        assert (found.member, found.made, found.proven) == (ANN, 1000, 0)
        await sessions.end(["one", "two"])
        assert await sessions.find("one", 1001) is None
        assert await sessions.of("m-ann") == [("three", 1000, 1000)]
        assert await sessions.living(["one", "three"]) == {"three"}
        with pytest.raises(Conflict):
            await sessions.begin("four", "m-nobody", 1000)

    use(work)


def test_a_session_that_is_not_used_ends_by_itself(use: Use) -> None:
    async def work(store: Store) -> None:
        sessions = Sessions(store)
        await Members(store).add(ANN, "")
        await sessions.begin("one", "m-ann", 0)
        later = LASTS - 1
        assert await sessions.find("one", later), "which notes that it was used"
        assert later > TOUCHED
        assert await sessions.find("one", later + LASTS - 1)
        assert await sessions.find("one", later + 3 * LASTS) is None
        await sessions.tidy(later + 3 * LASTS)
        assert await sessions.of("m-ann") == []

    use(work)


def test_signing_in_and_what_the_guest_had_are_one_write(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())  # where the guest `ann` holds a seat
        await Members(store).add(ANN, "")
        with pytest.raises(Conflict):
            await Sessions(store).begin("one", "m-nobody", 0, guest="ann")
        kept = await store.find("abc")
        assert kept is not None
        assert kept.holders == [(0, "ann")]
        await Sessions(store).begin("one", "m-ann", 0, guest="ann")
        kept = await store.find("abc")
        assert kept is not None
        assert kept.holders == [(0, "m-ann")]

    use(work)


def test_a_link_works_once_and_expires(use: Use) -> None:
    async def work(store: Store) -> None:
        sessions = Sessions(store)
        await Members(store).add(ANN, "")
        await sessions.add_link("link", "m-ann", "ann@example.org", 0)
        await sessions.add_link("late", "m-ann", "ann@example.org", 0)
        assert await sessions.linked("link", 1) == (ANN, "ann@example.org")
        tries = [sessions.answer("link", f"session {number}", 1) for number in range(5)]
        answers = await asyncio.gather(*tries)
        assert sum(answer is not None for answer in answers) == 1, "however many open it at once"
        assert len(await sessions.of("m-ann")) == 1
        found = await Members(store).find("m-ann")
        assert found is not None
        assert found.email == "ann@example.org"
        assert await sessions.answer("late", "another", LINK_LASTS + 1) is None

    use(work)


# In the browser


def test_signing_out_ends_the_session_and_its_open_pages(member: New) -> None:
    ann = member()
    table = ann.go("/play-now", game="nuremberg")
    cookie = ann.http.cookies["session"]
    page = ann.sit(table)
    page.my_turn()
    assert ann.go("/sign-out") == "/"
    assert page.closed() == 4403
    assert "session" not in ann.http.cookies
    give_cookie(ann, "session", cookie)
    assert ann.get(table).status_code == 404, "the cookie is worth nothing, even if it was kept"
    assert ann.sit(table).closed() == 4404


def test_signing_out_leaves_the_other_devices_and_can_end_them_too(guest: Guests, member: New) -> None:
    ann, phone, tablet = member(), guest(), guest()
    table = ann.go("/play-now", game="nuremberg")
    for device in (phone, tablet):
        device.go("/sign-in", name=ann.name, password=PASSWORD)
    phone.go("/sign-out")
    page = tablet.sit(table)
    page.my_turn()
    assert tablet.get(table).status_code == 200
    assert "2 devices" in ann.get("/account").text
    ann.go("/account/out")
    assert page.closed() == 4403
    assert tablet.get(table).status_code == 404
    assert ann.get(table).status_code == 200


def test_signing_in_gives_a_new_cookie_whatever_there_was(guest: Guests, member: New) -> None:
    """Otherwise an attacker who plants a cookie would be signed in along with the victim."""
    ann, victim = member(), guest()
    planted = "x" * 43
    give_cookie(victim, "session", planted)
    victim.go("/sign-in", name=ann.name, password=PASSWORD)
    cookies = [cookie.value for cookie in victim.http.cookies.jar if cookie.name == "session"]
    assert planted not in cookies
    attacker = guest()
    give_cookie(attacker, "session", planted)
    assert attacker.get("/account").headers["location"] == "/sign-in"


def test_signing_in_as_somebody_else_replaces_the_first_member(guest: Guests, member: New) -> None:
    ann, bob = member(), member()
    table, cookie = ann.go("/play-now", game="nuremberg"), ann.http.cookies["session"]
    ann.go("/sign-in", name=bob.name, password=PASSWORD)
    assert ann.get(table).status_code == 404
    thief = guest()
    give_cookie(thief, "session", cookie)
    assert thief.get(table).status_code == 404


def test_the_cookie_is_not_for_scripts_nor_for_other_sites(club: Server, guest: Guests, member: New) -> None:
    ann = member()
    plain = guest().post("/sign-in", name=ann.name, password=PASSWORD)
    behind_tls = guest().http.post(
        "/sign-in",
        data={"name": ann.name, "password": PASSWORD},
        headers={"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"},
    )
    for answer, secure in ((plain, False), (behind_tls, True)):
        cookie = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("session="))
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) == secure


def test_signing_out_reaches_every_process(postgres: Postgres, tmp_path: Path) -> None:
    store = postgres.database()
    servers = [Server(tmp_path, store=store, accounts=True) for _number in range(2)]
    try:
        with Signed(servers[0].host) as ann, Browser(servers[1].host) as there:
            table = ann.go("/play-now", game="nuremberg")
            give_cookie(there, "session", ann.http.cookies["session"])
            page = there.sit(table)
            page.my_turn()
            ann.go("/sign-out")
            assert page.closed() == 4403
            assert there.get(table).status_code == 404
    finally:
        for server in servers:
            server.stop()


def test_a_page_is_closed_even_if_the_message_about_its_session_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branchline.server.club.accounts.CHECK_EVERY", 0.2)
    server = Server(tmp_path, accounts=True)
    with Signed(server.host) as ann:
        page = ann.sit(ann.go("/play-now", game="nuremberg"))
        page.my_turn()
        accounts = server.app.state.accounts
        sessions = server.do(accounts.sessions.of(server.do(accounts.members.by_name(ann.name)).id))
        server.do(accounts.sessions.end([sessions[0][0]]))  # as if another process had done so
        assert page.closed() == 4403
    server.stop()
