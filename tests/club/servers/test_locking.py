"""A locked member can't get in by any route, and their open pages are closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.cli import main
from branchline.store import Conflict

from ...postgres import Postgres
from ...server.arrange import Server
from ..mailbox import MailBox
from ..people import PASSWORD, Guests, Member, Members


def admin(server: Server, *words: str) -> int:
    return main(["admin", *words, "--store", server.settings.address])


@pytest.fixture
def locked(club: Server, member: Members, mailbox: MailBox) -> Member:
    """Cem, with a confirmed address, who was locked while signed in."""
    cem = member()
    cem.go("/account/email", email=address(cem), password=PASSWORD)
    cem.go(mailbox.next_link())
    assert admin(club, "lock", cem.name) == 0
    return cem


def address(who: Member) -> str:
    return f"{who.name.replace(' ', '.')}@example.org".lower()


def test_a_locked_members_sessions_end(locked: Member) -> None:
    assert locked.get("/account").headers["location"] == "/sign-in"


def test_the_right_password_opens_nothing(locked: Member, guest: Guests) -> None:
    answer = guest().post("/sign-in", name=locked.name, password=PASSWORD)
    assert answer.status_code == 422
    assert "Wrong name or password" in answer.text, "a stranger is not told who is locked"


def test_no_email_is_sent(locked: Member, guest: Guests, mailbox: MailBox) -> None:
    eve = guest()
    assert eve.go("/sign-in/link", email=address(locked)) == "/sign-in?sent"
    assert mailbox.emails == []


def test_an_earlier_email_opens_nothing(
    club: Server, member: Members, guest: Guests, mailbox: MailBox
) -> None:
    cem, phone = member(), guest()
    cem.go("/account/email", email=address(cem), password=PASSWORD)
    cem.go(mailbox.next_link())
    phone.go("/sign-in/link", email=address(cem))
    link = mailbox.next_link()
    assert admin(club, "lock", cem.name) == 0
    assert "has already been used or has expired" in phone.post(link).text
    assert phone.get("/account").headers["location"] == "/sign-in"


def test_the_admin_command_prints_no_link_either(
    club: Server, locked: Member, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(club, "reset", locked.name) == 2
    assert f"{locked.name} is locked; 'branchline admin unlock'" in capsys.readouterr().err


def test_a_sign_in_already_in_progress_does_not_slip_through(club: Server, locked: Member) -> None:
    """The password is checked before the lock; the session would start after it."""
    accounts = club.app.state.accounts
    cem = club.do(accounts.members.by_name(locked.name))
    with pytest.raises(Conflict):
        club.do(accounts.sessions.begin("fingerprint", cem.id, 5))


def test_several_without_an_address_can_be_locked(club: Server, member: Members) -> None:
    for who in (member(), member()):
        assert admin(club, "lock", who.name) == 0
        assert who.get("/account").status_code == 303


def test_unlocked_they_are_as_before(club: Server, locked: Member, guest: Guests, mailbox: MailBox) -> None:
    assert admin(club, "unlock", locked.name) == 0
    assert guest().go("/sign-in", name=locked.name, password=PASSWORD) == "/"
    phone = guest()
    phone.go("/sign-in/link", email=address(locked))
    assert phone.go(mailbox.next_link()) == "/account?done=link"


def test_open_pages_close_in_every_process(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "branchline.server.club.accounts.CHECK_EVERY", 3600.0
    )  # no regular checks: only the message tells
    server = Server(tmp_path, store=postgres.database(), accounts=True)
    try:
        with Member(server.host) as cem:
            page = cem.sit(cem.go("/play-now", game="nuremberg"))
            page.my_turn()
            assert admin(server, "lock", cem.name) == 0  # with a separate store, as in another process
            assert page.closed() == 4403
    finally:
        server.stop()
