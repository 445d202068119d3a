"""A real Chromium, one server for all tests, and people at its tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no browser tests")

from playwright.sync_api import Browser, expect, sync_playwright

from ..postgres import Postgres
from .arrange import CHROMIUM, FLAGS, TIMEOUT, Line, Person, Server

expect.set_options(timeout=TIMEOUT * 1000)
Meet = Callable[..., Person]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(
            f"NO BROWSER TESTS: there is no Chromium at {CHROMIUM}. Install it (apt install chromium)."
        )
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*FLAGS])
        yield running
        running.close()


def store_of(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Arguments for the server: none, so one process with SQLite; in `make browser-club` two processes with
    PostgreSQL."""
    if not os.environ.get("BRANCHLINE_CLUB"):
        return ()
    postgres: Postgres = request.getfixturevalue("postgres")
    return ("--store", postgres.database(), "--workers", "2")


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), *store_of(request))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same server with members."""
    running = Server(tmp_path_factory.mktemp("club"), *store_of(request), "--accounts")
    yield running
    running.stop()


@pytest.fixture
def meet(browser: Browser, server: Server) -> Iterator[Meet]:
    """Makes a person: `meet()`, `meet(PHONE)`, `meet(line=line)`. At the end no page may have had a fault."""
    people: list[Person] = []

    def made(*size: tuple[int, int], line: Line | None = None, **more: Any) -> Person:
        people.append(Person(browser, line.address if line else server.address, *size, **more))
        return people[-1]

    yield made
    for person in people:
        person.close()


@pytest.fixture
def visit(browser: Browser, club: Server) -> Iterator[Meet]:
    """Makes a visitor of the club: `visit()`, `visit(PHONE)`; `visit(member="Ann")` is a member."""
    people: list[Person] = []

    def made(*size: tuple[int, int], member: str = "") -> Person:
        people.append(Person(browser, club.address, *size))
        if member:
            people[-1].become_member(member)
        return people[-1]

    yield made
    for person in people:
        person.close()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    made = Line(server.port)
    yield made
    made.close()
