"""Other people's data can't be read or changed by guessing, replaying, racing, from another site, or with a forged
record."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote, urlencode

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from branchline.server.club.passwords import AT_ONCE, LONGEST, Passwords
from branchline.server.http.visitors import fingerprint
from branchline.server.pages.account import account_pages, invitation_pages
from branchline.store.club.members import is_member

from ...server.arrange import Browser, Server
from ..mailbox import MailBox
from ..people import PASSWORD, Guests, Members, give_cookie, invitation, play_to_the_end

# Guessing


def test_passwords_cannot_be_guessed_one_by_one(guest: Guests, member: Members) -> None:
    ann, eve = member(), guest()
    answers = [eve.post("/sign-in", name=ann.name, password=f"guess {number}") for number in range(12)]
    assert "Wrong name or password" in answers[0].text
    assert "Too many attempts" in answers[-1].text
    assert "Too many attempts" in eve.post("/sign-in", name=ann.name, password=PASSWORD).text, (
        "not even the right one"
    )


def test_passwords_cannot_be_guessed_all_at_once(club: Server, member: Members) -> None:
    """Tries count before it is known whether they succeed."""
    ann = member()

    async def guess() -> list[str]:
        async with httpx.AsyncClient(base_url=f"http://{club.host}", timeout=60) as eve:
            tries = [
                eve.post("/sign-in", data={"name": ann.name, "password": f"guess {n}"}) for n in range(40)
            ]
            return [answer.text for answer in await asyncio.gather(*tries)]

    answers = asyncio.run(guess())
    assert sum("Wrong name or password" in answer for answer in answers) == 10
    assert sum("Too many attempts" in answer for answer in answers) == 30


def test_passwords_cannot_be_guessed_on_the_account_page_either(member: Members) -> None:
    """Somebody who finds a signed-in device does not know the password."""
    ann = member()
    answers = [ann.post("/account/delete", password=f"guess {number}") for number in range(11)]
    assert "not your current password" in answers[0].text
    assert "Too many attempts" in answers[-1].text


def test_a_name_that_nobody_has_is_answered_like_a_wrong_password(guest: Guests, member: Members) -> None:
    ann, eve = member(), guest()
    wrong = eve.post("/sign-in", name=ann.name, password="wrong one")
    nobody = eve.post("/sign-in", name="Nobody at all", password="wrong one")
    assert wrong.status_code == nobody.status_code == 422
    assert wrong.text.replace(ann.name, "") == nobody.text.replace("Nobody at all", "")


def test_it_takes_as_long_whether_or_not_there_is_a_password() -> None:
    async def work() -> None:
        passwords = Passwords()
        kept = await passwords.hash("right one")
        assert kept.startswith("$argon2id$")
        assert await passwords.right(kept, "right one")
        times = []
        for hashed in (kept, ""):
            await passwords.right(hashed, "wrong one")  # the first call computes the hash for unknown names
            begun = time.perf_counter()
            for _try in range(5):
                assert not await passwords.right(hashed, "wrong one")
            times.append(time.perf_counter() - begun)
        assert 0.3 < times[0] / times[1] < 3
        assert not await passwords.right("", "nobody's")
        assert not await passwords.right(kept, "x" * (LONGEST + 1))
        passwords.close()

    asyncio.run(work())


def test_many_passwords_at_once_do_not_stop_the_server() -> None:
    async def work() -> None:
        passwords = Passwords()
        tries = [asyncio.create_task(passwords.right("", "guess")) for _number in range(60)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert any(isinstance(answer, Exception) for answer in answers)
        passwords.close()

    assert AT_ONCE <= 4
    asyncio.run(work())


def test_an_id_does_not_work_as_a_cookie(club: Server, guest: Guests, member: Members) -> None:
    """Nothing in the store opens anything: neither a member's id nor the fingerprint of a session."""
    ann = member()
    table = ann.go("/play-now", game="nuremberg")
    anns = club.do(club.app.state.accounts.members.by_name(ann.name)).id
    assert is_member(anns)
    for name in ("visitor", "session"):
        for value in (anns, fingerprint(ann.http.cookies["session"]), fingerprint(anns)):
            eve = guest()
            give_cookie(eve, name, value)
            assert eve.get(table).status_code == 404
            assert eve.sit(table).closed() == 4404


# Other people's seats, tables, settings, secrets


def test_nobody_else_can_use_what_belongs_to_a_member(club: Server, guest: Guests, member: Members) -> None:
    ann, bob, eve = member(), member(), guest()
    table = ann.new_table("nuremberg", "me", "friend")
    for other in (bob, eve):
        assert other.get(table).status_code == 404
        for deed, form in (
            ("link", {"seat": "1"}),
            ("seat", {"seat": "1", "bot": "random"}),
            ("leave", {}),
            ("invite", {"name": bob.name}),
            ("rematch", {}),
        ):
            assert other.post(f"{table}/{deed}", **form).status_code in (404, 422), deed
        assert other.post(invitation(table, "accept")).status_code in (404, 422)
        assert table not in other.get("/").text
    assert club.live(table).seating.rows[1].kind == "open"


def test_a_guest_has_no_account_page(guest: Guests) -> None:
    eve = guest()
    assert eve.get("/account").headers["location"] == "/sign-in"
    assert eve.get("/account/data").status_code == 422
    for what in ("name", "password", "email", "block", "unblock", "out", "delete"):
        assert eve.post(f"/account/{what}", name="Eve", password=PASSWORD).status_code == 422, what


def test_a_form_changes_only_the_visitors_own_account(club: Server, member: Members) -> None:
    """Whatever the form names."""
    ann, bob = member(), member()
    members = club.app.state.accounts.members
    before = club.do(members.by_name(ann.name))
    for field in ("id", "member", "session"):
        bob.post("/account/name", name=f"{bob.name} x", **{field: before.id})
    assert club.do(members.find(before.id)) == before
    assert bob.post("/account/name", name=ann.name).status_code == 422
    assert club.do(members.find(before.id)) == before


def test_an_export_has_no_secrets_of_others(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    bob.go(ann.links(table)[1])
    live = club.live(table)
    text = bob.get("/account/data").text
    ids = [club.do(club.app.state.accounts.members.by_name(one.name)).id for one in (ann, bob)]
    assert ids[1] in text
    for secret in (ids[0], live.row.seed, live.row.link, live.seating.rows[0].link, "password", "argon2"):
        assert secret not in text


def test_ids_of_members_do_not_leave_the_table(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    bob.go(ann.links(table)[1])
    anns = club.do(club.app.state.accounts.members.by_name(ann.name)).id
    ann_page, bob_page = ann.sit(table), bob.sit(table)
    bob_page.hear()
    ann_page.send("say", words="choo")
    bob_page.until("chat")
    for raw in (*bob_page.raw, bob.get(table).content, bob.get("/").content):
        assert anns.encode() not in raw


# Replaying


def test_a_link_from_an_email_opens_once(guest: Guests, member: Members, mailbox: MailBox) -> None:
    ann = member()
    ann.go("/account/email", email=f"replay{ann.name[7:]}@example.org", password=PASSWORD)
    link = mailbox.next_link()
    ann.go(link)
    eve = guest()
    assert "has expired" in eve.get(link).text
    assert eve.post(link).status_code == 422
    assert eve.get("/account").status_code == 303


def test_an_invitation_works_once(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    ann.go(f"{table}/invite", name=bob.name)
    bob.go(invitation(table, "accept"))
    bob.go(f"{table}/leave")
    assert bob.post(invitation(table, "accept")).status_code == 404
    assert bob.get(table).status_code == 404


def test_an_old_invitation_lets_no_member_in_after_it_was_renewed(member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    old = ann.links(table)[1]
    ann.go(f"{table}/link", seat="1")
    assert bob.post(old).status_code == 404
    assert bob.get(table).status_code == 404


# Racing


def test_one_of_many_invited_people_gets_the_seat(club: Server, member: Members) -> None:
    ann, others = member(), [member() for _number in range(5)]
    table = ann.new_table("nuremberg", "me", "friend")
    for other in others:
        ann.go(f"{table}/invite", name=other.name)
    with ThreadPoolExecutor(len(others)) as at_once:
        answers = list(at_once.map(lambda other: other.post(invitation(table, "accept")), others))
    assert sorted(answer.status_code for answer in answers) == [303, 422, 422, 422, 422]
    assert len(club.live(table).seating.holders[1]) == 1
    seen = [other.get(table).status_code for other in others]
    assert sorted(seen) == [200, 404, 404, 404, 404]


def test_one_of_many_who_sign_up_with_a_name_gets_it(guest: Guests) -> None:
    people = [guest() for _number in range(5)]
    with ThreadPoolExecutor(5) as at_once:
        answers = list(at_once.map(lambda one: one.post("/sign-up", name="Quick", password=PASSWORD), people))
    assert sorted(answer.status_code for answer in answers) == [303, 422, 422, 422, 422]


def test_playing_while_signing_in_loses_no_move_and_no_seat(guest: Guests) -> None:
    ann = guest()
    table = ann.go("/play-now", game="nuremberg", watch="")
    page = ann.sit(table)
    page.my_turn()
    with ThreadPoolExecutor(2) as at_once:
        signing = at_once.submit(ann.go, "/sign-up", name="Ronja", password=PASSWORD)
        page.send("play", at=page.at, move=page.choices[0])
        assert signing.result() == "/"
    assert page.closed() == 4403
    page = ann.sit(table)
    page.my_turn().play()


def test_signing_out_while_a_page_opens_leaves_no_page_open(member: Members) -> None:
    ann = member()
    table = ann.go("/play-now", game="nuremberg")
    with ThreadPoolExecutor(4) as at_once:
        pages = [at_once.submit(ann.sit, table) for _number in range(3)]
        at_once.submit(ann.post, "/sign-out").result()
        codes = {page.result().closed() for page in pages}
    assert codes <= {4403, 4404}


# From another site


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/sign-up", {"name": "Mallory", "password": PASSWORD}),
        ("/sign-in", {"name": "Mallory", "password": PASSWORD}),
        ("/sign-out", {}),
        ("/account/name", {"name": "Mallory"}),
        ("/account/password", {"old": PASSWORD, "password": "x" * 8}),
        ("/account/block", {"name": "Mallory"}),
        ("/account/out", {}),
        ("/account/delete", {"password": PASSWORD}),
        ("/invitations/abc/accept", {}),
    ],
)
@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}],
    ids=str,
)
def test_a_form_from_another_site_does_nothing(
    path: str, form: dict[str, str], headers: dict[str, str], signed_in: Browser
) -> None:
    if "origin" not in headers:
        del signed_in.http.headers["origin"]
    try:
        answer = signed_in.http.post(path, data=form, headers=headers)
    finally:
        signed_in.http.headers["origin"] = f"http://{signed_in.host}"
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert signed_in.get("/account").status_code == 200


@pytest.fixture(scope="module")
def signed_in(club: Server) -> Iterator[Browser]:
    with Browser(club.host) as ann:
        ann.go("/sign-up", name="Signed in", password=PASSWORD)
        yield ann


def test_an_email_links_to_the_clubs_own_address(guest: Guests, member: Members, mailbox: MailBox) -> None:
    """Not to the `Host` header of the request."""
    ann, eve = member(), guest()
    email = f"host{ann.name[7:]}@example.org"
    ann.go("/account/email", email=email, password=PASSWORD)
    ann.go(mailbox.next_link())
    evil = {"host": "evil.example", "origin": "http://evil.example", "x-forwarded-host": "evil.example"}
    eve.http.post("/sign-in/link", data={"email": email}, headers=evil)
    letter = mailbox.next_email().get_content()
    assert "https://club.example/link/" in letter
    assert "evil" not in letter


# A forged record


def test_a_forged_record_makes_nobody_a_player(club: Server, member: Members) -> None:
    """It may name anybody: it is a record to look at, owned by the uploader."""
    ann, eve = member(), member()
    finished = play_to_the_end(club, ann)
    running = ann.new_table("nuremberg", "me", "friend")
    anns = club.do(club.app.state.accounts.members.by_name(ann.name)).id
    lines = eve.get(f"{finished}/record").content.splitlines()
    header = msgspec.json.decode(lines[0])
    assert ann.name in header["seats"]
    forged = {
        **header, "id": running.rpartition("/")[2], "table": running.rpartition("/")[2], "host": anns,
        "holders": [[0, anns]], "seats": [ann.name, eve.name],
    }  # fmt: skip
    for first in (lines[0], msgspec.json.encode(forged)):
        content = b"\n".join([first, *lines[1:]]) + b"\n"
        answer = eve.http.post("/records", files={"record": ("game.jsonl", content)})
        if answer.status_code == 303:  # unchanged, the record is valid
            brought = answer.headers["location"].rpartition("/")[2]
            assert brought not in ann.get("/").text
            assert brought not in ann.get("/account/data").text
            kept = club.do(club.app.state.lobby.context.store.find(brought))
            assert kept.holders == []
            assert kept.row.host != anns
    assert answer.status_code == 422, "a changed header does not fit its sum"
    assert eve.get(running).status_code == 404
    assert club.live(running).seating.names[0] == ann.name


# Anything else

WORDS = st.sampled_from(
    ["Ann", PASSWORD, "a@example.org", "\u202e", "\x00", "m-", "\ud800", "'; --"]
) | st.text(max_size=30)
FORMS = st.dictionaries(st.sampled_from(["name", "password", "old", "email", "seat"]), WORDS, max_size=4)
PATHS = [
    route.path for route in (*account_pages.ROUTES, *invitation_pages.ROUTES) if route.path != "/sign-out"
]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=st.sampled_from(PATHS), form=FORMS, inside=WORDS, method=st.sampled_from(["GET", "POST"]))
@example(path="/sign-in/link", form={"email": "\0@x.y"}, inside="x", method="POST")
@example(path="/invitations/{table}/accept", form={}, inside="\0", method="POST")
def test_no_form_is_too_odd_for_an_answer(
    signed_in: Browser, path: str, form: dict[str, str], inside: str, method: str
) -> None:
    name = quote(inside, safe="", errors="surrogatepass") or "x"
    address = path.replace("{token}", name).replace("{what}", name).replace("{table}", name)
    body = urlencode(form, errors="surrogatepass")
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = signed_in.http.request(method, address, content=body, headers=kind)
    assert answer.status_code < 500, answer.text


# A server of one machine


def test_without_accounts_a_session_is_worth_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path, accounts=True)
    with Browser(server.host) as ann:
        ann.go("/sign-up", name="Ann", password=PASSWORD)
        table, cookie = ann.go("/play-now", game="nuremberg"), ann.http.cookies["session"]
    server.stop()
    server = Server(tmp_path)
    with Browser(server.host) as eve:
        give_cookie(eve, "session", cookie)
        assert eve.get(table).status_code == 404
    server.stop()
