"""A server whose clock tests can advance, and one with members and email."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from branchline.server.club.passwords import Passwords
from branchline.server.http.throttle import Throttle

from ..postgres import Postgres
from ..server.arrange import Browser, Server
from .mailbox import MailBox
from .people import Guests, Member, Members
from .waiting import Watch

QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that checks its clocks only when a test says so."""
    running = Server(tmp_path_factory.mktemp("data"), sweep=3600.0)
    yield running
    running.stop()


@pytest.fixture
def browsers() -> Iterator[list[Browser]]:
    opened: list[Browser] = []
    yield opened
    for browser in opened:
        browser.__exit__()


# Members


@pytest.fixture(scope="session")
def mailbox() -> Iterator[MailBox]:
    with MailBox() as box:
        yield box


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def club(
    request: pytest.FixtureRequest, mailbox: MailBox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    store = ""
    if request.param == "postgresql":
        running: Postgres = request.getfixturevalue("postgres")
        store = running.database()
    folder = tmp_path_factory.mktemp(request.param)
    server = Server(folder, store=store, accounts=True, smtp=mailbox.url, site="https://club.example")
    accounts, kept = server.app.state.accounts, server.app.state.lobby.context.store
    for throttle in ("_by_address", "_new"):  # all tests come from the same address
        setattr(accounts, throttle, Throttle(kept, throttle, 1000, 1))
    accounts.passwords = Passwords(QUICK)
    yield server
    server.stop()


@pytest.fixture
def guest(club: Server, browsers: list[Browser]) -> Guests:
    """Makes new browsers."""

    def new() -> Browser:
        browsers.append(Browser(club.host))
        return browsers[-1]

    return new


@pytest.fixture
def member(club: Server, browsers: list[Browser]) -> Members:
    """Makes new members, each with their own name and the same password."""

    def new() -> Member:
        made = Member(club.host)
        browsers.append(made)
        return made

    return new
